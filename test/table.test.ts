import { describe, expect, it } from 'vitest'
import { acceptGbnf } from '../src/gbnf/index.ts'
import { formatFromTable, formats, type Tool } from '../src/index.ts'
import type { FormatTable } from '../src/formats/index.ts'
import { checkLaws } from './support/laws.ts'

/** Qwen3-Coder as vLLM's engine has it. */
const qwen: FormatTable = {
  name: 'qwen-table',
  terminals: {
    THINK_START: '<think>',
    THINK_END: '</think>',
    TOOL_START: '<tool_call>',
    TOOL_END: '</tool_call>',
    FUNC_PREFIX: '<function=',
    CLOSE_ANGLE: '>',
    FUNC_END: '</function>',
  },
  tokens: ['THINK_START', 'THINK_END', 'TOOL_START', 'TOOL_END'],
  transitions: {
    content: {
      THINK_START: { to: 'reasoning' },
      THINK_END: { to: 'content' },
      TOOL_START: { to: 'preamble', events: ['call-start'] },
      FUNC_PREFIX: { to: 'name', events: ['call-start'] },
    },
    reasoning: {
      THINK_START: { to: 'reasoning' },
      THINK_END: { to: 'content' },
      TOOL_START: { to: 'preamble', events: ['call-start'] },
    },
    preamble: { FUNC_PREFIX: { to: 'name' } },
    name: { CLOSE_ANGLE: { to: 'arguments' } },
    arguments: {
      FUNC_END: { to: 'between', events: ['call-end'] },
      TOOL_START: { to: 'preamble', events: ['call-end', 'call-start'] },
    },
    between: {
      TOOL_START: { to: 'preamble', events: ['call-start'] },
      FUNC_PREFIX: { to: 'name', events: ['call-start'] },
      TOOL_END: { to: 'content' },
    },
  },
  initial: 'reasoning',
  arguments: {
    kind: 'tagged',
    open: '<parameter=',
    nameClose: '>\n',
    close: '\n</parameter>\n',
  },
  header: '<|im_start|>assistant\n',
  ends: ['<|im_end|>'],
}

const hermes: FormatTable = {
  name: 'hermes-table',
  terminals: { TOOL_START: '<tool_call>', TOOL_END: ['</tool_call>', '<|call_end|>'] },
  transitions: {
    content: { TOOL_START: { to: 'arguments', events: ['call-start'] } },
    arguments: { TOOL_END: { to: 'content', events: ['call-end'] } },
  },
  arguments: { kind: 'envelope', name: 'name', arguments: 'arguments' },
}

const tools: Tool[] = [
  {
    type: 'function',
    function: {
      name: 'get',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' }, days: { type: 'integer' } },
      },
    },
  },
  { type: 'function', function: { name: 'get_all' } },
]

const call = (name: string, ...args: string[]): string =>
  `<tool_call>\n<function=${name}>\n${args.join('')}</function>\n</tool_call>`
const argument = (name: string, value: string): string =>
  `<parameter=${name}>\n${value}\n</parameter>\n`

const texts = [
  'I think.</think>Hello < there',
  `Hm.</think>So: ${call('get', argument('city', 'Oslo'), argument('days', '3'))}`,
  `Hm.${call('get_all')}\n${call('get', argument('city', 'a\n</par 😀'))}`,
  `</think><function=get>\n${argument('city', 'x')}</function>`,
  `</think>${call('get', argument('days', 'three'))}`,
]

const parts = (chat: ReturnType<typeof formats.hermes>, text: string): unknown => {
  const { content, reasoning, toolCalls } = chat.parse(text, { seed: 1 }).message
  return { content, reasoning, calls: toolCalls.map((c) => [c.name, c.arguments, c.state]) }
}

describe('a format from a table', () => {
  const read = formatFromTable(qwen)({ tools })

  it('reads a family as the family’s own format does', () => {
    const own = formats.qwen3Coder({ tools, reasoning: 'open' })
    for (const text of texts) expect(parts(read, text), text).toEqual(parts(own, text))
  })

  it('holds the laws of a stream', () => {
    for (const text of texts) checkLaws(read, text, { cuts: 60 })
    checkLaws(read, `a${call('nope')}b<tool_call>`, { cuts: 60 })
  })

  it('sends arguments as they come', () => {
    const session = read.open({ seed: 1 })
    const text = `Hm.${call('get', argument('city', 'Oslo'))}`
    session.feed(text.slice(0, text.indexOf('lo\n')))
    expect(session.message.toolCalls[0]?.arguments).toContain('Os')
  })

  it('reads an envelope, and a marker in any of its spellings', () => {
    const chat = formatFromTable(hermes)({ tools })
    const json = '{"arguments": {"city": "Rome"}, "name": "get"}'
    for (const end of ['</tool_call>', '<|call_end|>']) {
      expect(parts(chat, `Well, <tool_call>${json}${end}!`)).toEqual({
        content: 'Well,!',
        reasoning: '',
        calls: [['get', '{"city": "Rome"}', 'complete']],
      })
    }
  })

  it('holds an answer to a response schema, behind its reasoning', () => {
    const responseSchema = {
      type: 'object',
      properties: { n: { type: 'integer' } },
      required: ['n'],
      additionalProperties: false,
    }
    const chat = formatFromTable(qwen)({ responseSchema })
    expect(parts(chat, 'Hm.</think>\n\n{"n": 1}')).toEqual({
      content: '{"n": 1}',
      reasoning: 'Hm.',
      calls: [],
    })
    const { gbnf } = chat.grammar()
    const accepts = (text: string): boolean => acceptGbnf(gbnf, text).kind === 'complete'
    expect(accepts('Hm.</think>\n\n{"n": 1}')).toBe(true)
    expect(accepts('Hm.</think>\n\nOne.')).toBe(false)
    expect(accepts('Hm.</think>\n\n{"n": "one"}')).toBe(false)
    expect(chat.parse('Hm.</think>No.').message.diagnostics.map(({ code }) => code)).toContain(
      'off-grammar',
    )
  })

  it('reads calls beside an answer where either may come', () => {
    const chat = formatFromTable(qwen)({ tools, responseSchema: true, withTools: 'either' })
    expect(parts(chat, `Hm.</think>${call('get_all')}`)).toMatchObject({
      reasoning: 'Hm.',
      calls: [['get_all', '{}', 'complete']],
    })
    expect(parts(chat, 'Hm.</think>[1]')).toMatchObject({ content: '[1]', calls: [] })
  })

  it('refuses a table that is not whole', () => {
    const broken = { ...hermes, transitions: { content: { NOWHERE: { to: 'name' } } } } as const
    expect(() => formatFromTable(broken)).toThrow('has no terminal NOWHERE')
    const empty = { ...hermes, terminals: { ...hermes.terminals, TOOL_END: '' } }
    expect(() => formatFromTable(empty)).toThrow('has no text')
  })
})
