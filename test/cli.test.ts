import { once } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { run } from '../src/cli/run.ts'
import { createTestFolder, runCli, startCli, startCliFromSources } from './support/cli.ts'

const folder = createTestFolder()
afterAll(() => folder.remove())

const weather = {
  type: 'function',
  function: {
    name: 'weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}
const tools = folder.file('tools.json', [weather])
const call = (city: string): string =>
  `<tool_call>\n{"name": "weather", "arguments": {"city": "${city}"}}\n</tool_call>`
const grammar = folder.file('list.gbnf', 'root ::= item ("," item)*\nitem ::= [a-z]+\n')

/** Spawns the command line and expects an exit code. */
async function cli(code: number, args: readonly string[], input: string | Uint8Array = '') {
  const result = await runCli(args, input)
  expect(result, result.err).toMatchObject({ code })
  return result
}

/** Runs a command line that reads nothing in this process, which is faster. */
async function inProcess(args: readonly string[]) {
  let [out, err] = ['', '']
  const code = await run(args, {
    input: (async function* nothing(): AsyncGenerator<Uint8Array> {})(),
    write: async (text) => void (out += text),
    warn: (line) => void (err += `${line}\n`),
    progress: () => undefined,
  })
  return { code, out, err }
}

describe('pegbnf', () => {
  it('runs from the sources', async () => {
    const result = await runCli(['parse', 'plain'], 'Hi', startCliFromSources)
    expect(result).toMatchObject({ code: 0, out: expect.stringContaining('"content":"Hi"') })
  })

  it('shows what there is', async () => {
    const { out } = await cli(0, ['--help'])
    for (const name of commands()) expect(out).toContain(`\n  ${name} `)
  })

  it('tells its version', async () => {
    expect((await cli(0, ['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it.each(commands())('teaches %s with examples and exit codes', async (name) => {
    const { code, out, err } = await inProcess([name, '--help'])
    expect(code).toBe(0)
    expect(out).toContain(`usage: pegbnf ${name} `)
    expect(out).toContain('exit codes:')
    expect(out).toContain('examples:')
    expect(err).toBe('')
  })

  it.each([
    [[], 'a command is missing'],
    [['prase'], 'there is no command "prase"'],
    [['prase'], 'did you mean parse?'],
    [['Grammar'], 'did you mean grammar?'],
    [['frobnicate'], 'the commands are grammar'],
    [['parse'], 'FORMAT is missing'],
    [['parse', 'hermes', 'x'], 'there is one argument too many: x'],
    [['parse', 'hermes', 'x.txt'], 'a text is read from standard input: < x.txt'],
    [
      ['grammar', 'hermes', '--tools', tools, '--either'],
      '--either needs both --tools and --response-schema',
    ],
    [['parse', 'nope'], 'there is no format "nope"'],
    [['parse', 'herms'], 'did you mean hermes?'],
    [['parse', 'qwen3codr'], 'did you mean qwen3coder?'],
    [['parse', 'hermes', '--reasonign', 'on'], 'did you mean --reasoning?'],
    [['parse', 'hermes', '--tool-choice', 'required'], '--tool-choice required needs a tool'],
    [['schema', tools], 'it looks like a list of tools'],
    [['diff', tools, tools], 'is not a message'],
    [['serve', '--upstream', 'localhost:8080'], 'give it as http://127.0.0.1:8080'],
    [['parse', 'hermes', '--tool', 'x'], "unknown option '--tool'"],
    [['parse', 'hermes', '--profile', 'x'], 'there is no profile "x"'],
    [
      ['parse', 'hermes', '--tools', 'missing.json'],
      'cannot read missing.json: there is no such file',
    ],
    [['parse', 'hermes', '--tools', grammar], `${grammar} is not JSON`],
    [['parse', 'hermes', '--reasoning', 'maybe'], '--reasoning maybe is not one of on, off, open'],
    [['grammar', 'hermes', '--tools', tools, '--tool-choice', 'x'], '--tool-choice x is neither'],
    [['grammar', 'hermes', '--lazy', '--eager'], '--lazy and --eager exclude each other'],
    [['grammar', 'plain', '--lazy'], 'nothing in this request triggers a lazy grammar'],
    [['check', tools], 'is not a grammar'],
    [['sample', grammar, '--count', '-1'], '--count'],
    [['replay', grammar], `${grammar}:1 is not JSON`],
    [['diff', tools], 'B.json is missing'],
  ])('refuses %j with exit code 2', async (args, message) => {
    const { code, out, err } = await inProcess(args)
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(err).toMatch(/try: pegbnf .*--help\n$/)
    expect(out).toBe('')
  })
})

describe('grammar', () => {
  it('prints a grammar', async () => {
    const { out } = await cli(0, [
      'grammar',
      'hermes',
      '--tools',
      tools,
      '--tool-choice',
      'required',
    ])
    expect(out).toMatch(/^root ::= /)
    expect(out).toContain('weather')
  })

  it('prints all that a server needs', async () => {
    const { out } = await cli(0, ['grammar', 'hermes', '--tools', tools, '--json'])
    const fields: unknown = JSON.parse(out)
    expect(fields).toMatchObject({ lazy: true, preservedTokens: expect.any(Array) })
    expect(Object.keys(fields ?? {})).toEqual([
      'gbnf',
      'lazy',
      'triggers',
      'preservedTokens',
      'stops',
    ])
    const eager = await cli(0, ['grammar', 'hermes', '--tools', tools, '--json', '--eager'])
    expect(JSON.parse(eager.out)).toMatchObject({ lazy: false })
  })
})

describe('--arena', () => {
  it("takes a grammar of one's own in place of a format, saved by grammar --as arena", async () => {
    const saved = await cli(0, ['grammar', 'hermes', '--tools', tools, '--as', 'arena'])
    const arena = folder.file('arena.json', saved.out)
    const named = await cli(0, ['grammar', 'hermes', '--tools', tools])
    expect((await cli(0, ['grammar', '--arena', arena])).out).toBe(named.out)
    const parsed = await cli(0, ['parse', '--arena', arena], call('Oslo'))
    expect(JSON.parse(parsed.out)).toMatchObject({ toolCalls: [{ name: 'weather' }] })
    expect((await cli(0, ['grammar', '--arena', arena, '--as', 'peg'])).out).toMatch(/^root -> /)
    expect((await cli(2, ['grammar', 'hermes', '--arena', arena])).err).toContain(
      'one argument too many',
    )
    expect((await cli(2, ['grammar', '--arena', tools])).err).toContain('error[')
  })
})

describe('parse', () => {
  it('prints a message', async () => {
    const { out, err } = await cli(0, ['parse', 'hermes', '--tools', tools], `Hi.\n${call('Oslo')}`)
    expect(JSON.parse(out)).toMatchObject({
      content: expect.stringMatching(/^Hi\./),
      toolCalls: [{ name: 'weather', arguments: '{"city": "Oslo"}', state: 'complete' }],
      finishReason: 'tool_calls',
    })
    expect(err).toBe('')
  })

  it('ends with 1 and says why when a call is cut off', async () => {
    const { out, err } = await cli(
      1,
      ['parse', 'hermes', '--tools', tools],
      call('Oslo').slice(0, 60),
    )
    expect(JSON.parse(out)).toMatchObject({ toolCalls: [{ state: 'incomplete' }] })
    expect(err).toContain('incomplete-call')
  })

  it('reads the beginning of a response', async () => {
    const args = ['parse', 'hermes', '--tools', tools, '--partial', '--pretty']
    const { out } = await cli(0, args, 'Hi <tool')
    expect(out).toContain('\n  "role": "assistant"')
    expect(JSON.parse(out)).toMatchObject({
      content: expect.stringMatching(/^Hi ?$/),
      finishReason: null,
    })
  })

  it('reads under a profile', async () => {
    const args = ['parse', 'hermes', '--tools', tools, '--profile', 'llama.cpp']
    const { out } = await cli(0, args, call('Oslo'))
    expect(JSON.parse(out)).toMatchObject({ toolCalls: [{ name: 'weather' }] })
  })
})

describe('stream', () => {
  it('sends what has arrived before its input has ended, also of a split character', async () => {
    const child = startCli(['stream', 'plain', '--id', 'x', '--model', 'm'])
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    const until = async (text: string): Promise<void> => {
      while (!out.includes(text)) await once(child.stdout, 'data')
    }
    const bytes = Buffer.from('caf\u00e9')
    child.stdin.write(bytes.subarray(0, 4))
    await until('"caf"')
    child.stdin.write(bytes.subarray(4))
    await until('"\u00e9"')
    expect(out).not.toContain('finish_reason":"stop"')
    child.stdin.end()
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
    expect(out).toMatch(/^data: {"id":"x".*"role":"assistant"/)
    expect(out).toMatch(/"finish_reason":"stop"}\]}\n\ndata: \[DONE\]\n\n$/)
  })

  it('writes deltas on request', async () => {
    const { out } = await cli(0, ['stream', 'plain', '--deltas'], 'hi')
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { kind: 'content', text: 'hi' },
      { kind: 'finish', reason: 'stop' },
    ])
  })

  it('ends quietly when nobody reads', async () => {
    const child = startCli(['stream', 'plain'])
    let err = ''
    child.stderr.on('data', (text) => (err += text))
    child.stdin.on('error', () => undefined)
    child.stdout.destroy()
    const feeding = setInterval(() => child.stdin.write('more '), 20)
    const [code] = await once(child, 'close')
    clearInterval(feeding)
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })
})

describe('diff', () => {
  const before = folder.file('before.json', { content: 'Hi', toolCalls: [] })
  const after = folder.file('after.json', {
    role: 'assistant',
    content: 'Hi there',
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
  })

  it('prints what to add', async () => {
    const { out } = await cli(0, ['diff', before, after])
    const deltas = out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(deltas[0]).toEqual({ kind: 'content', text: ' there' })
    expect(deltas[1]).toMatchObject({ kind: 'call', index: 0, id: 'call_1', name: 'f' })
  })

  it('prints it as events', async () => {
    const { out } = await cli(0, ['diff', before, after, '--sse'])
    expect(out).toMatch(/^data: {.*"delta":{"content":" there"}/)
    expect(out).not.toContain('role')
  })

  it('tells conflicts on standard error and ends with 1', async () => {
    const { err } = await cli(1, ['diff', after, before])
    expect(err).toContain('conflict at content: "Hi there" became "Hi"')
  })
})

describe('check', () => {
  it('ends with 0 for a whole sentence', async () => {
    await cli(0, ['check', grammar], 'ab,c')
  })

  it('ends with 3 for a valid beginning', async () => {
    const { err } = await cli(3, ['check', grammar], 'ab,')
    expect(err).toContain('[a-z]')
  })

  it('ends with 1 and shows the place for a refused text', async () => {
    const { err } = await cli(1, ['check', grammar], 'ab,C')
    expect(err).toContain('1:4')
    expect(err).toContain('\n1 | ab,C\n  |    ^\n')
    expect(err).toContain('expected')
  })

  it('ends with 2 for a grammar that llama.cpp would refuse, and says where', async () => {
    const { err } = await cli(2, ['check', folder.file('bad.gbnf', 'root ::= item\n')], '')
    expect(err).toContain('gbnf-undefined-rule')
  })
})

describe('sample', () => {
  it('draws the same sentence for the same seed, which the grammar admits', async () => {
    const { out } = await cli(0, ['sample', grammar, '--seed', '5'])
    expect((await cli(0, ['sample', grammar, '--seed', '5'])).out).toBe(out)
    await cli(0, ['check', grammar], out)
  })

  it('draws several, one JSON string a line', async () => {
    const { out } = await cli(0, ['sample', grammar, '--count', '3', '--max-length', '10'])
    const lines = out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line).toMatch(/^[a-z]+(,[a-z]+)*$/)
  })

  it('draws answers of a format, which it reads', async () => {
    const args = ['hermes', '--tools', tools, '--tool-choice', 'required', '--reasoning', 'off']
    const { out } = await cli(0, ['sample', ...args, '--seed', '1'])
    await cli(0, ['parse', ...args], out)
  })
})

describe('verify', () => {
  it('finds that a format and its grammar agree', async () => {
    const { out } = await cli(0, ['verify', 'hermes', '--tools', tools, '--samples', '20'])
    expect(out).toMatch(/\d+ sentences/)
  })
})

describe('formats', () => {
  it('lists the formats', async () => {
    expect((await cli(0, ['formats'])).out).toContain('hermes')
    const listed: unknown = JSON.parse((await cli(0, ['formats', '--json'])).out)
    expect(listed).toContainEqual(
      expect.objectContaining({ name: 'gpt-oss', parallel: false, grammar: 'lazy' }),
    )
    expect(listed).toContainEqual(
      expect.objectContaining({ name: 'plain', tools: false, ids: 'none', triggers: [] }),
    )
  })
})

describe('replay', () => {
  const good = { id: 'good', format: 'plain', text: 'abc', expected: { content: 'abc' } }

  it('counts what passed, failed and was skipped', async () => {
    const cases = folder.file(
      'cases.jsonl',
      [
        good,
        { ...good, id: 'bad', expected: { content: 'abd' }, why: 'it was' },
        { ...good, id: 'odd', format: 'nope' },
        {
          engine: 'vllm',
          id: 'd',
          format: 'plain',
          chunks: ['x'],
          expected: {},
          verified: 'disputed',
        },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    )
    const { out } = await cli(1, ['replay', cases])
    expect(out).toContain(`FAIL bad (plain, ${cases}:2): in all 6 readings\n  why: it was\n`)
    expect(out).toContain('skipped as disputed: 1\n')
    expect(out).toContain('skipped, as their format is not known:\n  nope  1\n')
    expect(out).toMatch(/\n1 passed, 1 failed, 2 skipped\n$/)
    const one = await cli(0, ['replay', cases, '--only', 'good', '--quiet'])
    expect(one.out).toBe('1 passed, 0 failed, 0 skipped\n')
  })

  it.each(['qwen3', 'qwen3-coder', 'plain'])('passes the recorded outputs of %s', async (name) => {
    const { out } = await cli(0, ['replay', `fixtures/recorded/${name}.jsonl`])
    expect(out).toMatch(/^\d+ passed, 0 failed, 0 skipped\n$/)
  })
})

function commands(): string[] {
  return ['grammar', 'parse', 'stream', 'diff', 'check', 'sample', 'verify', 'replay', 'formats']
}
