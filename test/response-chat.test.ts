import { describe, expect, it } from 'vitest'
import type { Chat, Tool } from '../src/chat/chat-types.ts'
import { acceptGbnf } from '../src/gbnf/index.ts'
import {
  lintResponseTemplate,
  readResponseTemplate,
  responseChat,
  type ResponseChatOptions,
} from '../src/template/index.ts'

const tools: Tool[] = [
  {
    function: {
      name: 'weather',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' }, days: { type: 'integer' } },
        required: ['city'],
      },
    },
  },
  { function: { name: 'now', parameters: { type: 'object', properties: {} } } },
]

/** The ways in which templates say where a call's parts stand, and one call in each. */
const layouts: Readonly<Record<string, { field: object; call: string }>> = {
  'an object': {
    field: {
      open_pattern: '\\s*<tool_call>',
      close: '</tool_call>',
      content: 'json',
      transform: { type: 'function', function: '{content}' },
    },
    call: '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo </tool", "days": 3}}\n</tool_call>',
  },
  'an object with keys of its own': {
    field: {
      open: '<|tool|>',
      close: '<|end|>',
      content: 'json',
      transform: {
        type: 'function',
        function: { name: '{content.tool}', arguments: '{content.args}' },
      },
    },
    call: '<|tool|>{"tool": "weather", "args": {"city": "Oslo </tool", "days": 3}}<|end|>',
  },
  'a name in the opener': {
    field: {
      open_pattern: '\\s*<call name="(?P<name>[^"]+)">',
      close_pattern: '</call>',
      content: 'json',
      transform: { type: 'function', function: { name: '{name}', arguments: '{content}' } },
    },
    call: '<call name="weather">{"city": "Oslo </tool", "days": 3}</call>',
  },
  'tagged arguments': {
    field: {
      open_pattern: '\\s*<function=(?P<name>[^>]+)>',
      close_pattern: '\\s*</function>',
      content: 'xml-inline',
      content_args: {
        tag_pattern: '<parameter=(?P<key>[^>]+)>\\n?(?P<value>.*?)\\n?</parameter>',
      },
      transform: { type: 'function', function: { name: '{name}', arguments: '{content}' } },
    },
    call: '<function=weather>\n<parameter=city>\nOslo </tool\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>',
  },
}

function chatOf(field: object, options: ResponseChatOptions = {}): Chat {
  return responseChat(
    readResponseTemplate({
      start_anchor: '<|assistant|>',
      fields: {
        thinking: { open: '<think>', close: '</think>' },
        tool_calls: { repeats: true, ...field },
        content: { close_pattern: '\\s*<\\|eot\\|>' },
      },
    }),
    { tools, ...options },
  )
}

describe.each(Object.entries(layouts))('calls as %s', (_, { field, call }) => {
  const text = `<think>\nWhere?\n</think>\n\nLet me look.\n${call}`

  it('are read in every cut, with what stands around them', () => {
    const chat = chatOf(field)
    for (let size = 1; size <= text.length; size += size < 8 ? 1 : 11) {
      const session = chat.open({ seed: 1 })
      for (let at = 0; at < text.length; at += size) session.feed(text.slice(at, at + size))
      session.finish()
      const { reasoning, content, toolCalls } = session.message
      expect({ reasoning, content }).toEqual({ reasoning: 'Where?', content: 'Let me look.' })
      expect(toolCalls.map((one) => [one.name, JSON.parse(one.arguments), one.state])).toEqual([
        ['weather', { city: 'Oslo </tool', days: 3 }, 'complete'],
      ])
    }
  })

  it('are streamed while they are written', () => {
    const session = chatOf(field).open({ seed: 1 })
    session.feed(text.slice(0, text.indexOf('Oslo') + 4))
    expect(session.message.toolCalls).toMatchObject([{ name: 'weather', state: 'streaming' }])
    expect(session.message.toolCalls[0]?.arguments).toMatch(/"city": ?"Oslo$/)
  })

  it('have a grammar, which can be forced', () => {
    const required = chatOf(field, { toolChoice: 'required' }).grammar()
    expect(required.lazy).toBe(false)
    expect(acceptGbnf(required.gbnf, call).kind).toBe('complete')
    expect(acceptGbnf(required.gbnf, 'No.').kind).toBe('refused')
    const auto = chatOf(field).grammar()
    expect(auto.lazy).toBe(true)
    expect(auto.triggers.every(({ value }) => text.includes(value))).toBe(true)
  })

  it('that are cut off stay incomplete', () => {
    const { message } = chatOf(field).parse(text.slice(0, text.indexOf('Oslo') + 2))
    expect(message.toolCalls.map(({ state }) => state)).toEqual(['incomplete'])
  })
})

describe('a prompt', () => {
  it('may have opened the reasoning', () => {
    const chat = chatOf(layouts['an object']?.field ?? {}, { prefix: '<|assistant|><think>\n' })
    expect(chat.parse('So.</think>Yes.').message).toMatchObject({
      reasoning: 'So.',
      content: 'Yes.',
    })
  })
})

describe('the lint', () => {
  const lint = (field: object, content: object = {}) =>
    lintResponseTemplate(
      readResponseTemplate({
        start_anchor: 'x',
        fields: { tool_calls: { repeats: true, ...field }, content },
      }),
    ).map(({ path }) => path)

  it('names a closer with an optional tail', () => {
    expect(lint({ open_pattern: '\\s*<a>', close_pattern: '</a>(?:</b>)?' })).toEqual([
      'tool_calls.close_pattern',
    ])
    expect(lint({ open_pattern: '\\s*<a>', close_pattern: '</a>' })).toEqual([])
  })

  it('names an implicit field that white space erases', () => {
    expect(lint({ open: '<a>', close: '</a>' })).toEqual(['content'])
    expect(lint({ open: '<a>', close: '</a>' }, { repeats: true, join: '' })).toEqual([])
  })
})
