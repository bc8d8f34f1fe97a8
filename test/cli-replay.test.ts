import { describe, expect, it } from 'vitest'
import type { Chat, Session } from '../src/chat/chat-types.ts'
import type { Delta } from '../src/chat/delta.ts'
import type { Message } from '../src/chat/message.ts'
import { diagnose } from '../src/diagnostics/diagnostic.ts'
import { readEngineCase } from '../src/cli/replay/engine-case.ts'
import { fieldsOf } from '../src/cli/fields.ts'
import { readingsOf } from '../src/cli/replay/readings.ts'
import type { ReplayCase } from '../src/cli/replay/replay-case.ts'
import { describeFailure } from '../src/cli/replay/report.ts'
import { runCase } from '../src/cli/replay/run-case.ts'
import { shrinkText } from '../src/cli/replay/shrink.ts'
import { readSimpleCase } from '../src/cli/replay/simple-case.ts'

const simple = (object: object): ReplayCase => readSimpleCase(fieldsOf(object, 'cases:1'), 1)
const engine = (object: object): ReplayCase => readEngineCase(fieldsOf(object, 'cases:1'), 1)

const unused = (): never => {
  throw new Error('not used')
}

/** A format whose messages are its text, read by a faulty reader. */
function faultyChat(read: (chunk: string, first: boolean) => string): Chat {
  function open(): Session {
    let content = ''
    let fed = 0
    let finished = false
    const message = (): Message => ({
      role: 'assistant',
      content,
      reasoning: '',
      toolCalls: [],
      finishReason: finished ? 'stop' : null,
      segments: [],
      diagnostics: content.includes('?') ? [diagnose('unread-text', 'a question')] : [],
      coverage: [],
    })
    return {
      feed(chunk): Delta[] {
        const text = typeof chunk === 'string' ? chunk : ''
        const added = read(text, fed++ === 0)
        content += added
        return added === '' ? [] : [{ kind: 'content', text: added }]
      },
      finish() {
        finished = true
        return [{ kind: 'finish', reason: 'stop' }]
      },
      get message() {
        return message()
      },
      coverageSince: () => [],
      stats: { steps: 0, length: 0, reasoningTokens: undefined, hidesReasoning: false },
    }
  }
  return {
    write: () => ({ text: '', diagnostics: [] }),
    format: 'faulty',
    arena: unused,
    grammar: unused,
    deltas: unused,
    reasoningEnded: () => true,
    open,
    parse(text) {
      const session = open()
      session.feed(text)
      session.finish()
      const { message } = session
      return { message, complete: true, diagnostics: message.diagnostics }
    },
  }
}

const honest = faultyChat((chunk) => chunk)

describe('the readings of a case', () => {
  it('are the text in one piece, every cut in two, and chunks of 1 to 8', () => {
    const names = [...readingsOf(simple({ format: 'f', text: 'abcd', expected: {} }))].map(
      ({ name, chunks }) => `${name}: ${chunks.join('|')}`,
    )
    expect(names).toEqual([
      'in one piece: abcd',
      'cut at 1: a|bcd',
      'cut at 2: ab|cd',
      'cut at 3: abc|d',
      'in chunks of 1: a|b|c|d',
      'in chunks of 2: ab|cd',
      'in chunks of 3: abc|d',
    ])
  })

  it('begin with the chunks as they were given', () => {
    const [first] = readingsOf(simple({ format: 'f', chunks: ['ab', 'c'], expected: {} }))
    expect(first).toEqual({ name: 'as given', chunks: ['ab', 'c'] })
  })

  it('cut bytes between bytes', () => {
    const bytes = engine({ engine: 'llama.cpp', format: 'f', output_hex: 'c3a9', expected: {} })
    const cut = [...readingsOf(bytes)].find(({ name }) => name === 'cut at 1')
    expect(cut?.chunks).toEqual([Uint8Array.of(0xc3), Uint8Array.of(0xa9)])
  })

  it('cut texts with ids between tokens, and join them only where the ids stay clear', () => {
    const tokens = [
      { text: 'a <m> b', ids: [1, 2] },
      { text: '<m>', ids: [9] },
      { text: 'c', ids: [3] },
    ]
    const options = { vocab: { '<m>': 9 } }
    const replayCase = engine({ engine: 'vllm', format: 'f', tokens, options, expected: {} })
    expect([...readingsOf(replayCase)].map(({ name }) => name)).toEqual([
      'as given',
      'cut at 1',
      'in chunks of 1',
    ])
  })
})

