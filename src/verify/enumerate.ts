import { charRanges, complement, hasChar, type CharSet } from '../peg/charset.ts'
import { alternativesAt, Op, type GbnfProgram } from '../gbnf/program.ts'
import { shortestFrom } from '../gbnf/shortest.ts'

/** What is still to be written, the next place on top. */
interface Rest {
  readonly place: number
  readonly below: Rest | null
  /** The least number of characters that this and all below it take. */
  readonly length: number
}

interface Beginning {
  readonly text: string
  readonly rest: Rest | null
}

/** Texts of as many literal characters stand for a class, beside an ordinary one. */
const literalsInClass = 2

/**
 * The sentences of a grammar, the shortest first, each once. A class is represented by a few of its
 * characters: an ordinary one, and some that the grammar also has as literals. Stops after `effort`
 * steps.
 */
export function* sentencesByLength(program: GbnfProgram, effort: number): Generator<string> {
  const { code, root } = program
  const members = membersOf(program)
  const least = shortestFrom(program, (place) => (members(place).length === 0 ? Infinity : 1))
  const queue = createQueue()
  const seen = new Set<string>()

  const push = (place: number, below: Rest | null): Rest | null =>
    code[place] === Op.End
      ? below
      : { place, below, length: (least[place] ?? 0) + (below?.length ?? 0) }

  function add(text: string, rest: Rest | null): void {
    const length = text.length + (rest?.length ?? 0)
    if (length < Infinity) queue.add(Math.floor(length), { text, rest })
  }

  for (const start of alternativesAt(program, root)) add('', push(start, null))
  for (let step = 0; step < effort; step++) {
    const next = queue.take()
    if (next === undefined) return
    const { text, rest } = next
    if (rest === null) {
      if (!seen.has(text)) yield text
      seen.add(text)
      continue
    }
    const after = push(rest.place + 2, rest.below)
    if (code[rest.place] !== Op.Rule) {
      for (const char of members(rest.place)) add(text + char, after)
      continue
    }
    for (const start of alternativesAt(program, code[rest.place + 1] ?? 0)) {
      add(text, push(start, after))
    }
  }
}

/** Beginnings by the length of the shortest sentence that they lead to. */
function createQueue(): {
  add(length: number, beginning: Beginning): void
  take(): Beginning | undefined
} {
  const buckets: Beginning[][] = []
  let first = 0
  return {
    add(length, beginning) {
      ;(buckets[length] ??= []).push(beginning)
      first = Math.min(first, length)
    },
    take() {
      while (first < buckets.length && (buckets[first]?.length ?? 0) === 0) first++
      return buckets[first]?.pop()
    },
  }
}

/** The characters that stand for an element of a program; none for a token known by its id. */
function membersOf(program: GbnfProgram): (place: number) => readonly string[] {
  const { code, classes, tokens } = program
  const literals = literalsOf(program)
  const represent = (set: CharSet): string[] => {
    const chosen = literals.filter((point) => hasChar(set, point)).slice(0, literalsInClass)
    const ordinary = ordinaryOf(set)
    const points = ordinary === null ? chosen : [ordinary, ...chosen]
    return [...new Set(points)].map((point) => String.fromCodePoint(point))
  }
  const byClass = classes.map(({ set, negated }) => represent(negated ? complement(set) : set))
  const any = represent(complement([]))
  return (place) => {
    const argument = code[place + 1] ?? 0
    switch (code[place]) {
      case Op.Point:
        return argument < 0 ? [] : [String.fromCodePoint(argument)]
      case Op.Class:
        return byClass[argument] ?? []
      case Op.Token: {
        const { token, negated } = tokens[argument] ?? { token: 0, negated: false }
        return negated ? any : typeof token === 'string' ? [token] : []
      }
      default:
        return any
    }
  }
}

function literalsOf({ code }: GbnfProgram): number[] {
  const points = new Set<number>()
  for (let at = 0; at < code.length; at += 2) {
    if (code[at] === Op.Point && (code[at + 1] ?? -1) >= 0) points.add(code[at + 1] ?? 0)
  }
  return [...points]
}

/** A letter where there is one, else the first printable character, else the first. */
function ordinaryOf(set: CharSet): number | null {
  const letter = [0x61, 0x30, 0x20, 0x41].find((point) => hasChar(set, point))
  if (letter !== undefined) return letter
  const ranges = charRanges(set)
  const printable = ranges.find(([, hi]) => hi > 0x20) ?? ranges[0]
  return printable === undefined ? null : Math.max(printable[0], Math.min(printable[1], 0x21))
}
