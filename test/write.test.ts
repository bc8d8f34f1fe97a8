import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chatFromArena, type Chat, type Message, type Tool } from '../src/chat/index.ts'
import type { MessageToWrite } from '../src/chat/write.ts'
import { formatList, hermes, plain, qwen3Coder } from '../src/formats/index.ts'
import { buildGrammar } from '../src/grammar.ts'
import { takesTools } from './support/takes-tools.ts'

const { CI, TEST_HARDER } = process.env
const all = TEST_HARDER !== undefined ? 5000 : CI !== undefined ? 1500 : 400
// Formats share the time: the more there are, the fewer messages each has.
const runs = Math.max(5, Math.round(all / formatList.length))

const tools: readonly Tool[] = [
  {
    function: {
      name: 'save',
      parameters: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          count: { type: 'integer' },
          rate: { type: 'number' },
          deep: { type: 'boolean' },
          tags: { type: 'array' },
          more: { type: 'object' },
        },
      },
    },
  },
  { function: { name: 'save_all', parameters: { type: 'object', properties: {} } } },
]

/** Text that no family's markers can come out of, also not together with what stands around it. */
const plainText = fc.string({ unit: 'binary', maxLength: 30 }).map((text) =>
  // eslint-disable-next-line no-misleading-character-class
  text.replaceAll(/[\s<>[\]{}()|`\ufeff\ud800-\udfff\ufffd]/gu, ' ').trim(),
)
const lines = fc.array(plainText, { maxLength: 3 }).map((parts) => parts.join(' \n').trim())

const values = {
  path: lines,
  count: fc.maxSafeInteger(),
  rate: fc.double({ noNaN: true, noDefaultInfinity: true }),
  deep: fc.boolean(),
  tags: fc.array(fc.oneof(plainText, fc.jsonValue({ maxDepth: 1 }), fc.constant({ '': null }))),
  more: fc.dictionary(plainText, fc.oneof(fc.boolean(), plainText), { maxKeys: 3 }),
}
const calls = fc.array(
  fc.oneof(
    fc.record({
      name: fc.constant('save'),
      arguments: fc.record(values, { requiredKeys: [] }).map((value) => JSON.stringify(value)),
    }),
    fc.constant({ name: 'save_all', arguments: '{}' }),
  ),
  { maxLength: 3 },
)
const messages = fc.record({ reasoning: lines, content: lines, toolCalls: calls })

/** What a message says, however its JSON is spaced. */
function said({ reasoning, content, toolCalls }: MessageToWrite): unknown {
  return {
    reasoning,
    content,
    toolCalls: toolCalls?.map((call) => [call.name, valueOf(String(call.arguments))]),
  }
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return { broken: json }
  }
}

function readBack(chat: Chat, text: string): Message {
  return chat.parse(text).message
}

describe('what a format writes of a message, it reads as that message', () => {
  for (const { name, make } of formatList) {
    for (const reasoning of ['on', 'open', 'off'] as const) {
      it(`${name}, reasoning ${reasoning}`, () => {
        const mayCall = takesTools(make)
        const chat = make({ reasoning, ...(mayCall ? { tools } : {}) })
        const property = fc.property(messages, (given) => {
          const thinks = reasoning !== 'off' && make.family.reasoning !== undefined
          const message = {
            reasoning: thinks ? given.reasoning : '',
            content: given.content,
            toolCalls: mayCall ? given.toolCalls : [],
          }
          const { text, diagnostics } = chat.write(message)
          expect(diagnostics).toEqual([])
          const read = readBack(chat, text)
          expect(said(read)).toEqual(said(message))
          expect(read.toolCalls.every(({ state }) => state === 'complete')).toBe(true)
          expect(read.diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
        })
        fc.assert(property, { numRuns: runs, seed: 3 })
      })
    }

    it(`${name}: what it cannot carry, it says`, () => {
      const chat = make(takesTools(make) ? { tools } : {})
      const { text: sample } = chat.write({
        reasoning: 'a',
        content: 'b',
        toolCalls: takesTools(make) ? [{ name: 'save', arguments: '{"path":"c","count":1}' }] : [],
      })
      const piece = fc.oneof(
        fc.nat(sample.length).chain((from) => fc.nat(40).map((n) => sample.slice(from, from + n))),
        fc.string({ maxLength: 3 }),
      )
      const odd = fc.array(piece, { maxLength: 4 }).map((parts) => parts.join(''))
      const property = fc.property(odd, odd, odd, (reasoning, content, path) => {
        const toolCalls = takesTools(make)
          ? [{ name: 'save', arguments: JSON.stringify({ path }) }]
          : []
        const { text, diagnostics } = chat.write({ reasoning, content, toolCalls })
        const same =
          JSON.stringify(said(readBack(chat, text))) ===
          JSON.stringify(said({ reasoning, content, toolCalls }))
        expect(diagnostics.length === 0).toBe(same)
      })
      fc.assert(property, { numRuns: runs, seed: 4 })
    })
  }
})

describe('write', () => {
  it('writes as the family does', () => {
    const message = { reasoning: 'hm', content: 'So:', toolCalls: [{ name: 'save_all' }] }
    expect(hermes({ tools }).write(message)).toEqual({
      text: '<think>\nhm</think>\n\nSo:\n<tool_call>\n{"name": "save_all", "arguments": {}}\n</tool_call>',
      diagnostics: [],
    })
    expect(qwen3Coder({ tools, reasoning: 'open' }).write(message).text).toBe(
      'hm</think>\n\nSo:\n<tool_call>\n<function=save_all>\n</function>\n</tool_call>',
    )
  })

  it('takes arguments as an object, and keeps the digits of those given as text', () => {
    const argumentsOf = (text: string): string[] =>
      readBack(qwen3Coder({ tools }), text).toolCalls.map((call) => call.arguments)
    const toolCalls = [
      { name: 'save', arguments: { path: '</b>"\n', tags: [1] } },
      { name: 'save', arguments: '{ "count" : 12345678901234567890, "more":{"a":[{}, "},"]} }' },
    ]
    const { text, diagnostics } = qwen3Coder({ tools }).write({ toolCalls })
    expect(diagnostics).toEqual([])
    expect(argumentsOf(text)).toEqual([
      '{"path":"</b>\\"\\n","tags":[1]}',
      '{"count":12345678901234567890,"more":{"a":[{}, "},"]}}',
    ])
  })

  it('says what the request does not allow', () => {
    const toolCalls = [{ name: 'nope', arguments: '{}' }]
    const codes = (chat: Chat, message: MessageToWrite): string[] =>
      chat.write(message).diagnostics.map((found) => found.message)
    expect(codes(hermes({ tools }), { toolCalls })).toEqual([
      'hermes cannot carry the content: it reads back as "<tool_call>\\n{\\"name\\": \\"nope\\", \\"arguments\\"…"',
      'hermes cannot carry the call 0 of "nope": it is lost',
    ])
    expect(codes(plain(), { toolCalls })).toEqual([
      'plain cannot carry the call 0 of "nope": it is lost',
    ])
    expect(codes(hermes({ reasoning: 'off' }), { reasoning: 'hm' })).toEqual([
      'hermes cannot carry the reasoning: it reads back as ""',
    ])
    const broken = { toolCalls: [{ name: 'save', arguments: '{"path": ' }] }
    expect(codes(hermes({ tools }), broken)).toHaveLength(1)
    expect(codes(qwen3Coder({ tools }), broken)).toHaveLength(1)
    expect(codes(hermes(), { content: 'half \ud83d' })).toHaveLength(1)
  })

  it('outlives odd messages', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const odd = { toolCalls: [{ name: 'save', arguments: `{"tags": ${deep}}` }] }
    for (const make of [hermes, qwen3Coder]) {
      expect(
        make({ tools })
          .write(odd)
          .diagnostics.map(({ code }) => code),
      ).toContain('unwritable')
    }
  })

  it('asks for a writer where there is none', () => {
    const arena = buildGrammar((p) => p.sequence(p.tag('content', p.rest()), p.end()))
    expect(() => chatFromArena(arena).write({ content: 'x' })).toThrow(/custom has no way back/)
    const write = ({ content }: { content: string }): string => content
    const chat = chatFromArena(arena, { writer: { ids: false, write } })
    expect(chat.write({ content: 'x' })).toEqual({ text: 'x', diagnostics: [] })
  })
})
