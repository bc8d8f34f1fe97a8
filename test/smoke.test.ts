import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium, printInBrowser } from './smoke/browser.ts'
import { runtimes } from './smoke/runtimes.ts'
import { projectRoot } from './support/sources.ts'
import { hermesTemplate, weatherCall } from './support/gateway-kit.ts'
import { framesOf, startScriptedEngine, type ScriptedEngine } from './support/scripted-engine.ts'
import { installTarball } from './support/tarball.ts'

const installed = installTarball()
for (const name of ['smoke.mjs', 'node.mjs', 'workerd.mjs']) {
  copyFileSync(`${projectRoot}test/smoke/${name}`, join(installed.project, name))
}
// Deno finds packages by the dependencies of the project that imports them.
const manifest = { type: 'module', dependencies: { pegbnf: installed.manifest.version } }
writeFileSync(join(installed.project, 'package.json'), JSON.stringify(manifest))

const timeout = 90_000

/** What is printed: the library's smoke test, and what clients of the gateway saw. */
interface Printed {
  readonly library: string
  readonly gateway: string
  /** What happened to the gateway's engine meanwhile. */
  readonly engine: readonly string[]
}

let engine: ScriptedEngine
beforeAll(async () => {
  engine = await startScriptedEngine(hermesTemplate)
  const source = readFileSync(`${projectRoot}test/smoke/gateway.mjs`, 'utf8')
  const asked = source.replace('http://engine.invalid', engine.url)
  writeFileSync(join(installed.project, 'gateway.mjs'), asked)
})
afterAll(() => engine.close())

/** Runs both on a runtime. The engine writes a call, two texts that never end, and a whole one. */
async function printAll(print: () => Promise<string>): Promise<Printed> {
  const never = [{ text: 'Once' }, { until: new Promise<void>(() => undefined) }]
  engine.script(
    [...framesOf(`<think>\nZürich 🌧️?\n</think>\n\n${weatherCall}`, 3), { end: 'stop' }],
    never,
    never,
    [...framesOf('Four.'), { end: 'stop' }],
  )
  const lines = (await print()).trim().split('\n')
  return {
    library: lines.slice(0, -1).join('\n'),
    gateway: lines.at(-1) ?? '',
    engine: [...engine.events],
  }
}

describe('the packed library', () => {
  let onNode: Printed
  beforeAll(async () => {
    const [node] = runtimes
    if (node === undefined || !('path' in node.program)) throw new Error('Node runs this test')
    const { path } = node.program
    onNode = await printAll(() => node.print(path, installed))
  }, timeout)

  it('parses, streams and prints a grammar', () => {
    const { grammar, whole, deltasByCharacter, deltasByByte, sse } = JSON.parse(onNode.library)
    expect(grammar.gbnf.join('\n')).toContain('get_weather')
    expect(whole).toMatchObject({
      content: expect.stringContaining('One moment.'),
      reasoning: expect.stringContaining('Zürich 🌧️?'),
      toolCalls: [
        { name: 'get_weather', arguments: '{"city": "Zürich", "days": 3}', state: 'complete' },
      ],
    })
    expect(deltasByCharacter.message).toEqual(whole)
    expect(deltasByByte.message).toEqual(whole)
    expect(sse).toContain('data: [DONE]')
  })

  it('serves: streams a call, and tells the engine of clients that go away while it runs on', () => {
    const { type, deltas, begun, refused, whole } = JSON.parse(onNode.gateway)
    expect(type).toContain('text/event-stream')
    expect(deltas.at(-1)).toMatchObject({ finish_reason: 'tool_calls' })
    expect(JSON.stringify(deltas)).toContain('"name":"weather"')
    expect(begun).toBe(true)
    expect(refused).toMatchObject([400, { error: { type: 'invalid_request_error' } }])
    expect(whole.content).toBe('Four.')
    // Each next question comes behind the end of the one before: no exit of the program told the engine.
    const texts = onNode.engine.join(' ').split(/ (?=asked)/)
    expect(texts).toEqual(['asked done', 'asked closed early', 'asked closed early', 'asked done'])
  })

  for (const { name, program, print } of runtimes.slice(1)) {
    if ('path' in program) {
      it(
        `does the same on ${name}`,
        async () => {
          expect(await printAll(() => print(program.path, installed))).toEqual(onNode)
        },
        timeout,
      )
    } else {
      it.skip(`does the same on ${name} (${program.reason})`)
    }
  }

  if ('path' in chromium) {
    const { path } = chromium
    it(
      'does the same in Chromium',
      async () => {
        expect((await printInBrowser(path, installed)).trim()).toBe(onNode.library)
      },
      timeout,
    )
  } else {
    it.skip(`does the same in Chromium (${chromium.reason})`)
  }
})
