import type { MessageCreateParamsBase } from '@anthropic-ai/sdk/resources/messages/messages'
import * as fc from 'fast-check'
import type { ChatRequest as OllamaChat, GenerateRequest } from 'ollama'
import type { ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions/completions'
import type { ResponseCreateParamsBase } from 'openai/resources/responses/responses'
import { describe, expect, it } from 'vitest'
import {
  readRequest,
  requestFields,
  type ChatRequest,
  type RequestProtocol,
} from '../src/protocol/index.ts'

/** Reads a request that must be good. */
function read(protocol: RequestProtocol, body: object): ChatRequest {
  const reading = readRequest(protocol, body)
  if (!reading.ok) throw new Error(`${reading.fault.param}: ${reading.fault.message}`)
  return reading.request
}

const user = { role: 'user', content: 'Hi' }
const schema = { type: 'object', properties: { city: { type: 'string' } } }
const minimal: { readonly [K in RequestProtocol]: object } = {
  'openai-chat': { model: 'm', messages: [user] },
  'openai-responses': { model: 'm', input: 'Hi' },
  anthropic: { model: 'm', max_tokens: 9, messages: [user] },
  'ollama-chat': { model: 'm', messages: [user], stream: false },
  'ollama-generate': { model: 'm', prompt: 'Hi', stream: false },
}
const protocols = Object.keys(minimal) as RequestProtocol[]

/** All fields that the official types have; leaving one out does not compile. */
type FieldsOf<T> = { readonly [K in keyof Required<T>]: true }
const official = {
  'openai-chat': {
    messages: true, model: true, audio: true, frequency_penalty: true, function_call: true,
    functions: true, logit_bias: true, logprobs: true, max_completion_tokens: true, max_tokens: true,
    metadata: true, modalities: true, n: true, parallel_tool_calls: true, prediction: true,
    presence_penalty: true, prompt_cache_key: true, prompt_cache_retention: true,
    reasoning_effort: true, response_format: true, safety_identifier: true, seed: true,
    service_tier: true, stop: true, store: true, stream: true, stream_options: true,
    temperature: true, tool_choice: true, tools: true, top_logprobs: true, top_p: true, user: true,
    verbosity: true,
    web_search_options: true,
  } satisfies FieldsOf<ChatCompletionCreateParamsBase>,
  'openai-responses': {
    background: true, context_management: true, conversation: true, include: true, input: true,
    instructions: true, max_output_tokens: true, metadata: true, model: true,
    parallel_tool_calls: true, previous_response_id: true, prompt: true, prompt_cache_key: true,
    prompt_cache_retention: true, reasoning: true, safety_identifier: true, service_tier: true,
    store: true, stream: true, stream_options: true, temperature: true, text: true,
    tool_choice: true, tools: true, top_p: true, truncation: true, user: true,
  } satisfies FieldsOf<ResponseCreateParamsBase>,
  anthropic: {
    max_tokens: true, messages: true, model: true, cache_control: true, container: true,
    diagnostics: true, inference_geo: true, metadata: true, output_config: true, service_tier: true,
    speed: true, stop_sequences: true, stream: true, system: true, thinking: true, tool_choice: true,
    tools: true, user_profile_id: true, workspace_id: true,
  } satisfies FieldsOf<MessageCreateParamsBase>,
  'ollama-chat': {
    model: true, messages: true, stream: true, format: true, keep_alive: true, tools: true,
    think: true, logprobs: true, top_logprobs: true, options: true,
  } satisfies FieldsOf<OllamaChat>,
  'ollama-generate': {
    model: true, prompt: true, suffix: true, system: true, template: true, context: true,
    stream: true, raw: true, format: true, images: true, keep_alive: true, think: true,
    logprobs: true, top_logprobs: true, width: true, height: true, steps: true, options: true,
  } satisfies FieldsOf<GenerateRequest>,
} // prettier-ignore

describe.each(protocols)('a request of %s', (protocol) => {
  it('has a row for every field that the official types know', () => {
    const rows = Object.keys(requestFields[protocol])
    expect(Object.keys(official[protocol]).filter((name) => !rows.includes(name))).toEqual([])
  })

  it('is refused for each field that cannot be served, with its place', () => {
    for (const [name, { fate }] of Object.entries(requestFields[protocol])) {
      if (fate !== 'refused') continue
      const asked = { ...minimal[protocol], [name]: { any: 'thing' } }
      const reading = readRequest(protocol, asked)
      expect(reading, name).toMatchObject({
        ok: false,
        fault: { kind: 'invalid-request', param: name },
      })
      for (const nothing of [null, false, '', []]) {
        expect(readRequest(protocol, { ...asked, [name]: nothing }).ok, name).toBe(true)
      }
    }
  })

  it('is the same with or without what is ignored, and gives unknown fields back', () => {
    const plain = read(protocol, minimal[protocol])
    for (const [name, { fate }] of Object.entries(requestFields[protocol])) {
      if (fate !== 'ignored') continue
      expect(read(protocol, { ...minimal[protocol], [name]: 'x' }), name).toEqual(plain)
    }
    const extra = { mirostat: 2, chat_template_kwargs: { a: 1 } }
    expect(read(protocol, { ...minimal[protocol], ...extra })).toEqual({ ...plain, extra })
  })

  it('has the words of the user', () => {
    expect(read(protocol, minimal[protocol])).toMatchObject({
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      tools: [],
      toolChoice: 'none',
      choices: 1,
    })
  })

  it('never throws, whatever it is', () => {
    const names = Object.keys(requestFields[protocol])
    const key = fc.constantFrom(
      ...names,
      'role',
      'content',
      'type',
      'function',
      'name',
      'text',
      '__proto__',
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, key, fc.string(), fc.integer(), fc.constant(null), fc.boolean(), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 3 }),
      object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    })) // prettier-ignore
    fc.assert(
      fc.property(value, fc.dictionary(key, value), (body, more) => {
        for (const asked of [body, { ...minimal[protocol], ...more }]) {
          const reading = readRequest(protocol, asked)
          if (!reading.ok) expect(reading.fault.message).not.toBe('')
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('the history', () => {
  it("is read from OpenAI's messages", () => {
    const { messages } = read('openai-chat', {
      messages: [
        {
          role: 'developer',
          content: [
            { type: 'text', text: 'Be' },
            { type: 'text', text: 'brief.' },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What?' },
            { type: 'image_url', image_url: { url: 'data:x' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          reasoning: 'Hm',
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x": 1}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: '7' },
      ],
    })
    expect(messages).toEqual([
      { role: 'system', content: 'Be\nbrief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What?' },
          { type: 'image_url', image_url: { url: 'data:x' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'Hm',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"x": 1}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '7' },
    ])
  })

  it("is read from Anthropic's blocks", () => {
    const { messages } = read('anthropic', {
      max_tokens: 9,
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm', signature: 's' },
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'a',
              content: [{ type: 'text', text: '7' }],
              is_error: true,
            },
            { type: 'text', text: 'And?' },
          ],
        },
      ],
    })
    expect(messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }],
      },
      {
        role: 'assistant',
        content: 'I look.',
        reasoning_content: 'Hm',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: { x: 1 } } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '7', is_error: true },
      { role: 'user', content: 'And?' },
    ])
  })

  it('is read from the items of a response, which make one turn', () => {
    const { messages } = read('openai-responses', {
      instructions: 'Be brief.',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'What?' },
            { type: 'input_image', image_url: 'data:x' },
          ],
        },
        {
          type: 'reasoning',
          id: 'rs',
          summary: [],
          content: [{ type: 'reasoning_text', text: 'Hm' }],
        },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
        { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'a', output: '7' },
        { type: 'message', role: 'assistant', content: 'Seven.' },
      ],
    })
    expect(messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What?' },
          { type: 'image_url', image_url: { url: 'data:x' } },
        ],
      },
      {
        role: 'assistant',
        content: 'I look.',
        reasoning_content: 'Hm',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '7' },
      { role: 'assistant', content: 'Seven.' },
    ])
  })

  it("is read from Ollama's messages", () => {
    const request = read('ollama-chat', {
      messages: [
        { role: 'user', content: 'What?', images: ['iVBORw0'] },
        {
          role: 'assistant',
          content: '',
          thinking: 'Hm',
          tool_calls: [{ function: { name: 'f', arguments: { x: 1 } } }],
        },
        { role: 'tool', tool_name: 'f', content: '7' },
      ],
      options: { num_predict: -1, temperature: 0, mirostat: 1 },
      think: 'low',
    })
    expect(request.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0' } },
          { type: 'text', text: 'What?' },
        ],
      },
      {
        role: 'assistant',
        content: '',
        reasoning_content: 'Hm',
        tool_calls: [{ type: 'function', function: { name: 'f', arguments: { x: 1 } } }],
      },
      { role: 'tool', name: 'f', content: '7' },
    ])
    expect(request).toMatchObject({
      stream: true,
      reasoning: 'on',
      reasoningEffort: 'low',
      sampling: { temperature: 0 },
      extra: { options: { mirostat: 1 } },
    })
    expect(request.sampling.maxTokens).toBeUndefined()
  })

  it('is a prompt when Ollama is asked for one', () => {
    const request = read('ollama-generate', { prompt: '<s>Hi', raw: true })
    expect(request).toMatchObject({ messages: [], rawPrompt: '<s>Hi' })
  })
})

