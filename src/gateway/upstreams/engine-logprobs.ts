import type { LikelyToken, TokenLogprob } from '../../chat/delta.ts'
import { fieldOf, innerOf, listOf, numberOf, textOf } from '../../protocol/fields.ts'

/** The least that an engine may mean: JSON has no negative infinity. */
const least = -9999

/** Log probabilities of a frame of llama-server, with at most so many alternatives. */
export function llamaLogprobs(frame: unknown, top: number): TokenLogprob[] {
  return listOf(frame, 'completion_probabilities').map((entry) => ({
    ...llamaToken(entry),
    top: listOf(entry, 'top_logprobs').slice(0, top).map(llamaToken),
  }))
}

function llamaToken(entry: unknown): LikelyToken {
  const bytes = listOf(entry, 'bytes').filter((byte): byte is number => typeof byte === 'number')
  return {
    text: textOf(entry, 'token') ?? '',
    logprob: numberOf(entry, 'logprob') ?? least,
    ...(bytes.length === 0 ? {} : { bytes }),
  }
}

/** Log probabilities of a choice of `/v1/completions`, whose lists stand beside each other. */
export function completionLogprobs(choice: unknown, top: number): TokenLogprob[] {
  const lists = innerOf(choice, 'logprobs')
  const numbers = listOf(lists, 'token_logprobs')
  const tops = listOf(lists, 'top_logprobs')
  return listOf(lists, 'tokens').map((token, at) => ({
    text: typeof token === 'string' ? token : '',
    logprob: logprobOf(numbers[at]),
    top: alternatives(tops[at])
      .toSorted((a, b) => b.logprob - a.logprob)
      .slice(0, top),
  }))
}

function alternatives(value: unknown): LikelyToken[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).map((text) => ({ text, logprob: logprobOf(fieldOf(value, text)) }))
}

function logprobOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : least
}
