import { namedCallId } from './call-id.ts'
import type { ContentPart, PromptMessage } from './prompt-message.ts'

/** What a template can take, found by rendering it; what it cannot is brought into a form that it can. */
export interface Capabilities {
  /** A system message is accepted, as a string or only as a list of parts. */
  readonly systemRole: 'string' | 'parts' | 'refused'
  /** The template knows OpenAI's `developer` role. */
  readonly developerRole: boolean
  /** Content may be a string. */
  readonly stringContent: boolean
  /** Content may be a list of parts. */
  readonly typedContent: boolean
  /** Declared tools are printed. */
  readonly tools: boolean
  /** Calls in the history are printed. */
  readonly toolCalls: boolean
  /** Several calls in one message are printed. */
  readonly parallelToolCalls: boolean
  /** The form that the arguments of calls in the history must have. */
  readonly arguments: 'object' | 'string'
  /** `named`: of a call, only the id is printed, so it must hold the name. */
  readonly callIds: 'own' | 'named'
  /** The field of earlier reasoning, or a part of the content; none when it is never printed. */
  readonly reasoningField: 'reasoning_content' | 'reasoning' | 'thinking' | 'part' | null
  /** A message with calls may have both reasoning and content. */
  readonly reasoningBesideContent: boolean
  /** Two messages of one role in a row are accepted. */
  readonly repeatedRoles: boolean
}

/** Renders messages as they are; null when the template refuses them. */
export type TryRender = (
  messages: readonly PromptMessage[],
  more?: { readonly tools?: readonly object[] },
) => string | null

// Texts that no template writes by itself, and no other probe contains.
const probe = {
  system: 'QzSystemqZ',
  user: 'QzUserqZ',
  second: 'QzSecondqZ',
  answer: 'QzAnswerqZ',
  reasoning: 'QzReasoningqZ',
  tool: 'qz_tool_zq',
  other: 'qz_other_zq',
  result: 'qz_result_zq',
  key: 'qz_key_zq',
  value: 'QzValueqZ',
} as const

const user: PromptMessage = { role: 'user', content: probe.user }

/** Finds what a template can take. */
export function findCapabilities(render: TryRender, source: string): Capabilities {
  const prints = (text: string, messages: readonly PromptMessage[]): boolean =>
    render(messages)?.includes(text) ?? false
  const parts = [{ type: 'text', text: probe.user }]
  const typed = render([{ role: 'user', content: parts }])
  const stringContent = prints(probe.user, [user])
  const content: Content = (text) => (stringContent ? text : [{ type: 'text', text }])
  const own = argumentsForm(render, content, ownIds)
  const form = own ?? argumentsForm(render, content, namedCallId)
  const callIds = own === null && form !== null ? 'named' : 'own'
  return {
    systemRole: systemRole(render, content, source),
    // Templates print any role's name, so that a rendering cannot tell.
    developerRole: source.includes('developer'),
    stringContent,
    typedContent: typed !== null && typed.includes(probe.user) && !isRepr(typed, 'text'),
    tools: printsTools(render, content),
    toolCalls: form !== null,
    parallelToolCalls: form !== null && printsParallel(render, content, form, callIds),
    arguments: form ?? 'object',
    callIds,
    ...reasoningFields(render, content),
    repeatedRoles: takesRepeated(render, content),
  }
}

/** A template that knows the role and does not print its text means that; one that does not must not lose it. */
function systemRole(
  render: TryRender,
  content: Content,
  source: string,
): Capabilities['systemRole'] {
  const rendered = (system: PromptMessage['content'] & {}): string | null =>
    render([
      { role: 'system', content: system },
      { role: 'user', content: content(probe.user) },
    ])
  const text = rendered(probe.system)
  if (text?.includes(probe.system) === true) return 'string'
  const parts = rendered([{ type: 'text', text: probe.system }])
  if (parts?.includes(probe.system) === true) return 'parts'
  const knows = source.includes("'system'") || source.includes('"system"')
  return text === null || !knows ? 'refused' : 'string'
}

type Content = (text: string) => string | readonly ContentPart[]

/** A part or an argument printed as Python or JSON would print the object around it. */
function isRepr(text: string, key: string): boolean {
  return text.includes(`'${key}':`) || text.includes(`"${key}":`) || text.includes(`"${key}": `)
}

