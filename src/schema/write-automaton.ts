import { fromPattern, intersect, isFault, type Automaton } from '../automata/index.ts'
import type { CharSet } from '../peg/charset.ts'
import { factor } from './factor.ts'
import { hasEscapes, spell, writeEscapes, type Spelling } from './json-escapes.ts'
import type { NodeMaker, Part, Parts } from './parts.ts'
import { planStates, type Run, type StatePlan } from './state-plan.ts'
import { stringChar } from './string-char.ts'

/** What an automaton is written with. */
export interface AutomatonSettings {
  /** The stem of the names of its rules. */
  readonly name: string
  /** What follows a text of a label. It begins with the closing quote. */
  tail(label: number): Parts
}

// A long text would nest a node for each of its characters.
const maxInline = 16

/**
 * The inside of a JSON string whose text an automaton accepts, and what follows it. Each state is a
 * choice that one character decides, so that the parser's ordered choice and the grammar's unordered
 * one are the same; loops over one state are repetitions, others rules that end in a rule.
 *
 * @returns `null` if it would be too large
 */
export function writeAutomaton(
  make: NodeMaker,
  automaton: Automaton,
  { name, tail }: AutomatonSettings,
): Parts | null {
  if (!hasRoom(make)) return null
  const plans = plansOf(automaton)
  if (plans === null || !takeRoom(make, plans.size)) return null
  const uses = countUses(plans)
  const names = new Map<number, string>()
  const waiting: number[] = []

  /** The rule of a state, made later: chains of rules may be long. */
  function ruleOf(state: number): Parts {
    let ruleName = names.get(state)
    if (ruleName === undefined) {
      ruleName = make.freeName(state === 0 ? name : `${name}-s${state}`)
      names.set(state, ruleName)
      waiting.push(state)
    }
    return [make.ref(ruleName)]
  }

  function stateParts(state: number, depth: number, isShared: boolean): Parts {
    const plan = plans?.get(state)
    if (plan === undefined) return []
    if (isEnd(plan)) return tail(plan.label)
    if (isAnything(plan)) return anyRest(make, tail(plan.label))
    const isRule = isShared || depth >= maxInline || (uses.get(state) ?? 0) > 1
    return isRule ? ruleOf(state) : planParts(plan, depth + 1)
  }

  function planParts({ run, edges, label }: StatePlan, depth: number): Parts {
    const spelled = edges.map(({ set, to }) => ({ spelling: spell(set), to }))
    const escaped = spelled.filter(({ spelling }) => hasEscapes(spelling))
    const isDecided = escaped.length > 1
    const alternatives = spelled.flatMap(({ spelling, to }): Parts[] => {
      if (!isDecided && hasEscapes(spelling)) {
        return [[charOf(make, spelling), ...stateParts(to, depth, false)]]
      }
      if (spelling.plain.length === 0) return []
      const isShared = isDecided && hasEscapes(spelling)
      return [[plainOf(make, spelling.plain), ...stateParts(to, depth, isShared)]]
    })
    if (isDecided) {
      const branches = escaped.map(({ spelling, to }) => ({
        spelling,
        rest: stateParts(to, depth, true),
      }))
      alternatives.push(['\\', ...writeEscapes(make, branches)])
    }
    if (label !== 0) alternatives.push(tail(label))
    const rest = factor(make, alternatives)
    return run === null ? rest : [...runParts(make, run), ...rest]
  }

  const first = plans.get(0)
  if (first === undefined) return null
  const isSmall = plans.size <= 4 && !isLooping(plans)
  const parts = isSmall || isAnything(first) ? stateParts(0, 0, false) : ruleOf(0)
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    const plan = plans.get(state)
    if (plan !== undefined) make.rule(names.get(state) ?? name, () => planParts(plan, 0))
  }
  return parts
}

const planned = new WeakMap<Automaton, ReadonlyMap<number, StatePlan> | null>()

function plansOf(automaton: Automaton): ReadonlyMap<number, StatePlan> | null {
  let plans = planned.get(automaton)
  if (plans === undefined) planned.set(automaton, (plans = planStates(wellFormed(automaton))))
  return plans
}

/** The most states that the strings and keys of one schema are written with. */
export const MaxAllStates = 10_000

const written = new WeakMap<NodeMaker, number>()

