import type { Tool, ToolChoice } from '../../chat/chat-types.ts'
import type { ContentPart, PromptCall, PromptMessage } from '../../template/prompt-message.ts'
import { checkFields, defined, type Body } from './body.ts'
import type { ChatRequest, Sampling } from './chat-request.ts'
import { imagePart, joinParts, partsOf, textPart } from './content.ts'
import { ignored, kept, mapped, refused, type FieldTable } from './field-table.ts'
import { stopsOf } from './openai-chat.ts'
import { thinkingOf } from './openai-reasoning.ts'
import { choiceOf, plainChoice, schemaOf, toolFrom } from './tools.ts'

const ours = 'a matter of the hosted service'

/** The fields of a message's request. */
export const anthropicFields: FieldTable = {
  model: kept('model'),
  max_tokens: kept('sampling.maxTokens; required, as Anthropic has it'),
  messages: mapped(
    'messages: a `tool_result` is a message of its own, `thinking` is `reasoning_content`',
  ),
  system: mapped('the first message, without the line that Claude Code is billed by'),
  tools: mapped('tools; only those with an `input_schema`'),
  tool_choice: mapped('toolChoice and parallelToolCalls; `any` is `required`'),
  thinking: mapped('reasoning and reasoningBudget; `display: omitted` is showReasoning false'),
  output_config: mapped('reasoningEffort and responseSchema'),
  output_format: mapped('responseSchema'),
  stream: kept('stream'),
  stop_sequences: kept('sampling.stop'),
  temperature: kept('sampling.temperature'),
  top_p: kept('sampling.topP'),
  top_k: kept('sampling.topK'),
  container: refused('there are no containers'),
  mcp_servers: refused('there are no hosted tools'),
  context_management: ignored(ours),
  cache_control: ignored('only makes it faster'),
  diagnostics: ignored(ours),
  inference_geo: ignored(ours),
  metadata: ignored(ours),
  service_tier: ignored(ours),
  speed: ignored(ours),
  user_profile_id: ignored(ours),
  workspace_id: ignored(ours),
}

/** Reads the request of a message. */
export function readAnthropic(body: Body): ChatRequest {
  const extra = checkFields(body, anthropicFields)
  const maxTokens = body.number('max_tokens') ?? body.refuse('max_tokens', 'is missing')
  const tools = body.items('tools').map(anthropicTool)
  const system = joinParts(partsOf(body, 'system', anthropicPart).flatMap(withoutBilling))
  const messages = body.items('messages').flatMap(anthropicMessages)
  if (messages.length === 0) body.refuse('messages', 'is empty')
  const config = body.inner('output_config')
  const format = config?.inner('format') ?? body.inner('output_format')
  return {
    model: body.text('model') ?? '',
    messages: system === '' ? messages : [{ role: 'system', content: system }, ...messages],
    tools,
    toolChoice: toolChoice(body, tools),
    parallelToolCalls: body.inner('tool_choice')?.flag('disable_parallel_tool_use') !== true,
    ...thinkingOf(body.inner('thinking')),
    ...defined({
      reasoningEffort: config?.text('effort'),
      responseSchema: format === undefined ? undefined : schemaOf(format, 'schema'),
    }),
    stream: body.flag('stream') ?? false,
    includeUsage: true,
    choices: 1,
    sampling: defined<Sampling>({
      maxTokens,
      temperature: body.number('temperature'),
      topP: body.number('top_p'),
      topK: body.number('top_k'),
      stop: stopsOf(body, 'stop_sequences'),
    }),
    extra,
  }
}

function anthropicTool(tool: Body): Tool {
  const type = tool.text('type') ?? 'custom'
  if (type !== 'custom') tool.refuse('type', 'tools that Anthropic runs are not supported')
  return toolFrom(tool, 'input_schema')
}

/**
 * A line that Claude Code puts before its system prompt. It says nothing to a model, and as it differs
 * in each request no engine could keep what it has read of the prompt.
 * Source: https://github.com/anthropics/claude-code/issues/68900
 */
function withoutBilling(part: ContentPart): readonly ContentPart[] {
  const { text } = part
  if (text === undefined || !text.startsWith('x-anthropic-billing-header:')) return [part]
  const end = text.indexOf('\n')
  return end < 0 ? [] : [textPart(text.slice(end + 1))]
}

function toolChoice(body: Body, tools: readonly Tool[]): ToolChoice {
  const choice = body.inner('tool_choice')
  const type = choice?.needText('type') ?? 'auto'
  if (type !== 'tool') return plainChoice(body, 'tool_choice', type, tools)
  return choiceOf(body, 'tool_choice', choice?.needText('name') ?? '', tools)
}

function anthropicMessages(body: Body): PromptMessage[] {
  const role = body.needText('role')
  if (role === 'assistant') return [assistantMessage(body)]
  if (role !== 'user' && role !== 'system') body.refuse('role', 'is not known')
  if (typeof body.value('content') === 'string')
    return [{ role, content: body.needText('content') }]
  // Results of tools are messages of their own, in their place among the rest.
  const messages: PromptMessage[] = []
  let parts: ContentPart[] = []
  const flush = (): void => {
    if (parts.length > 0) messages.push({ role, content: joinParts(parts) })
    parts = []
  }
  for (const block of body.items('content')) {
    if (block.needText('type') === 'tool_result') {
      flush()
      messages.push(toolResult(block))
    } else parts.push(...anthropicPart(block))
  }
  flush()
  return messages
}

function toolResult(block: Body): PromptMessage {
  return {
    role: 'tool',
    tool_call_id: block.needText('tool_use_id'),
    content: joinParts(partsOf(block, 'content', anthropicPart)),
    ...(block.flag('is_error') === true ? { is_error: true } : {}),
  }
}

function assistantMessage(body: Body): PromptMessage {
  const parts: ContentPart[] = []
  const calls: PromptCall[] = []
  const thoughts: string[] = []
  const text = body.value('content')
  if (typeof text === 'string') parts.push(textPart(text))
  for (const block of typeof text === 'string' ? [] : body.items('content')) {
    const type = block.needText('type')
    if (type === 'thinking') thoughts.push(block.needText('thinking'))
    else if (type === 'tool_use') calls.push(toolUse(block))
    // What is redacted only its server can read.
    else if (type !== 'redacted_thinking') parts.push(...anthropicPart(block))
  }
  const content = joinParts(parts)
  return {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(thoughts.length === 0 ? {} : { reasoning_content: thoughts.join('\n') }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}

function toolUse(block: Body): PromptCall {
  const input = block.inner('input')?.fields ?? {}
  return {
    id: block.needText('id'),
    type: 'function',
    function: { name: block.needText('name'), arguments: input },
  }
}

function anthropicPart(block: Body): readonly ContentPart[] {
  const type = block.needText('type')
  const source = block.inner('source')
  switch (type) {
    case 'text':
      return [textPart(block.needText('text'))]
    case 'image': {
      if (source?.text('type') === 'url') return [imagePart(source.needText('url'))]
      if (source?.text('type') !== 'base64') return block.refuse('source', 'is not supported')
      return [imagePart(`data:${source.needText('media_type')};base64,${source.needText('data')}`)]
    }
    case 'document':
      if (source?.text('type') === 'text') return [textPart(source.needText('data'))]
      return block.refuse('source', 'only documents of plain text are supported')
    default:
      return block.refuse(
        'type',
        `a block of type ${JSON.stringify(type.slice(0, 40))} is not supported`,
      )
  }
}
