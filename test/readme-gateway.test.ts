import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { writeTinyGguf } from './oracles/gguf.ts'
import { chatVocabulary } from './oracles/vocabulary.ts'
import { bundledMain } from './support/cli.ts'
import { hermesTemplate } from './support/gateway-kit.ts'
import { describeWithOracle } from './support/oracle.ts'
import { projectRoot } from './support/sources.ts'

/**
 * The README's section on the gateway, word for word: what a reader types in an empty folder. Only
 * `npm install` is not run: what it would fetch is linked, and the model is one of random weights.
 */
const readme = readFileSync(`${projectRoot}README.md`, 'utf8')
const section = readme.slice(readme.indexOf('\n## Gateway\n'), readme.indexOf('\n## Integrations'))
const fences = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
const shell = fences.filter(([, language]) => language === 'bash').map(([, , code = '']) => code)
const client = fences.find(([, language]) => language === 'javascript')?.[2] ?? ''

describeWithOracle('the README on the gateway', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pegbnf-readme-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('leads from a GGUF to a streamed call in the official client', async () => {
    const [install = '', run = ''] = shell[0]?.split('\n') ?? []
    expect(install).toBe('npm install pegbnf node-llama-cpp openai')
    const modules = join(folder, 'node_modules')
    mkdirSync(join(modules, '.bin'), { recursive: true })
    symlinkSync(
      `${projectRoot}test/oracles/node_modules/node-llama-cpp`,
      join(modules, 'node-llama-cpp'),
    )
    symlinkSync(`${projectRoot}node_modules/openai`, join(modules, 'openai'))
    const program = `#!/bin/sh\nexec '${process.execPath}' '${bundledMain()}' "$@"\n`
    writeFileSync(join(modules, '.bin/pegbnf'), program, { mode: 0o755 })
    writeFileSync(join(folder, 'package.json'), '{}')
    writeTinyGguf(join(folder, 'model.gguf'), {
      vocabulary: chatVocabulary(['<think>', '</think>', '<tool_call>', '</tool_call>']),
      template: hermesTemplate,
      contextLength: 2048,
    })
    const env = {
      ...process.env,
      PATH: `${join(modules, '.bin')}${delimiter}${process.env['PATH']}`,
    }
    const options = { cwd: folder, env }
    // A group of its own: the shell that npx starts does not pass signals on.
    const server = spawn('bash', ['-c', run], { ...options, detached: true })
    let [out, err] = ['', '']
    server.stdout.on('data', (bytes) => (out += String(bytes)))
    server.stderr.on('data', (bytes) => (err += String(bytes)))
    try {
      await expect
        .poll(() => out + err, { timeout: 60_000, interval: 200 })
        .toContain('listening on')
      writeFileSync(join(folder, 'client.mjs'), client)
      const { stdout } = await promisify(execFile)('bash', ['-ec', shell[1] ?? ''], {
        ...options,
        timeout: 60_000,
      })
      expect(stdout).toMatch(/^weather \{ city: '(Oslo|Rome|Lima)'/)
    } finally {
      if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
    }
  })
})
