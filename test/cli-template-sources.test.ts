import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatVocabulary } from './oracles/vocabulary.ts'
import { writeTinyGguf } from './oracles/gguf.ts'
import { runCli } from './support/cli.ts'
import { startScriptedEngine, type ScriptedEngine } from './support/scripted-engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'pegbnf-sources-'))
const at = (name: string): string => join(folder, name)
const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(at(name), content)
  return at(name)
}

const template = readFileSync(new URL('../templates/hermes.jinja', import.meta.url), 'utf8')
const jinja = write('chat.jinja', template)
const tools = write('tools.json', '[{"function": {"name": "now"}}]')
const call = '<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>'
const expected = { content: '', toolCalls: [{ name: 'now', arguments: '{}' }] }
const cases = write(
  'cases.jsonl',
  JSON.stringify({
    format: 'none',
    tools: [{ function: { name: 'now' } }],
    text: call,
    expected,
  }),
)

mkdirSync(at('model'))
write('model/chat_template.jinja', template)
mkdirSync(at('older'))
write('older/tokenizer_config.json', JSON.stringify({ chat_template: template }))
writeTinyGguf(at('model.gguf'), { vocabulary: chatVocabulary(['<think>']), template })
write('blob', readFileSync(at('model.gguf')))

let engine: ScriptedEngine | undefined
beforeAll(async () => {
  engine = await startScriptedEngine(template)
})
afterAll(() => {
  engine?.close()
  rmSync(folder, { recursive: true })
})

describe('every command takes a template from', () => {
  const sources: readonly (readonly [string, () => string])[] = [
    ['a file', () => jinja],
    ["a model's folder", () => at('model')],
    ['a folder with the configuration of a tokenizer', () => at('older')],
    ['the configuration itself', () => at('older/tokenizer_config.json')],
    ['a GGUF file', () => at('model.gguf')],
    ['a GGUF file of another name', () => at('blob')],
    ['a running llama-server', () => engine?.url ?? ''],
  ]

  it.each(sources)(
    '%s',
    async (_, source) => {
      const from = ['--template', source(), '--tools', tools]
      const run = async (args: readonly string[], input = ''): Promise<string> => {
        const { code, out, err } = await runCli(args, input)
        expect(code, err).toBe(0)
        return out
      }
      expect(await run(['grammar', ...from])).toMatch(/^root ::= .*think.*now/s)
      expect(JSON.parse(await run(['parse', ...from], call))).toMatchObject({
        toolCalls: [{ name: 'now', state: 'complete' }],
      })
      expect(await run(['stream', ...from, '--deltas'], call)).toContain('"now"')
      expect(await run(['replay', cases, '--template', source()])).toContain('1 passed, 0 failed')
      expect(await run(['explain', source()])).toContain('format      hermes')
      expect(await run(['prompt', source()], '[{"role":"user","content":"Hi"}]')).toContain(
        '<|im_start|>user\nHi<|im_end|>',
      )
    },
    60_000,
  )
})

describe('what is no template is told, with what to do', () => {
  const bytes = readFileSync(at('model.gguf'))
  const loops = '{% for i in range(99999) %}'.repeat(3) + '{% endfor %}'.repeat(3)
  write(
    'split-00002-of-00003.gguf',
    Buffer.concat([Buffer.from('GGUF\x03\0\0\0'), Buffer.alloc(16)]),
  )
  truncateSync(write('weights.safetensors', ''), 2 ** 26)

  it.each([
    ['a file that is not there', at('none.jinja'), 'there is no such file', 2],
    [
      'an empty folder',
      (mkdirSync(at('empty')), at('empty')),
      'give a .jinja file, or a folder',
      2,
    ],
    ['an empty file', write('empty.jinja', ' '), 'the template is empty: give the file', 1],
    ['bytes', write('bytes.jinja', Buffer.from([0x7f, 0x45, 0, 0xff])), 'is no text in UTF-8', 2],
    ['text of UTF-16', write('wide.jinja', Buffer.from(template, 'utf16le')), 'is no text', 2],
    ['a GGUF file that is none', write('page.gguf', '<html>'), 'the file is no GGUF file', 2],
    ['a GGUF file that is cut', write('cut.gguf', bytes.subarray(0, 900)), 'ends at byte 900', 2],
    ['a later part of a model', at('split-00002-of-00003.gguf'), 'ends with 00001-of-', 2],
    ['weights', at('weights.safetensors'), 'has 67108864 bytes', 2],
    ['JSON without one', write('tokenizer.json', '{"model": {}}'), 'in tokenizer_config.json', 2],
    ['no JSON', write('cut.json', '{"chat_template": "'), 'cut.json is not JSON', 2],
    [
      'a syntax fault',
      write('fault.jinja', '{% for m in %}'),
      'fault.jinja: error[template-syntax]',
      2,
    ],
    ['endless work', write('loop.jinja', loops), 'more than 1000000 steps', 1],
    [
      'endless calls',
      write('deep.jinja', '{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}'),
      'deeper',
      1,
    ],
    [
      'a huge template',
      write('huge.jinja', 'x'.repeat(2 ** 21)),
      'longer than 1048576 characters',
      2,
    ],
    ['text without turns', write('text.jinja', 'Ahoy'), 'see what it prints', 1],
    ['a port that nobody listens at', 'http://127.0.0.1:9', 'start llama-server there', 2],
  ] as const)('%s', async (_, source, message, code) => {
    const result = await runCli(['explain', source])
    expect(result.err).toContain(message)
    expect(result.err).toMatch(/hint: |try: /)
    expect(result).toMatchObject({ code, out: '' })
  })
})
