import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTinyGguf } from './oracles/gguf.ts'
import { chatVocabulary } from './oracles/vocabulary.ts'
import { runCli, startCli } from './support/cli.ts'
import { ask, hermesTemplate, weather, weatherCall } from './support/gateway-kit.ts'
import { describeWithOracle } from './support/oracle.ts'
import { framesOf, startScriptedEngine, type ScriptedEngine } from './support/scripted-engine.ts'

/** A running `pegbnf serve`. */
interface Served {
  readonly url: string
  readonly printed: () => string
  readonly logged: () => string
  /** Sends SIGTERM, and gives the exit code. */
  stop(): Promise<number | null>
}

async function serve(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<Served> {
  const child = startCli(['serve', '--port', '0', ...args], {
    env,
    ...(cwd === undefined ? {} : { cwd }),
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (bytes) => (out += String(bytes)))
  child.stderr.on('data', (bytes) => (err += String(bytes)))
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /listening on (\S+)/.exec(out)?.[1]
      if (found !== undefined) resolve(found)
    })
    void exit.then((code) => reject(new Error(`exit ${code}: ${err}`)))
  })
  return {
    url,
    printed: () => out,
    logged: () => err,
    stop() {
      child.kill('SIGTERM')
      return exit
    },
  }
}

let engine: ScriptedEngine
beforeAll(async () => {
  engine = await startScriptedEngine(hermesTemplate)
})
afterAll(() => engine.close())

describe('pegbnf serve', () => {
  it('finds the format, serves, logs a line a request, and ends at a signal', async () => {
    const served = await serve(['--upstream', `${engine.url}/v1`], { PEGBNF_KEY: 'k1' })
    expect(served.printed()).toMatch(
      /^tiny\.gguf, format hermes, from llama-server 127\.0\.0\.1:\d+\n/,
    )
    engine.script([...framesOf(weatherCall), { end: 'stop' }])
    const client = new OpenAI({ apiKey: 'k1', baseURL: `${served.url}/v1`, maxRetries: 0 })
    const runner = client.chat.completions.stream({
      model: 'm',
      messages: [{ role: 'user', content: 'my own words' }],
      tools: [{ type: 'function', function: { ...weather.function, parameters: {} } }],
    })
    const { choices } = await runner.finalChatCompletion()
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ function: { name: 'weather', arguments: '{"city": "Oslo"}' } }] },
    })
    const refused = await ask(served.url, 'openai-chat')
    expect(refused.status).toBe(401)
    expect(await served.stop()).toBe(0)
    expect(served.logged()).toMatch(/"path":"\/v1\/chat\/completions","status":200/)
    expect(served.logged()).not.toContain('my own words')
  })

  it('lets a running answer end when it is told to stop', async () => {
    const served = await serve(['--upstream', engine.url, '--format', 'hermes', '--quiet'])
    engine.script([{ text: 'a' }, { waitMs: 400 }, { text: 'b' }, { end: 'stop' }])
    const response = await ask(served.url, 'openai-chat')
    const text = response.text()
    const stopped = served.stop()
    expect(await text).toContain('"finish_reason":"stop"')
    expect(await stopped).toBe(0)
    expect(served.logged()).toBe('')
  })

  it('tells markers by their tokens where it is told to', async () => {
    const served = await serve(['--upstream', engine.url, '--marker-tokens'])
    engine.script([...framesOf('Say <think> twice.'), { end: 'stop' }])
    const response = await ask(served.url, 'openai-chat', { stream: false })
    expect((await response.json()).choices[0].message.content).toBe('Say <think> twice.')
    await served.stop()
  })

  it('says what a plain server costs, and who may ask', async () => {
    const args = ['--upstream', engine.url, '--api', 'openai', '--upstream-model', 'q']
    const source = ['--template', 'templates/hermes.jinja', '--format', 'hermes']
    const served = await serve([...args, ...source, '--host', '0.0.0.0'])
    await served.stop()
    expect(served.logged()).toMatch(/note: grammars are not sent/)
    expect(served.logged()).toMatch(/warning: anybody who reaches 0\.0\.0\.0/)
  })

  it.each([
    [[], /give either --upstream URL or --model/],
    [['--upstream', 'nowhere'], /is no address/],
    [['--upstream', 'http://127.0.0.1:9'], /does not answer/],
    [
      ['--upstream', 'http://127.0.0.1:9', '--api', 'vllm', '--upstream-model', 'm'],
      /--template SOURCE/,
    ],
    [['--model', '/nowhere.gguf'], /there is no such file/],
  ])('explains what is wrong with %j', async (args, says) => {
    const { code, err } = await runCli(['serve', ...args])
    expect(err).toMatch(says)
    expect(code).toBe(2)
  })
})

