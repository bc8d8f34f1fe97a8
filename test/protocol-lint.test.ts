import { jsonSchema, stepCountIs, streamText, tool } from 'ai'
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test'
import { describe, expect, it } from 'vitest'
import type { Delta } from '../src/index.ts'
import {
  createStreamLinter,
  createWireEncoder,
  lintRules,
  lintStream,
  wireProtocols,
  type LintRuleName,
  type WireProtocol,
} from '../src/protocol/index.ts'
import { cutsOf, modelOutputs } from './support/model-server.ts'

const sse = (...events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const named = (
  ...events: readonly { readonly type: string; readonly [field: string]: unknown }[]
): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
const lines = (...frames: readonly object[]): string =>
  frames.map((frame) => `${JSON.stringify(frame)}\n`).join('')

const chunk = (delta: object, finish_reason: string | null = null, more: object = {}): object => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
})
const call = (fields: object, fn: object): object => ({ tool_calls: [{ ...fields, function: fn }] })
const role = chunk({ role: 'assistant', content: '' })
const begun = call({ index: 0, id: 'a', type: 'function' }, { name: 'f', arguments: '' })
const done = 'data: [DONE]\n\n'
const stopped = sse(chunk({}, 'stop')) + done

const messageStart = {
  type: 'message_start',
  message: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    usage: { input_tokens: 0, output_tokens: 0 },
  },
}
const textBlock = {
  type: 'content_block_start',
  index: 0,
  content_block: { type: 'text', text: '' },
}
const text = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } }
const blockStop = { type: 'content_block_stop', index: 0 }
const messageEnd = [
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]

const response = { id: 'r', object: 'response', created_at: 1, status: 'in_progress', model: 'm', output: [], tools: [], tool_choice: 'auto', parallel_tool_calls: true } // prettier-ignore
const created = { type: 'response.created', sequence_number: 0, response }
const item = { type: 'message', id: 'i', role: 'assistant', content: [], status: 'in_progress' }
const added = { type: 'response.output_item.added', sequence_number: 1, output_index: 0, item }

const frame = { model: 'm', created_at: '2026-01-01T00:00:00Z', message: { role: 'assistant', content: 'a' }, done: false } // prettier-ignore
const lastFrame = { ...frame, done: true, done_reason: 'stop', total_duration: 1, prompt_eval_count: 1, eval_count: 1 } // prettier-ignore

