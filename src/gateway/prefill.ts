import type { Chat } from '../chat/chat-types.ts'
import { fieldOf } from '../protocol/fields.ts'
import type { ChatRequest } from '../protocol/request/chat-request.ts'
import type { PromptMessage } from '../template/prompt-message.ts'

/** The beginning of an answer that the client has written: the model goes on from there. */
export interface Prefill {
  readonly content: string
  readonly reasoning: string
}

/**
 * The messages before an answer that is to be continued, and that answer. A last message of the
 * assistant's is one, unless it calls tools or the request says, in vLLM's words, that a new turn begins.
 */
export function takePrefill({ messages, extra }: ChatRequest): {
  readonly messages: readonly PromptMessage[]
  readonly prefill: Prefill | null
} {
  const last = messages.at(-1)
  const newTurn =
    fieldOf(extra, 'continue_final_message') === false ||
    fieldOf(extra, 'add_generation_prompt') === true
  if (last?.role !== 'assistant' || (last.tool_calls ?? []).length > 0 || newTurn) {
    return { messages, prefill: null }
  }
  const content = typeof last.content === 'string' ? last.content : ''
  const reasoning = last.reasoning_content ?? ''
  const said = content !== '' || reasoning !== ''
  return { messages: messages.slice(0, -1), prefill: said ? { content, reasoning } : null }
}

/** Stands behind the prefill while it is written, to be found again: markers may hold its own words. */
const whatFollows = 'QzFollowsqZ'

/** The prefill as the model would have written it, so far; null where the format cannot write it. */
export function writePrefill(chat: Chat, { content, reasoning }: Prefill): string | null {
  const continued =
    content === ''
      ? { content, reasoning: reasoning + whatFollows }
      : { content: content + whatFollows, reasoning }
  try {
    const { text, diagnostics } = chat.write(continued)
    if (diagnostics.length > 0) return null
    // What closes the answer, or the thought that it ends in, is for the model to write.
    return text.slice(0, text.lastIndexOf(whatFollows))
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
