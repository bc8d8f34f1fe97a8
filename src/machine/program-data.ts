import type { CharSet } from '../peg/charset.ts'
import type { Delimiter, NodeId } from '../peg/node.ts'
import { classBitsOf, classTable, delimiterList, unitsOf } from './pool.ts'
import { SetSize, TableSize, type Program } from './program.ts'

/** A program as plain data: what a generated parser carries of it. */
export interface ProgramData {
  readonly code: readonly number[]
  readonly literals: readonly string[]
  readonly classes: readonly CharSet[]
  readonly delimiters: readonly (readonly Delimiter[])[]
  /** The members of each set, 128 for all beyond ASCII. */
  readonly sets: readonly (readonly number[])[]
  /** Runs of each table: how many entries, then their address. */
  readonly tables: readonly (readonly number[])[]
  readonly frameNeed: number
  /** Pairs of a return address and the rule it belongs to. */
  readonly ruleAt: readonly number[]
  readonly notResumes: readonly number[]
}

/** Writes a program down. */
export function programData(program: Program): ProgramData {
  const { sets, tables } = program
  const chunks = <A extends Uint8Array | Int32Array>(all: A, size: number): number[][] =>
    Array.from({ length: all.length / size }, (_, i) => [...all.subarray(i * size, (i + 1) * size)])
  return {
    code: [...program.code],
    literals: program.literals.map(textOf),
    classes: program.classes.map(({ set }) => set),
    delimiters: program.delimiters.map(({ delimiters }) =>
      delimiters.map(({ units, token }) => ({ text: textOf(units), token })),
    ),
    sets: chunks(sets, SetSize).map((set) =>
      set.flatMap((bit, klass) => (bit === 1 ? [klass] : [])),
    ),
    tables: chunks(tables, TableSize).map(runsOf),
    frameNeed: program.frameNeed,
    ruleAt: [...program.ruleAt].flat(),
    notResumes: [...program.notResumes],
  }
}

/** Makes a program of what was written down. */
export function loadProgram(data: ProgramData): Program {
  const classes = data.classes.map(classTable)
  const tables = new Int32Array(data.tables.length * TableSize)
  data.tables.forEach((runs, i) => fillRuns(tables, i * TableSize, runs))
  const sets = new Uint8Array(data.sets.length * SetSize)
  data.sets.forEach((set, i) => {
    for (const klass of set) sets[i * SetSize + klass] = 1
  })
  const ruleAt = new Map<number, NodeId>()
  for (let i = 0; i + 1 < data.ruleAt.length; i += 2) {
    ruleAt.set(data.ruleAt[i] ?? 0, (data.ruleAt[i + 1] ?? 0) as NodeId)
  }
  return {
    code: Int32Array.from(data.code),
    literals: data.literals.map(unitsOf),
    classes,
    classBits: classBitsOf(classes),
    delimiters: data.delimiters.map(delimiterList),
    sets,
    tables,
    frameNeed: data.frameNeed,
    ruleAt,
    notResumes: new Set(data.notResumes),
  }
}

function runsOf(table: readonly number[]): number[] {
  const runs: number[] = []
  for (const address of table) {
    if (runs.at(-1) === address) runs[runs.length - 2] = (runs.at(-2) ?? 0) + 1
    else runs.push(1, address)
  }
  return runs
}

function fillRuns(table: Int32Array, from: number, runs: readonly number[]): void {
  let at = from
  for (let i = 0; i + 1 < runs.length; i += 2) {
    const count = runs[i] ?? 0
    table.fill(runs[i + 1] ?? 0, at, at + count)
    at += count
  }
}

function textOf(units: Uint16Array): string {
  return Array.from(units, (unit) => String.fromCharCode(unit)).join('')
}
