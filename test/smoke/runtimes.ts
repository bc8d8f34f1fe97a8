import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Installed } from '../support/tarball.ts'

/** A runtime other than a browser: where its program is, and how it prints the result of the smoke test. */
export interface Runtime {
  readonly name: string
  /** The program, or why there is none. */
  readonly program: { readonly path: string } | { readonly reason: string }
  print(program: string, installed: Installed): Promise<string>
}

const packages = fileURLToPath(new URL('./runtimes/node_modules/', import.meta.url))
const run = promisify(execFile)
const limits = { timeout: 60_000, maxBuffer: 2 ** 26 }

export const runtimes: readonly Runtime[] = [
  {
    name: 'Node',
    program: { path: process.execPath },
    print: (program, { project }) => printed(program, ['node.mjs'], project),
  },
  {
    name: 'Deno',
    program: find('@deno/linux-x64-glibc/deno'),
    print: (program, { project }) =>
      printed(
        program,
        ['run', '--no-remote', '--node-modules-dir=manual', '--allow-net=127.0.0.1', 'node.mjs'],
        project,
      ),
  },
  {
    name: 'Bun',
    program: find('@oven/bun-linux-x64/bin/bun'),
    print: (program, { project }) => printed(program, ['run', '--no-install', 'node.mjs'], project),
  },
  {
    name: 'workerd',
    program: find('@cloudflare/workerd-linux-64/bin/workerd'),
    print(program, installed) {
      writeFileSync(join(installed.project, 'workerd.capnp'), workerdConfig(installed))
      return printed(program, ['test', 'workerd.capnp'], installed.project)
    },
  },
]

/** The binary inside of its platform's own package: the install scripts, which only link it, are not run. */
function find(path: string): Runtime['program'] {
  if (process.env['PEGBNF_RUNTIMES'] === 'off') return { reason: 'PEGBNF_RUNTIMES=off' }
  if (existsSync(packages + path)) return { path: packages + path }
  return { reason: 'not installed, and npm test could not install it' }
}

async function printed(program: string, args: string[], cwd: string): Promise<string> {
  return (await run(program, args, { ...limits, cwd })).stdout
}

/** workerd has no resolver of packages: every file of the package is named, and so is each entry in use. */
function workerdConfig({ project, manifest }: Installed): string {
  const dist = 'node_modules/pegbnf/dist'
  const files = readdirSync(join(project, dist), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.startsWith('cli/'))
    .map((name) => `${dist}/${name}`)
  const embedded = ['workerd.mjs', 'smoke.mjs', 'gateway.mjs', ...files].map(
    (name) => `(name = "${name}", esModule = embed "${name}")`,
  )
  const entries = Object.entries(manifest.exports).flatMap(([entry, target]) => {
    if (typeof target === 'string') return []
    const name = join('pegbnf', entry)
    const up = '../'.repeat(name.split('/').length - 1) || './'
    const source = `export * from '${up}node_modules/${join('pegbnf', target.default)}'`
    return [`(name = "${name}", esModule = "${source}")`]
  })
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [
  # The engine is on the loopback, which workerd does not let workers reach by default.
  (name = "internet", network = (allow = ["public", "private"])),
(
  name = "main",
  worker = (compatibilityDate = "2026-11-01", modules = [
    ${[...embedded, ...entries].join(',\n    ')}
  ])
)]);
`
}
