import type { WireTokenLogprob } from '../logprobs.ts'

/**
 * The wire of Ollama's API: one JSON object a line.
 * Source: https://docs.ollama.com/api/chat, …/api/generate, …/api/streaming and `api/types.go`
 */
export interface OllamaToolCall {
  readonly id?: string
  readonly function: {
    readonly index?: number
    readonly name: string
    /** Whole: Ollama has no partial calls. */
    readonly arguments: Readonly<Record<string, unknown>>
  }
}

/** The assistant's message, or what a frame adds to it. */
export interface OllamaMessage {
  readonly role: 'assistant'
  readonly content: string
  readonly thinking?: string
  readonly tool_calls?: readonly OllamaToolCall[]
}

/** What the last frame tells; times are in nanoseconds, 0 where nobody measured. */
export interface OllamaCounts {
  readonly total_duration: number
  readonly load_duration: number
  readonly prompt_eval_count: number
  readonly prompt_eval_duration: number
  readonly eval_count: number
  readonly eval_duration: number
}

interface OllamaEnvelope {
  readonly model: string
  /** ISO 8601. */
  readonly created_at: string
  readonly done: boolean
  readonly done_reason?: 'stop' | 'length'
  /** Of what the frame adds; present only where they were asked for. */
  readonly logprobs?: readonly WireTokenLogprob[]
}

/** A frame of `/api/chat`; the last is `done` and has the counts. */
export interface OllamaChatFrame extends OllamaEnvelope, Partial<OllamaCounts> {
  readonly message: OllamaMessage
}

/** A frame of `/api/generate`. */
export interface OllamaGenerateFrame extends OllamaEnvelope, Partial<OllamaCounts> {
  readonly response: string
  readonly thinking?: string
  readonly tool_calls?: readonly OllamaToolCall[]
}

/** A failure, before the response or in the middle of it. */
export interface OllamaError {
  readonly error: string
}
