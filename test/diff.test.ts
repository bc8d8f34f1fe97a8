import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAccumulator, diffMessages, type Delta } from '../src/chat/index.ts'

type Loose = Record<string, unknown>

const call = (name: string, args: string, id?: string): Loose => ({
  name,
  arguments: args,
  ...(id === undefined ? {} : { id }),
})

/** The difference as llama.cpp writes it. */
function asLlama(delta: Delta): Loose {
  if (delta.kind === 'content') return { content_delta: delta.text }
  if (delta.kind === 'reasoning') return { reasoning_content_delta: delta.text }
  if (delta.kind !== 'call') return { ...delta }
  const { index, id, name } = delta
  return {
    tool_call_index: index,
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    arguments: delta.arguments,
  }
}

// What llama.cpp gives for these pairs. Where it throws, a conflict says the same; where it loses a
// change in silence, too.
const cases: readonly (readonly [string, Loose, Loose, Loose[], string[]])[] = [
  [
    'new content',
    { content: '' },
    { content: 'Ahoy there' },
    [{ content_delta: 'Ahoy there' }],
    [],
  ],
  [
    'more content',
    { content: 'Ahoy' },
    { content: 'Ahoy there' },
    [{ content_delta: ' there' }],
    [],
  ],
  [
    'content shrunk to a prefix',
    { content: 'Ahoy <t' },
    { content: 'Ahoy ' },
    [{ content_delta: '' }],
    ['shrunk-text'],
  ],
  ['changed content', { content: 'Ahoy' }, { content: 'Bhoy' }, [], ['changed-text']],
  [
    'reasoning before content',
    {},
    { content: 'b', reasoning_content: 'a' },
    [{ reasoning_content_delta: 'a' }, { content_delta: 'b' }],
    [],
  ],
  [
    'a new call',
    {},
    { tool_calls: [call('set_volume', '{"le', 'x1')] },
    [{ tool_call_index: 0, id: 'x1', name: 'set_volume', arguments: '{"le' }],
    [],
  ],
  [
    'more arguments',
    { tool_calls: [call('set_volume', '{"le', 'x1')] },
    { tool_calls: [call('set_volume', '{"level": 5}', 'x1')] },
    [{ tool_call_index: 0, arguments: 'vel": 5}' }],
    [],
  ],
  [
    'two new calls',
    {},
    { tool_calls: [call('a', '{}', '1'), call('b', '{}', '2')] },
    [
      { tool_call_index: 0, id: '1', name: 'a', arguments: '{}' },
      { tool_call_index: 1, id: '2', name: 'b', arguments: '{}' },
    ],
    [],
  ],
  ['fewer calls', { tool_calls: [call('a', '{}', '1')] }, { tool_calls: [] }, [], ['fewer-calls']],
  [
    'a name that grows',
    { tool_calls: [call('get_', '{', '')] },
    { tool_calls: [call('get_row', '{', '')] },
    [{ tool_call_index: 0, id: '', name: 'get_row', arguments: '' }],
    [],
  ],
  [
    'a name that changes',
    { tool_calls: [call('aaa', '{')] },
    { tool_calls: [call('bbb', '{')] },
    [],
    ['changed-name'],
  ],
  [
    'an earlier call that changes late',
    { tool_calls: [call('a', '{'), call('b', '{')] },
    { tool_calls: [call('a', '{}'), call('b', '{}')] },
    [{ tool_call_index: 1, arguments: '}' }],
    ['late-change'],
  ],
]

describe('the difference of two messages', () => {
  for (const [name, previous, next, deltas, conflicts] of cases) {
    it(name, () => {
      const diff = diffMessages(previous, next)
      expect(diff.deltas.map(asLlama)).toEqual(deltas)
      expect(diff.conflicts.map(({ code }) => code)).toEqual(conflicts)
    })
  }

  it('names the place and both values of a conflict', () => {
    const previous = { toolCalls: [call('a', '{}', '1'), call('b', '{')] }
    const next = { toolCalls: [call('a', '{}', '2'), call('b', '{')] }
    expect(diffMessages(previous, next).conflicts).toEqual([
      { code: 'late-change', path: ['toolCalls', 0, 'id'], previous: '1', next: '2' },
    ])
  })

  it("reads OpenAI's shape", () => {
    const next = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'a', arguments: '{}' } }],
    }
    expect(diffMessages(undefined, next).deltas).toEqual([
      { kind: 'call', index: 0, id: 'c1', type: 'function', name: 'a', arguments: '{}' },
    ])
  })

  it('ends calls, adds notes and finishes', () => {
    const previous = { toolCalls: [{ ...call('a', '{'), state: 'streaming' }], finishReason: null }
    const note = { code: 'off-grammar', severity: 'info', message: 'm', offset: 3 }
    const next = {
      toolCalls: [{ ...call('a', '{}'), state: 'complete' }],
      finishReason: 'tool_calls',
      diagnostics: [note],
    }
    expect(diffMessages(previous, next)).toEqual({
      deltas: [
        { kind: 'call', index: 0, arguments: '}' },
        { kind: 'call-end', index: 0, state: 'complete' },
        { kind: 'note', diagnostic: note },
        { kind: 'finish', reason: 'tool_calls' },
      ],
      conflicts: [],
    })
  })
})