/** Whether a schema may have more states: asked before an automaton is made for it. */
export function hasRoom(make: NodeMaker): boolean {
  return (written.get(make) ?? 0) < MaxAllStates
}

function takeRoom(make: NodeMaker, states: number): boolean {
  const all = (written.get(make) ?? 0) + states
  written.set(make, all)
  return all <= MaxAllStates
}

/** A grammar's text has no halves of surrogate pairs: what only they would continue goes no further. */
function wellFormed(automaton: Automaton): Automaton {
  const holdsHalves = ([low, ...rest]: CharSet): boolean =>
    low !== undefined && low >= 0xd800 && (rest.at(-1) ?? 0) <= 0xdfff
  if (!automaton.classes.some(holdsHalves)) return automaton
  const whole = fromPattern('^[^\\ud800-\\udfff]*$')
  return (isFault(whole) ? null : intersect(automaton, whole)) ?? automaton
}

function isEnd({ run, edges }: StatePlan): boolean {
  return run === null && edges.length === 0
}

/** Whether some state leads back to another one; then the first one may be such a state. */
function isLooping(plans: ReadonlyMap<number, StatePlan>): boolean {
  return [...plans.values()].some(({ edges }) => edges.some(({ to }) => to === 0))
}

/** How often each state is led to. */
function countUses(plans: ReadonlyMap<number, StatePlan>): Map<number, number> {
  const uses = new Map<number, number>()
  for (const { edges } of plans.values()) {
    for (const { to } of edges) uses.set(to, (uses.get(to) ?? 0) + 1)
  }
  return uses
}

/** Whatever characters, as many as there are. */
function isAnything({ run, edges }: StatePlan): boolean {
  const isEndless = run !== null && run.min === 0 && run.max === null
  return isEndless && edges.length === 0 && isAnyChar(run.set)
}

function isAnyChar(set: CharSet): boolean {
  return set.length === 2 && set[0] === 0 && set[1] === 0x10ffff
}

function anyRest(make: NodeMaker, tail: Parts): Parts {
  const [quote, ...others] = tail
  if (quote !== '"') return [make.json('stringContent'), ...tail]
  return [stringRest(make), ...others]
}

/** Whatever characters, and the closing quote. */
export function stringRest(make: NodeMaker): Part {
  return make.rule('json:string-rest', () => [make.json('stringContent'), '"'])
}

function runParts(make: NodeMaker, { set, min, max }: Run): Parts {
  if (isAnyChar(set)) return make.repeat([stringChar(make)], min, max)
  const spelling = spell(set)
  if (hasEscapes(spelling)) return make.repeat([namedChar(make, spelling)], min, max)
  return [make.chars(spelling.plain, min, max)]
}

/** A character that stands for itself: a text if there is one only. */
function plainOf(make: NodeMaker, set: CharSet): Part {
  const [low, high] = set
  if (set.length === 2 && low !== undefined && low === high) return String.fromCodePoint(low)
  return make.chars(set, 1, 1)
}

/** A character of a set, as itself or escaped. */
function charOf(make: NodeMaker, spelling: Spelling): Part {
  const key = keyOf(spelling)
  return make.shared(`char ${key}`, () => {
    const escape: Parts = ['\\', escapeOf(make, spelling)]
    if (spelling.plain.length === 0) return make.node(escape)
    return make.choice([[plainOf(make, spelling.plain)], escape])
  })
}

/** What is repeated has a name: llama.cpp counts the symbols of a repeated group. */
function namedChar(make: NodeMaker, spelling: Spelling): Part {
  return make.shared(`named ${keyOf(spelling)}`, () =>
    make.rule(make.freeName('json:char-of'), () => [charOf(make, spelling)]),
  )
}

/** What follows a backslash. */
export function escapeOf(make: NodeMaker, spelling: Spelling): Part {
  const { short, numbered } = spelling
  return make.shared(`escape ${short.join()} ${numbered.join()}`, () => {
    const parts = writeEscapes(make, [{ spelling, rest: [] }])
    if (numbered.length === 0) return make.node(parts)
    return make.rule(make.freeName('json:escape-of'), () => parts)
  })
}

function keyOf({ plain, short, numbered }: Spelling): string {
  return `${plain.join()} ${short.join()} ${numbered.join()}`
}
