import type { Tool, ToolChoice } from '../../chat/chat-types.ts'
import { checkFields, defined, type Body } from './body.ts'
import type { ChatRequest, Sampling } from './chat-request.ts'
import { ignored, kept, mapped, refused, type FieldTable } from './field-table.ts'
import { openaiMessage } from './openai-messages.ts'
import { reasoningWish } from './openai-reasoning.ts'
import { responseFormat } from './response-format.ts'
import { choiceOf, plainChoice, toolFrom } from './tools.ts'

const ours = 'a matter of the hosted service'

/** The fields of a chat completion's request. */
export const openaiChatFields: FieldTable = {
  model: kept('model'),
  messages: mapped('messages; `developer` is `system`, `reasoning` is `reasoning_content`'),
  tools: kept('tools'),
  tool_choice: mapped('toolChoice'),
  functions: mapped('tools'),
  function_call: mapped('toolChoice'),
  parallel_tool_calls: kept('parallelToolCalls'),
  response_format: mapped('responseSchema; `json_object` is any object'),
  json_schema: mapped('responseSchema, as llama.cpp has it'),
  structured_outputs: mapped(
    'responseSchema, as vLLM has it; only `json`, `json_object`, `choice`',
  ),
  guided_json: mapped('responseSchema, as vLLM had it'),
  guided_choice: mapped('responseSchema, as vLLM had it'),
  guided_regex: refused('only JSON Schemas hold an answer'),
  guided_grammar: refused('only JSON Schemas hold an answer'),
  grammar: refused('only JSON Schemas hold an answer'),
  reasoning_effort: mapped('reasoningEffort; `none` is reasoning off'),
  thinking_token_budget: kept('reasoningBudget, as vLLM has it'),
  reasoning_budget_tokens: kept('reasoningBudget, as llama.cpp has it; -1 is no bound'),
  reasoning: mapped('reasoning, its effort, budget and showReasoning, as OpenRouter has it'),
  thinking: mapped('reasoning and reasoningBudget, as DeepSeek and GLM have it'),
  enable_thinking: mapped('reasoning, as Qwen has it'),
  thinking_budget: mapped('reasoningBudget, as Qwen has it'),
  stream: kept('stream'),
  stream_options: mapped('includeUsage'),
  n: kept('choices'),
  max_tokens: mapped('sampling.maxTokens; -1 is no bound'),
  max_completion_tokens: mapped('sampling.maxTokens; -1 is no bound'),
  temperature: kept('sampling.temperature'),
  top_p: kept('sampling.topP'),
  seed: kept('sampling.seed'),
  stop: mapped('sampling.stop'),
  presence_penalty: kept('sampling.presencePenalty'),
  frequency_penalty: kept('sampling.frequencyPenalty'),
  logit_bias: kept('sampling.logitBias'),
  top_k: kept('sampling.topK, as llama.cpp and vLLM have it'),
  min_p: kept('sampling.minP, as llama.cpp and vLLM have it'),
  logprobs: mapped('logprobs, of the content alone'),
  top_logprobs: mapped('logprobs.top'),
  return_token_ids: mapped('tokenIds, as vLLM has it'),
  modalities: refused('only text is written', [['text']]),
  audio: refused('only text is written'),
  web_search_options: refused('there is no search'),
  prediction: ignored('only makes it faster'),
  verbosity: ignored(ours),
  metadata: ignored(ours),
  moderation: ignored(ours),
  store: ignored(ours),
  service_tier: ignored(ours),
  safety_identifier: ignored(ours),
  prompt_cache_key: ignored(ours),
  prompt_cache_options: ignored(ours),
  prompt_cache_retention: ignored(ours),
  user: ignored(ours),
}

/** Reads the request of a chat completion. */
export function readOpenaiChat(body: Body): ChatRequest {
  const extra = checkFields(body, openaiChatFields)
  const tools = [...body.items('tools').map(openaiTool), ...body.items('functions').map(bareTool)]
  const messages = body.items('messages').map(openaiMessage)
  if (messages.length === 0) body.refuse('messages', 'is empty')
  const choices = body.number('n') ?? 1
  if (!Number.isInteger(choices) || choices < 1 || choices > 128) {
    body.refuse('n', 'must be a whole number from 1 to 128')
  }
  return {
    model: body.text('model') ?? '',
    messages,
    tools,
    toolChoice: toolChoice(body, tools),
    parallelToolCalls: body.flag('parallel_tool_calls') ?? true,
    ...reasoningWish(body),
    ...defined({
      responseSchema: responseFormat(body),
      logprobs: logprobsOf(body),
      tokenIds: body.flag('return_token_ids'),
    }),
    stream: body.flag('stream') ?? false,
    includeUsage: body.inner('stream_options')?.flag('include_usage') ?? false,
    choices,
    sampling: openaiSampling(body),
    extra,
  }
}

/** The wish for log probabilities, in the words that OpenAI and Ollama share. */
export function logprobsOf(body: Body): ChatRequest['logprobs'] {
  const wanted = body.flag('logprobs') === true
  const top = topOf(body)
  if (!wanted && top > 0) body.refuse('top_logprobs', 'needs logprobs to be true')
  return wanted ? { top } : undefined
}

/** How many alternatives of each token are wanted. */
export function topOf(body: Body): number {
  const top = body.number('top_logprobs') ?? 0
  if (Number.isInteger(top) && top >= 0 && top <= 20) return top
  return body.refuse('top_logprobs', 'must be a whole number from 0 to 20')
}

/** Stop strings, from a text or a list of them. */
export function stopsOf(body: Body, name: string): readonly string[] | undefined {
  const value = body.value(name)
  if (value === undefined) return undefined
  const list = typeof value === 'string' ? [value] : body.list(name)
  return list.map((stop) => (typeof stop === 'string' ? stop : body.refuse(name, 'must be texts')))
}

function openaiSampling(body: Body): Sampling {
  const most = body.number('max_completion_tokens') ?? body.number('max_tokens')
  return defined<Sampling>({
    maxTokens: most === undefined || most < 0 ? undefined : most,
    temperature: body.number('temperature'),
    topP: body.number('top_p'),
    topK: body.number('top_k'),
    minP: body.number('min_p'),
    seed: body.number('seed'),
    presencePenalty: body.number('presence_penalty'),
    frequencyPenalty: body.number('frequency_penalty'),
    logitBias: body.inner('logit_bias')?.fields,
    stop: stopsOf(body, 'stop'),
  })
}

function openaiTool(tool: Body): Tool {
  const type = tool.text('type') ?? 'function'
  if (type !== 'function') tool.refuse('type', 'only functions are supported')
  // Some clients send the tools of a response here, which are flat.
  const flat = tool.value('name') === undefined ? undefined : tool
  return bareTool(tool.inner('function') ?? flat ?? tool.refuse('function', 'is missing'))
}

function bareTool(body: Body): Tool {
  return toolFrom(body, 'parameters')
}

function toolChoice(body: Body, tools: readonly Tool[]): ToolChoice {
  const field = body.value('tool_choice') === undefined ? 'function_call' : 'tool_choice'
  const value = body.value(field)
  if (value === undefined) return plainChoice(body, field, 'auto', tools)
  if (typeof value === 'string') return plainChoice(body, field, value, tools)
  const choice = body.inner(field)
  const name = choice?.inner('function')?.text('name') ?? choice?.text('name')
  if (name === undefined) return body.refuse(field, 'is not known')
  return choiceOf(body, field, name, tools)
}
