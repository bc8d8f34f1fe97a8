import type { LikelyToken, TokenLogprob } from '../chat/delta.ts'

/** A token and its log probability, as OpenAI and Ollama write them. */
export interface WireLogprob {
  readonly token: string
  readonly logprob: number
  /** Its UTF-8. */
  readonly bytes: readonly number[]
}

/** A token that was written, with its alternatives. */
export interface WireTokenLogprob extends WireLogprob {
  readonly top_logprobs: readonly WireLogprob[]
}

/** Log probabilities in the form that the protocols share. */
export function wireLogprobs(tokens: readonly TokenLogprob[]): WireTokenLogprob[] {
  return tokens.map((token) => ({ ...likely(token), top_logprobs: token.top.map(likely) }))
}

const utf8 = new TextEncoder()

function likely({ text, logprob, bytes }: LikelyToken): WireLogprob {
  return { token: text, logprob, bytes: bytes ?? Array.from(utf8.encode(text)) }
}
