import type { Tool, ToolChoice } from '../../chat/chat-types.ts'
import type { JsonSchema } from '../../peg/node.ts'
import type { ContentPart, PromptCall, PromptMessage } from '../../template/prompt-message.ts'
import { argumentText } from '../decode/decoder.ts'
import { checkFields, defined, type Body } from './body.ts'
import type { ChatRequest, Sampling } from './chat-request.ts'
import { imagePart, joinParts, partsOf, textPart } from './content.ts'
import { ignored, kept, mapped, refused, type FieldTable } from './field-table.ts'
import { effortOf, topOf } from './openai-chat.ts'
import { choiceOf, plainChoice, schemaOf, toolFrom } from './tools.ts'

const ours = 'a matter of the hosted service'
const stateless = 'nothing is stored: send the whole conversation'

/** The fields of a response's request. */
export const responsesFields: FieldTable = {
  model: kept('model'),
  input: mapped('messages: calls and reasoning join the message of the assistant'),
  instructions: mapped('the first message'),
  tools: mapped('tools; only functions'),
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
  const tools = body.items('tools').map(responsesTool)
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

function responsesTool(tool: Body): Tool {
  if (tool.needText('type') !== 'function') tool.refuse('type', 'only functions are supported')
  return toolFrom(tool, 'parameters')
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

/** A message of the assistant that more items may join. */
interface Turn {
  content: string
  reasoning: string
  readonly calls: PromptCall[]
}

function inputMessages(body: Body): PromptMessage[] {
  const input = body.value('input')
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  const messages: PromptMessage[] = []
  let turn: Turn | null = null

  function flush(): void {
    if (turn === null) return
    const { content, reasoning, calls } = turn
    messages.push({
      role: 'assistant',
      content: content === '' && calls.length > 0 ? null : content,
      ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    })
    turn = null
  }

  function open(): Turn {
    turn ??= { content: '', reasoning: '', calls: [] }
    return turn
  }

  for (const item of body.items('input')) {
    const type = item.text('type') ?? 'message'
    if (type === 'reasoning') {
      flush()
      open().reasoning = reasoningText(item)
    } else if (type === 'function_call') {
      open().calls.push({
        id: item.needText('call_id'),
        type: 'function',
        function: { name: item.needText('name'), arguments: argumentText(item.value('arguments')) },
      })
    } else if (type === 'function_call_output') {
      flush()
      messages.push({
        role: 'tool',
        tool_call_id: item.needText('call_id'),
        content: joinParts(partsOf(item, 'output', responsesPart)),
      })
    } else if (type === 'message') {
      const role = item.needText('role')
      const content = joinParts(partsOf(item, 'content', responsesPart))
      if (role === 'assistant') {
        const current: Turn | null = turn
        if (current !== null && hasSaid(current)) flush()
        open().content = typeof content === 'string' ? content : ''
      } else if (role === 'user' || role === 'system' || role === 'developer') {
        flush()
        messages.push({ role: role === 'developer' ? 'system' : role, content })
      } else item.refuse('role', 'is not known')
    } else
      item.refuse('type', `an item of type ${JSON.stringify(type.slice(0, 40))} is not supported`)
  }
  flush()
  return messages
}

function hasSaid({ content, calls }: Turn): boolean {
  return content !== '' || calls.length > 0
}

function reasoningText(item: Body): string {
  const content = item.items('content').map((part) => part.text('text') ?? '')
  const parts =
    content.length > 0 ? content : item.items('summary').map((p) => p.text('text') ?? '')
  return parts.join('\n')
}

function responsesPart(part: Body): readonly ContentPart[] {
  const type = part.needText('type')
  switch (type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return [textPart(part.needText('text'))]
    case 'refusal':
      return [textPart(part.needText('refusal'))]
    case 'input_image': {
      const url = part.text('image_url')
      return url === undefined
        ? part.refuse('image_url', 'is missing: there are no stored files')
        : [imagePart(url)]
    }
    default:
      return part.refuse(
        'type',
        `a part of type ${JSON.stringify(type.slice(0, 40))} is not supported`,
      )
  }
}
