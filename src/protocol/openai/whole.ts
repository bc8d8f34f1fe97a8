import type { TokenLogprob } from '../../chat/delta.ts'
import type { Message, ToolCall } from '../../chat/message.ts'
import { randomHex, secondsNow } from '../response-ids.ts'
import { createCallStates } from '../settle.ts'
import { countsOf } from '../token-usage.ts'
import type { WholeTokens } from '../whole-tokens.ts'
import type { OpenaiFinishReason, OpenaiLogprobs, OpenaiUsage } from './chunk.ts'
import { withoutLastBrace } from '../held-brace.ts'
import {
  encodeReasoning,
  finishReasons,
  openaiLogprobs,
  openaiUsage,
  type OpenaiChatOptions,
} from './encode.ts'

/** A call of a whole completion. */
export interface OpenaiToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

/** The message of a choice. */
export interface OpenaiMessage {
  readonly role: 'assistant'
  /** `null` where there are only calls. */
  readonly content: string | null
  readonly refusal: null
  readonly reasoning_content?: string
  readonly reasoning?: string
  readonly tool_calls?: readonly OpenaiToolCall[]
}

/**
 * A whole chat completion.
 * Source: https://platform.openai.com/docs/api-reference/chat/object
 */
export interface OpenaiCompletion {
  readonly id: string
  readonly object: 'chat.completion'
  readonly created: number
  readonly model: string
  readonly choices: readonly {
    readonly index: number
    readonly message: OpenaiMessage
    readonly logprobs: OpenaiLogprobs | null
    /** As vLLM has them; only where they were asked for. */
    readonly token_ids?: readonly number[]
    readonly finish_reason: OpenaiFinishReason
  }[]
  readonly usage?: OpenaiUsage
}

/**
 * Messages, one a choice, as a whole chat completion: what a client puts together of their stream.
 *
 * @example
 * ```ts
 * const completion = openaiCompletion([formats.plain().parse('Ahoy').message])
 * completion.choices[0]?.message.content // 'Ahoy'
 * ```
 */
export function openaiCompletion(
  messages: readonly Message[],
  options: Omit<OpenaiChatOptions, 'includeUsage' | 'index'> & WholeTokens = {},
): OpenaiCompletion {
  const usage = openaiUsage(countsOf(options.usage))
  return {
    id: options.id ?? `chatcmpl-${randomHex()}`,
    object: 'chat.completion',
    created: options.created ?? secondsNow(),
    model: options.model ?? '',
    choices: messages.map((message, index) => ({
      index,
      message: wholeMessage(message, options.reasoningField),
      logprobs: logprobsOf(options.logprobs?.(index)),
      finish_reason: finishOf(message),
      ...tokenIdsOf(options.tokenIds?.(index)),
    })),
    ...(usage === null ? {} : { usage }),
  }
}

function logprobsOf(tokens: readonly TokenLogprob[] | undefined): OpenaiLogprobs | null {
  return tokens === undefined ? null : openaiLogprobs(tokens)
}

function tokenIdsOf(ids: readonly number[] | undefined): {
  readonly token_ids?: readonly number[]
} {
  return ids === undefined ? {} : { token_ids: ids }
}

function wholeMessage(
  { content, reasoning, toolCalls }: Message,
  field: OpenaiChatOptions['reasoningField'] = 'reasoning_content',
): OpenaiMessage {
  return {
    role: 'assistant',
    content: content === '' && toolCalls.length > 0 ? null : content,
    refusal: null,
    ...(reasoning === '' ? {} : encodeReasoning(reasoning, field)),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls.map(wholeCall) }),
  }
}

function wholeCall({ id, name, arguments: text, state }: ToolCall): OpenaiToolCall {
  // As in the stream: a call that is not complete must not look like one that may be run.
  const bare = text.trim() === '' ? '{' : withoutLastBrace(text)
  const made = { name, arguments: state === 'complete' ? text : bare }
  return { id, type: 'function', function: made }
}

function finishOf({ toolCalls, finishReason }: Message): OpenaiFinishReason {
  const states = createCallStates()
  for (const { index, state } of toolCalls) {
    states.end(index, state === 'streaming' ? 'incomplete' : state)
  }
  return finishReasons[states.reason(finishReason ?? 'length')]
}
