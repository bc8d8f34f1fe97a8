import type { FinishReason } from '../../chat/message.ts'
import type { Fault } from '../fault.ts'
import { randomHex, secondsNow } from '../response-ids.ts'
import type { TokenUsage, UsageSource } from '../token-usage.ts'
import type { ResponsesItem, ResponsesResponse, ResponsesUsage } from './events.ts'
import type { ReasoningPart } from './items.ts'

/** What a response needs to know beside the deltas. */
export interface ResponsesOptions {
  /** Random by default. */
  readonly id?: string
  /** Seconds since 1970; now by default. */
  readonly created?: number
  readonly model?: string
  /** Fields of the request, given back in the response: `instructions`, `tools`, `metadata`, … */
  readonly request?: Readonly<Record<string, unknown>>
  readonly usage?: UsageSource
  /** `content` by default: the model's own text, where OpenAI shows only summaries. */
  readonly reasoningPart?: ReasoningPart
}

/** How a response ended. */
export type ResponsesEnd =
  | { readonly status: 'in_progress' }
  | { readonly status: 'ended'; readonly reason: Exclude<FinishReason, 'error'> }
  | { readonly status: 'failed'; readonly fault: Fault }

/** Makes the response object of each moment; all have the same id, time and fields. */
export function createResponseFrame(
  options: ResponsesOptions,
): (output: readonly ResponsesItem[], end: ResponsesEnd, usage?: TokenUsage) => ResponsesResponse {
  const frame = {
    id: options.id ?? `resp_${randomHex()}`,
    object: 'response',
    created_at: options.created ?? secondsNow(),
    model: options.model ?? '',
  } as const
  return (output, end, usage) => ({
    ...defaults,
    ...options.request,
    ...frame,
    ...outcomeOf(end),
    output,
    usage: usage === undefined ? null : responsesUsage(usage),
  })
}

/** Counts in the form of the Responses API. */
export function responsesUsage(usage: TokenUsage): ResponsesUsage {
  return {
    input_tokens: usage.inputTokens,
    input_tokens_details: { cached_tokens: usage.cachedTokens ?? 0 },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
    total_tokens: usage.inputTokens + usage.outputTokens,
  }
}

// Clients with a schema ask for all of these.
const defaults = {
  background: false,
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  service_tier: 'default',
  store: false,
  temperature: null,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: null,
  truncation: 'disabled',
} as const

type Outcome = Pick<ResponsesResponse, 'status' | 'error' | 'incomplete_details'>

function outcomeOf(end: ResponsesEnd): Outcome {
  const none = { error: null, incomplete_details: null }
  if (end.status === 'in_progress') return { ...none, status: 'in_progress' }
  if (end.status === 'failed') return { ...none, status: 'failed', error: errorOf(end.fault) }
  const whole = end.reason === 'stop' || end.reason === 'tool_calls'
  if (whole) return { ...none, status: 'completed' }
  // OpenAI has no word for an abort; the text is not whole, as after too many tokens.
  return { ...none, status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
}

function errorOf({ kind, message }: Fault): NonNullable<ResponsesResponse['error']> {
  if (kind === 'rate-limit') return { code: 'rate_limit_exceeded', message }
  return { code: kind === 'invalid-request' ? 'invalid_prompt' : 'server_error', message }
}
