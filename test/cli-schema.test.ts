import { afterAll, describe, expect, it } from 'vitest'
import { acceptGbnf } from '../src/gbnf/accept.ts'
import { createTestFolder, runCli } from './support/cli.ts'

const { file, remove } = createTestFolder()
afterAll(remove)

const age = { type: 'object', properties: { age: { type: 'integer', minimum: 0 } } }
const odd = { type: 'object', properties: { tags: { type: 'array', uniqueItems: true } } }

describe('schema', () => {
  it('prints the grammar of a file, or of standard input', async () => {
    const { code, out } = await runCli(['schema', file('age.json', age)])
    expect(code).toBe(0)
    expect(acceptGbnf(out, '{"age":7}').kind).toBe('complete')
    expect(acceptGbnf(out, '{"age":-7}').kind).toBe('refused')
    expect(await runCli(['schema'], JSON.stringify(age))).toMatchObject({ code: 0, out })
  })

  it('keeps all digits of large numbers', async () => {
    const text = '{ "type": "integer", "maximum": 9223372036854775807 }'
    const { out } = await runCli(['schema', file('large.json', text)])
    expect(acceptGbnf(out, '9223372036854775807').kind).toBe('complete')
    expect(acceptGbnf(out, '9223372036854775808').kind).not.toBe('complete')
  })

  it('tells on standard error what does not hold, and prints all of it on request', async () => {
    const path = file('odd.json', odd)
    const printed = await runCli(['schema', path])
    expect(printed.code).toBe(0)
    expect(printed.err).toMatch(/^ignored\s+\/properties\/tags\s+uniqueItems\s+\S/m)
    const report = await runCli(['schema', path, '--report'])
    expect(report.out).toMatch(/^exact\s+\/properties\/tags\s+type$/m)
    const json = JSON.parse((await runCli(['schema', path, '--report', '--json'])).out) as {
      exact: boolean
    }
    expect(json.exact).toBe(false)
  })

  it('refuses what is not exact under --strict', async () => {
    const { code, out, err } = await runCli(['schema', file('odd.json', odd), '--strict'])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('/properties/tags')
  })

  it.each([
    [
      { model: 'm', messages: [{ role: 'user', content: 'Ahoy' }], tools: [] },
      'request',
      'pegbnf tools',
    ],
    [{ tools: [{ name: 'a', inputSchema: {} }] }, 'list of tools', 'pegbnf tools'],
    [{ type: 'function', function: { name: 'a', parameters: {} } }, 'tool', 'function.parameters'],
    [{ name: 'a', description: 'b', inputSchema: { type: 'object' } }, 'tool', 'arguments'],
    [{ type: 'json_schema', json_schema: { name: 'a', schema: {} } }, 'response format', 'schema'],
    [{ openapi: '3.1.0', paths: {} }, 'OpenAPI document', 'components.schemas'],
    [[{ name: 'a' }], 'list of tools', 'pegbnf tools'],
  ])('says what a file is that holds no schema: %j', async (value, what, hint) => {
    const { code, out, err } = await runCli(['schema', file('other.json', value)])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(what)
    expect(err).toContain(hint)
  })

  it.each([
    {},
    { 'x-own': 1 },
    { description: 'anything' },
    { type: 'object', properties: { messages: {}, tools: {} } },
  ])('takes %j for the schema that it is', async (value) =>
    expect((await runCli(['schema', file('plain.json', value)])).code).toBe(0),
  )

  it('checks values', async () => {
    const good = file('good.json', '{ "age": 7 }\n')
    const bad = file('bad.json', '{ "age": "7" }')
    const { code, out, err } = await runCli(['schema', file('age.json', age), '--check', good, bad])
    expect(code).toBe(1)
    expect(out).toBe(`${good}: admitted\n${bad}: not admitted\n`)
    expect(err).toContain('1:10')
  })

  it('follows references to schemas that it is given', async () => {
    const refs = file('refs.json', { 'https://e.com/n.json': { type: 'null' } })
    const path = file('ref.json', { $ref: 'https://e.com/n.json' })
    expect((await runCli(['schema', path, '--refs', refs])).out).toBe('root ::= "null"\n')
    expect((await runCli(['schema', path])).err).toMatch(/^refused\s+\/\s+\$ref/m)
  })

  it('admits 1.0 as a whole number on request', async () => {
    const text = '{ "type": "integer" }'
    const { out } = await runCli(['schema', '--integers', 'any'], text)
    expect(acceptGbnf(out, '1.0').kind).toBe('complete')
    expect(acceptGbnf((await runCli(['schema'], text)).out, '1.0').kind).toBe('refused')
  })

  it('writes for XGrammar', async () => {
    const { out } = await runCli(['schema', '--target', 'xgrammar'], '{ "type": "string" }')
    expect(out).toContain('[^\\u0000-\\u001F"\\\\]')
  })

  it('is called wrongly with a text that is no schema', async () => {
    expect((await runCli(['schema'], '[1]')).code).toBe(2)
    expect((await runCli(['schema'], '{')).code).toBe(2)
    expect((await runCli(['schema', 'a', 'b'], '')).code).toBe(2)
  })
})

describe('tools', () => {
  it('warns of two tools of one name', async () => {
    const tool = { name: 'look', inputSchema: { type: 'object' } }
    const { code, err } = await runCli(['tools', file('twice.json', { tools: [tool, tool] })])
    expect(code).toBe(0)
    expect(err).toContain('duplicate-tool')
    expect(err).toContain('"look"')
  })

  const listed = [
    { type: 'function', function: { name: 'fine', parameters: age } },
    { name: 'odd', inputSchema: odd },
    { name: 'broken', parameters: 7 },
  ]

  it('examines each tool by itself', async () => {
    const { code, out } = await runCli(['tools', file('tools.json', listed)])
    expect(code).toBe(1)
    const lines = out.split('\n')
    expect(lines[0]).toMatch(/^fine: /)
    expect(out).toMatch(/^odd: /m)
    expect(out).toMatch(/^ {2}ignored\s+\/properties\/tags\s+uniqueItems/m)
    expect(out).toMatch(/^broken: no grammar/m)
  })

  it("reads the answer to MCP's tools/list, and prints findings as JSON", async () => {
    const answer = { jsonrpc: '2.0', id: 1, result: { tools: listed.slice(1, 2) } }
    const args = ['tools', file('mcp.json', answer), '--json', '--open', '--strict']
    const { code, out } = await runCli(args)
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject([
      { tool: 'odd', target: 'llama.cpp', exact: false, loads: true },
    ])
  })

  it('is called wrongly with what is no list', async () => {
    expect((await runCli(['tools', file('none.json', { a: 1 })])).code).toBe(2)
  })
})
