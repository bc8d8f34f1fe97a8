import type { WireTokenLogprob } from '../logprobs.ts'

/** Why a choice ended, as OpenAI's clients validate it. */
export type OpenaiFinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

/** One piece of a call: the first has `id`, `type` and `name`, the later ones only arguments. */
export interface OpenaiToolCallDelta {
  readonly index: number
  readonly id?: string
  readonly type?: 'function'
  readonly function: { readonly name?: string; readonly arguments: string }
}

/** What a chunk adds to the message of a choice. */
export interface OpenaiDelta {
  readonly role?: 'assistant'
  readonly content?: string
  /** Reasoning under DeepSeek's, llama.cpp's and SGLang's name; not in OpenAI's own type. */
  readonly reasoning_content?: string
  /** Reasoning under vLLM's and OpenRouter's name. */
  readonly reasoning?: string
  readonly tool_calls?: readonly OpenaiToolCallDelta[]
}

/** Log probabilities of the content of a choice, or of what a chunk adds to it. */
export interface OpenaiLogprobs {
  readonly content: readonly WireTokenLogprob[]
  readonly refusal: null
}

/** One choice in a chunk. `finish_reason` is `null` until its last one. */
export interface OpenaiChunkChoice {
  readonly index: number
  readonly delta: OpenaiDelta
  /** Present only where they were asked for. */
  readonly logprobs?: OpenaiLogprobs
  /** As vLLM has them; present only where they were asked for. */
  readonly token_ids?: readonly number[]
  readonly finish_reason: OpenaiFinishReason | null
}

/** Token counts, which the caller has and pegbnf does not. */
export interface OpenaiUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number }
  readonly prompt_tokens_details?: { readonly cached_tokens?: number }
}

/** One event of a streamed chat completion. */
export interface OpenaiChunk {
  readonly id: string
  readonly object: 'chat.completion.chunk'
  /** Seconds since 1970; the same in all chunks. */
  readonly created: number
  readonly model: string
  /** Empty in the usage chunk. */
  readonly choices: readonly OpenaiChunkChoice[]
  /** Present only when usage was asked for; `null` in all chunks but the last. */
  readonly usage?: OpenaiUsage | null
}
