import { InstructionSize, Op, SetSize, TableSize, type Program } from './program.ts'

/** The parts of a program that are made shorter. */
export type Threaded = Pick<Program, 'code' | 'tables' | 'sets' | 'classes' | 'classBits'>

/** The index of a table for all beyond ASCII, and for the end of the text. */
const Beyond = 128
const AtEnd = 129

/** Jumps that are followed at most: a way through code that consumes nothing is short. */
const MaxHops = 32

/**
 * Shortens the ways through code, in place: jump threading. A jump goes where its target goes, and what
 * the next character alone decides is decided once, in the tables of `dispatch`.
 *
 * @returns the tables, with those added that loops and options in front of a `dispatch` get
 */
export function threadCode(program: Threaded): Int32Array {
  const tables = mergeTests(program)
  const threaded = { ...program, tables }
  const { code } = program
  for (let at = 0; at < tables.length; at++) {
    tables[at] = decide(threaded, tables[at]!, at % TableSize)
  }
  for (let at = 0; at < code.length; at += InstructionSize) {
    if (code[at] === Op.commit) code[at + 1] = targetOf(code, code[at + 1]!)
    if (code[at] === Op.jump) threadJump(code, at)
  }
  return tables
}

/** A test in front of a `dispatch` becomes a `dispatch` that has the way out in its own table. */
function mergeTests({ code, tables, sets }: Threaded): Int32Array {
  const made: Int32Array[] = []
  const known = new Map<string, number>()
  /** A table by its offset, one that was made here or before. */
  const tableAt = (from: number): Int32Array =>
    made[(from - tables.length) / TableSize] ?? tables.subarray(from, from + TableSize)

  for (let at = 0; at < code.length; at += InstructionSize) {
    if (code[at] !== Op.test && code[at] !== Op.repeat) continue
    const isTest = code[at] === Op.test
    const inside = targetOf(code, isTest ? at + InstructionSize : code[at + 2]!)
    if (code[inside] !== Op.dispatch) continue
    const out = isTest ? code[at + 2]! : code[at + 3]!
    const [set, from] = [code[at + 1]! * SetSize, code[inside + 1]! * TableSize]
    const key = `${set} ${from} ${out}`
    let index = known.get(key)
    if (index === undefined) {
      index = tables.length / TableSize + made.length
      known.set(key, index)
      made.push(
        tableAt(from).map((to, klass) => (klass <= Beyond && sets[set + klass] === 1 ? to : out)),
      )
    }
    code[at] = Op.dispatch
    code[at + 1] = index
  }
  const all = new Int32Array(tables.length + made.length * TableSize)
  all.set(tables)
  made.forEach((table, i) => all.set(table, tables.length + i * TableSize))
  return all
}

/** Where an address leads when the next character is known; the complement of one behind it. */
function decide(program: Threaded, address: number, klass: number): number {
  const { code, tables, sets } = program
  let at = address
  for (let hops = 0; hops < MaxHops && at >= 0; hops++) {
    const a = code[at + 1]!
    switch (code[at]) {
      case Op.jump:
        at = a
        continue
      case Op.dispatch:
        at = tables[a * TableSize + klass]!
        continue
      case Op.test:
        at =
          klass !== AtEnd && sets[a * SetSize + klass] === 1 ? at + InstructionSize : code[at + 2]!
        continue
      case Op.repeat:
        at = klass !== AtEnd && sets[a * SetSize + klass] === 1 ? code[at + 2]! : code[at + 3]!
        continue
      case Op.testChar:
        at = a === klass ? ~(at + 2 * InstructionSize) : code[at + 2]!
        continue
      case Op.repeatChar:
        at = a === klass ? ~code[at + 2]! : code[at + 3]!
        continue
      case Op.skip:
        if (hasClass(program, a, klass)) return at
        at += InstructionSize
        continue
      case Op.char:
        return a === klass ? ~(at + InstructionSize) : at
      case Op.skipChar:
        return code[at + 2] === klass ? ~(at + InstructionSize) : at
      case Op.one:
        return klass < Beyond && hasClass(program, a, klass) ? ~(at + InstructionSize) : at
      default:
        return at
    }
  }
  return at < 0 ? ~targetOf(code, ~at) : at
}

/** Whether a class has a character, or may have one of those beyond ASCII. */
function hasClass({ classes, classBits }: Threaded, index: number, klass: number): boolean {
  if (klass === AtEnd) return false
  return klass === Beyond ? classes[index]!.beyond !== 0 : classBits[index * 128 + klass] === 1
}

/** What follows a jump wherever it stands may stand in its place. */
function threadJump(code: Int32Array, at: number): void {
  const target = targetOf(code, code[at + 1]!)
  code[at + 1] = target
  if (goesOn.has(code[target]!)) code.copyWithin(at, target, target + InstructionSize)
}

/** Instructions that never go on to the one behind them, nor name their own address. */
const goesOn: ReadonlySet<number> = new Set([
  Op.dispatch,
  Op.ret,
  Op.fail,
  Op.repeat,
  Op.repeatChar,
  Op.succeed,
])

/** Where a chain of jumps ends. Loops of jumps alone do not occur: a body consumes or fails. */
function targetOf(code: Int32Array, target: number): number {
  let at = target
  for (let hops = 0; hops < MaxHops && code[at] === Op.jump; hops++) at = code[at + 1]!
  return at
}
