import { describe, expect, it } from 'vitest'
import { isExact } from '../src/analyze/gbnf-loss.ts'
import type { FormatOptions, SessionOptions, Tool } from '../src/chat/index.ts'
import { profiles } from '../src/chat/index.ts'
import {
  formatByName,
  formatList,
  gptOss,
  hermes,
  plain,
  qwen3Coder,
} from '../src/formats/index.ts'
import { verify } from '../src/verify/verify.ts'
import { formatCases } from './support/generate.ts'
import { takesTools } from './support/takes-tools.ts'

const tools: Tool[] = [
  {
    type: 'function',
    function: {
      name: 'get',
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string' },
          days: { type: 'integer' },
          unit: { enum: ['c', 'cc'] },
          note: { type: ['string', 'null'] },
          opts: { type: 'object' },
        },
        required: ['city'],
      },
    },
  },
  { type: 'function', function: { name: 'get_all' } },
]

/** A message in one line: channels, calls, and the codes that were noted. */
function read(
  make: (options?: FormatOptions) => ReturnType<typeof hermes>,
  text: string,
  options: FormatOptions = { tools },
  session: SessionOptions = {},
): object {
  const { message } = make(options).parse(text, session)
  const { content, reasoning, toolCalls, diagnostics } = message
  return {
    ...(content === '' ? {} : { content }),
    ...(reasoning === '' ? {} : { reasoning }),
    ...(toolCalls.length === 0
      ? {}
      : { calls: toolCalls.map((call) => `${call.name} ${call.arguments} ${call.state}`) }),
    ...(diagnostics.length === 0 ? {} : { notes: diagnostics.map(({ code }) => code) }),
  }
}

