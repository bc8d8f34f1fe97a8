import { charSet, type CharSet } from '../peg/charset.ts'
import type { NumberAutomaton } from './number-automaton.ts'
import type { NodeMaker, Parts } from './parts.ts'

interface Edge {
  readonly set: CharSet
  readonly to: number
}

interface Writing {
  readonly make: NodeMaker
  readonly name: string
  readonly automaton: NumberAutomaton
  readonly edges: readonly (readonly Edge[])[]
  /** How many edges lead to each state, its own loops left out. */
  readonly uses: readonly number[]
  readonly written: Map<number, Parts>
}

// A long number would nest a node for each of its digits.
const ruleEvery = 16

/**
 * The texts of an automaton, as nodes: one character decides each choice, and where a text may end
 * or go on it goes on. What several states lead to is a rule.
 *
 * @returns `null` where it has no texts
 */
export function writeAutomaton(
  make: NodeMaker,
  automaton: NumberAutomaton,
  name: string,
): Parts | null {
  if (automaton.states.length === 0) return null
  const edges = automaton.states.map((_, id) => edgesOf(automaton, id))
  const uses = automaton.states.map(() => 0)
  edges.forEach((list, from) => {
    for (const { to } of list) if (to !== from) uses[to] = (uses[to] ?? 0) + 1
  })
  return writeState({ make, name, automaton, edges, uses, written: new Map() }, 0, 0)
}

/** The characters that lead to each state, in the order of the first of them. */
function edgesOf({ states }: NumberAutomaton, id: number): Edge[] {
  const chars = new Map<number, number[]>()
  for (const [char, to] of states[id]?.next ?? []) {
    const list = chars.get(to)
    if (list === undefined) chars.set(to, [char.charCodeAt(0)])
    else list.push(char.charCodeAt(0))
  }
  return [...chars].map(([to, points]) => ({ set: charSet(points.map((p) => [p, p])), to }))
}

function writeState(writing: Writing, id: number, depth: number): Parts {
  const known = writing.written.get(id)
  if (known !== undefined) return known
  const { make, uses } = writing
  const isShared = (uses[id] ?? 0) > (id === 0 ? 0 : 1)
  if (isEnd(writing, id)) return []
  if ((!isShared && depth < ruleEvery) || isRun(writing, id))
    return writeBody(writing, id, depth + 1)
  const ruleName = make.freeName(writing.name)
  // A state that leads back to itself finds this reference in the place of the rule being made.
  writing.written.set(id, [make.ref(ruleName)])
  const parts = [make.rule(ruleName, () => writeBody(writing, id, 0))]
  writing.written.set(id, parts)
  return parts
}

/** Whether a state is written as one class. */
function isRun(writing: Writing, id: number): boolean {
  const [edge, ...more] = writing.edges[id] ?? []
  if (edge === undefined || more.length > 0) return false
  if (edge.to === id) return true
  const run = runFrom(writing, id)
  return run !== null && (run.end === null || isEnd(writing, run.end))
}

function isEnd({ edges }: Writing, id: number): boolean {
  return edges[id]?.length === 0
}

function writeBody(writing: Writing, id: number, depth: number): Parts {
  const { make, edges, automaton } = writing
  const own = edges[id] ?? []
  const run = runFrom(writing, id)
  if (run !== null) {
    const part = make.chars(run.set, run.min, run.max)
    return run.end === null ? [part] : [part, ...writeState(writing, run.end, depth)]
  }
  const loop = own.find(({ to }) => to === id)
  const before = loop === undefined ? [] : [make.chars(loop.set, 0, null)]
  const alternatives = own
    .filter((edge) => edge !== loop)
    .map(({ set, to }): Parts => [charPart(make, set), ...writeState(writing, to, depth)])
  if (alternatives.length === 0) return before
  const [only] = alternatives
  const rest: Parts =
    alternatives.length === 1 && only !== undefined ? only : [make.choice(alternatives)]
  return [...before, ...(automaton.states[id]?.accepts === true ? make.optional(rest) : rest)]
}

function charPart(make: NodeMaker, set: CharSet): Parts[number] {
  const [low = 0, high] = set
  return set.length === 2 && low === high ? String.fromCharCode(low) : make.chars(set, 1, 1)
}

interface Run {
  readonly set: CharSet
  readonly min: number
  readonly max: number | null
  /** Where they lead; `null` where they go on for ever. */
  readonly end: number | null
}

/** States that follow each other by the same characters only: a class with a count. */
function runFrom({ edges, automaton, uses }: Writing, id: number): Run | null {
  const [first, ...others] = edges[id] ?? []
  if (first === undefined || others.length > 0 || first.to === id) return null
  const accepts = (state: number): boolean => automaton.states[state]?.accepts === true
  const key = first.set.join()
  let [at, length, least] = [id, 0, accepts(id) ? 0 : -1]
  for (;;) {
    const [edge, ...more] = edges[at] ?? []
    if (edge === undefined || more.length > 0 || edge.set.join() !== key) break
    // Once a text may end, the count is open: then it may end at each place up to the last.
    if (least >= 0 && !accepts(at)) break
    if (least >= 0 && !accepts(edge.to)) break
    if (at !== id && (uses[at] ?? 0) > 1 && edge.to !== at) break
    if (edge.to === at) {
      return least < 0 ? null : { set: first.set, min: least, max: null, end: null }
    }
    at = edge.to
    if (++length > edges.length) return null
    if (least < 0 && accepts(at)) least = length
  }
  if (length < 2 && least !== 0) return null
  // One character several times is a plain text.
  if (least < 0 && first.set[0] === first.set[1] && first.set.length === 2 && length < 32)
    return null
  // An open count can be followed by nothing: what follows would have to come at its end only.
  if (least >= 0 && (edges[at]?.length ?? 0) > 0) return null
  return { set: first.set, min: least < 0 ? length : least, max: length, end: at }
}
