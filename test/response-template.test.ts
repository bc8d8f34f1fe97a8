import { existsSync, readFileSync } from 'node:fs'
import { assert, array, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createResponseParser, readResponseTemplate, TemplateError } from '../src/template/index.ts'
import type { Tool } from '../src/chat/chat-types.ts'

interface ResponseCase {
  readonly id: string
  readonly template: unknown
  readonly prefix: string
  readonly output: string
  readonly tools?: readonly Tool[]
  readonly expected?: object
}

/** Cases beside the checkout: what Transformers 5.18 gave for a whole text. */
const shared = new URL('../../shared/cases/response-template.jsonl', import.meta.url)
const sharedCases: readonly ResponseCase[] = existsSync(shared)
  ? readFileSync(shared, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : []

const read = ({ template, output, prefix, tools }: ResponseCase) =>
  createResponseParser(readResponseTemplate(template)).parse(
    output,
    tools === undefined ? { prefix } : { prefix, tools },
  )

describe('a response is read as Transformers reads it', () => {
  it.each(sharedCases.map((one) => [one.id, one] as const))('%s', (_, one) => {
    if (one.expected === undefined) {
      const found = errorOf(() => read(one).diagnostics)
      expect(found).not.toEqual([])
    } else {
      const { value, diagnostics } = read(one)
      expect(JSON.parse(JSON.stringify(value))).toEqual(one.expected)
      expect(diagnostics).toEqual([])
    }
  })
})

function errorOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    expect(error).toBeInstanceOf(TemplateError)
    return error
  }
}

/** A template of our own: tagged calls, a field of each parser, a joined implicit field. */
const own = {
  version: 1,
  defaults: { role: 'assistant' },
  start_anchor_pattern: '<\\|(?:model|assistant)\\|>\\n?',
  fields: {
    thinking: { open: '<think>', close: '</think>' },
    tool_calls: {
      open_pattern: '\\s*<call name="(?P<name>[^"]+)">',
      close_pattern: '\\s*</call>',
      repeats: true,
      content: 'xml-inline',
      content_args: { tag_pattern: '<(?P<key>\\w+)>(?P<value>.*?)</\\1>' },
      transform: { type: 'function', function: { name: '{name}', arguments: '{content}' } },
    },
    score: { open: '<score>', close: '</score>', content: 'float' },
    content: { close_pattern: '\\s*<\\|end\\|>', repeats: true, join: '' },
  },
}
const tools: Tool[] = [
  {
    function: {
      name: 'f',
      parameters: {
        type: 'object',
        properties: {
          n: { type: 'integer' },
          b: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
          o: { type: 'object' },
          s: { type: 'string' },
        },
      },
    },
  },
]

describe('a template of our own', () => {
  const parser = createResponseParser(readResponseTemplate(own))

  it('types arguments by the schema, and keeps what has no type', () => {
    const text =
      '<think>a <call> b</think>Hm.\n<call name="f"><n>3</n><b>None</b><o>{"x":1}</o><s>3</s><z>3</z>\n</call> Done.<|end|>'
    expect(parser.parse(text, { tools })).toEqual({
      value: {
        role: 'assistant',
        thinking: 'a <call> b',
        content: 'Hm.Done.',
        tool_calls: [
          {
            type: 'function',
            function: { name: 'f', arguments: { n: 3, b: null, o: { x: 1 }, s: '3', z: '3' } },
          },
        ],
      },
      diagnostics: [],
    })
  })

  it('begins behind the last anchor of the prompt', () => {
    const prefix = '<|model|>old<|end|><|user|>q<|assistant|>\n<think>'
    expect(parser.parse('new</think>x', { prefix }).value).toMatchObject({
      thinking: 'new',
      content: 'x',
    })
  })

  it('names what it cannot read, and reads the rest', () => {
    const { value, diagnostics } = parser.parse('a<score>many</score>b')
    expect(value).toEqual({ role: 'assistant', content: 'ab' })
    expect(diagnostics.map(({ message }) => message)).toEqual(['score: "many" is no float'])
  })

  it('reads a long run of white space in linear work', () => {
    const { value, diagnostics } = parser.parse(`a${' '.repeat(200_000)}b`)
    expect(diagnostics).toEqual([])
    expect(String(value['content']).length).toBe(200_002)
  })

  it('never throws on a text', () => {
    const pieces =
      '<think> </think> <call_name=" f"> </call> <n> </n> <score> 1 </score> <|end|> __proto__ \ud800 < "'
    const piece = constantFrom(
      ' ',
      '\n',
      ...pieces.split(' ').map((text) => text.replace('_n', ' n')),
    )
    assert(
      property(array(piece, { maxLength: 20 }), (parts) => {
        expect(parser.parse(parts.join(''), { tools }).value).toHaveProperty('role')
      }),
    )
  })
})

describe('a pattern is refused with its place', () => {
  it.each([
    ['(a', 'the group is not closed', 0],
    ['a**', 'nothing to repeat', 2],
    ['[z-a]', 'a broken range in a class', 0],
    ['a++', 'possessive repetition is not supported', 2],
    ['(?<!a)b', 'lookbehind is not supported', 0],
    ['\\bx', 'word boundaries are not supported', 0],
    ['(?P=x)', 'no group has this name', 0],
    ['a{9999}', 'repeated more than 1000 times', 1],
    ['[a-z]+end', 'this repetition can take what follows it, which needs going back', 0],
  ])('%s', (open_pattern, message, offset) => {
    const template = { start_anchor: 'x', fields: { note: { open_pattern, close: '.' } } }
    const found = errorOf(() => createResponseParser(readResponseTemplate(template)))
    expect(found).toMatchObject({ code: 'response-template', diagnostic: { offset } })
    expect(String(found)).toContain(message)
  })

  it.each([
    ['(?:a|ab)c', 'xabcy', 'y'],
    ['a?ab', 'abz', 'z'],
    ['<(?P<k>.+?)>', '<ab>c', 'c'],
    ['x{2,3}(?=y)', 'xxy', 'y'],
    ['(?:\\s|;)*=', ' ; =v', 'v'],
  ])('%s is not', (open_pattern, text, note) => {
    const transform = open_pattern.includes('?P<') ? { transform: '{content}' } : {}
    const template = { start_anchor: 'x', fields: { note: { open_pattern, ...transform } } }
    expect(createResponseParser(readResponseTemplate(template)).parse(text).value).toEqual({ note })
  })
})
