import { namedCallId } from './call-id.ts'
import type { Capabilities } from './capabilities.ts'
import type { ContentPart, PromptCall, PromptMessage } from './prompt-message.ts'

/**
 * Brings messages into the form that a template can take: what it has no place for is moved, never
 * dropped. Messages that need no change stay the same objects.
 */
export function prepareMessages(
  messages: readonly PromptMessage[],
  capabilities: Capabilities,
): readonly PromptMessage[] {
  const shaped = messages.map((message) =>
    steps.reduce((changed, step) => step(changed, capabilities), message),
  )
  const named = capabilities.callIds === 'named' ? nameIds(shaped) : shaped
  const merged = capabilities.systemRole === 'refused' ? mergeSystem(named) : named
  return capabilities.repeatedRoles ? merged : mergeRepeated(merged)
}

type Step = (message: PromptMessage, capabilities: Capabilities) => PromptMessage

const steps: readonly Step[] = [
  (message, { developerRole }) =>
    message.role === 'developer' && !developerRole ? { ...message, role: 'system' } : message,

  // A message of calls alone has no content in OpenAI's form; templates add it to strings.
  (message) =>
    message.content === null || message.content === undefined
      ? { ...message, content: '' }
      : message,

  (message, { stringContent, typedContent, systemRole }) => {
    const { content } = message
    if (typeof content === 'string') {
      const wantsParts =
        message.role === 'system' ? systemRole === 'parts' : !stringContent && typedContent
      return wantsParts ? { ...message, content: [{ type: 'text', text: content }] } : message
    }
    if (content === null || content === undefined) return message
    // Texts alone are one text, as llama.cpp has it: templates would print them without a break.
    const isText = content.every(({ type }) => type === 'text')
    if (!stringContent || (typedContent && !isText)) return message
    return { ...message, content: textOfParts(content) }
  },

  (message, capabilities) => {
    const calls = message.tool_calls
    if (calls === undefined) return message
    return { ...message, tool_calls: calls.map((call) => withArguments(call, capabilities)) }
  },

  // What such a template prints of the content beside calls is printed as reasoning.
  (message, { reasoningBesideContent }) => {
    const { reasoning_content: reasoning, content, tool_calls: calls } = message
    if (reasoningBesideContent || calls === undefined || typeof content !== 'string') return message
    if (content === '' || typeof reasoning !== 'string' || reasoning === '') return message
    return { ...message, reasoning_content: `${reasoning}\n${content}`, content: '' }
  },

  (message, { reasoningField }) => {
    const { reasoning_content: reasoning, content, ...rest } = message
    if (reasoning === null || reasoning === undefined || reasoning === '') return message
    if (reasoningField === null || reasoningField === 'reasoning_content') return message
    if (reasoningField === 'part') {
      const parts = partsOf(content ?? '').filter(({ text }) => text !== '')
      return { ...rest, content: [{ type: 'thinking', thinking: reasoning }, ...parts] }
    }
    return reasoningField in message
      ? message
      : { ...rest, content: content ?? '', [reasoningField]: reasoning }
  },
]

/** Gives calls ids that hold their names, numbered through the conversation, and their results the same. */
function nameIds(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const ids = new Map<string, string>()
  let count = 0
  return messages.map((message) => {
    const { tool_calls: calls, tool_call_id: answered } = message
    if (typeof answered === 'string')
      return { ...message, tool_call_id: ids.get(answered) ?? answered }
    if (calls === undefined) return message
    const named = calls.map((call) => {
      const { name } = call.function
      const id = call.id?.includes(name) === true ? call.id : namedCallId(name, count)
      count += 1
      if (call.id !== undefined) ids.set(call.id, id)
      return { ...call, id }
    })
    return { ...message, tool_calls: named }
  })
}

/** The texts of a content's parts, a line each; parts without text have none. */
function textOfParts(parts: readonly ContentPart[]): string {
  return parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n')
}

function withArguments(call: PromptCall, { arguments: form }: Capabilities): PromptCall {
  const given = call.function.arguments
  if (form === 'string') {
    if (typeof given === 'string') return call
    return { ...call, function: { ...call.function, arguments: JSON.stringify(given ?? {}) } }
  }
  if (typeof given !== 'string') return call
  const value = parseArguments(given)
  return value === undefined ? call : { ...call, function: { ...call.function, arguments: value } }
}

/** What JSON text holds; text that is no JSON stays text. */
function parseArguments(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Puts each system message before the text of the message after it, as llama.cpp does. */
function mergeSystem(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const out: PromptMessage[] = []
  let pending: Content = ''
  for (const message of messages) {
    if (message.role === 'system') pending = joinContent(pending, message.content ?? '')
    else if (message.role === 'user' && pending !== '') {
      out.push({ ...message, content: joinContent(pending, message.content ?? '') })
      pending = ''
    } else out.push(message)
  }
  return pending === '' ? out : [...out, { role: 'user', content: pending }]
}

/** Makes one message of neighbours of one role that hold only text. */
function mergeRepeated(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const out: PromptMessage[] = []
  for (const message of messages) {
    const last = out[out.length - 1]
    const alike = last?.role === message.role && (message.role === 'user' || isPlainAnswer(message))
    if (last !== undefined && alike && last.tool_calls === undefined) {
      out[out.length - 1] = {
        ...last,
        content: joinContent(last.content ?? '', message.content ?? ''),
      }
    } else out.push(message)
  }
  return out
}

function isPlainAnswer({ role, tool_calls: calls }: PromptMessage): boolean {
  return role === 'assistant' && calls === undefined
}

type Content = string | readonly ContentPart[]

function joinContent(first: Content, second: Content): Content {
  if (first === '') return second
  if (second === '') return first
  if (typeof first === 'string' && typeof second === 'string') return `${first}\n${second}`
  return [...partsOf(first), ...partsOf(second)]
}

function partsOf(content: Content): readonly ContentPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}
