import type { Tool } from '../../chat/chat-types.ts'
import type { ChatTemplate } from '../chat-template.ts'
import type { PromptMessage } from '../prompt-message.ts'
import { TemplateError } from '../template-error.ts'

/** Texts that no template writes by itself, and of which none is a part of another. */
export const probe = {
  question: 'qzQuestionzq',
  content: 'qzAnswerzq',
  reasoning: 'qzThoughtzq',
  tool: 'qz_first_tool_zq',
  other: 'qz_second_tool_zq',
  key: 'qz_key_one_zq',
  key2: 'qz_key_two_zq',
  value: 'qzValueOnezq',
  value2: 'qzValueTwozq',
  id: 'qzCallId1',
  id2: 'qzCallId2',
} as const

const schema = {
  type: 'object',
  properties: { [probe.key]: { type: 'string' }, [probe.key2]: { type: 'string' } },
}

/** The tools that the probes call. */
export const probeTools: readonly Tool[] = [probe.tool, probe.other].map((name) => ({
  type: 'function',
  function: { name, description: 'A tool', parameters: schema },
}))

/** The arguments of the first call and of the second. */
const probeArguments = [
  { [probe.key]: probe.value, [probe.key2]: probe.value2 },
  { [probe.key]: probe.value },
] as const

const call = (index: 0 | 1) => ({
  id: index === 0 ? probe.id : probe.id2,
  type: 'function' as const,
  function: {
    name: index === 0 ? probe.tool : probe.other,
    arguments: JSON.stringify(probeArguments[index]),
  },
})

/** One of the probes; each differs from another in one thing. */
export type Answer =
  'content' | 'reasoning' | 'call' | 'contentAndCall' | 'calls' | 'reasoningAndCall'

/** The answers that a template is asked to print. */
export const answers: Readonly<Record<Answer, PromptMessage>> = {
  content: { role: 'assistant', content: probe.content },
  reasoning: { role: 'assistant', content: probe.content, reasoning_content: probe.reasoning },
  call: { role: 'assistant', content: '', tool_calls: [call(0)] },
  contentAndCall: { role: 'assistant', content: probe.content, tool_calls: [call(0)] },
  calls: { role: 'assistant', content: '', tool_calls: [call(1), call(0)] },
  reasoningAndCall: {
    role: 'assistant',
    content: '',
    reasoning_content: probe.reasoning,
    tool_calls: [call(0)],
  },
}

/** How a template prints answers: the text that the model writes, and what stands around it. */
export interface Turns {
  /** What the generation prompt adds to a prompt. */
  readonly generationPrompt: string
  /** What ends a turn. */
  readonly end: string
  /** The text of an answer between the two; null when the template refuses it or leaves its parts out. */
  readonly texts: Readonly<Record<Answer, string | null>>
}

/** Prints the probes; null when the template does not even print a plain answer. */
export function printTurns(template: ChatTemplate): Turns | null {
  const question = { role: 'user', content: probe.question }
  const render = (
    messages: readonly PromptMessage[],
    generate: boolean,
    tools: boolean,
  ): string | null => {
    try {
      return template.render({
        messages,
        addGenerationPrompt: generate,
        ...(tools ? { tools: probeTools } : {}),
        limits: { maxSteps: 1_000_000 },
      })
    } catch (error) {
      if (error instanceof TemplateError) return null
      throw error
    }
  }
  const prompt = render([question], true, false)
  const without = render([question], false, false)
  const plain = render([question, answers.content], false, false)
  if (prompt === null || without === null || plain === null) return null
  const at = plain.lastIndexOf(probe.content)
  if (at < 0) return null
  const end = plain.slice(at + probe.content.length)
  const generationPrompt = prompt.slice(shared(prompt, without))

  const header = shared(plain, prompt) - prompt.length

  function text(answer: Answer): string | null {
    const message: PromptMessage = answers[answer]
    const tools = message.tool_calls !== undefined
    const start = render([question], true, tools)
    const whole = render([question, message], false, tools)
    if (start === null || whole === null) return null
    // The prompt may open the reasoning, so the answer begins no later than the plain one does.
    const from = Math.min(shared(whole, start), start.length + header)
    const ended = whole.endsWith(end)
      ? whole.slice(from, whole.length - end.length)
      : whole.slice(from)
    return isWhole(message, ended) ? ended : null
  }

  const texts = Object.fromEntries(
    Object.keys(answers).map((answer) => [answer, isAnswer(answer) ? text(answer) : null]),
  )
  return { generationPrompt, end, texts: { ...noTexts, ...texts } }
}

const noTexts: Readonly<Record<Answer, null>> = {
  content: null,
  reasoning: null,
  call: null,
  contentAndCall: null,
  calls: null,
  reasoningAndCall: null,
}

function isAnswer(name: string): name is Answer {
  return Object.hasOwn(answers, name)
}

/** Whether a text has all parts of a message. */
function isWhole(message: PromptMessage, text: string): boolean {
  const parts = [
    ...(typeof message.content === 'string' ? [message.content] : []),
    message.reasoning_content ?? '',
    ...(message.tool_calls ?? []).map((one) => one.function.name),
  ]
  return parts.every((part) => text.includes(part))
}

/** How many characters two texts have in common at their beginnings. */
export function shared(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}

/** How many characters two texts have in common at their ends. */
export function sharedEnd(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length))
    length += 1
  return length
}
