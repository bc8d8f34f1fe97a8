import { describe, expect, it } from 'vitest'
import type { Delta } from '../src/chat/delta.ts'
import { diagnose } from '../src/diagnostics/diagnostic.ts'
import {
  createOpenaiChatEncoder,
  openaiChatChunks,
  openaiChatSse,
  SseDone,
  toSse,
  type ChoiceDelta,
  type OpenaiChatOptions,
  type OpenaiChunk,
} from '../src/protocol/index.ts'

const fixed = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'm' }
const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }

const reasoning = (text: string): Delta => ({ kind: 'reasoning', text })
const content = (text: string): Delta => ({ kind: 'content', text })
const finish = (reason: 'stop' | 'length' | 'tool_calls' | 'abort' | 'error'): Delta => ({
  kind: 'finish',
  reason,
})
const header = (index: number, name: string): Delta => ({
  kind: 'call',
  index,
  id: `call_${index}`,
  type: 'function',
  name,
  arguments: '',
})
const piece = (index: number, text: string): Delta => ({ kind: 'call', index, arguments: text })

/** The deltas and finish reasons of the chunks, without the envelope. */
function bodies(deltas: readonly Delta[], options: OpenaiChatOptions = {}): unknown[] {
  return openaiChatChunks(deltas, { ...fixed, ...options }).flatMap((chunk) =>
    chunk.choices.map((c) => (c.finish_reason === null ? c.delta : c.finish_reason)),
  )
}

async function sse(
  deltas: readonly (Delta | ChoiceDelta)[],
  options: OpenaiChatOptions = {},
): Promise<string[]> {
  const stream = new ReadableStream<Delta | ChoiceDelta>({
    start(controller) {
      for (const delta of deltas) controller.enqueue(delta)
      controller.close()
    },
  }).pipeThrough(openaiChatSse({ ...fixed, ...options }))
  const out: string[] = []
  const utf8 = new TextDecoder()
  for await (const bytes of stream) out.push(utf8.decode(bytes))
  return out
}

