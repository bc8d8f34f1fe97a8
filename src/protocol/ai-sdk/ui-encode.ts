import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { createBlockEncoder } from '../block-encoder.ts'
import type { BlockStep } from '../blocks.ts'
import type { Encoder } from '../encoder.ts'
import { faultText } from '../fault.ts'
import { randomHex } from '../response-ids.ts'
import { readArguments } from '../settle.ts'
import { warnUnfinished } from '../unfinished.ts'
import { aiSdkReasons, partId, wordOf } from './encode.ts'
import type { UiChunk } from './ui-chunks.ts'

/** What the UI message stream needs to know beside the deltas. */
export interface UiOptions {
  /** The message's id; random by default. */
  readonly id?: string
  /** Told of each call that is not whole. */
  readonly onWarning?: (warning: Diagnostic) => void
}

/**
 * Makes the encoder of one message for `useChat`. A call's input is sent as it comes; a call that is
 * not whole ends as `tool-input-error`, which shows what there is of it and is never run.
 *
 * @example
 * ```ts
 * const encoder = createUiEncoder({ id: 'm-1' })
 * encoder.start() // [{ type: 'start', messageId: 'm-1' }, { type: 'start-step' }]
 * ```
 */
export function createUiEncoder(options: UiOptions = {}): Encoder<UiChunk> {
  const { id = `msg-${randomHex()}`, onWarning } = options
  return createBlockEncoder<UiChunk>({
    begin: () => [{ type: 'start', messageId: id }, { type: 'start-step' }],
    step: (step) => encodeStep(step, onWarning),
    finish: (reason) =>
      reason === 'abort'
        ? [{ type: 'abort' }]
        : [{ type: 'finish-step' }, { type: 'finish', finishReason: aiSdkReasons[reason] }],
    fail: (fault) => [{ type: 'error', errorText: faultText(fault) }],
  })
}

function encodeStep(step: BlockStep, onWarning: UiOptions['onWarning']): UiChunk[] {
  switch (step.kind) {
    case 'open':
      return [{ type: `${wordOf[step.text]}-start`, id: partId(step) }]
    case 'text':
      return [{ type: `${wordOf[step.of]}-delta`, id: partId(step), delta: step.text }]
    case 'close':
      return [{ type: `${wordOf[step.of]}-end`, id: partId(step) }]
    case 'open-call': {
      const { id, name } = step.call
      return [{ type: 'tool-input-start', toolCallId: id, toolName: name }]
    }
    case 'arguments':
      return [{ type: 'tool-input-delta', toolCallId: step.call.id, inputTextDelta: step.text }]
    default:
      return closeCall(step, onWarning)
  }
}

function closeCall(
  { call, text, state }: Extract<BlockStep, { kind: 'close-call' }>,
  onWarning: UiOptions['onWarning'],
): UiChunk[] {
  const named = { toolCallId: call.id, toolName: call.name }
  const input = state === 'complete' ? readArguments(text) : undefined
  if (input !== undefined) return [{ type: 'tool-input-available', ...named, input }]
  const warning = warnUnfinished(call, state)
  onWarning?.(warning)
  const errorText =
    state === 'incomplete' ? 'the call was cut off' : "the call's arguments are not valid JSON"
  return [{ type: 'tool-input-error', ...named, input: text, errorText }]
}
