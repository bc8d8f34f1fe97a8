import { afterAll, describe, expect, it } from 'vitest'
import { lintRules, wireProtocols } from '../src/protocol/index.ts'
import { createTestFolder, runCli } from './support/cli.ts'

const folder = createTestFolder()
afterAll(() => folder.remove())
const tools = folder.file('tools.json', [{ type: 'function', function: { name: 'now' } }])
const text = 'Hi.\n<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>'

describe('stream --protocol', () => {
  it.each(wireProtocols)('writes %s so that lint-stream finds nothing', async (protocol) => {
    const made = await runCli(
      ['stream', 'hermes', '--tools', tools, '--protocol', protocol, '--model', 'm'],
      text,
    )
    expect(made).toMatchObject({ code: 0, err: '' })
    const linted = await runCli(['lint-stream', '--protocol', protocol], made.out)
    expect(linted).toEqual({ code: 0, out: '', err: '' })
  })
})

describe('lint-stream', () => {
  const log = 'data: {"choices":[]}\n\n'
  it('names the line and the rule, and ends with 1', async () => {
    const { code, out } = await runCli(['lint-stream'], log)
    expect(code).toBe(1)
    expect(out).toContain('1: chat-envelope: id is missing\n')
    expect(out).toContain('1: no-end: [DONE] is missing\n')
  })

  it('writes JSON, and the rules', async () => {
    const { out } = await runCli(['lint-stream', '--json'], log)
    expect(JSON.parse(out.split('\n')[0] ?? '')).toMatchObject({ line: 1, rule: 'chat-envelope' })
    const rules = await runCli(['lint-stream', '--rules'])
    for (const rule of Object.keys(lintRules)) expect(rules.out).toContain(rule)
  })

  it('refuses a protocol that is not known', async () => {
    const { code, err } = await runCli(['lint-stream', '--protocol', 'smoke'])
    expect(code).toBe(2)
    expect(err).toContain('--protocol smoke is not one of openai-chat,')
  })
})

describe('diff --protocol', () => {
  it('goes on in the block that the client has', async () => {
    const first = folder.file('first.json', { content: 'Hi' })
    const second = folder.file('second.json', { content: 'Hi there', finishReason: 'stop' })
    const { out } = await runCli(['diff', first, second, '--protocol', 'anthropic'])
    const events = out.split('\n').filter((line) => line.startsWith('data: '))
    expect(events.map((line) => JSON.parse(line.slice(6)))).toMatchObject([
      { type: 'content_block_delta', index: 0, delta: { text: ' there' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta' },
      { type: 'message_stop' },
    ])
  })
})
