import { charSet, hasChar } from '../peg/charset.ts'
import { escapeClass, escapeToken } from './escape.ts'
import { createExpansions } from './expansions.ts'
import type { CharRange } from './expr.ts'
import { rootName } from './names.ts'
import { Op, type GbnfProgram, type ProgramClass, type ProgramToken } from './program.ts'

/** Collects the rules, classes and tokens of a program while it is built. */
export interface ProgramTable {
  /** How many rules have a number so far. */
  readonly count: () => number
  /** The number of a named rule: the next free one at its first mention. */
  readonly rule: (name: string) => number
  /** The number of a rule that only the program has, written inside the named one. */
  readonly fresh: (inside: string) => number
  readonly define: (rule: number, body: readonly number[]) => void
  readonly charClass: (ranges: readonly CharRange[], negated: boolean) => number
  readonly token: (token: number | string, negated: boolean) => number
  readonly link: () => Linked
}

/** The program, and the rules without which it cannot run. */
export interface Linked {
  readonly program: GbnfProgram
  readonly undefinedRules: readonly string[]
}

export function createProgramTable(): ProgramTable {
  const names: string[] = []
  const numbers = new Map<string, number>()
  const bodies: (readonly number[])[] = []
  const classes = createInterner<ProgramClass>()
  const tokens = createInterner<ProgramToken>()

  function fresh(inside: string): number {
    return names.push(inside) - 1
  }

  function rule(name: string): number {
    const known = numbers.get(name)
    if (known !== undefined) return known
    const number = fresh(name)
    numbers.set(name, number)
    return number
  }

  return {
    count: () => names.length,
    rule,
    fresh,
    define(number, body) {
      bodies[number] = body
    },
    charClass: (ranges, negated) =>
      classes.index(escapeClass(ranges, negated), (label) => createClass(ranges, negated, label)),
    token: (token, negated) =>
      tokens.index(escapeToken(token, negated), (label) => ({ token, negated, label })),
    link() {
      const undefinedRules = findUndefined(bodies, names)
      const lengths = bodies.map((body) => body.length)
      const code = new Int32Array(lengths.reduce((sum, length) => sum + length, 0))
      // A rule mentioned only in a definition that was replaced has a number, but may have no rule.
      const starts = new Int32Array(bodies.length).fill(-1)
      let at = 0
      bodies.forEach((body, number) => {
        starts[number] = at
        code.set(body, at)
        at += body.length
      })
      return {
        program: {
          code,
          starts,
          names,
          root: numbers.get(rootName) ?? -1,
          classes: classes.all,
          tokens: tokens.all,
          expansionAt: createExpansions({ code, starts }),
        },
        undefinedRules,
      }
    },
  }
}

interface Interner<Value> {
  readonly all: readonly Value[]
  readonly index: (label: string, create: (label: string) => Value) => number
}

function createInterner<Value>(): Interner<Value> {
  const all: Value[] = []
  const indices = new Map<string, number>()
  return {
    all,
    index(label, create) {
      const known = indices.get(label)
      if (known !== undefined) return known
      indices.set(label, all.length)
      return all.push(create(label)) - 1
    },
  }
}

function createClass(ranges: readonly CharRange[], negated: boolean, label: string): ProgramClass {
  const set = charSet(ranges)
  const ascii = Uint8Array.from({ length: 128 }, (_, point) => (hasChar(set, point) ? 1 : 0))
  return { set, negated, ascii: negated ? ascii.map((has) => 1 - has) : ascii, label }
}

// What llama.cpp refuses: a rule that is used without a definition, and one mentioned, if only in a
// definition that was replaced, before the last rule that is defined.
function findUndefined(
  bodies: readonly (readonly number[] | undefined)[],
  names: readonly string[],
): string[] {
  const missing = new Set<number>()
  for (let number = 0; number < bodies.length; number++) {
    const body = bodies[number] ?? []
    // Every definition has at least the slots of its end.
    if (body.length === 0) missing.add(number)
    for (let i = 0; i < body.length; i += 2) {
      const target = body[i + 1] ?? 0
      if (body[i] === Op.Rule && bodies[target] === undefined) missing.add(target)
    }
  }
  return [...missing].toSorted((a, b) => a - b).map((number) => names[number] ?? '')
}
