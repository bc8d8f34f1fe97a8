import type { Sampling } from '../../protocol/request/chat-request.ts'

/** How tokens are drawn, in the words that llama-server and vLLM share. */
export function samplingFields(
  sampling: Omit<Sampling, 'stop'>,
  maxTokens: 'n_predict' | 'max_tokens',
): Readonly<Record<string, unknown>> {
  const fields = {
    [maxTokens]: sampling.maxTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    min_p: sampling.minP,
    seed: sampling.seed,
    presence_penalty: sampling.presencePenalty,
    frequency_penalty: sampling.frequencyPenalty,
    [maxTokens === 'n_predict' ? 'repeat_penalty' : 'repetition_penalty']: sampling.repeatPenalty,
    logit_bias: sampling.logitBias,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** The fields of a request that are on a list; whatever else a client sends stays here. */
export function pickFields(
  extra: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  const found = names.filter((name) => Object.hasOwn(extra, name))
  return Object.fromEntries(found.map((name) => [name, extra[name]]))
}
