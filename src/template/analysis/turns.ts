import type { ChatTemplate } from '../chat-template.ts'
import type { Tool } from '../../chat/chat-types.ts'
import type { PromptMessage } from '../prompt-message.ts'
import { faultOf } from './faults.ts'
import { answers, byAnswer, hasCalls, probe, type Answer } from './probe-texts.ts'
import { openRenderer } from './render-probes.ts'
import { withoutTrailer } from './trailer.ts'
import { commonEnd, firstMarker, lastMarker, markerStart, shared, sharedEnd } from './text.ts'

/** What a template makes of one answer. */
export type Printed =
  | {
      readonly kind: 'printed'
      readonly text: string
      /** The same with what ends the turn. */
      readonly whole: string
      /** Why it may be no single answer. */
      readonly doubt?: string
      /** What the template does wrong, so that no reader could tell the answer. */
      readonly fault?: string
    }
  /** The template raised an exception. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The rendering does not have all parts of the answer. */
  | { readonly kind: 'lost'; readonly reason: string }

/** How a template prints answers: the text that the model writes, and what stands around it. */
export interface Turns {
  /** What the generation prompt adds to a prompt, and what it adds when the model shall not think. */
  readonly generationPrompt: string
  readonly promptWithoutThinking: string
  /** What ends a text, white space and all, and how much of it is the end of the turn. */
  readonly end: string
  readonly turnEnd: string
  readonly printed: Readonly<Record<Answer, Printed>>
  /** The answers, each without what stands around it; null where they are not printed. */
  readonly texts: Readonly<Record<Answer, string | null>>
  /** What the template asks for before it prints reasoning, beside `enable_thinking`. */
  readonly variables: Readonly<Record<string, unknown>>
  /** The tools that were declared, and how the prompt has them. */
  readonly tools: readonly Tool[]
  readonly declaration: string
}

/**
 * Prints the probes.
 *
 * @throws {TemplateError} when the template does not even print a plain answer; it says why
 */
export function printTurns(template: ChatTemplate): Turns {
  const turns = extract(template, {})
  if (hasReasoning(turns)) return turns
  // Some templates have a name of their own for what others call `enable_thinking`.
  const again = extract(template, { thinking: true })
  return hasReasoning(again) ? again : turns
}

/** Whether a template prints reasoning at all. */
export function hasReasoning({ texts }: Turns): boolean {
  return texts.reasoning !== null || texts.reasoningAndCall !== null
}

function extract(template: ChatTemplate, variables: Turns['variables']): Turns {
  const { render, tools } = withoutTrailer(openRenderer(template, variables))
  const textOf = (ask: Parameters<typeof render>[0]): string => render(ask).text ?? ''
  const without = textOf({})
  const prompt = textOf({ generate: true })
  const quiet = textOf({ generate: true, thinking: false })
  const plain = textOf({ answer: answers.content })
  const declared = textOf({ generate: true, tools: true })
  const tail = prompt === without ? promptAtEnd(commonEnd(plain, prompt)) : ''
  const generationPrompt = tail === '' ? prompt.slice(shared(prompt, without)) : tail
  const end = afterLast(plain, probe.content, tail)
  const header = shared(plain, prompt) - prompt.length

  function print(answer: Answer): Printed {
    const withTools = hasCalls(answer)
    const whole = render({ answer: answers[answer], tools: withTools })
    if (whole.text === undefined) return { kind: 'refused', reason: whole.reason }
    const own = ownText(whole.text, withTools ? declared : prompt)
    const missing = missingPart(answers[answer], own)
    if (missing === null) return { kind: 'printed', text: own, whole: own }
    // What was called is printed by some templates only when it was answered.
    const inside = withTools ? printFollowed(answer) : null
    return inside === null
      ? { kind: 'lost', reason: `it does not print ${missing}` }
      : { kind: 'printed', text: inside, whole: inside }
  }

  /** An answer without what stands between an answer and a result; null when it is not all there. */
  function printFollowed(answer: Answer): string | null {
    const whole = textOf({ answer: answers[answer], tools: true, followed: true })
    const other = textOf({ answer: answers.content, tools: true, followed: true })
    const [before, plainBefore] = [whole, other].map((text) => text.split(probe.result)[0] ?? '')
    if (before === undefined || plainBefore === undefined || before === whole) return null
    const own = ownText(before.slice(0, before.length - sharedEnd(before, plainBefore)), declared)
    return missingPart(answers[answer], own) === null ? own : null
  }

  /** The prompt may open the reasoning, so the answer begins no later than the plain one does. */
  function ownText(whole: string, start: string): string {
    const text = whole.slice(0, whole.length - tail.length)
    const from = Math.min(shared(text, start), start.length + header)
    const floor = Math.min(from, Math.max(0, start.length - generationPrompt.length))
    return text.slice(from < start.length ? markerStart(text, from, floor) : from)
  }

  // A template may print all turns alike, whatever its generation prompt says.
  const begins = firstMarker(generationPrompt)
  const alike = plain.includes(begins)
    ? ''
    : lastMarker(without.slice(0, without.lastIndexOf(probe.question)))
  const raw = withoutLead(byAnswer(print), alike)
  const turnEnd = endOfTurn(end, raw.call)
  const printed = byAnswer((answer) => asOneTurn(answer, raw[answer], turnEnd, generationPrompt))
  return {
    generationPrompt,
    promptWithoutThinking: quiet.slice(shared(quiet, without)),
    end,
    turnEnd,
    printed,
    texts: byAnswer((answer) => {
      const one = printed[answer]
      return one.kind === 'printed' ? one.text : null
    }),
    variables,
    tools,
    declaration: declared.slice(
      shared(declared, prompt),
      declared.length - sharedEnd(declared, prompt),
    ),
  }
}

