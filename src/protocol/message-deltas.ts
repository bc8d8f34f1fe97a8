import type { Delta } from '../chat/delta.ts'
import type { Message, ToolCall } from '../chat/message.ts'

/** A whole message as deltas, in its true order: what a stream of it would have said at once. */
export function messageDeltas({
  segments,
  toolCalls,
  finishReason,
  diagnostics,
}: Message): Delta[] {
  const deltas: Delta[] = diagnostics.map((diagnostic) => ({ kind: 'note', diagnostic }))
  for (const segment of segments) {
    if (segment.kind !== 'call') deltas.push(segment)
    else
      deltas.push(...toolCalls.filter(({ index }) => index === segment.index).flatMap(callDeltas))
  }
  return [...deltas, { kind: 'finish', reason: finishReason ?? 'length' }]
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