describe('openaiChatChunks', () => {
  it('sends the role first, the identity before the arguments, the reason last', () => {
    const deltas = [
      reasoning('Hm'),
      content('Let me see.'),
      header(0, 'weather'),
      piece(0, '{"city":'),
      piece(0, '"Oslo"}'),
      { kind: 'call-end', index: 0, state: 'complete' } as const,
      finish('tool_calls'),
    ]
    expect(bodies(deltas)).toEqual([
      { role: 'assistant', content: '' },
      { reasoning_content: 'Hm' },
      { content: 'Let me see.' },
      {
        tool_calls: [
          {
            index: 0,
            id: 'call_0',
            type: 'function',
            function: { name: 'weather', arguments: '' },
          },
        ],
      },
      { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '"Oslo"' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '}' } }] },
      'tool_calls',
    ])
  })

  it('splits a header that comes with arguments', () => {
    const whole = { ...header(0, 'ping'), arguments: '{}' } as Delta
    expect(bodies([whole, finish('tool_calls')]).slice(1, 4)).toEqual([
      {
        tool_calls: [
          { index: 0, id: 'call_0', type: 'function', function: { name: 'ping', arguments: '' } },
        ],
      },
      { tool_calls: [{ index: 0, function: { arguments: '{' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '}' } }] },
    ])
  })

  it.each([
    ['{"a":1}', 'incomplete', '{"a":1'],
    ['{"a":1} \n', 'incomplete', '{"a":1'],
    ['{"a":{"b":"}"}}', 'incomplete', '{"a":{"b":"}"}'],
    ['{"a":1}}', 'invalid', '{"a":1}}'],
    ['{"a":1', 'incomplete', '{"a":1'],
    ['{"a":{}', 'incomplete', '{"a":{}'],
    [' ', 'incomplete', ' {'],
    ['{"a":1} \n', 'complete', '{"a":1} \n'],
  ] as const)('sends %j of a call that is %s as %j, however it is cut', (text, state, sent) => {
    for (const size of [1, 2, 3, 99]) {
      const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
      const deltas: Delta[] = [
        header(0, 'f'),
        ...pieces.map((added) => piece(0, added)),
        { kind: 'call-end', index: 0, state },
        finish(state === 'complete' ? 'tool_calls' : 'length'),
      ]
      const chunks = openaiChatChunks(deltas, fixed)
      const joined = chunks
        .flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])
        .map((call) => call.function?.arguments ?? '')
        .join('')
      expect(joined).toBe(sent)
    }
  })

  it('repeats the envelope in every chunk', () => {
    for (const chunk of openaiChatChunks([content('a'), finish('stop')], fixed)) {
      expect(chunk).toMatchObject({ ...fixed, object: 'chat.completion.chunk' })
      expect(chunk).not.toHaveProperty('usage')
    }
  })

  it.each([
    ['reasoning_content', { reasoning_content: 'x' }],
    ['reasoning', { reasoning: 'x' }],
    ['both', { reasoning_content: 'x', reasoning: 'x' }],
  ] as const)('sends reasoning as %s', (reasoningField, delta) => {
    expect(bodies([reasoning('x')], { reasoningField })[1]).toEqual(delta)
  })

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['tool_calls', 'tool_calls'],
    ['abort', 'length'],
    ['error', 'length'],
  ] as const)('says %s as %s', (reason, said) => {
    expect(bodies([finish(reason)])).toEqual([{ role: 'assistant', content: '' }, said])
  })

  it('sends nothing for notes and empty text', () => {
    const note: Delta = { kind: 'note', diagnostic: diagnose('off-grammar', 'x') }
    expect(bodies([note, content(''), reasoning(''), finish('stop')])).toEqual([
      { role: 'assistant', content: '' },
      'stop',
    ])
  })

  it('ends a response without a finish as cut off, and one that ended only once', () => {
    expect(bodies([content('a')]).at(-1)).toBe('length')
    expect(bodies([finish('stop'), finish('length')])).toHaveLength(2)
  })

  it('tells the usage only when it is asked for, after all choices', () => {
    const without = openaiChatChunks([finish('stop')], { ...fixed, usage })
    expect(without.some((chunk) => 'usage' in chunk)).toBe(false)
    const options = { ...fixed, includeUsage: true, usage: () => usage }
    const chunks = openaiChatChunks([content('a'), finish('stop')], options)
    expect(chunks.at(-1)).toEqual({ ...fixed, object: 'chat.completion.chunk', choices: [], usage })
    expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true)
  })

  it('refuses to promise a usage that nobody gives', () => {
    expect(() => createOpenaiChatEncoder({ includeUsage: true })).toThrow(
      'includeUsage needs the counts: createOpenaiChatEncoder({ usage: () => … })',
    )
  })

  it('keeps several choices apart', () => {
    const encoder = createOpenaiChatEncoder(fixed)
    const chunks: OpenaiChunk[] = [
      ...encoder.push(content('a'), 0),
      ...encoder.push(content('b'), 1),
      ...encoder.push(finish('stop'), 1),
      ...encoder.push(finish('length'), 0),
      ...encoder.end(),
    ]
    const seen = chunks.map(({ choices: [c] }) => [c?.index, c?.finish_reason ?? c?.delta])
    expect(seen).toEqual([
      [0, { role: 'assistant', content: '' }],
      [0, { content: 'a' }],
      [1, { role: 'assistant', content: '' }],
      [1, { content: 'b' }],
      [1, 'stop'],
      [0, 'length'],
    ])
  })
})

describe('openaiChatSse', () => {
  it('writes each delta as events of one line and ends with [DONE]', async () => {
    const out = await sse([content('a\n\nb'), header(0, 'f'), finish('stop')])
    expect(out.at(-1)).toBe(SseDone)
    const events = out.join('').split('\n\n').slice(0, -1)
    expect(events).toHaveLength(5)
    for (const event of events) expect(event).toMatch(/^data: [^\n]+$/)
    expect(JSON.parse(events[1]?.slice(6) ?? '')).toMatchObject({
      choices: [{ delta: { content: 'a\n\nb' } }],
    })
  })

  it('gives a client a readable stream for no deltas at all', async () => {
    const out = (await sse([])).join('')
    expect(out).toContain('"role":"assistant"')
    expect(out).toContain('"finish_reason":"length"')
    expect(out.endsWith(SseDone)).toBe(true)
  })

  it('takes deltas of several choices', async () => {
    const out = await sse([
      { choice: 0, delta: content('a') },
      { choice: 1, delta: content('b') },
      { choice: 0, delta: finish('stop') },
      { choice: 1, delta: finish('stop') },
    ])
    const choices = out
      .join('')
      .split('\n\n')
      .filter((event) => event.includes('{'))
      .map((event) => JSON.parse(event.slice(6)).choices[0].index)
    expect(choices).toEqual([0, 0, 1, 1, 0, 1])
  })

  it('escapes half surrogate pairs', () => {
    expect(toSse('\ud800')).toBe('data: "\\ud800"\n\n')
  })
})