describe('running a case', () => {
  it('passes when every reading gives what is expected', () => {
    const replayCase = simple({ format: 'f', text: 'abc', expected: { content: 'abc' } })
    expect(runCase(honest, {}, replayCase)).toEqual({
      readings: 6,
      failed: [],
      cutDependence: undefined,
    })
  })

  it('shows the plainest reading that failed', () => {
    const replayCase = simple({
      id: 'x',
      format: 'f',
      text: 'abc',
      expected: { content: 'abd', toolCalls: [{ name: 'f', arguments: '{}' }] },
      why: 'it should',
    })
    expect(describeFailure(replayCase, runCase(honest, {}, replayCase), 'cases.jsonl')).toBe(
      `FAIL x (f, cases.jsonl:1): in all 6 readings
  why: it should
  read whole:
    content
      expected "abd"
      got      "abc"
    toolCalls
      expected "f"
      got      ""
  text "abc"`,
    )
  })

  it('shrinks a text whose message depends on the cut', () => {
    // Loses an x that begins a later chunk.
    const loses = faultyChat((chunk, first) => (first ? chunk : chunk.replace(/^x/, '')))
    const replayCase = simple({ id: 'x', format: 'f', text: 'hello xylophone', expected: {} })
    const expected = { ...replayCase, streamed: { content: 'hello xylophone' } }
    const result = runCase(loses, {}, expected)
    expect(result.failed.map(({ name }) => name)).toContain('cut at 6')
    expect(result.cutDependence?.text).toHaveLength(2)
    expect(describeFailure(expected, result, 'cases.jsonl')).toContain(
      'shortest text found whose message depends on the cut',
    )
  })

  it('takes an exception for a failure of the case', () => {
    const throws = faultyChat(() => {
      throw new Error('broken')
    })
    const result = runCase(throws, {}, simple({ format: 'f', text: 'a', expected: {} }))
    expect(result.failed[0]?.differences).toEqual([
      { path: 'exception', expected: 'none', got: 'broken' },
    ])
  })

  it('takes a warning for the error that is expected', () => {
    const error = engine({
      engine: 'llama.cpp',
      format: 'f',
      output: 'what?',
      expected: { error: 'rejected' },
    })
    expect(runCase(honest, {}, error).failed).toEqual([])
    const fine = { ...error, pieces: ['fine'] }
    expect(runCase(honest, {}, fine).failed[0]?.differences).toEqual([
      { path: 'diagnostics', expected: 'a warning or an error', got: 'none' },
    ])
  })
})

describe('cases of engines', () => {
  const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } }

  it('map their options', () => {
    const { request, session, partial } = engine({
      engine: 'llama.cpp',
      format: 'f',
      tools: [tool],
      output: '',
      options: {
        tool_choice: 'required',
        parallel_tool_calls: false,
        enable_thinking: true,
        reasoning_format: 'none',
        generation_prompt: '<|im_start|>assistant\n<think>\n',
        json_schema: { type: 'object' },
        is_partial: true,
      },
      expected: { content: '' },
    })
    expect(request).toEqual({
      tools: [tool],
      toolChoice: 'required',
      parallelToolCalls: false,
      reasoning: 'open',
      reasoningFormat: 'none',
      responseSchema: { type: 'object' },
    })
    expect(session).toEqual({ generationPrompt: '<|im_start|>assistant\n<think>\n' })
    expect(partial).toBe(true)
  })

  it.each([
    [{ enable_thinking: false, generation_prompt: '<think>' }, 'off'],
    [{ enable_thinking: true, generation_prompt: '<think>\n\n</think>\n\n' }, undefined],
    [{ enable_thinking: true, generation_prompt: '<|START_THINKING|>' }, 'open'],
    [{ enable_thinking: true, generation_prompt: '' }, undefined],
  ] as const)('read %j as reasoning %s', (options, reasoning) => {
    const object = { engine: 'llama.cpp', format: 'f', output: '', options, expected: {} }
    expect(engine(object).request.reasoning).toBe(reasoning)
  })

  it.each([
    [{ reasoning_parser: 'qwen3', thinking: true }, 'open'],
    [{ reasoning_parser: 'deepseek_r1' }, 'open'],
    [{ reasoning_parser: 'base_think' }, 'on'],
    [{ reasoning_parser: null, tool_parser: 'hermes' }, 'off'],
    [{ parser: 'glm47' }, undefined],
  ] as const)('of servers read %j as reasoning %s', (options, reasoning) => {
    const object = { engine: 'vllm', format: 'f', chunks: [], options, expected: {} }
    expect(engine(object).request.reasoning).toBe(reasoning)
  })

  it('expect another result of whole reading where it is given, and compare only what is asserted', () => {
    const object = {
      engine: 'vllm',
      format: 'f',
      chunks: ['a'],
      expected: { content: null, reasoning: null, tool_calls: [], finish_reason: 'stop' },
      expected_complete: { content: 'a', tool_calls: [] },
    }
    const { streamed, whole } = engine(object)
    expect(streamed).toEqual({ content: '', reasoning: '', toolCalls: [], finishReason: 'stop' })
    expect(whole).toMatchObject({ content: 'a' })
    const finishOnly = engine({ ...object, options: { assert: 'finish_only', mode: 'stream' } })
    expect(finishOnly.streamed).toEqual({ finishReason: 'stop' })
    expect(finishOnly.whole).toBeUndefined()
  })

  it('say which line and field is wrong', () => {
    expect(() => engine({ engine: 'vllm', expected: {} })).toThrow(
      'cases:1 has neither output nor chunks',
    )
    expect(() => engine({ engine: 'vllm', output: 3, expected: {} })).toThrow(
      'cases:1: "output" is not a string',
    )
    expect(() => simple({ format: 'f', text: '' })).toThrow('cases:1: "expected" is missing')
  })
})

describe('shrinkText', () => {
  it('keeps what the fault needs', () => {
    const text = 'a long text with an a and a b somewhere'
    expect(shrinkText(text, (t) => /a.*b/.test(t))).toBe('ab')
  })
})
