import { charRanges, charSet } from '../peg/charset.ts'
import {
  charClass,
  choice,
  literal,
  ref,
  type CharRange,
  type GbnfExpr,
  type GbnfRef,
} from './expr.ts'
import type { RuleTable } from './rule-table.ts'
import type { Until } from './until.ts'
import { alt, alternativesOf, exprKey, isNever, never, seq } from './simplify.ts'
import { buildTrie, step, suffixesOf, type TrieNode } from '../util/trie.ts'

/**
 * A state of the automaton: the longest end of the text that begins a delimiter, and, when a delimiter
 * is complete while a longer one that began before it is not, how far back the complete one began.
 *
 * With the delimiters `abcX` and `bc`, the text `abc` holds `bc`; but if `X` comes, `abcX` is the
 * first. So behind `abc` the text may end, or go on with `X` and nothing else.
 */
interface AutomatonState {
  readonly node: TrieNode
  readonly since: number | null
}

/** Writes the automaton of `name` into the table: right-linear rules, one a state. */
export function expandUntil(table: RuleTable, name: string, until: Until): void {
  const root = buildTrie(firstComplete(until.delimiters))
  const names = new Map<string, string>()
  const waiting: AutomatonState[] = []

  const refTo: RefTo = (state) => {
    const key = `${state.node.id}:${state.since}`
    let given = names.get(key)
    if (given === undefined) {
      given = names.size === 0 ? name : table.freshName(`${name}-${names.size}`)
      names.set(key, given)
      waiting.push(state)
    }
    return ref(given)
  }

  refTo({ node: root, since: null })
  for (const state of waiting) {
    const body =
      state.since === null
        ? freeState(root, state.node, until, refTo)
        : boundState(state, until, refTo)
    table.bodies.set(refTo(state).name, body)
  }
}

/** The delimiters but for those that begin with another one: the shorter is always complete first. */
function firstComplete(sorted: readonly string[]): [index: number, delimiter: string][] {
  const kept: [number, string][] = []
  for (const [index, delimiter] of sorted.entries()) {
    const shorter = kept.at(-1)
    if (shorter === undefined || !delimiter.startsWith(shorter[1])) kept.push([index, delimiter])
  }
  return kept
}

type RefTo = (state: AutomatonState) => GbnfRef

/** No delimiter has come: every code point leads on, and the text may end. */
function freeState(root: TrieNode, node: TrieNode, until: Until, refTo: RefTo): GbnfExpr {
  const moves = new Map<number, GbnfExpr>()
  for (const suffix of suffixesOf(node)) {
    for (const point of suffix.children.keys()) {
      if (!moves.has(point)) moves.set(point, arrive(step(node, point), null, until, refTo))
    }
  }
  const others = charClass(toRanges([...moves.keys()]), true)
  const away = seq([others, refTo({ node: root, since: null })])
  return anyOf([away, ...printMoves(moves), until.end])
}

/** A delimiter is complete: only one that began before it can still replace it. */
function boundState({ node, since }: AutomatonState, until: Until, refTo: RefTo): GbnfExpr {
  const back = since ?? 0
  const moves = new Map<number, GbnfExpr>()
  for (const suffix of suffixesOf(node)) {
    if (suffix.depth <= back) break
    for (const [point, next] of suffix.children) {
      if (!moves.has(point)) moves.set(point, arrive(next, back + 1, until, refTo))
    }
  }
  return anyOf(printMoves(moves))
}

/** A choice whose empty alternative stays one: `… | ""` reads better here than `(…)?`. */
function anyOf(alternatives: readonly GbnfExpr[]): GbnfExpr {
  return choice(alternatives.filter((alternative) => !isNever(alternative)).flatMap(alternativesOf))
}

/** What may follow when the end of the text is `node`, and `since` is how far back the delimiter began. */
function arrive(node: TrieNode, since: number | null, { exits }: Until, refTo: RefTo): GbnfExpr {
  if (node.word !== null) return exits[node.word] ?? never
  const inner = suffixesOf(node).find((s) => s.word !== null && s.depth > (since ?? 0))
  if (inner === undefined) return refTo({ node, since })
  const exit = exits[inner.word ?? 0] ?? never
  return alt([exit, refTo({ node, since: inner.depth })])
}

/** One alternative for all code points that lead to the same. */
function printMoves(moves: ReadonlyMap<number, GbnfExpr>): GbnfExpr[] {
  const groups = new Map<string, { points: number[]; target: GbnfExpr }>()
  for (const [point, target] of moves) {
    if (isNever(target)) continue
    const group = groups.get(exprKey(target))
    if (group === undefined) groups.set(exprKey(target), { points: [point], target })
    else group.points.push(point)
  }
  return [...groups.values()].map(({ points, target }) => {
    const only = points.length === 1 ? points[0] : undefined
    const head =
      only === undefined ? charClass(toRanges(points)) : literal(String.fromCodePoint(only))
    return seq([head, target])
  })
}

function toRanges(points: readonly number[]): CharRange[] {
  return charRanges(charSet(points.map((point) => [point, point] as const)))
}
