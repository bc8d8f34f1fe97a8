import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/** What a run of the command line came to. */
export interface CliResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = join(root, 'src/cli/main.ts')
let bundle: string | undefined

/**
 * The command line as one file of JavaScript, made at the first call: a process that must compile
 * the sources takes a second to start. It stands as deep in its folder as in the package.
 */
export function bundledMain(): string {
  if (bundle !== undefined) return bundle
  const folder = mkdtempSync(join(tmpdir(), 'pegbnf-bundle-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  bundle = join(folder, 'dist/cli/main.mjs')
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  const options = {
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  } as const
  // An optional package is no part of the command line.
  const external = ['json-schema-to-typescript']
  buildSync({ ...options, external, entryPoints: [sources], outfile: bundle })
  return bundle
}

/** A running command line, for tests that watch it work. */
export function startCli(
  args: readonly string[],
  {
    env = {},
    cwd = root,
  }: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
) {
  return spawn(process.execPath, [bundledMain(), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** The same from the sources, as `npm run cli` runs it. */
export function startCliFromSources(args: readonly string[]) {
  return spawn(process.execPath, ['--import', 'tsx', sources, ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** Runs the command line to its end. */
export function runCli(
  args: readonly string[],
  input: string | Uint8Array = '',
  start: (args: readonly string[]) => ReturnType<typeof startCli> = startCli,
): Promise<CliResult> {
  const child = start(args)
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => out.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => err.push(bytes))
  // A command that does not read its input may be gone before it is written.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    )
  })
}

/** A folder for a test's files. */
export interface TestFolder {
  /** Writes a file, as JSON unless the content is a string, and gives its path. */
  file(name: string, content: unknown): string
  remove(): void
}

export function createTestFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), 'pegbnf-cli-'))
  return {
    file(name, content) {
      const file = join(path, name)
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
      return file
    },
    remove: () => rmSync(path, { recursive: true }),
  }
}