/** A log that breaks a rule, and the line where it does. */
const broken: readonly (readonly [LintRuleName, WireProtocol, string, number])[] = [
  ['frame-json', 'openai-chat', `${sse(role)}data: {oops\n\n${stopped}`, 3],
  ['frame-end', 'openai-chat', sse(role) + stopped.trimEnd(), 5],
  ['after-end', 'openai-chat', sse(role) + stopped + sse(role), 7],
  ['no-end', 'openai-chat', sse(role, chunk({}, 'stop')), 3],
  ['error-shape', 'openai-chat', sse({ error: 'x' }), 1],
  ['event-name', 'anthropic', sse(messageStart), 1],
  ['chat-envelope', 'openai-chat', sse(role, { ...chunk({}, 'stop'), id: 'd' }) + done, 3],
  ['chat-choices', 'openai-chat', sse({ ...role, choices: undefined }), 1],
  ['chat-role', 'openai-chat', sse(chunk({ content: 'a' })) + stopped, 1],
  ['chat-finish', 'openai-chat', sse(role, chunk({}, 'eos')) + done, 3],
  ['chat-finish', 'openai-chat', sse(role) + done, 3],
  [
    'chat-after-finish',
    'openai-chat',
    sse(role, chunk({}, 'stop'), chunk({ content: 'a' })) + done,
    5,
  ],
  [
    'chat-delta-text',
    'openai-chat',
    sse(role, chunk({ content: 'a', reasoning: 'b' })) + stopped,
    3,
  ],
  [
    'chat-call-index',
    'openai-chat',
    sse(role, chunk(call({ id: 'a', type: 'function' }, { name: 'f' })), chunk({}, 'tool_calls')) +
      done,
    3,
  ],
  [
    'chat-call-header',
    'openai-chat',
    sse(role, chunk(call({ index: 0, type: 'function' }, { name: 'f' })), chunk({}, 'tool_calls')) +
      done,
    3,
  ],
  [
    'chat-call-repeat',
    'openai-chat',
    sse(role, chunk(begun), chunk(call({ index: 0 }, { name: 'f', arguments: '{}' }))) + done,
    5,
  ],
  [
    'chat-call-id',
    'openai-chat',
    sse(role, chunk(begun), chunk(call({ index: 0, id: 'b' }, { arguments: '{}' }))) + done,
    5,
  ],
  [
    'chat-call-arguments',
    'openai-chat',
    sse(role, chunk(begun), chunk(call({ index: 0 }, { arguments: {} }))) + done,
    5,
  ],
  [
    'chat-call-json',
    'openai-chat',
    sse(
      role,
      chunk(begun),
      chunk(call({ index: 0 }, { arguments: '{' })),
      chunk({}, 'tool_calls'),
    ) + done,
    7,
  ],
  ['chat-finish-calls', 'openai-chat', sse(role, chunk({}, 'tool_calls')) + done, 3],
  [
    'chat-usage',
    'openai-chat',
    sse(role, chunk({}, 'stop', { usage: { prompt_tokens: 1 } })) + done,
    3,
  ],
  ['anthropic-start', 'anthropic', named(textBlock), 2],
  ['anthropic-type', 'anthropic', named(messageStart, { type: 'nope' }), 5],
  ['anthropic-index', 'anthropic', named(messageStart, { ...textBlock, index: 2 }), 5],
  ['anthropic-block', 'anthropic', named(messageStart, textBlock, text, ...messageEnd), 11],
  [
    'anthropic-block-shape',
    'anthropic',
    named(messageStart, { ...textBlock, content_block: { type: 'thinking' } }),
    5,
  ],
  [
    'anthropic-delta',
    'anthropic',
    named(messageStart, textBlock, { ...text, delta: { type: 'thinking_delta', thinking: 'a' } }),
    8,
  ],
  ['anthropic-empty', 'anthropic', named(messageStart, textBlock, blockStop, ...messageEnd), 8],
  [
    'anthropic-stop-reason',
    'anthropic',
    named(messageStart, {
      type: 'message_delta',
      delta: { stop_reason: 'tool_use' },
      usage: { output_tokens: 1 },
    }),
    5,
  ],
  [
    'anthropic-usage',
    'anthropic',
    named(messageStart, { type: 'message_delta', delta: { stop_reason: 'end_turn' } }),
    5,
  ],
  [
    'anthropic-json',
    'anthropic',
    named(
      messageStart,
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'a', name: 'f', input: {} },
      },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '{x' },
      },
      blockStop,
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
    ),
    14,
  ],
  ['responses-first', 'openai-responses', named(added), 2],
  ['responses-first', 'openai-responses', named({ ...created, response: { id: 'r' } }), 2],
  ['responses-sequence', 'openai-responses', named(created, { ...added, sequence_number: 3 }), 5],
  ['responses-type', 'openai-responses', named(created, { type: 'nope' }), 5],
  ['responses-field', 'openai-responses', named(created, { ...added, output_index: undefined }), 5],
  ['responses-index', 'openai-responses', named(created, { ...added, output_index: 1 }), 5],
  [
    'responses-item',
    'openai-responses',
    named(created, {
      type: 'response.output_item.done',
      sequence_number: 1,
      output_index: 0,
      item,
    }),
    5,
  ],
  [
    'responses-part',
    'openai-responses',
    named(created, added, {
      type: 'response.output_text.delta',
      sequence_number: 2,
      item_id: 'i',
      output_index: 0,
      content_index: 0,
      delta: 'a',
      logprobs: [],
    }),
    8,
  ],
  [
    'responses-id',
    'openai-responses',
    named(created, added, {
      type: 'response.content_part.added',
      sequence_number: 2,
      item_id: 'x',
      output_index: 0,
      content_index: 0,
      part: {},
    }),
    8,
  ],
  [
    'responses-text',
    'openai-responses',
    named(
      created,
      { ...added, item: { type: 'function_call', id: 'i', call_id: 'c', name: 'f' } },
      {
        type: 'response.output_item.done',
        sequence_number: 2,
        output_index: 0,
        item: { id: 'i', arguments: '{}' },
      },
    ),
    8,
  ],
  [
    'responses-last',
    'openai-responses',
    named(created, {
      type: 'response.completed',
      sequence_number: 1,
      response: { status: 'completed', output: [{}] },
    }),
    5,
  ],
  ['ollama-envelope', 'ollama-chat', lines({ ...frame, model: 1 }, lastFrame), 1],
  ['ollama-message', 'ollama-chat', lines({ ...frame, message: { content: 'a' } }, lastFrame), 1],
  ['ollama-message', 'ollama-generate', lines(lastFrame), 1],
  [
    'ollama-call',
    'ollama-chat',
    lines(
      {
        ...frame,
        message: { ...frame.message, tool_calls: [{ function: { name: 'f', arguments: '{}' } }] },
      },
      lastFrame,
    ),
    1,
  ],
  ['ollama-done', 'ollama-chat', lines(frame), 1],
  ['ollama-counts', 'ollama-chat', lines({ ...lastFrame, done_reason: '' }), 1],
  ['ui-start', 'ai-sdk-ui', sse({ type: 'finish' }) + done, 1],
  ['ui-type', 'ai-sdk-ui', sse({ type: 'start' }, { type: 'nope' }), 3],
  ['ui-field', 'ai-sdk-ui', sse({ type: 'start' }, { type: 'text-start' }), 3],
  ['ui-step', 'ai-sdk-ui', sse({ type: 'start' }, { type: 'finish-step' }), 3],
  ['ui-part', 'ai-sdk-ui', sse({ type: 'start' }, { type: 'text-delta', id: '0', delta: 'a' }), 3],
  [
    'ui-call',
    'ai-sdk-ui',
    sse({ type: 'start' }, { type: 'tool-input-delta', toolCallId: 'a', inputTextDelta: '{' }),
    3,
  ],
  ['ui-finish', 'ai-sdk-ui', sse({ type: 'start' }, { type: 'finish' }), 3],
]

