import { classesOf, type FirstSet } from '../analyze/first.ts'
import { charRanges, hasChar, type CharSet } from '../peg/charset.ts'
import type { Delimiter } from '../peg/node.ts'
import { SetSize, TableSize, type ClassTable, type DelimiterList, type Program } from './program.ts'

/** The tables of a program while it is written; equal ones are made once. */
export interface Pool {
  literal(text: string): number
  class(set: CharSet): number
  /** Whether a class of the pool has a code unit. */
  hasUnit(index: number, unit: number): boolean
  delimiters(list: readonly Delimiter[]): number
  set(first: FirstSet): number
  table(table: Int32Array): number
  tables(): Pick<Program, 'literals' | 'classes' | 'classBits' | 'delimiters' | 'sets' | 'tables'>
}

export function createPool(): Pool {
  const literals: Uint16Array[] = []
  const classes: ClassTable[] = []
  const delimiters: DelimiterList[] = []
  const sets: Uint8Array[] = []
  const tables: Int32Array[] = []
  const known = new Map<string, number>()

  /** The index of what a key stands for, made when it is new. */
  function intern<T>(key: string, list: T[], make: () => T): number {
    const at = known.get(key)
    if (at !== undefined) return at
    known.set(key, list.length)
    return list.push(make()) - 1
  }

  return {
    literal: (text) => intern(`l${text}`, literals, () => unitsOf(text)),
    class: (set) => intern(`c${set.join()}`, classes, () => classTable(set)),
    hasUnit: (index, unit) => hasChar(classes[index]?.set ?? [], unit),
    delimiters: (list) => intern(`d${JSON.stringify(list)}`, delimiters, () => delimiterList(list)),
    set: (first) => intern(`s${first.join()}`, sets, () => setTable(first)),
    table: (table) => tables.push(table) - 1,
    tables: () => ({
      literals,
      classes,
      classBits: classBitsOf(classes),
      delimiters,
      sets: flatten(sets, SetSize, Uint8Array),
      tables: flatten(tables, TableSize, Int32Array),
    }),
  }
}

/** A text as an array of its code units. */
export function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
}

/** One array for all, so that the inner loop reads it by index alone. */
function flatten<A extends Uint8Array | Int32Array>(
  parts: readonly ArrayLike<number>[],
  size: number,
  Kind: new (length: number) => A,
): A {
  const all = new Kind(parts.length * size)
  parts.forEach((part, i) => all.set(part, i * size))
  return all
}

/** The ASCII half of classes, in one array. */
export function classBitsOf(classes: readonly ClassTable[]): Uint8Array {
  return flatten(classes.map(asciiOf), 128, Uint8Array)
}

function asciiOf({ set }: ClassTable): Uint8Array {
  const ascii = new Uint8Array(128)
  for (let c = 0; c < 128; c++) ascii[c] = hasChar(set, c) ? 1 : 0
  return ascii
}

/** A class made ready for scanning. */
export function classTable(set: CharSet): ClassTable {
  const wide = charRanges(set).filter(([, hi]) => hi > 127)
  const [only] = wide
  // Surrogates are no members of any set, so "everything" has a hole there.
  const everything = wide.length <= 2 && only !== undefined && only[0] <= 128 && coversPlanes(wide)
  return { beyond: wide.length === 0 ? 0 : everything ? 1 : 2, set }
}

function coversPlanes(wide: readonly (readonly [number, number])[]): boolean {
  if (wide.length === 1) return (wide[0]?.[1] ?? 0) >= 0x10ffff
  return (
    (wide[0]?.[1] ?? 0) >= 0xd7ff &&
    (wide[1]?.[0] ?? 0) <= 0xe000 &&
    (wide[1]?.[1] ?? 0) >= 0x10ffff
  )
}

/** Delimiters made ready for scanning. */
export function delimiterList(list: readonly Delimiter[]): DelimiterList {
  const begins = new Uint8Array(129)
  const ready = list.map(({ text, token }) => ({ units: unitsOf(text), token }))
  for (const { units } of ready) begins[Math.min(units[0] ?? 0, 128)] = 1
  // The shortest first: where several match at one place, it is the first to be complete.
  ready.sort((a, b) => a.units.length - b.units.length)
  return { delimiters: ready, begins }
}

function setTable(first: FirstSet): Uint8Array {
  const table = new Uint8Array(SetSize)
  for (const klass of classesOf(first)) table[klass] = 1
  return table
}
