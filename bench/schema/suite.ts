// JSON Schema to grammar, beside node-llama-cpp's own converter and XGrammar's: what is right, and what it costs.
// llama.cpp judges what prints GBNF, XGrammar its own. `LIMIT` takes only so many schemas.
// Times are of the processor, all threads of a process together.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { createWorker, type Worker } from '../../test/support/worker.ts'
import { readCases, type BenchCase } from './cases.ts'
import type { Compiled, ConverterName, Judged } from './protocol.ts'

const names: readonly ConverterName[] = ['pegbnf', 'node-llama-cpp', 'web-xgrammar']
const limitMs = 20_000

/** What one converter did with all schemas. */
interface Score {
  readonly compiled: number
  readonly right: number
  readonly acceptedValid: number
  readonly rejectedInvalid: number
  /** Milliseconds, of a process that has just started and of the same one later. */
  readonly cold: readonly number[]
  readonly warm: readonly number[]
  readonly bytes: readonly number[]
  /** Microseconds for each character of the valid instances of each schema. */
  readonly perChar: readonly number[]
}

async function score(worker: Worker, cases: readonly BenchCase[]): Promise<Score> {
  const cold = await compileAll(worker, cases)
  const warm = await compileAll(worker, cases)
  const verdicts: Verdict[] = []
  for (const given of cases) verdicts.push(await judge(worker, given))
  const known = verdicts.filter(({ loads }) => loads)
  return {
    compiled: known.length / cases.length,
    right: verdicts.filter(({ isRight }) => isRight).length / cases.length,
    acceptedValid: share(verdicts.flatMap(({ valid }) => valid)),
    rejectedInvalid: share(known.flatMap(({ invalid }) => invalid)),
    cold: cold.map(({ ms }) => ms),
    warm: warm.map(({ ms }) => ms),
    bytes: cold.map(({ bytes }) => bytes),
    perChar: known.flatMap(({ perChar }) => (perChar === null ? [] : [perChar])),
  }
}

async function compileAll(worker: Worker, cases: readonly BenchCase[]): Promise<Compiled[]> {
  const found: Compiled[] = []
  for (const { schema } of cases) {
    const outcome = await worker.ask<Compiled>({ schema })
    if (outcome.kind === 'value') found.push(outcome.value)
    // An engine that has failed once may fail at all that follows.
    else worker.close()
  }
  return found
}

interface Verdict {
  readonly loads: boolean
  readonly isRight: boolean
  /** Each valid instance: accepted in all its spacings. */
  readonly valid: readonly boolean[]
  /** Each invalid instance: rejected in all of them. */
  readonly invalid: readonly boolean[]
  readonly perChar: number | null
}

async function judge(worker: Worker, { schema, instances }: BenchCase): Promise<Verdict> {
  const outcome = await worker.ask<Judged>({ schema, texts: instances.flatMap((one) => one.texts) })
  const loads = outcome.kind === 'value'
  if (!loads) worker.close()
  const judged = loads ? [...outcome.value.texts] : []
  const valid: boolean[] = []
  const invalid: boolean[] = []
  let [us, chars] = [0, 0]
  for (const instance of instances) {
    const verdicts = judged.splice(0, instance.texts.length)
    if (instance.valid) {
      valid.push(loads && verdicts.every(({ accepts }) => accepts))
      us += verdicts.reduce((sum, verdict) => sum + verdict.us, 0)
      chars += instance.texts.reduce((sum, text) => sum + Array.from(text).length, 0)
    } else invalid.push(loads && verdicts.every(({ accepts }) => !accepts))
  }
  const isRight = loads && [...valid, ...invalid].every(Boolean)
  return { loads, isRight, valid, invalid, perChar: loads && chars > 0 ? us / chars : null }
}

function share(verdicts: readonly boolean[]): number {
  return verdicts.filter(Boolean).length / verdicts.length
}

function at(values: readonly number[], quantile: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))] ?? Number.NaN
}

function print(name: string, cells: readonly string[]): void {
  console.log(`  ${name.padEnd(15)}${cells.map((cell) => cell.padStart(16)).join('')}`)
}

function row(found: Score): string[] {
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`
  const pair = (values: readonly number[], digits: number): string =>
    [0.5, 0.95].map((quantile) => at(values, quantile).toFixed(digits)).join(' / ')
  return [
    percent(found.compiled),
    percent(found.right),
    percent(found.acceptedValid),
    percent(found.rejectedInvalid),
    pair(found.cold, 2),
    pair(found.warm, 2),
    pair(found.bytes, 0),
    pair(found.perChar, 2),
  ]
}

async function benchSchema(): Promise<void> {
  const needed = ['@mlc-ai/web-xgrammar', '@node-llama-cpp/linux-x64']
  const missing = needed.filter((name) => !existsSync(`test/oracles/node_modules/${name}`))
  if (missing.length > 0) {
    console.log(`${missing.join(' and ')} not installed in test/oracles: run npm test once`)
    return
  }
  const { from, cases: all } = readCases()
  const cases = all.slice(0, Number(process.env['LIMIT'] ?? all.length))
  const folder = mkdtempSync(join(process.cwd(), 'node_modules', '.schema-'))
  const script = join(folder, 'converter-process.mjs')
  await build({
    entryPoints: ['bench/schema/converter-process.ts'],
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  })
  console.log(
    `${cases.length} schemas of ${from}; two figures are the median and the 95th percentile`,
  )
  const titles = ['compiled', 'right', 'valid accepted', 'invalid refused', 'cold ms', 'warm ms']
  print('', [...titles, 'bytes', 'µs a character'])
  const found = new Map<string, Score>()
  for (const name of names) {
    const worker = createWorker({ script, args: [name], limitMs })
    const result = await score(worker, cases)
    worker.close()
    found.set(name, result)
    print(name, row(result))
  }
  rmSync(folder, { recursive: true })
  const { warm, right } = found.get('pegbnf') ?? { warm: [], right: 0 }
  ask('right', right, 0.9, (a, b) => a >= b)
  ask('compile time, median', at(warm, 0.5), 1, (a, b) => a <= b)
  ask('compile time, 95th percentile', at(warm, 0.95), 30, (a, b) => a <= b)
}

function ask(
  what: string,
  value: number,
  limit: number,
  isMet: (value: number, limit: number) => boolean,
): void {
  const verdict = isMet(value, limit) ? 'met' : 'MISSED'
  console.log(`  ${what} ${value.toFixed(2)} (asked for: ${limit}, ${verdict})`)
}

await benchSchema()