function printsTools(render: TryRender, content: Content): boolean {
  const parameters = { type: 'object', properties: { [probe.key]: { type: 'string' } } }
  const tool = { type: 'function', function: { name: probe.tool, description: '', parameters } }
  const text = render([{ role: 'user', content: content(probe.user) }], { tools: [tool] })
  return text !== null && text.includes(probe.tool)
}

function callOf(name: string, form: 'object' | 'string', id: string) {
  const value = { [probe.key]: probe.value }
  const given: unknown = form === 'object' ? value : JSON.stringify(value)
  return { id, type: 'function' as const, function: { name, arguments: given } }
}

type IdOf = (name: string, index: number) => string

/** Ids that even Mistral's templates take. */
const ownIds: IdOf = (_, index) => `call0000${index + 1}`

function withCalls(content: Content, calls: ReturnType<typeof callOf>[]): PromptMessage[] {
  return [
    { role: 'user', content: content(probe.user) },
    { role: 'assistant', content: content(''), tool_calls: calls },
    ...calls.map(({ id }) => ({
      role: 'tool',
      tool_call_id: id,
      // Another one than the call's, so that a name in the prompt is that of the call.
      name: probe.result,
      content: content(probe.answer),
    })),
  ]
}

/** The form in which arguments come out as they went in; none when calls are not printed at all. */
function argumentsForm(
  render: TryRender,
  content: Content,
  idOf: IdOf,
): Capabilities['arguments'] | null {
  const rendered = (form: 'object' | 'string'): string | null => {
    const call = callOf(probe.tool, form, idOf(probe.tool, 0))
    const text = render(withCalls(content, [call]))
    return text !== null && text.includes(probe.tool) && text.includes(probe.value) ? text : null
  }
  const [object, string] = [rendered('object'), rendered('string')]
  // Python's print of the object is no JSON: the template wanted text.
  if (object !== null && !object.includes(`'${probe.key}'`)) return 'object'
  if (string !== null) return 'string'
  return object === null ? null : 'object'
}

function printsParallel(
  render: TryRender,
  content: Content,
  form: Capabilities['arguments'],
  callIds: Capabilities['callIds'],
): boolean {
  const idOf = callIds === 'named' ? namedCallId : ownIds
  const calls = [probe.tool, probe.other].map((name, i) => callOf(name, form, idOf(name, i)))
  const text = render(withCalls(content, calls))
  return text !== null && text.includes(probe.tool) && text.includes(probe.other)
}

const fieldNames = ['reasoning_content', 'reasoning', 'thinking'] as const

type Reasoning = Pick<Capabilities, 'reasoningField' | 'reasoningBesideContent'>

function reasoningFields(render: TryRender, content: Content): Reasoning {
  const question = { role: 'user', content: content(probe.user) }
  const result = { role: 'tool', tool_call_id: 'call00001', name: probe.tool }
  const called = (text: string) => (message: PromptMessage) => [
    question,
    {
      ...message,
      ...(message.content === undefined ? { content: content(text) } : {}),
      tool_calls: [callOf(probe.tool, 'object', 'call00001')],
    },
    { ...result, content: content(probe.answer) },
  ]
  const answered = (message: PromptMessage): PromptMessage => ({
    ...message,
    content: message.content ?? content(probe.answer),
  })
  // Many templates keep only the reasoning of the turn that is still open.
  const histories: readonly ((message: PromptMessage) => PromptMessage[])[] = [
    called(probe.answer),
    called(''),
    (message) => [question, answered(message), { role: 'user', content: content(probe.second) }],
    (message) => [question, answered(message)],
  ]
  const printing = (more: Readonly<Record<string, unknown>>): number =>
    histories.findIndex((history) => {
      const text = render(history({ role: 'assistant', ...more }))
      return text !== null && text.includes(probe.reasoning) && !isRepr(text, 'thinking')
    })
  for (const name of fieldNames) {
    const first = printing({ [name]: probe.reasoning })
    if (first >= 0) return { reasoningField: name, reasoningBesideContent: first !== 1 }
  }
  const thought = { type: 'thinking', thinking: probe.reasoning }
  const asPart = { content: [thought, { type: 'text', text: probe.answer }] }
  return {
    reasoningField: printing(asPart) >= 0 ? 'part' : null,
    reasoningBesideContent: true,
  }
}

function takesRepeated(render: TryRender, content: Content): boolean {
  const text = render([
    { role: 'user', content: content(probe.user) },
    { role: 'user', content: content(probe.second) },
  ])
  return text !== null && text.includes(probe.second)
}