describe('hermes', () => {
  const call = '<tool_call>\n{"name": "get", "arguments": {"city": "Oslo"}}\n</tool_call>'
  const got = 'get {"city": "Oslo"} complete'

  it('reads text, reasoning and calls in their order', () => {
    const { message } = hermes({ tools }).parse(`<think>\nhm\n</think>\n\nSo:\n${call}\n${call}`)
    expect(message.segments).toEqual([
      { kind: 'reasoning', text: 'hm\n' },
      { kind: 'content', text: 'So:' },
      { kind: 'call', index: 0 },
      { kind: 'call', index: 1 },
    ])
    expect(message.finishReason).toBe('tool_calls')
    expect(message.diagnostics).toEqual([])
  })

  it('keeps text between and after calls', () => {
    expect(read(hermes, `${call}\nand\n${call} done`)).toEqual({
      content: '\nand done',
      calls: [got, got],
      notes: ['off-grammar'],
    })
  })

  it('gives an undeclared call back as text', () => {
    const text = '<tool_call>\n{"name": "nope", "arguments": {}}\n</tool_call>'
    expect(read(hermes, text)).toEqual({
      content: text,
      notes: ['undeclared-tool', 'off-grammar'],
    })
  })

  it('tells a name from one that begins like it', () => {
    expect(read(hermes, '<tool_call>\n{"name": "get_all", "arguments": {}}\n</tool_call>')).toEqual(
      {
        calls: ['get_all {} complete'],
      },
    )
  })

  it.each([
    ['arguments before the name', '{"arguments": {"city": "Oslo"}, "name": "get"}', got],
    ['parameters for arguments', '{"name": "get", "parameters": {"city": "Oslo"}}', got],
    [
      'arguments encoded twice',
      '{"name": "get", "arguments": "{\\"city\\": 1}"}',
      'get {"city": 1} complete',
    ],
    [
      'further members',
      '{"type": "function", "name": "get", "x": [1], "arguments": {"city": "Oslo"}, "y": 2}',
      got,
    ],
    ['no arguments', '{"name": "get_all"}', 'get_all {} complete'],
    ['broken arguments', '{"name": "get", "arguments": {"city": tru', 'get {"city": tru invalid'],
    [
      'text for a member',
      '{"name": "get", "arguments": {"city": 1} oops}',
      'get {"city": 1}oops} invalid',
    ],
    [
      'a closer in a string',
      '{"name": "get", "arguments": {"city": "</tool_call>"}}',
      'get {"city": "</tool_call>"} complete',
    ],
  ])('reads %s', (_name, body, expected) => {
    expect(read(hermes, `<tool_call>${body}</tool_call>`)).toMatchObject({ calls: [expected] })
  })

  it('keeps a call without its closer, and says when it is cut off', () => {
    expect(read(hermes, '<tool_call>{"name": "get", "arguments": {"city": "O"}}')).toMatchObject({
      calls: ['get {"city": "O"} complete'],
    })
    expect(read(hermes, '<tool_call>{"name": "get", "arguments": {"city": "O')).toEqual({
      calls: ['get {"city": "O incomplete'],
      notes: ['incomplete-call'],
    })
    expect(read(hermes, 'x <tool_call>\n{"name": "ge')).toMatchObject({
      content: 'x <tool_call>\n{"name": "ge',
    })
  })

  it('ends reasoning at a call, not at a mention of one', () => {
    expect(read(hermes, `<think>now ${call}`)).toMatchObject({ reasoning: 'now ', calls: [got] })
    expect(read(hermes, '<think>a <tool_call> tag</think>Yes')).toMatchObject({
      content: 'Yes',
      reasoning: 'a <tool_call> tag',
    })
  })

  it('reads reasoning that the prompt opened, whether or not the prompt is given', () => {
    const options: FormatOptions = { tools, reasoning: 'open' }
    const expected = { reasoning: 'hm\n', content: 'Yes' }
    expect(read(hermes, 'hm\n</think>\n\nYes', options)).toEqual(expected)
    const generationPrompt = '<|im_start|>assistant\n<think>\n'
    expect(read(hermes, 'hm\n</think>\n\nYes', options, { generationPrompt })).toEqual(expected)
    expect(read(hermes, '<think>\nhm\n</think>\n\nYes', options)).toMatchObject(expected)
  })

  it('leaves markers alone where they mean nothing', () => {
    expect(read(hermes, call, {})).toEqual({ content: call })
    expect(read(hermes, call, { tools, toolChoice: 'none' })).toEqual({ content: call })
    expect(read(hermes, '<think>a</think>b', { tools, reasoning: 'off' })).toEqual({
      content: '<think>a</think>b',
    })
    expect(read(hermes, 'a</think>b')).toEqual({
      content: 'ab',
      notes: ['off-grammar', 'stray-marker'],
    })
  })

  it('drops further calls when parallel ones are off, and says so', () => {
    expect(read(hermes, `${call}\n${call}`, { tools, parallelToolCalls: false })).toMatchObject({
      calls: [got],
      notes: expect.arrayContaining(['extra-call']),
    })
  })

  it('notes a further call that is cut off', () => {
    const cut = `${call}<tool_call>{"name": "get", "arguments": {"city": "O`
    const { message } = hermes({ tools, parallelToolCalls: false }).parse(cut)
    expect(message.toolCalls).toHaveLength(1)
    expect(message.diagnostics.map(({ code }) => code)).toContain('extra-call')
    expect(message.coverage.at(-1)?.kind).toBe('skipped')
  })

  it('decodes a name that JSON escapes', () => {
    const name = 'a"b\\\n'
    const odd: Tool[] = [{ function: { name } }]
    const text = `<tool_call>{"name": ${JSON.stringify(name)}, "arguments": {}}</tool_call>`
    expect(read(hermes, text, { tools: odd })).toEqual({ calls: [`${name} {} complete`] })
  })

  it('outlives a validator that throws', () => {
    const validate = (): never => {
      throw new Error('odd schema')
    }
    const { message } = hermes({ tools }).parse(call, { validate })
    expect(message.diagnostics.map((d) => d.message)).toEqual([
      'call 0 of "get": the validator failed: odd schema',
    ])
  })

  it('refuses a choice of a tool that is not there', () => {
    const toolChoice = { function: { name: 'nope' } }
    expect(() => hermes({ tools, toolChoice })).toThrow(
      /names "nope", which is not among the tools/,
    )
  })
})

