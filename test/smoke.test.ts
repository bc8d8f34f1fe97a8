import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { chromium, printInBrowser } from './smoke/browser.ts'
import { runtimes } from './smoke/runtimes.ts'
import { projectRoot } from './support/sources.ts'
import { installTarball } from './support/tarball.ts'

const installed = installTarball()
for (const name of ['smoke.mjs', 'node.mjs', 'workerd.mjs']) {
  copyFileSync(`${projectRoot}test/smoke/${name}`, join(installed.project, name))
}
// Deno finds packages by the dependencies of the project that imports them.
const manifest = { type: 'module', dependencies: { pegbnf: installed.manifest.version } }
writeFileSync(join(installed.project, 'package.json'), JSON.stringify(manifest))

const timeout = 90_000

describe('the packed library', () => {
  let onNode = ''
  beforeAll(async () => {
    const [node] = runtimes
    if (node === undefined || !('path' in node.program)) throw new Error('Node runs this test')
    onNode = (await node.print(node.program.path, installed)).trim()
  }, timeout)

  it('parses, streams and prints a grammar', () => {
    const { grammar, whole, deltasByCharacter, deltasByByte, sse } = JSON.parse(onNode)
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

  for (const { name, program, print } of runtimes.slice(1)) {
    if ('path' in program) {
      it(
        `does the same on ${name}`,
        async () => {
          expect((await print(program.path, installed)).trim()).toBe(onNode)
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
        expect((await printInBrowser(path, installed)).trim()).toBe(onNode)
      },
      timeout,
    )
  } else {
    it.skip(`does the same in Chromium (${chromium.reason})`)
  }
})
