import { innerOf, numberOf, type Fields } from '../fields.ts'
import type { TokenUsage } from '../token-usage.ts'

/** Counts as OpenAI's protocols have them: completions say `prompt` and `completion`, responses `input` and `output`. */
export function openaiCounts(
  usage: Fields | undefined,
  input: 'prompt' | 'input',
  output: 'completion' | 'output',
): TokenUsage | null {
  const inputTokens = numberOf(usage, `${input}_tokens`)
  if (inputTokens === undefined) return null
  const reasoningTokens = numberOf(innerOf(usage, `${output}_tokens_details`), 'reasoning_tokens')
  const cachedTokens = numberOf(innerOf(usage, `${input}_tokens_details`), 'cached_tokens')
  return {
    inputTokens,
    outputTokens: numberOf(usage, `${output}_tokens`) ?? 0,
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
  }
}