/** An ordinary token of the vocabulary, a byte that is a letter. */
const letterToken = chatVocabulary([]).tokens.indexOf('b')

describeWithOracle('pegbnf serve --model', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pegbnf-serve-'))
  const file = join(folder, 'tiny.gguf')
  writeTinyGguf(file, {
    vocabulary: chatVocabulary(['<think>', '</think>', '<tool_call>', '</tool_call>']),
    template: hermesTemplate,
    contextLength: 2048,
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('lets llama.cpp itself write a call, which the official client accumulates', async () => {
    const oracles = fileURLToPath(new URL('./oracles/', import.meta.url))
    const args = [
      '--model',
      file,
      '--format',
      'hermes',
      '--parallel',
      '2',
      '--context',
      '2048',
      '--threads',
      '1',
    ]
    const served = await serve(args, {}, oracles)
    expect(served.printed()).toContain('tiny, format hermes, from node-llama-cpp')
    const client = new OpenAI({ apiKey: 'none', baseURL: `${served.url}/v1`, maxRetries: 0 })
    const asked = (seed: number) =>
      client.chat.completions
        .stream({
          model: 'tiny',
          messages: [{ role: 'user', content: 'Weather in Oslo?' }],
          tools: [
            {
              type: 'function',
              function: {
                name: 'flip',
                parameters: {
                  type: 'object',
                  properties: { up: { type: 'boolean' } },
                  required: ['up'],
                  additionalProperties: false,
                },
              },
            },
          ],
          tool_choice: 'required',
          parallel_tool_calls: false,
          reasoning_effort: 'none',
          seed,
          max_tokens: 400,
          stream_options: { include_usage: true },
        })
        .finalChatCompletion()
    // Two at once, as there are two sequences, and one that waits.
    const answers = await Promise.all([asked(1), asked(2), asked(3)])
    for (const { choices, usage } of answers) {
      const [choice] = choices
      const [call] = choice?.message.tool_calls ?? []
      expect(call?.type === 'function' && call.function.name).toBe('flip')
      expect(usage?.prompt_tokens).toBeGreaterThan(10)
      if (choice?.finish_reason !== 'tool_calls' || call?.type !== 'function') continue
      expect(JSON.parse(call.function.arguments)).toEqual({ up: expect.any(Boolean) })
    }
    expect(answers.map(({ choices }) => choices[0]?.finish_reason)).toContain('tool_calls')
    // A bias that leaves only one token makes that one certain, and its probability says so.
    const biased = await client.chat.completions.create({
      model: 'tiny',
      messages: [{ role: 'user', content: 'Say a letter.' }],
      reasoning_effort: 'none',
      logit_bias: { [letterToken]: 100 },
      logprobs: true,
      top_logprobs: 2,
      max_tokens: 3,
    })
    const [choice] = biased.choices
    const told = choice?.logprobs?.content ?? []
    expect(told.map(({ token }) => token).join('')).toBe(choice?.message.content)
    expect(told).toHaveLength(3)
    expect(new Set(told.map(({ token }) => token)).size).toBe(1)
    for (const { logprob, top_logprobs: top } of told) {
      expect(logprob).toBeGreaterThan(-0.01)
      expect([1, 2]).toContain(top.length)
      expect(top[0]?.logprob).toBe(logprob)
    }
    expect(await served.stop()).toBe(0)
  })
})
