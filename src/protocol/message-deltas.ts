import type { Delta, TokenLogprob } from '../chat/delta.ts'
import type { Message, ToolCall } from '../chat/message.ts'

/**
 * A whole message as deltas, in its true order: what a stream of it would have said at once. The log
 * probabilities stand at the texts that their tokens come to.
 */
export function messageDeltas(
  { segments, toolCalls, finishReason, diagnostics }: Message,
  logprobs: readonly TokenLogprob[] = [],
): Delta[] {
  const shares = shareOut(logprobs)
  const deltas: Delta[] = diagnostics.map((diagnostic) => ({ kind: 'note', diagnostic }))
  for (const segment of segments) {
    if (segment.kind === 'content') deltas.push({ ...segment, ...shares.take(segment.text.length) })
    else if (segment.kind === 'reasoning') deltas.push(segment)
    else
      deltas.push(...toolCalls.filter(({ index }) => index === segment.index).flatMap(callDeltas))
  }
  return [...deltas, { kind: 'finish', reason: finishReason ?? 'length' }]
}

/** Gives the tokens out by the length of the texts that they come to. */
function shareOut(logprobs: readonly TokenLogprob[]): {
  take(length: number): { readonly logprobs?: readonly TokenLogprob[] }
} {
  let from = 0
  let ahead = 0
  return {
    take(length) {
      const begin = from
      for (ahead -= length; from < logprobs.length && ahead < 0; from++) {
        ahead += logprobs[from]?.text.length ?? 0
      }
      return from === begin ? {} : { logprobs: logprobs.slice(begin, from) }
    },
  }
}

function callDeltas(call: ToolCall): Delta[] {
  const { index, id, name, state } = call
  const begun: Delta = {
    kind: 'call',
    index,
    id,
    type: 'function',
    name,
    arguments: call.arguments,
  }
  return [begun, { kind: 'call-end', index, state: state === 'streaming' ? 'incomplete' : state }]
}
