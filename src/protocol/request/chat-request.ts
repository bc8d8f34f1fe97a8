import type { Tool, ToolChoice } from '../../chat/chat-types.ts'
import type { JsonSchema } from '../../peg/node.ts'
import type { PromptMessage } from '../../template/prompt-message.ts'
import type { Fault } from '../fault.ts'

/** How the sampler is to sample; what is missing is the server's choice. */
export interface Sampling {
  readonly maxTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly minP?: number
  readonly seed?: number
  readonly presencePenalty?: number
  readonly frequencyPenalty?: number
  readonly repeatPenalty?: number
  readonly logitBias?: Readonly<Record<string, unknown>>
  readonly stop?: readonly string[]
}

/** A request of any protocol, in one form: messages as templates read them, OpenAI's tools. */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly PromptMessage[]
  /** The prompt itself, to be sent without a template; there are no messages then. */
  readonly rawPrompt?: string
  readonly tools: readonly Tool[]
  readonly toolChoice: ToolChoice
  readonly parallelToolCalls: boolean
  /** Whether the model may think; the server's choice when it is missing. */
  readonly reasoning?: 'on' | 'off'
  readonly reasoningEffort?: string
  /** The most tokens that reasoning may take. */
  readonly reasoningBudget?: number
  /** `false`: the client wants no reasoning sent, whether or not the model thinks. */
  readonly showReasoning?: boolean
  /** The answer is JSON of this schema. */
  readonly responseSchema?: JsonSchema
  readonly stream: boolean
  /** The client wants the counts in the stream, where that is its choice. */
  readonly includeUsage: boolean
  /** How many answers; 1 unless asked otherwise. */
  readonly choices: number
  /** Log probabilities of the tokens of the content, with so many alternatives of each. */
  readonly logprobs?: { readonly top: number }
  /** The ids of the tokens are wanted, which vLLM's clients may ask for. */
  readonly tokenIds?: boolean
  readonly sampling: Sampling
  /** Fields that the protocol does not know, as they came: some are the upstream's own. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** A request that was read, or why it is refused. */
export type RequestReading =
  | { readonly ok: true; readonly request: ChatRequest }
  | { readonly ok: false; readonly fault: Fault }