function withoutLead(raw: Record<Answer, Printed>, lead: string): Record<Answer, Printed> {
  const { content } = raw
  if (lead === '' || content.kind !== 'printed' || !content.text.startsWith(lead)) return raw
  return byAnswer((answer) => {
    const one = raw[answer]
    return one.kind === 'printed' && one.text.startsWith(lead)
      ? { ...one, text: one.text.slice(lead.length), whole: one.whole.slice(lead.length) }
      : one
  })
}

function afterLast(text: string, part: string, tail: string): string {
  return text.slice(text.lastIndexOf(part) + part.length, text.length - tail.length)
}

/** What ends a turn: what a text and a call have in common at their ends, if anything. */
function endOfTurn(end: string, call: Printed): string {
  if (call.kind !== 'printed' || call.text.trimEnd().endsWith(end.trim())) return end
  const common = commonEnd(end.trimEnd(), call.text.trimEnd())
  return common.trim() === '' ? end : common + end.slice(end.trimEnd().length)
}

/**
 * Some templates print the generation prompt always. It is what a prompt and a whole turn have in common
 * at their ends, but for what ends the turn.
 */
function promptAtEnd(common: string): string {
  const at = common.search(/[<[]/)
  if (at < 0) return ''
  const text = common.slice(at)
  const first = firstMarker(text)
  const rest = text.slice(text.indexOf(first) + first.length)
  return /end|eo[tms]|stop|\//i.test(first) && firstMarker(rest) !== '' ? rest : text
}

/** An answer without the end of its turn; turns of calls may end otherwise, which is found later. */
function asOneTurn(
  answer: Answer,
  printed: Printed,
  turnEnd: string,
  generationPrompt: string,
): Printed {
  if (printed.kind !== 'printed') return printed
  const [marker, header] = [turnEnd.trim(), firstMarker(generationPrompt)]
  const begun = header !== '' && printed.text.trimEnd().endsWith(header)
  const own = begun ? printed.text.slice(0, printed.text.lastIndexOf(header)) : printed.text
  const text = withoutEnd(own, turnEnd)
  const isApart = marker !== '' && header !== '' && text.includes(marker) && text.includes(header)
  const doubt = 'it prints the parts in several turns'
  const fault = faultOf(answer, text)
  return {
    kind: 'printed',
    text,
    whole: own,
    ...(isApart ? { doubt } : {}),
    ...(fault === null ? {} : { fault }),
  }
}

function withoutEnd(text: string, end: string): string {
  if (text.endsWith(end)) return text.slice(0, text.length - end.length)
  const [trimmed, marker] = [text.trimEnd(), end.trim()]
  return marker !== '' && trimmed.endsWith(marker)
    ? trimmed.slice(0, trimmed.length - marker.length)
    : text
}

/** The part of a message that a text does not have, in words. */
function missingPart(message: PromptMessage, text: string): string | null {
  if (typeof message.content === 'string' && !text.includes(message.content.trim())) {
    return 'the content'
  }
  if (!text.includes(message.reasoning_content ?? '')) return 'the reasoning'
  const called = (message.tool_calls ?? []).every((one) => text.includes(one.function.name))
  return called ? null : 'the calls'
}