describe('tools, their choice and the form of the answer', () => {
  const tool = { type: 'function', function: { name: 'f', description: 'd', parameters: schema } }
  it.each([
    ['openai-chat', { tools: [tool], tool_choice: 'required' }, 'required'],
    ['openai-chat', { tools: [tool] }, 'auto'],
    [
      'openai-chat',
      { tools: [tool], tool_choice: { type: 'function', function: { name: 'f' } } },
      tool.function,
    ],
    ['openai-chat', { functions: [tool.function], function_call: { name: 'f' } }, tool.function],
    [
      'openai-responses',
      {
        tools: [{ type: 'function', ...tool.function }],
        tool_choice: { type: 'function', name: 'f' },
      },
      tool.function,
    ],
    [
      'anthropic',
      {
        tools: [{ name: 'f', description: 'd', input_schema: schema }],
        tool_choice: { type: 'any' },
      },
      'required',
    ],
    [
      'anthropic',
      {
        tools: [{ name: 'f', description: 'd', input_schema: schema }],
        tool_choice: { type: 'tool', name: 'f' },
      },
      tool.function,
    ],
    ['ollama-chat', { tools: [tool] }, 'auto'],
  ] as const)('%s, %#', (protocol, more, choice) => {
    const { tools, toolChoice } = read(protocol, { ...minimal[protocol], ...more })
    expect(tools).toEqual([tool])
    expect(toolChoice).toEqual(
      typeof choice === 'string' ? choice : { type: 'function', function: { name: 'f' } },
    )
  })

  it.each([
    [
      'openai-chat',
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema } } },
    ],
    ['openai-responses', { text: { format: { type: 'json_schema', name: 'a', schema } } }],
    ['anthropic', { output_config: { format: { type: 'json_schema', schema } } }],
    ['ollama-chat', { format: schema }],
    ['ollama-generate', { format: schema }],
  ] as const)('%s asks for JSON of a schema', (protocol, more) => {
    expect(read(protocol, { ...minimal[protocol], ...more }).responseSchema).toEqual(schema)
  })

  it.each([
    ['openai-chat', { messages: [] }, 'messages', 'is empty'],
    ['openai-chat', { messages: [{ role: 'robot' }] }, 'messages[0].role', 'is not known'],
    [
      'openai-chat',
      { messages: [{ role: 'user', content: 7 }] },
      'messages[0].content',
      'must be a list',
    ],
    [
      'openai-chat',
      { tool_choice: 'required' },
      'tool_choice',
      'asks for a tool, and there are none',
    ],
    ['openai-chat', { n: 0 }, 'n', 'must be a whole number from 1 to 128'],
    ['anthropic', { max_tokens: undefined }, 'max_tokens', 'is missing'],
    [
      'anthropic',
      { tools: [{ type: 'web_search_20250305', name: 'w' }] },
      'tools[0].type',
      'tools that Anthropic runs are not supported',
    ],
    [
      'openai-responses',
      { previous_response_id: 'r' },
      'previous_response_id',
      'is not supported: nothing is stored: send the whole conversation',
    ],
    [
      'openai-responses',
      { input: [{ type: 'item_reference', id: 'x' }] },
      'input[0].type',
      'an item of type "item_reference" is not supported',
    ],
    ['ollama-chat', { messages: 'Hi' }, 'messages', 'must be a list'],
  ] as const)('%s refuses %j', (protocol, more, param, message) => {
    const reading = readRequest(protocol, { ...minimal[protocol], ...more })
    expect(reading).toEqual({ ok: false, fault: { kind: 'invalid-request', param, message } })
  })
})
