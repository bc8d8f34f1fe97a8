import type { Sampling } from '../../protocol/request/chat-request.ts'
import { UpstreamError } from '../upstream.ts'
import type { NodeLlamaOptions } from './node-llama.ts'

/** How tokens are drawn where the request does not say, as llama-server has it. */
const defaults = { temperature: 0.8, topK: 40, topP: 0.95, minP: 0.05 }
/** The repeat penalty looks back so far. */
const penaltyTokens = 64

/** How tokens are drawn, in node-llama-cpp's words. */
export function samplingOptions(
  sampling: Omit<Sampling, 'stop'>,
  written: readonly number[],
): object {
  const { temperature, topK, topP, minP, seed } = sampling
  const { repeatPenalty, presencePenalty, frequencyPenalty } = sampling
  const punishes = [repeatPenalty, presencePenalty, frequencyPenalty].some((n) => n !== undefined)
  const given = { temperature, topK, topP, minP, seed }
  const known = Object.entries(given).filter(([, value]) => value !== undefined)
  return {
    ...defaults,
    ...Object.fromEntries(known),
    ...(punishes
      ? {
          repeatPenalty: {
            punishTokens: () => written.slice(-penaltyTokens),
            penalty: repeatPenalty ?? 1,
            frequencyPenalty: frequencyPenalty ?? 0,
            presencePenalty: presencePenalty ?? 0,
          },
        }
      : {}),
  }
}

/** The bias that a request gives to single tokens. */
export function biasOf<Token extends number>(
  { tokenBias }: NodeLlamaOptions<Token>,
  { logitBias = {} }: Omit<Sampling, 'stop'>,
): { readonly tokenBias?: object } {
  const biases = new Map<number, number>()
  for (const [id, bias] of Object.entries(logitBias)) {
    if (!/^\d{1,9}$/.test(id) || typeof bias !== 'number') {
      throw new UpstreamError('invalid-request', 'logit_bias must give numbers to ids of tokens')
    }
    biases.set(Number(id), bias)
  }
  if (biases.size === 0) return {}
  if (tokenBias === undefined) {
    throw new UpstreamError('invalid-request', 'the engine was set up without logit_bias')
  }
  return { tokenBias: tokenBias(biases) }
}
