import { hasChar } from '../peg/charset.ts'
import { alternativesAt, Op, type GbnfProgram } from './program.ts'
import { createStackNodes } from './stack-nodes.ts'

/** In how many ways a grammar makes a sentence. */
export interface Derivations {
  /** At most `MaxWays`; 0 when the text is no sentence. */
  readonly ways: number
  /** Where two ways first lead to the same, in UTF-16 code units; -1 when none do. */
  readonly offset: number
  /** The rule of the grammar that goes on there. */
  readonly rule: string
}

/** More ways are not told apart. */
export const MaxWays = 1_000_000
/** More stacks than this for one character, and nobody counts. */
const MaxExpanded = 20_000

/**
 * Counts the ways in which a grammar makes a text, by following all of its stacks with the number of ways that lead to
 * each. Tokens by id match nothing here.
 *
 * @returns null where there are too many stacks to follow, or endlessly many ways
 */
export function countDerivations(program: GbnfProgram, text: string): Derivations | null {
  const { code, root } = program
  const nodes = createStackNodes()
  const ruleOf = createRuleFinder(program)
  let merged: { offset: number; rule: string } | null = null
  let stacks = new Map<number, number>()
  for (const place of alternativesAt(program, root)) add(stacks, nodes.node(place, 0), 1)

  /** Stacks with a character or nothing on top. */
  function expand(from: ReadonlyMap<number, number>, offset: number): Map<number, number> | null {
    const out = new Map<number, number>()
    const left = [...from]
    for (let next = left.pop(), steps = 0; next !== undefined; next = left.pop()) {
      if (++steps > MaxExpanded) return null
      const [node, ways] = next
      const place = node === 0 ? -1 : nodes.place(node)
      if (place < 0 || (code[place] !== Op.Rule && code[place] !== Op.End)) {
        if (out.has(node)) merged ??= { offset, rule: node === 0 ? 'root' : ruleOf(place) }
        add(out, node, ways)
        continue
      }
      const below = nodes.below(node)
      if (code[place] === Op.End) left.push([below, ways])
      else {
        const rest = nodes.node(place + 2, below)
        for (const start of alternativesAt(program, code[place + 1] ?? 0)) {
          left.push([nodes.node(start, rest), ways])
        }
      }
    }
    return out
  }

  let offset = 0
  for (const char of text) {
    const expanded = expand(stacks, offset)
    if (expanded === null) return null
    stacks = new Map()
    for (const [node, ways] of expanded) {
      if (node === 0 || !takes(program, nodes.place(node), char.codePointAt(0) ?? 0)) continue
      add(stacks, nodes.node(nodes.place(node) + 2, nodes.below(node)), ways)
    }
    offset += char.length
  }
  const last = expand(stacks, offset)
  if (last === null) return null
  const ways = last.get(0) ?? 0
  return { ways, ...(merged ?? { offset: -1, rule: 'root' }) }
}

function add(stacks: Map<number, number>, node: number, ways: number): void {
  stacks.set(node, Math.min(MaxWays, (stacks.get(node) ?? 0) + ways))
}

function takes({ code, classes }: GbnfProgram, place: number, point: number): boolean {
  const argument = code[place + 1] ?? 0
  if (code[place] === Op.Point) return argument === point
  if (code[place] === Op.Any) return true
  const found = code[place] === Op.Class ? classes[argument] : undefined
  return found !== undefined && hasChar(found.set, point) !== found.negated
}

function createRuleFinder(program: GbnfProgram): (place: number) => string {
  const byStart = Array.from(program.starts, (start, rule) => ({ start, rule })).toSorted(
    (a, b) => a.start - b.start,
  )
  return (place) => {
    const found = byStart.findLast(({ start }) => start <= place)
    return program.names[found?.rule ?? program.root] ?? 'root'
  }
}