const text = fc.constantFrom('', 'a', 'ab', 'abc', 'b', '😀')
const anyCall = fc.record(
  {
    id: text,
    name: text,
    arguments: text,
    state: fc.constantFrom('streaming', 'complete', 'invalid'),
  },
  { requiredKeys: ['name'] },
)
const anyMessage = fc.record(
  {
    content: text,
    reasoning: text,
    toolCalls: fc.array(anyCall, { maxLength: 3 }),
    finishReason: fc.constantFrom(null, 'stop', 'tool_calls'),
  },
  { requiredKeys: [] },
)

describe('any two messages', () => {
  it('without a conflict, the previous one plus the deltas is the next', () => {
    let peaceful = 0
    fc.assert(
      fc.property(anyMessage, anyMessage, (previous, next) => {
        const { deltas, conflicts } = diffMessages(previous, next)
        if (conflicts.length > 0) return
        peaceful++
        const accumulator = createAccumulator(previous)
        deltas.forEach((delta) => accumulator.add(delta))
        const { segments: _, ...sum } = accumulator.message
        const { segments: __, ...whole } = createAccumulator(next).message
        expect(sum).toEqual(whole)
      }),
      { numRuns: 3000 },
    )
    expect(peaceful).toBeGreaterThan(100)
  })

  it('never throws, whatever it is given', () => {
    const hostile = fc.oneof(
      fc.anything({
        withNullPrototype: true,
        withBigInt: true,
        withTypedArray: true,
        withObjectString: true,
      }),
      fc.record({
        content: fc.anything(),
        toolCalls: fc.oneof(fc.anything(), fc.array(fc.anything())),
        diagnostics: fc.anything(),
        finishReason: fc.anything(),
      }),
    )
    fc.assert(
      fc.property(hostile, hostile, (previous, next) => {
        const diff = diffMessages(previous, next)
        expect(Array.isArray(diff.deltas)).toBe(true)
        createAccumulator(previous)
      }),
      { numRuns: 2000 },
    )
  })

  it('reads only own properties, and survives what throws', () => {
    const evil = JSON.parse(
      '{"__proto__": {"content": "x"}, "toolCalls": [{"__proto__": {"name": "y"}}]}',
    ) as unknown
    expect(diffMessages({}, evil).deltas).toEqual([
      { kind: 'call', index: 0, type: 'function', name: '', arguments: '' },
    ])
    const throwing = {
      get content(): string {
        throw new Error('no')
      },
    }
    const refused = new Proxy(
      {},
      {
        getOwnPropertyDescriptor() {
          throw new Error('no')
        },
      },
    )
    expect(diffMessages(throwing, refused)).toEqual({ deltas: [], conflicts: [] })
    expect(diffMessages(7, { content: 5 }).conflicts).toEqual([
      { code: 'not-a-message', path: [], previous: 7, next: undefined },
      { code: 'not-a-message', path: ['content'], previous: undefined, next: 5 },
    ])
  })
})

describe('an accumulator', () => {
  it('takes calls by their index, also where a wire leaves some out', () => {
    const accumulator = createAccumulator()
    accumulator.add({
      kind: 'call',
      index: 1e9,
      id: 'x',
      type: 'function',
      name: 'f',
      arguments: '',
    })
    accumulator.add({ kind: 'call', index: 1e9, arguments: '{}' })
    expect(accumulator.message.toolCalls).toEqual([
      { index: 1e9, id: 'x', type: 'function', name: 'f', arguments: '{}', state: 'streaming' },
    ])
  })
})
