import type { Tool } from '../../chat/chat-types.ts'
import type { PromptMessage } from '../prompt-message.ts'

/** Texts that no template writes by itself, and of which none is a part of another. */
export const probe = {
  question: 'qzQuestionzq',
  content: 'qzAnswerzq',
  reasoning: 'qzThoughtzq',
  tool: 'qz_first_tool_zq',
  other: 'qz_second_tool_zq',
  typed: 'qz_third_tool_zq',
  key: 'qz_key_one_zq',
  key2: 'qz_key_two_zq',
  value: 'qzValueOnezq',
  value2: 'qzValueTwozq',
  result: 'qzResultzq',
  id: 'qzCallId1',
  id2: 'qzCallId2',
} as const

/** A value of each type, under a key of its own that says which. */
export const typedValues = {
  qz_string_zq: 'qzTypedzq',
  qz_number_zq: 5150,
  qz_boolean_zq: true,
  qz_null_zq: null,
  qz_object_zq: { qz_inner_zq: [1, { deep: 'qzDeepzq' }], empty: {} },
  qz_array_zq: ['qzItemzq', 2.5, []],
} as const

/** Strings that are easily broken: quotes, escapes, markup, blanks at the ends, other scripts. */
export const oddValues = {
  qz_string_zq: ' "qz"\t\\n & <b>\'x\'</b>\n\n  {y: [1]} é 😀 ',
  qz_object_zq: { 'a "b"': '\\"\n', list: [{ x: null }, [], false], é: -0.5 },
} as const

const typeOf = {
  qz_string_zq: 'string',
  qz_number_zq: 'integer',
  qz_boolean_zq: 'boolean',
  qz_null_zq: 'integer',
  qz_object_zq: 'object',
  qz_array_zq: 'array',
} as const

function tool(name: string, properties: Readonly<Record<string, object>>): Tool {
  const parameters = { type: 'object', properties }
  return { type: 'function', function: { name, description: 'A tool', parameters } }
}

const strings = { [probe.key]: { type: 'string' }, [probe.key2]: { type: 'string' } }

/** Tools of strings alone. */
export const plainTools: readonly Tool[] = [tool(probe.tool, strings), tool(probe.other, strings)]

const typed = Object.entries(typeOf).map(([key, type]) => [
  key,
  key === 'qz_null_zq' ? { type, nullable: true } : { type },
])

/** The tools that the probes call. */
export const probeTools: readonly Tool[] = [
  ...plainTools,
  tool(probe.typed, Object.fromEntries(typed)),
]

const call = (name: string, id: string, given: object) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: JSON.stringify(given) },
})

const first = call(probe.tool, probe.id, { [probe.key]: probe.value, [probe.key2]: probe.value2 })
const second = call(probe.other, probe.id2, { [probe.key]: probe.value })

/** One of the answers; those of the first line differ from one another in one thing. */
export type Answer =
  | 'content'
  | 'reasoning'
  | 'call'
  | 'calls'
  | 'contentAndCall'
  | 'reasoningAndCall'
  | 'typed'
  | 'lines'
  | 'odd'

const assistant = (more: Omit<PromptMessage, 'role'>): PromptMessage => ({
  role: 'assistant',
  content: '',
  ...more,
})

/** The answers that a template is asked to print. */
export const answers: Readonly<Record<Answer, PromptMessage>> = {
  content: assistant({ content: probe.content }),
  reasoning: assistant({ content: probe.content, reasoning_content: probe.reasoning }),
  call: assistant({ tool_calls: [first] }),
  calls: assistant({ tool_calls: [second, first] }),
  contentAndCall: assistant({ content: probe.content, tool_calls: [first] }),
  reasoningAndCall: assistant({ reasoning_content: probe.reasoning, tool_calls: [first] }),
  typed: assistant({ tool_calls: [call(probe.typed, probe.id, typedValues)] }),
  lines: assistant({ content: `${probe.content} "a" & b:\n\n  {c} 100 %\n1. é 😀` }),
  odd: assistant({ tool_calls: [call(probe.typed, probe.id, oddValues)] }),
}

/** Something for each answer. */
export function byAnswer<T>(of: (answer: Answer) => T): Record<Answer, T> {
  return {
    content: of('content'),
    reasoning: of('reasoning'),
    call: of('call'),
    calls: of('calls'),
    contentAndCall: of('contentAndCall'),
    reasoningAndCall: of('reasoningAndCall'),
    typed: of('typed'),
    lines: of('lines'),
    odd: of('odd'),
  }
}

/** The names of all answers. */
export const answerNames: readonly Answer[] = Object.values(byAnswer((answer) => answer))

/** Whether an answer has calls. */
export function hasCalls(answer: Answer): boolean {
  return answers[answer].tool_calls !== undefined
}
