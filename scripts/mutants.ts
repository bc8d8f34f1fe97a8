import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import { mutants, type Mutant } from '../test/mutants/table.ts'

// Runs the tests of the machine against each mutant of it. A test fails, or its time is up: the
// mutant is killed. All pass: it survives, and so would a fault like it.
// `npm run mutants -- WORD…` runs those whose names hold one of the words.

/** Seconds of processor time for one mutant: a mutant may loop without end. */
const TimeLimit = 60
/** What part of the properties' runs is made: the traps kill most mutants at once. */
const Factor = '0.3'

const root = path.resolve(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(os.tmpdir(), 'pegbnf-mutants-'))

/** Why a mutant cannot be made: its text must stand exactly once in its file. */
function stale({ file, find }: Mutant): string | null {
  const count = readFileSync(path.join(root, file), 'utf8').split(find).length - 1
  return count === 1 ? null : `its text stands ${count} times in ${file}`
}

/** Puts the fault into the source as it is bundled, and the harness in the place of vitest. */
function mutate(mutant: Mutant | null): Plugin {
  return {
    name: 'mutate',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^vitest$/ }, () => ({
        path: path.join(root, 'test/mutants/harness.ts'),
      }))
      onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path: file }) => {
        const source = readFileSync(file, 'utf8')
        const isIt = mutant !== null && file === path.join(root, mutant.file)
        return {
          loader: 'ts',
          contents: isIt ? source.replace(mutant.find, () => mutant.put) : source,
        }
      })
    },
  }
}

/** What killed a mutant; null when it survived. */
async function judge(mutant: Mutant | null): Promise<string | null> {
  const outfile = path.join(folder, 'judge.mjs')
  const entry = path.join(root, 'test/mutants/judge.ts')
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    plugins: [mutate(mutant)],
    // The package says that it has no side effects; its tests have.
    ignoreAnnotations: true,
    logLevel: 'error',
  })
  const command = `ulimit -t ${TimeLimit}; exec "${process.execPath}" "${outfile}"`
  const env = { ...process.env, TEST_FACTOR: Factor }
  const { status, stdout } = spawnSync('sh', ['-c', command], { env, encoding: 'utf8' })
  if (status === 0) return null
  return status === 1 ? (stdout.split('\n')[0] ?? '') : 'out of time'
}

const words = process.argv.slice(2)
const wanted = mutants.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)
const count = { killed: 0, survived: 0, stale: 0 }
try {
  // Without a mutant all tests must pass, else every mutant would seem to be killed.
  const broken = await judge(null)
  if (broken !== null) throw new Error(`a test fails without any mutant: ${broken}`)
  for (const mutant of wanted) {
    const why = stale(mutant)
    const killer = why === null ? await judge(mutant) : null
    const outcome = why !== null ? 'stale' : killer === null ? 'survived' : 'killed'
    count[outcome]++
    const note = why ?? killer?.slice(0, 100) ?? ''
    console.log(`${outcome.padEnd(9)}${mutant.name}${note === '' ? '' : ` (${note})`}`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
console.log(`${count.killed} killed, ${count.survived} survived, ${count.stale} stale`)
process.exitCode = count.survived + count.stale === 0 ? 0 : 1