describe('qwen3-coder', () => {
  const call = (body: string): string =>
    `<tool_call>\n<function=get>\n${body}</function>\n</tool_call>`
  const argument = (name: string, value: string): string =>
    `<parameter=${name}>\n${value}\n</parameter>\n`

  it.each([
    [
      'text as it stands',
      argument('city', ' New\nYork "x" </b> '),
      '{"city":" New\\nYork \\"x\\" </b> "}',
    ],
    ['an integer', argument('days', '3'), '{"days":3}'],
    ['an integer that is none', argument('days', 'many'), '{"days":"many"}'],
    ['null where it may be', argument('note', 'null'), '{"note":null}'],
    ['a number where only text or null may be', argument('note', '7'), '{"note":"7"}'],
    [
      'an object',
      argument('opts', '{"a": [1, "</parameter>"]}'),
      '{"opts":{"a": [1, "</parameter>"]}}',
    ],
    ['an unknown argument', argument('what', '1'), '{"what":"1"}'],
    ['no arguments', '', '{}'],
    ['values without line breaks', '<parameter=city>Oslo</parameter>', '{"city":"Oslo"}'],
  ])('reads %s', (_name, body, expected) => {
    expect(read(qwen3Coder, call(body))).toMatchObject({ calls: [`get ${expected} complete`] })
  })

  it('reads a call without its wrapper, or without the closer of the one before', () => {
    expect(read(qwen3Coder, '<function=get_all>\n</function>')).toMatchObject({
      calls: ['get_all {} complete'],
    })
    const open = '<tool_call>\n<function=get_all>\n</function>\n'
    expect(read(qwen3Coder, open + open)).toMatchObject({
      calls: ['get_all {} complete', 'get_all {} complete'],
    })
  })

  it('says when a call is cut off', () => {
    expect(read(qwen3Coder, '<tool_call>\n<function=get>\n<parameter=city>\nOs')).toEqual({
      calls: ['get {"city":"Os incomplete'],
      notes: ['incomplete-call'],
    })
  })
})

describe('gpt-oss', () => {
  const call = '{"city": "Oslo"}'
  const got = `get ${call} complete`
  const read1 = (text: string, session: SessionOptions = {}, options: FormatOptions = { tools }) =>
    read(gptOss, text, options, session)

  it.each([
    [
      'behind the channel',
      `<|channel|>commentary to=functions.get <|constrain|>json<|message|>${call}`,
    ],
    ['before the channel', ` to=functions.get<|channel|>commentary json<|message|>${call}`],
    ['on the channel of thoughts', `<|channel|>analysis to=functions.get<|message|>${call}`],
    ['without functions.', `<|channel|>commentary to=get<|message|>${call}`],
    [
      'with the end of the message',
      ` to=functions.get<|channel|>commentary<|message|>${call}<|call|>`,
    ],
  ])('reads a recipient %s', (_name, text) => {
    expect(read1(text)).toMatchObject({ calls: [got] })
  })

  it('reads what is said before a call, and drops it where the policy says so', () => {
    const said = '<|channel|>commentary<|message|>I look.<|end|>'
    const text = `${said}<|start|>assistant to=functions.get<|channel|>commentary<|message|>${call}`
    expect(read1(text)).toMatchObject({ content: 'I look.', calls: [got] })
    const dropped = read1(text, { policies: { commentary: 'drop' } })
    expect(dropped).toMatchObject({ calls: [got] })
    expect(dropped).not.toHaveProperty('content')
  })

  it('takes what goes to its own tools while it thinks for thoughts', () => {
    const text =
      '<|channel|>analysis to=browser.search<|message|>{"q": "x"}<|end|><|start|>assistant<|channel|>final<|message|>Yes.'
    expect(read1(text)).toMatchObject({ reasoning: '{"q": "x"}', content: 'Yes.' })
  })

  it('reads calls without tools, and further ones, where the policies say so', () => {
    const text = `<|channel|>commentary to=functions.any<|message|>${call}`
    const calls = [`any ${call} complete`]
    expect(read1(text, { policies: { withoutTools: 'emit' } }, {})).toMatchObject({ calls })
    expect(read1(text, {}, {})).not.toHaveProperty('calls')
    const one = ` to=functions.get<|channel|>commentary<|message|>${call}<|call|>`
    const two = `${one}<|start|>assistant${one}`
    const single: FormatOptions = { tools, parallelToolCalls: false }
    expect(read1(two, {}, single)).toMatchObject({ calls: [got] })
    const all = read1(two, { policies: { extraCalls: 'emit' } }, single)
    expect(all).toMatchObject({ calls: [got, got] })
  })
})