describe('the conformance checker', () => {
  it.each(broken)('finds %s in %s', (rule, protocol, log, line) => {
    const found = lintStream(protocol, log)
    expect(found).toContainEqual({ line, rule, message: expect.stringMatching(/^[^A-Z].*[^.]$/) })
  })

  it('has a case for every rule', () => {
    const cases = new Set<string>([...broken.map(([rule]) => rule), 'frame-length'])
    expect(Object.keys(lintRules).filter((rule) => !cases.has(rule))).toEqual([])
  })

  it('finds an event that is too long', () => {
    const linter = createStreamLinter('openai-chat')
    const piece = 'x'.repeat(1 << 20)
    const found = [
      ...linter.push('data: '),
      ...Array.from({ length: 17 }, () => linter.push(piece)).flat(),
    ]
    expect([...found, ...linter.push('\n\n')]).toMatchObject([{ rule: 'frame-length', line: 1 }])
  })
})

/** What is read of every format's outputs, whole and cut off, in random pieces. */
const read = modelOutputs().map(({ name, chat, text: output, stopReason }, seed) => {
  const session = chat.open({ seed: 1 })
  const deltas = cutsOf(output, seed).flatMap((piece) => session.feed(piece))
  return { name: `${name}, cut by ${seed}`, deltas: [...deltas, ...session.finish({ stopReason })] }
})

describe.each(wireProtocols)('our own stream of %s', (protocol) => {
  it('breaks no rule, for every format, cut at random, whole or cut off', () => {
    expect(new Set(read.map(({ name }) => name.split(',')[0])).size).toBeGreaterThan(40)
    for (const { name, deltas } of read) {
      expect(lintStream(protocol, logOf(protocol, deltas)), name).toEqual([])
    }
  })

  it('breaks none when it fails in the middle, or nothing comes', () => {
    const wire = createWireEncoder(protocol)
    const failed = wire.start() + wire.push({ kind: 'content', text: 'a' })
    const log = failed + wire.fail({ kind: 'server', message: 'no memory' })
    expect(lintStream(protocol, log)).toEqual([])
    expect(lintStream(protocol, logOf(protocol, []))).toEqual([])
  })
})

function logOf(protocol: WireProtocol, deltas: readonly Delta[]): string {
  const counts = { inputTokens: 1, outputTokens: 2 }
  const wire = createWireEncoder(protocol, { usage: counts, includeUsage: true })
  return [wire.start(), ...deltas.map(wire.push), wire.end()].join('')
}

/** A part of what a model of the AI SDK streams. */
type ModelPart =
  Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream'] extends ReadableStream<infer Part>
    ? Part
    : never

/** The reference: what the AI SDK writes itself. */
describe('a stream of the AI SDK itself', () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }
  const finish = (unified: 'stop' | 'tool-calls'): ModelPart => ({
    type: 'finish',
    finishReason: { unified, raw: unified },
    usage,
  })
  const calling: readonly ModelPart[] = [
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'Hm' },
    { type: 'reasoning-end', id: 'r' },
    { type: 'tool-input-start', id: 'c', toolName: 'f' },
    { type: 'tool-input-delta', id: 'c', delta: '{"a":1}' },
    { type: 'tool-input-end', id: 'c' },
    { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: '{"a":1}' },
    finish('tool-calls'),
  ]
  const answering: readonly ModelPart[] = [
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'Done.' },
    { type: 'text-end', id: 't' },
    finish('stop'),
  ]
  const failing: readonly ModelPart[] = [
    ...answering.slice(0, 2),
    { type: 'error', error: new Error('no memory') },
    finish('stop'),
  ]

  it.each([
    ['with a tool that is run between two steps', [calling, answering]],
    ['that fails in the middle, and then ends', [failing]],
    ['whose second step fails', [calling, failing]],
  ])('breaks no rule, %s', async (_, steps) => {
    let step = 0
    const model = new MockLanguageModelV3({
      doStream: async () => ({
        stream: simulateReadableStream({ chunks: [...(steps[step++] ?? [])] }),
      }),
    })
    const result = streamText({
      model,
      prompt: 'x',
      onError() {},
      stopWhen: stepCountIs(3),
      tools: { f: tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => 'ok' }) },
    })
    const log = await result.toUIMessageStreamResponse().text()
    expect(log).toContain('finish-step')
    // It leaves a part open that an error cut off.
    const found = lintStream('ai-sdk-ui', log).map(({ rule, message }) => `${rule}: ${message}`)
    const opened = log.includes('"type":"error"')
      ? ['ui-step: a part is open where finish-step comes', 'ui-part: a part is open at the end']
      : []
    expect(found).toEqual(opened)
  })
})
