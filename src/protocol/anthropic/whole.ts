import type { Message } from '../../chat/message.ts'
import type { BlockStep } from '../blocks.ts'
import { createBlocks } from '../blocks.ts'
import { anthropicError, type AnthropicErrorBody } from '../fault.ts'
import { messageDeltas } from '../message-deltas.ts'
import { randomHex } from '../response-ids.ts'
import { createCallStates, readArguments } from '../settle.ts'
import { countsOf } from '../token-usage.ts'
import { unfinishedText, warnUnfinished } from '../unfinished.ts'
import { anthropicUsage, stopReasons, type AnthropicOptions } from './encode.ts'
import type { AnthropicBlock, AnthropicMessage } from './events.ts'

/**
 * A message as a whole one of Anthropic's. A call that is not whole would look as if it were, as its
 * input is an object: it stands there as text. A message that failed is an error.
 *
 * @example
 * ```ts
 * const whole = wholeAnthropic(formats.plain().parse('Ahoy').message)
 * whole.type === 'message' && whole.stop_reason // 'end_turn'
 * ```
 */
export function wholeAnthropic(
  message: Message,
  options: AnthropicOptions = {},
): AnthropicMessage | AnthropicErrorBody {
  const blocks = createBlocks()
  const states = createCallStates()
  const reason = message.finishReason ?? 'length'
  const steps = messageDeltas(message).flatMap((delta) => blocks.push(delta))
  const content = [...steps, ...blocks.end(reason)].flatMap((step) => {
    if (step.kind === 'close-call') states.end(step.call.index, step.state)
    return blockOf(step, options)
  })
  const settled = states.reason(reason)
  if (settled === 'error') {
    return anthropicError({
      kind: 'server',
      message: 'the upstream failed before the text was whole',
    })
  }
  const matched = settled === 'stop' ? (options.stopSequence?.() ?? null) : null
  return {
    id: options.id ?? `msg_${randomHex()}`,
    type: 'message',
    role: 'assistant',
    model: options.model ?? '',
    content,
    stop_reason: matched === null ? stopReasons[settled] : 'stop_sequence',
    stop_sequence: matched,
    usage: anthropicUsage(countsOf(options.usage)),
  }
}

function blockOf(step: BlockStep, { signature, onWarning }: AnthropicOptions): AnthropicBlock[] {
  if (step.kind === 'close') {
    if (step.of === 'content') return [{ type: 'text', text: step.text, citations: null }]
    const signed = typeof signature === 'function' ? signature(step.text) : (signature ?? '')
    return [{ type: 'thinking', thinking: step.text, signature: signed }]
  }
  if (step.kind !== 'close-call') return []
  const { call, text, state } = step
  const input = state === 'complete' ? readArguments(text) : undefined
  if (input !== undefined) return [{ type: 'tool_use', id: call.id, name: call.name, input }]
  onWarning?.(warnUnfinished(call, state))
  return [{ type: 'text', text: unfinishedText(call, text), citations: null }]
}
