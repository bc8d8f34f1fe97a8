import { afterAll, describe, expect, it } from 'vitest'
import { parseJson } from '../src/cli/json-value.ts'
import { nearest } from '../src/util/nearest.ts'
import { toTools } from '../src/cli/request.ts'
import { run } from '../src/cli/run.ts'
import { toolsOf } from '../src/cli/tool-list.ts'
import { createTestFolder } from './support/cli.ts'

const folder = createTestFolder()
afterAll(() => folder.remove())

/** What is said of a text that is not JSON. */
function faultOf(text: string): string {
  try {
    return `a value: ${JSON.stringify(parseJson(text, 'a.json'))}`
  } catch (error) {
    return error instanceof Error ? error.message : 'no error'
  }
}

describe('a text that is not JSON', () => {
  it('is told with its place, and what a person does about it', () => {
    expect(faultOf('{\n  "a": [1, 2,],\n}')).toBe(`a.json is not JSON
error[no-match]: expected json value, found "]"
  --> 2:14
  |
2 |   "a": [1, 2,],
  |              ^
  hint: take away the comma: JSON has none behind the last item`)
  })

  it.each([
    ['', 'it is empty'],
    [' \n', 'it is empty'],
    ['\ufffd\ufffd[\u0000', 'save it as UTF-8'],
    ['{"a": 1, // one\n"b": 2}', 'take away the comment'],
    ["{'a': 1}", 'write strings and names in double quotes'],
    ['{a: 1}', 'write names in double quotes'],
    ['{"a": 1\n"b": 2}', '--> 2:1'],
    ['{"a": 1', 'found the end of the text'],
    ['[1] x', 'expected the end of the text, found "x"'],
    ['['.repeat(100_000), 'is not JSON: '],
  ])('%j', (text, said) => {
    expect(faultOf(text)).toContain(said)
  })

  it('has no hint where nothing is meant', () => {
    expect(faultOf('root ::= "a"')).not.toContain('hint')
  })

  it('is none for the mark that editors put before UTF-8', () => {
    expect(parseJson('\ufeff[1]', 'a.json')).toEqual([1])
  })
})

describe('tools', () => {
  const schema = { type: 'object', properties: { city: { enum: ['Oslo'] } } }
  const forms: readonly [string, unknown][] = [
    ['OpenAI', [{ type: 'function', function: { name: 'weather', parameters: schema } }]],
    ['OpenAI Responses', [{ type: 'function', name: 'weather', parameters: schema }]],
    ['Anthropic', { tools: [{ name: 'weather', input_schema: schema }] }],
    [
      'MCP',
      { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'weather', inputSchema: schema }] } },
    ],
  ]

  it.each(forms)('keep their schema in the form of %s', (_, list) => {
    expect(toTools(list, 'a.json')[0]?.function).toEqual({ name: 'weather', parameters: schema })
    expect(toolsOf(list)).toEqual([{ name: 'weather', schema }])
  })

  it('without a name are no tools', async () => {
    const gemini = folder.file('gemini.json', [{ functionDeclarations: [{ name: 'weather' }] }])
    let out = ''
    const code = await run(['tools', gemini], {
      input: (async function* nothing(): AsyncGenerator<Uint8Array> {})(),
      write: async (text) => void (out += text),
      warn: () => undefined,
      progress: () => undefined,
    })
    expect(code).toBe(1)
    expect(out).toContain('the tool has no name')
  })
})

describe('nearest', () => {
  it.each([
    ['grammer', 'grammar'],
    ['Grammar', 'grammar'],
    ['garmmar', 'grammar'],
    ['gramma', 'grammar'],
    ['lnit', 'lint'],
    ['xyz', undefined],
    ['', undefined],
    ['g'.repeat(10_000), undefined],
  ])('of %s', (word, name) => {
    expect(nearest(word, ['schema', 'lint', 'lint-stream', 'grammar'])).toBe(name)
  })
})
