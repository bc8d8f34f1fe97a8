import { afterAll, describe, expect, it } from 'vitest'
import { acceptGbnf } from '../src/gbnf/index.ts'
import { createTestFolder, runCli } from './support/cli.ts'

const folder = createTestFolder()
afterAll(() => folder.remove())

const tools = folder.file('tools.json', [
  {
    function: {
      name: 'weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    },
  },
])
const hermes = 'templates/hermes.jinja'
const call = '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>'

async function cli(code: number, args: readonly string[], input = '') {
  const result = await runCli(args, input)
  expect(result, result.err).toMatchObject({ code })
  return result
}

describe('a chat template on the command line', () => {
  it('explain says the format, how sure it is, and shows what was printed', async () => {
    const { out } = await cli(0, ['explain', hermes])
    expect(out).toContain("format      hermes, 100 % of the template's answers read back")
    expect(out).toContain('sure of     content 100 %, reasoning 100 %, calls 100 %')
    expect(out).toMatch(/call: passed {10,}calls: passed/)
    expect(out).toContain('{"name":·"qz_first_tool_zq"')
    expect(out).toContain('a sample\n\n<think>¶')
  })

  it('explain --json is the whole analysis', async () => {
    const { out } = await cli(0, ['explain', 'fixtures/templates/tagged-typed.jinja', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      format: 'template',
      confidence: 1,
      parts: { calls: 1, arguments: 1 },
      description: { calls: { style: 'tagged' } },
    })
  })

  it('explain says what was not read, and what to do', async () => {
    const odd = folder.file('odd.jinja', '')
    const { err } = await cli(1, ['explain', odd])
    expect(err).toContain('the template prints no plain answer')
    expect(err).toContain('hint: ')
  })

  it('prompt renders messages', async () => {
    const { out } = await cli(0, ['prompt', hermes], '[{"role":"user","content":"Hi"}]')
    expect(out).toBe('<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n')
  })

  it('tools and a response schema go together with --either', async () => {
    const schema = folder.file('schema.json', { const: 'no' })
    const both = ['--template', hermes, '--tools', tools, '--response-schema', schema]
    const { out } = await cli(0, ['grammar', ...both, '--either'])
    const thinking = '<think>\nHm.\n</think>\n\n'
    for (const text of [thinking + call, `${thinking}"no"`]) {
      expect(acceptGbnf(out, text).kind, text).toBe('complete')
    }
    expect(acceptGbnf((await cli(0, ['grammar', ...both])).out, thinking + call).kind).toBe(
      'refused',
    )
  })

  it('grammar, parse, stream and simulate take one in place of a format', async () => {
    const from = ['--template', hermes, '--tools', tools]
    const { out: gbnf } = await cli(0, ['grammar', ...from])
    expect(gbnf).toBe((await cli(0, ['grammar', 'hermes', '--tools', tools])).out)
    expect(JSON.parse((await cli(0, ['parse', ...from], call)).out)).toMatchObject({
      toolCalls: [{ name: 'weather', state: 'complete' }],
    })
    expect((await cli(0, ['stream', ...from, '--deltas'], call)).out).toContain('"weather"')
    expect((await cli(0, ['simulate', ...from], call)).out).toContain(
      'switches the grammar on at 0',
    )
    const { out } = await cli(1, ['simulate', ...from], call.replace('weather', 'whether'))
    expect(out).toContain('generation dies at 23, token 23: found "h"')
  })

  it('replay reads a case by the template that it names', async () => {
    const line = {
      format: 'no such family',
      template: 'hermes.jinja',
      tools: [{ function: { name: 'weather' } }],
      text: call,
      expected: { content: '', toolCalls: [{ name: 'weather', arguments: '{"city": "Oslo"}' }] },
    }
    const cases = folder.file('cases.jsonl', JSON.stringify(line))
    const { out } = await cli(0, ['replay', cases, '--template', 'templates'])
    expect(out).toContain('read by their chat templates: 1')
    expect(out).toContain('1 passed, 0 failed')
    expect((await cli(0, ['replay', cases])).out).toContain('0 passed')
  })
})
