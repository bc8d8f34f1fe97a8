// Scores the schema compiler over files of `{id, schema, tests: [{valid, c, s, q}]}`, one a line: what is right by our own
// acceptor, what the report says of it, how many stacks llama.cpp would keep, and what compiling costs.
// `npm run score -- [--worst N] [FILE.jsonl …]`; `PEGBNF_SCORE` adds options, as JSON.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createAcceptor } from '../src/gbnf/accept.ts'
import { compileGbnf } from '../src/gbnf/read.ts'
import { compile, options } from './score-adapter.ts'

interface Case {
  readonly id: string
  readonly schema: unknown
  /** `c` is the compact text, `s` the one with spaces, `q` the one with required properties first. */
  readonly tests: readonly {
    readonly valid: boolean
    readonly c: string
    readonly s: string
    readonly q?: string
  }[]
}

interface Score {
  readonly id: string
  readonly ms: number
  readonly bytes: number
  readonly exact: boolean
  /** In the order and spacings given, and in any order that the file has. */
  readonly right: boolean
  readonly rightAnyOrder: boolean
  /** Invalid instances, and those that are refused. */
  readonly invalid: number
  readonly refused: number
  /** Of llama.cpp's stacks over the valid instances; `null` without a valid one. */
  readonly stacks: number | null
  readonly maxStacks: number
}

// Beyond it a text counts as not accepted.
const maxWork = 20_000_000

function scoreOf({ id, schema, tests }: Case): Score {
  const text = JSON.stringify(schema)
  const before = process.cpuUsage()
  const { gbnf, exact } = compile(schema, text)
  const { user, system } = process.cpuUsage(before)
  const program = compileGbnf(gbnf)
  let [right, rightAnyOrder, characters, sum, maxStacks, invalid, refused] = [
    true,
    true,
    0,
    0,
    0,
    0,
    0,
  ]
  const accepts = (instance: string, isMeasured: boolean): boolean => {
    const acceptor = createAcceptor(program, { maxWork })
    acceptor.feed(instance)
    const { kind, stacks } = acceptor.result()
    const length = Array.from(instance).length
    if (isMeasured && kind === 'complete') {
      characters += length
      sum += stacks.average * length
      maxStacks = Math.max(maxStacks, stacks.max)
    }
    return kind === 'complete'
  }
  for (const { valid, c, s, q = c } of tests) {
    const compact = accepts(c, valid)
    const spaced = s === c ? compact : accepts(s, false)
    if (valid) {
      right &&= compact && spaced
      rightAnyOrder &&= compact || spaced || accepts(q, false)
    } else {
      invalid++
      if (compact || spaced) right = rightAnyOrder = false
      else refused++
    }
  }
  return {
    id,
    ms: (user + system) / 1000,
    bytes: Buffer.byteLength(gbnf),
    exact,
    right,
    rightAnyOrder,
    invalid,
    refused,
    stacks: characters === 0 ? null : sum / characters,
    maxStacks,
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

function percent(count: number, all: number): string {
  return `${((100 * count) / all).toFixed(1)} %`
}

function report(
  file: string,
  scores: readonly Score[],
  warm: readonly number[],
  worst: number,
): void {
  const count = (holds: (score: Score) => boolean): string =>
    percent(scores.filter(holds).length, scores.length)
  const total = (of: (score: Score) => number): number =>
    scores.reduce((sum, one) => sum + of(one), 0)
  const known = scores.filter(({ stacks }) => stacks !== null)
  const few = known.filter(({ stacks }) => (stacks ?? 0) <= 4)
  const times = (list: readonly number[]): string =>
    `${quantile(list, 0.5).toFixed(2)} / ${quantile(list, 0.95).toFixed(2)} / ${Math.max(...list).toFixed(0)}`
  console.log(`${file}: ${scores.length} schemas, ${JSON.stringify(options)}`)
  console.log(`  right                      ${count(({ right }) => right)}`)
  console.log(`  right in some order        ${count(({ rightAnyOrder }) => rightAnyOrder)}`)
  console.log(
    `  invalid refused            ${percent(
      total((one) => one.refused),
      total((one) => one.invalid),
    )}`,
  )
  console.log(`  reported exact             ${count(({ exact }) => exact)}`)
  console.log(`  stacks on average ≤ 4      ${percent(few.length, known.length)}`)
  console.log(
    `  compile ms, p50/p95/max    ${times(scores.map(({ ms }) => ms))} cold, ${times(warm)} warm`,
  )
  const bytes = scores.map((one) => one.bytes)
  console.log(
    `  bytes, p50/p95/all         ${quantile(bytes, 0.5)} / ${quantile(bytes, 0.95)} / ${total((one) => one.bytes)}`,
  )
  for (const { id, stacks, maxStacks } of known
    .toSorted((a, b) => (b.stacks ?? 0) - (a.stacks ?? 0))
    .slice(0, worst)) {
    console.log(`  ${(stacks ?? 0).toFixed(1).padStart(8)} stacks, ${maxStacks} at most: ${id}`)
  }
  for (const { id, exact } of scores.filter(({ right }) => !right).slice(0, worst)) {
    console.log(`  wrong${exact ? ', though reported exact' : ''}: ${id}`)
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { worst: { type: 'string', default: '0' } },
})
const files = positionals.length > 0 ? positionals : ['../shared/schema/maskbench-dev.jsonl']
for (const file of files) {
  const cases: Case[] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const scores = cases.map(scoreOf)
  // Once more, when all code has run.
  const warm = cases.map(({ schema }) => {
    const text = JSON.stringify(schema)
    const before = process.cpuUsage()
    compile(schema, text)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  report(file, scores, warm, Number(values.worst))
}
