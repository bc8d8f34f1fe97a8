import type { Tool, ToolChoice } from '../../chat/chat-types.ts'
import type { JsonSchema } from '../../peg/node.ts'
import { checkFields, defined, type Body } from './body.ts'
import type { ChatRequest, Sampling } from './chat-request.ts'
import { ignored, kept, mapped, refused, type FieldTable } from './field-table.ts'
import { topOf } from './openai-chat.ts'
import { effortOf } from './openai-reasoning.ts'
import { inputMessages } from './responses-input.ts'
import { choiceOf, plainChoice, schemaOf, toolFrom } from './tools.ts'

const ours = 'a matter of the hosted service'
const stateless = 'nothing is stored: send the whole conversation'

/** The fields of a response's request. */
export const responsesFields: FieldTable = {
  model: kept('model'),
  input: mapped('messages: calls and reasoning join the message of the assistant'),
  instructions: mapped('the first message'),
  tools: mapped('tools; those that OpenAI runs are left out, for none can be called here'),
  tool_choice: mapped('toolChoice'),
  parallel_tool_calls: kept('parallelToolCalls'),
  text: mapped('responseSchema'),
  reasoning: mapped('reasoningEffort; `none` is reasoning off'),
  stream: kept('stream'),
  max_output_tokens: kept('sampling.maxTokens'),
  temperature: kept('sampling.temperature'),
  top_p: kept('sampling.topP'),
  background: refused('a response is given while it is made'),
  conversation: refused(stateless),
  previous_response_id: refused(stateless),
  prompt: refused('there are no stored prompts'),
  top_logprobs: mapped('logprobs.top'),
  max_tool_calls: ignored('of hosted tools, and there are none'),
  context_management: ignored(ours),
  include: mapped(
    'logprobs, for `message.output_text.logprobs`; the rest is what hosted tools give',
  ),
  metadata: ignored(ours),
  moderation: ignored(ours),
  prompt_cache_key: ignored(ours),
  prompt_cache_options: ignored(ours),
  prompt_cache_retention: ignored(ours),
  safety_identifier: ignored(ours),
  service_tier: ignored(ours),
  store: ignored('nothing is stored'),
  stream_options: ignored('obfuscation, which there is none of'),
  truncation: ignored('the upstream cuts, or refuses'),
  user: ignored(ours),
}

/** Reads the request of a response. */
export function readResponses(body: Body): ChatRequest {
  const extra = checkFields(body, responsesFields)
  const tools = body.items('tools').flatMap(responsesTool)
  const instructions = body.text('instructions') ?? ''
  const messages = inputMessages(body)
  if (messages.length === 0) body.refuse('input', 'is empty')
  return {
    model: body.text('model') ?? '',
    messages:
      instructions === '' ? messages : [{ role: 'system', content: instructions }, ...messages],
    tools,
    toolChoice: toolChoice(body, tools),
    parallelToolCalls: body.flag('parallel_tool_calls') ?? true,
    ...effortOf(body.inner('reasoning')?.text('effort')),
    ...defined({ responseSchema: textFormat(body), logprobs: logprobs(body) }),
    stream: body.flag('stream') ?? false,
    includeUsage: true,
    choices: 1,
    sampling: defined<Sampling>({
      maxTokens: body.number('max_output_tokens'),
      temperature: body.number('temperature'),
      topP: body.number('top_p'),
    }),
    extra,
  }
}

function logprobs(body: Body): ChatRequest['logprobs'] {
  const top = topOf(body)
  const wanted = top > 0 || body.list('include').includes('message.output_text.logprobs')
  return wanted ? { top } : undefined
}

/**
 * Tools that OpenAI's servers run. Agents offer them in every request, and an answer without them is
 * one that the model might have given. A choice that names one is refused.
 * Source: https://platform.openai.com/docs/guides/tools
 */
const hosted = /^(web_search|file_search|code_interpreter|image_generation|mcp$|tool_search$)/u

function responsesTool(tool: Body): readonly Tool[] {
  const type = tool.needText('type')
  if (hosted.test(type)) return []
  if (type !== 'function') tool.refuse('type', 'only functions are supported')
  return [toolFrom(tool, 'parameters')]
}

function toolChoice(body: Body, tools: readonly Tool[]): ToolChoice {
  const value = body.value('tool_choice') ?? 'auto'
  if (typeof value === 'string') return plainChoice(body, 'tool_choice', value, tools)
  const choice = body.inner('tool_choice')
  if (choice?.text('type') !== 'function') return body.refuse('tool_choice', 'is not supported')
  return choiceOf(body, 'tool_choice', choice.needText('name'), tools)
}

function textFormat(body: Body): JsonSchema | undefined {
  const format = body.inner('text')?.inner('format')
  const type = format?.needText('type') ?? 'text'
  if (format === undefined || type === 'text') return undefined
  if (type === 'json_object') return { type: 'object' }
  return type === 'json_schema'
    ? (schemaOf(format, 'schema') ?? {})
    : format.refuse('type', 'is not known')
}
