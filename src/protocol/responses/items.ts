import type { BlockCall } from '../blocks.ts'
import type { WireTokenLogprob } from '../logprobs.ts'
import type { ResponsesItem, ResponsesItemStatus, ResponsesText } from './events.ts'

/** In which part of a reasoning item its text is sent. */
export type ReasoningPart = 'content' | 'summary'

/** The id of an item of a response, from where it stands. */
export function itemId(kind: 'rs' | 'msg' | 'fc', base: string, index: number): string {
  return `${kind}_${base}_${index}`
}

/** Text of a message. */
export function outputText(
  text: string,
  logprobs: readonly WireTokenLogprob[] = [],
): ResponsesText {
  return { type: 'output_text', text, annotations: [], logprobs }
}

/** A message; without text it is the beginning of one. */
export function messageItem(
  id: string,
  text: ResponsesText | null,
  status: ResponsesItemStatus,
): ResponsesItem {
  const content = text === null ? [] : [text]
  return { type: 'message', id, role: 'assistant', content, status }
}

/** Reasoning; without text it is the beginning of it. */
export function reasoningItem(
  id: string,
  text: string,
  status: ResponsesItemStatus,
  part: ReasoningPart,
): ResponsesItem {
  const begun = status === 'in_progress'
  return {
    type: 'reasoning',
    id,
    summary: begun || part === 'content' ? [] : [{ type: 'summary_text', text }],
    content: begun || part === 'summary' ? [] : [{ type: 'reasoning_text', text }],
    status,
  }
}

/** A call. */
export function callItem(
  id: string,
  call: Pick<BlockCall, 'id' | 'name'>,
  text: string,
  status: ResponsesItemStatus,
): ResponsesItem {
  return { type: 'function_call', id, call_id: call.id, name: call.name, arguments: text, status }
}
