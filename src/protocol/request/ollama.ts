import type { Tool } from '../../chat/chat-types.ts'
import type { JsonSchema } from '../../peg/node.ts'
import type { PromptCall, PromptMessage } from '../../template/prompt-message.ts'
import { isFields } from '../fields.ts'
import { checkFields, defined, type Body } from './body.ts'
import type { ChatRequest, Sampling } from './chat-request.ts'
import { imagePart, imageUrl, textPart, type Content } from './content.ts'
import { ignored, kept, mapped, refused, type FieldTable } from './field-table.ts'
import { logprobsOf, stopsOf } from './openai-chat.ts'
import { plainChoice, toolFrom } from './tools.ts'

const shared: FieldTable = {
  model: kept('model'),
  format: mapped('responseSchema; `json` is any object'),
  think: mapped('reasoning and reasoningEffort'),
  stream: kept('stream; true unless said otherwise'),
  options: mapped('sampling; options that it has no place for are in `extra.options`'),
  keep_alive: ignored('models are loaded by the upstream'),
  logprobs: mapped('logprobs, of the content alone'),
  top_logprobs: mapped('logprobs.top'),
}

/** The fields of an `/api/chat` request. */
export const ollamaChatFields: FieldTable = {
  ...shared,
  messages: mapped(
    'messages; `thinking` is `reasoning_content`, `images` are parts of the content',
  ),
  tools: kept('tools'),
}

/** The fields of an `/api/generate` request. */
export const ollamaGenerateFields: FieldTable = {
  ...shared,
  prompt: mapped("the user's message; with `raw` the whole prompt"),
  system: mapped('the first message'),
  images: mapped("parts of the user's message"),
  raw: mapped('rawPrompt'),
  suffix: refused('there is no filling in'),
  template: refused("the model's own template is used"),
  context: refused('nothing is stored: send the whole conversation'),
  width: refused('only text is written'),
  height: refused('only text is written'),
  steps: refused('only text is written'),
}

/** Reads an `/api/chat` request. */
export function readOllamaChat(body: Body): ChatRequest {
  const extra = checkFields(body, ollamaChatFields)
  const tools = body.items('tools').map(ollamaTool)
  return {
    ...common(body, extra),
    messages: body.items('messages').map(ollamaMessage),
    tools,
    toolChoice: plainChoice(body, 'tools', 'auto', tools),
  }
}

/** Reads an `/api/generate` request. */
export function readOllamaGenerate(body: Body): ChatRequest {
  const extra = checkFields(body, ollamaGenerateFields)
  const base = { ...common(body, extra), tools: [], toolChoice: 'none' } as const
  const prompt = body.text('prompt') ?? ''
  if (body.flag('raw') === true) {
    if (body.list('images').length > 0) body.refuse('images', 'have no place in a raw prompt')
    return { ...base, messages: [], rawPrompt: prompt }
  }
  const system = body.text('system') ?? ''
  const user = { role: 'user', content: withImages(prompt, body) }
  return { ...base, messages: system === '' ? [user] : [{ role: 'system', content: system }, user] }
}

function common(
  body: Body,
  extra: Record<string, unknown>,
): Omit<ChatRequest, 'messages' | 'tools' | 'toolChoice'> {
  const { sampling, more } = readOptions(body.inner('options'))
  return {
    model: body.text('model') ?? '',
    parallelToolCalls: true,
    ...thinking(body),
    ...defined({ responseSchema: format(body), logprobs: logprobsOf(body) }),
    stream: body.flag('stream') ?? true,
    includeUsage: true,
    choices: 1,
    sampling,
    extra: Object.keys(more).length === 0 ? extra : { ...extra, options: more },
  }
}

/** The options that have a place in `sampling`; the rest is given back. */
function readOptions(options: Body | undefined): { sampling: Sampling; more: object } {
  if (options === undefined) return { sampling: {}, more: {} }
  const known = ['num_predict', 'temperature', 'top_p', 'top_k', 'min_p', 'seed', 'stop', 'presence_penalty', 'frequency_penalty', 'repeat_penalty'] // prettier-ignore
  const predict = options.number('num_predict')
  return {
    sampling: defined<Sampling>({
      // -1 and -2 are no limit.
      maxTokens: predict !== undefined && predict < 0 ? undefined : predict,
      temperature: options.number('temperature'),
      topP: options.number('top_p'),
      topK: options.number('top_k'),
      minP: options.number('min_p'),
      seed: options.number('seed'),
      presencePenalty: options.number('presence_penalty'),
      frequencyPenalty: options.number('frequency_penalty'),
      repeatPenalty: options.number('repeat_penalty'),
      stop: stopsOf(options, 'stop'),
    }),
    more: Object.fromEntries(
      Object.entries(options.fields).filter(([name]) => !known.includes(name)),
    ),
  }
}

function thinking(body: Body): Pick<ChatRequest, 'reasoning' | 'reasoningEffort'> {
  const think = body.value('think')
  if (think === undefined) return {}
  if (typeof think === 'boolean') return { reasoning: think ? 'on' : 'off' }
  return { reasoning: 'on', reasoningEffort: body.needText('think') }
}

function format(body: Body): JsonSchema | undefined {
  const value = body.value('format')
  if (value === undefined || value === '') return undefined
  if (value === 'json') return { type: 'object' }
  return isFields(value) ? value : body.refuse('format', 'must be "json" or a JSON Schema')
}

function ollamaTool(tool: Body): Tool {
  return toolFrom(tool.inner('function') ?? tool.refuse('function', 'is missing'), 'parameters')
}

function ollamaMessage(body: Body): PromptMessage {
  const role = body.needText('role')
  if (!['system', 'user', 'assistant', 'tool'].includes(role)) body.refuse('role', 'is not known')
  const calls = body.items('tool_calls').map(ollamaCall)
  const thought = body.text('thinking')
  const name = body.text('tool_name') ?? body.text('name')
  const {
    thinking: _thinking,
    images: _images,
    tool_name: _tool,
    tool_calls: _calls,
    ...rest
  } = body.fields
  return {
    ...rest,
    role,
    content: withImages(body.text('content') ?? '', body),
    ...defined({ reasoning_content: thought, name }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}

function ollamaCall(call: Body): PromptCall {
  const made = call.inner('function') ?? call.refuse('function', 'is missing')
  return {
    ...defined({ id: call.text('id') }),
    type: 'function',
    function: { name: made.needText('name'), arguments: made.value('arguments') ?? {} },
  }
}

function withImages(text: string, body: Body): Content {
  const images = body
    .list('images')
    .map((image) =>
      typeof image === 'string'
        ? imagePart(imageUrl(image))
        : body.refuse('images', 'must be texts in base64'),
    )
  if (images.length === 0) return text
  return text === '' ? images : [...images, textPart(text)]
}
