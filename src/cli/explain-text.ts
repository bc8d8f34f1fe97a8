import type { Check, TemplateAnalysis } from '../template/index.ts'
import { sideBySide, visible } from './columns.ts'

/** What `explain` prints of an analysis, for people. */
export function explainText(analysis: TemplateAnalysis): string {
  return [
    ...summary(analysis),
    '',
    'what the template prints, and whether it is read back (· blank, → tab, ¶ line break)',
    '',
    ...renders(analysis.checks),
    ...sample(analysis),
    ...warnings(analysis.warnings),
  ].join('\n')
}

function summary({ format, confidence, parts, description }: TemplateAnalysis): string[] {
  const { reasoning, content, messages, calls, ends, generationPrompt, capabilities } = description
  const sure = Object.entries(parts).map(
    ([part, share]) => `${part} ${share === null ? 'not printed' : percent(share)}`,
  )
  const can = Object.entries(capabilities).filter(([, value]) => value !== false && value !== null)
  return [
    `format      ${format}, ${percent(confidence)} of the template's answers read back`,
    `sure of     ${sure.join(', ')}`,
    `prompt      ${visible(generationPrompt)}`,
    `ends        ${ends.length === 0 ? 'no marker' : ends.map(visible).join(' or ')}`,
    reasoning === null
      ? 'reasoning   none'
      : `reasoning   ${visible(reasoning.open)} … ${visible(reasoning.close)}${reasoning.openedByPrompt ? ', opened by the prompt' : ''}${reasoning.onlyWithCalls ? ', beside calls only' : ''}`,
    ...(content === null
      ? []
      : [`content     ${visible(content.open)} … ${visible(content.close)}`]),
    ...(messages === null
      ? []
      : [
          `messages    begin ${visible(messages.start)}, text has ${visible(messages.content)}, end ${visible(messages.end)}`,
        ]),
    calls === null
      ? 'calls       none'
      : `calls       ${calls.style} ${JSON.stringify(calls.syntax)}`,
    `takes       ${can.map(([name, value]) => (value === true ? name : `${name}: ${String(value)}`)).join(', ')}`,
  ]
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** Answers that differ in one thing, each beside the other. */
const pairs: readonly (readonly [Check['answer'], Check['answer'] | null])[] = [
  ['content', 'reasoning'],
  ['call', 'calls'],
  ['contentAndCall', 'reasoningAndCall'],
  ['typed', 'odd'],
  ['lines', null],
]

function renders(checks: readonly Check[]): string[] {
  const cell = (answer: Check['answer'] | null): string => {
    const check = checks.find((one) => one.answer === answer)
    if (check === undefined) return ''
    const { outcome, text, reason } = check
    const head = `${check.answer}: ${outcome.replace('-', ' ')}`
    return [head, ...(reason === undefined ? [] : [`(${reason})`]), visible(text)].join('\n')
  }
  return pairs.flatMap(([left, right]) => [...sideBySide(cell(left), cell(right)), ''])
}

/** A message as the format writes it. */
function sample({ make, description }: TemplateAnalysis): string[] {
  const { reasoning, calls } = description
  const tools = [{ function: { name: 'weather' } }]
  const call = { name: 'weather', arguments: { city: 'Oslo', days: 3 } }
  try {
    const chat = calls === null ? make() : make({ tools })
    const { text } = chat.write({
      ...(reasoning === null ? {} : { reasoning: 'Oslo it is.' }),
      content: 'Let me look.',
      ...(calls === null ? {} : { toolCalls: [call] }),
    })
    return ['a sample', '', visible(text), '']
  } catch (error) {
    if (error instanceof TypeError) return []
    throw error
  }
}

function warnings(texts: readonly string[]): string[] {
  return texts.map((text) => `warning: ${text}`)
}