describe('an answer that follows a schema', () => {
  const responseSchema = { type: 'object', properties: { a: { type: 'string' } } }

  it('is read with and without a fence, and kept when it is none', () => {
    for (const make of [hermes, plain, qwen3Coder]) {
      expect(read(make, '{"a": "b"}', { responseSchema })).toEqual({ content: '{"a": "b"}' })
      expect(read(make, '```json\n{"a": "b"}\n```', { responseSchema })).toMatchObject({
        content: '{"a": "b"}',
      })
      expect(read(make, 'No.', { responseSchema })).toEqual({
        content: 'No.',
        notes: ['off-grammar'],
      })
    }
  })
})

describe('the profile llamaCpp', () => {
  const session = { profile: profiles.llamaCpp }

  it('reads no text after a JSON call, and drops it after a tagged one', () => {
    const json = '<tool_call>\n{"name": "get_all", "arguments": {}}\n</tool_call> x'
    expect(read(hermes, json, { tools }, session)).toMatchObject({
      calls: ['get_all {} complete'],
      notes: expect.arrayContaining(['no-match']),
    })
    const tagged = '<tool_call>\n<function=get_all>\n</function>\n</tool_call> x'
    expect(read(qwen3Coder, tagged, { tools }, session)).toMatchObject({
      calls: ['get_all {} complete'],
    })
  })
})

// Formats share the time: the more there are, the fewer texts each has.
const share = (all: number): number => Math.max(10, Math.round(all / formatList.length))

describe('every shipped format', () => {
  it('is found by its names', () => {
    for (const { name, aliases, make } of formatList) {
      for (const known of [name, ...aliases]) expect(formatByName(known.toUpperCase())).toBe(make)
    }
  })

  for (const { name, make } of formatList) {
    it(`${name}: a call that is cut off anywhere is incomplete, not invalid`, () => {
      if (!takesTools(make)) return
      const chat = make({ tools, reasoning: 'off' })
      const toolCalls = [{ name: 'get', arguments: '{"city": "Oslo", "days": 3}', id: 'abc123def' }]
      const { text } = chat.write({ toolCalls })
      for (let end = 1; end < text.length; end++) {
        const { message } = chat.parse(text.slice(0, end), { checkGrammar: false })
        const states = message.toolCalls.map(({ state }) => state)
        expect(states, text.slice(0, end)).not.toContain('invalid')
      }
    })
  }

  for (const { name, chat } of formatCases(0, 1)) {
    it(`law 6: ${name}: the grammar admits what the parser reads without a note`, () => {
      expect(isExact(chat.arena())).toBe(true)
      const report = verify(chat.arena(), { budget: share(1200), samples: share(600), seed: 5 })
      expect(report.counterExamples).toEqual([])
      expect(report.sentences + report.sampled).toBeGreaterThan(5)
    })
  }
})
