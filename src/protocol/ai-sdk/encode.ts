import type { FinishReason } from '../../chat/message.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { createBlockEncoder } from '../block-encoder.ts'
import type { BlockStep } from '../blocks.ts'
import type { Encoder } from '../encoder.ts'
import { faultText } from '../fault.ts'
import { randomHex } from '../response-ids.ts'
import { countsOf, type TokenUsage, type UsageSource } from '../token-usage.ts'
import { unfinishedText, warnUnfinished } from '../unfinished.ts'
import type { AiSdkFinish, AiSdkPart, AiSdkUsage } from './parts.ts'

/** What the AI SDK's parts need to know beside the deltas. */
export interface AiSdkOptions {
  /** Random by default. */
  readonly id?: string
  readonly model?: string
  /** When the response began; now by default. */
  readonly created?: Date
  readonly usage?: UsageSource
  /** Told of each call that is not whole, and so was sent as text. */
  readonly onWarning?: (warning: Diagnostic) => void
}

/**
 * Makes the encoder of one response of a language model: what its `doStream` gives. A call's input
 * is sent as it comes, the call itself when it is whole. One that is not whole never becomes a
 * `tool-call`; it is sent again as text, with the warning in that part's metadata.
 *
 * @example
 * ```ts
 * const encoder = createAiSdkEncoder({ id: 'r-1' })
 * const parts = formats.plain().open().feed('Ahoy').flatMap((delta) => encoder.push(delta))
 * parts.map(({ type }) => type) // ['stream-start', 'response-metadata', 'text-start', 'text-delta']
 * ```
 */
export function createAiSdkEncoder(options: AiSdkOptions = {}): Encoder<AiSdkPart> {
  const { id = `aiseg-${randomHex()}`, model = '', created, usage } = options
  const finish = (unified: AiSdkFinish, raw: string): AiSdkPart => ({
    type: 'finish',
    usage: aiSdkUsage(countsOf(usage)),
    finishReason: { unified, raw },
  })
  return createBlockEncoder<AiSdkPart>({
    begin: () => [
      { type: 'stream-start', warnings: [] },
      { type: 'response-metadata', id, modelId: model, timestamp: created ?? new Date() },
    ],
    step: (step) => encodeStep(step, options),
    finish: (reason) => [finish(aiSdkReasons[reason], reason)],
    fail: (fault) => [
      { type: 'error', error: new Error(faultText(fault)) },
      finish('error', 'error'),
    ],
  })
}

/** Why a response ended, in the AI SDK's words. */
export const aiSdkReasons: { readonly [K in Exclude<FinishReason, 'error'>]: AiSdkFinish } = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  abort: 'other',
  parse_error: 'other',
}

/** Counts in the AI SDK's form. */
export function aiSdkUsage(usage: TokenUsage | undefined): AiSdkUsage {
  const { inputTokens, outputTokens, reasoningTokens, cachedTokens } = usage ?? {}
  return {
    inputTokens: {
      total: inputTokens,
      noCache: less(inputTokens, cachedTokens),
      cacheRead: cachedTokens,
      cacheWrite: undefined,
    },
    outputTokens: {
      total: outputTokens,
      text: less(outputTokens, reasoningTokens),
      reasoning: reasoningTokens,
    },
  }
}

function less(total: number | undefined, part: number | undefined): number | undefined {
  return total === undefined || part === undefined ? undefined : Math.max(0, total - part)
}

function encodeStep(step: BlockStep, { onWarning }: AiSdkOptions): AiSdkPart[] {
  switch (step.kind) {
    case 'open':
      return [{ type: `${wordOf[step.text]}-start`, id: partId(step) }]
    case 'text':
      return [{ type: `${wordOf[step.of]}-delta`, id: partId(step), delta: step.text }]
    case 'close':
      return [{ type: `${wordOf[step.of]}-end`, id: partId(step) }]
    case 'open-call':
      return [{ type: 'tool-input-start', id: step.call.id, toolName: step.call.name }]
    case 'arguments':
      return [{ type: 'tool-input-delta', id: step.call.id, delta: step.text }]
    default:
      return closeCall(step, onWarning)
  }
}

function closeCall(
  step: Extract<BlockStep, { kind: 'close-call' }>,
  onWarning: AiSdkOptions['onWarning'],
): AiSdkPart[] {
  const { call, text, state } = step
  const end: AiSdkPart = { type: 'tool-input-end', id: call.id }
  if (state === 'complete') {
    return [end, { type: 'tool-call', toolCallId: call.id, toolName: call.name, input: text }]
  }
  const warning = warnUnfinished(call, state)
  onWarning?.(warning)
  const id = partId(step)
  return [
    end,
    { type: 'text-start', id, providerMetadata: { pegbnf: { warning: warning.message } } },
    { type: 'text-delta', id, delta: unfinishedText(call, text) },
    { type: 'text-end', id },
  ]
}

/** Parts of both kinds are called after their place, so that no two have the same id. */
export function partId({ block }: { readonly block: number }): string {
  return String(block)
}

/** What the AI SDK calls content. */
export const wordOf = { content: 'text', reasoning: 'reasoning' } as const
