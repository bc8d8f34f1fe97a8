import type { Arena } from '../peg/arena.ts'
import { printClass } from '../peg/charset.ts'
import { Op, type Program } from './program.ts'
import type { Expected } from './result.ts'
import { Call, Frame, type State } from './state.ts'

/** Where a parse got stuck, and what would have let it go on. */
export interface Frontier {
  offset: number
  expected: Expected[]
  /** Names of the rules open there, outermost first. */
  rules: string[]
}

/** The most expectations that a message lists. */
export const MaxExpected = 24

/**
 * Collects what was expected at the furthest offset: told of every failure of a plain run, one
 * without dispatch, whose tables would hide expectations.
 */
export function createFrontier(arena: Pick<Arena, 'nodes'>): {
  readonly frontier: Frontier
  watch(state: State): void
} {
  const frontier: Frontier = { offset: -1, expected: [], rules: [] }
  const seen = new Set<string>()

  function watch(state: State): void {
    if (state.position < frontier.offset || insideNot(state)) return
    const found = expectedAt(state, arena)
    if (found === null) return
    if (state.position > frontier.offset) {
      frontier.offset = state.position
      frontier.expected = []
      seen.clear()
      frontier.rules = openRules(state, arena).map(({ name }) => name)
    }
    for (const expected of found) {
      const key = JSON.stringify(expected)
      if (seen.has(key) || frontier.expected.length >= MaxExpected) continue
      seen.add(key)
      frontier.expected.push(expected)
    }
  }

  return { frontier, watch }
}

/** A named rule that fails at its own start stands for its parts: "expected value". */
function expectedAt(state: State, arena: Pick<Arena, 'nodes'>): Expected[] | null {
  const rule = openRules(state, arena).find(
    ({ start, outermost }) => start === state.position && !outermost,
  )
  const parts = expectedOf(state)
  if (parts === null || rule === undefined) return parts
  return [{ kind: 'rule', name: rule.name }]
}

function expectedOf({ program, pc }: State): Expected[] | null {
  const a = program.code[pc + 1] ?? 0
  const label = (index: number): string => printClass(program.classes[index]?.set ?? [])
  switch (program.code[pc]) {
    case Op.char:
      return [{ kind: 'literal', text: String.fromCharCode(a) }]
    case Op.literal:
    case Op.token:
      return [{ kind: 'literal', text: textOf(program, a) }]
    case Op.one:
    case Op.span:
      return [{ kind: 'class', label: label(a) }]
    case Op.any:
      return [{ kind: 'class', label: 'any character' }]
    case Op.string:
      return [
        { kind: 'literal', text: String.fromCharCode(a) },
        { kind: 'class', label: 'a character or an escape of a string' },
      ]
    case Op.through:
      return (program.delimiters[a]?.delimiters ?? []).map(({ units }) => ({
        kind: 'literal',
        text: spell(units),
      }))
    case Op.start:
      return [{ kind: 'class', label: 'the start of the text' }]
    case Op.end:
      return [{ kind: 'end' }]
    default:
      return null
  }
}

function textOf(program: Program, literal: number): string {
  return spell(program.literals[literal] ?? [])
}

/** Some thousand units at a time: more arguments overflow the stack. */
function spell(units: ArrayLike<number>): string {
  const parts: string[] = []
  for (let at = 0; at < units.length; at += 4096) {
    parts.push(String.fromCharCode(...Array.prototype.slice.call(units, at, at + 4096)))
  }
  return parts.join('')
}

interface OpenRule {
  readonly name: string
  readonly start: number
  readonly outermost: boolean
}

function openRules(state: State, arena: Pick<Arena, 'nodes'>): OpenRule[] {
  const rules: OpenRule[] = []
  for (let call = state.call; call >= 0; call = state.stack[call + Call.outer] ?? -1) {
    const id = state.program.ruleAt.get(state.stack[call + Call.returnTo] ?? -1)
    const node = id === undefined ? undefined : arena.nodes[id]
    if (node?.kind !== 'rule') continue
    const start = state.stack[call + Call.position] ?? 0
    const outermost = (state.stack[call + Call.outer] ?? -1) < 0 && start === 0
    rules.unshift({ name: node.silent ? node.name.replace(':', ' ') : node.name, start, outermost })
    // Deep nesting has little to say: the outermost rules of a message are enough.
    if (rules.length > 64) rules.pop()
  }
  return rules
}

/** Failures inside a `not` are what it hopes for, not what the text lacks. */
function insideNot(state: State): boolean {
  if (state.hide < 0) return false
  for (let base = state.newest; base >= 0; base = state.stack[base + Frame.previous] ?? -1) {
    const resume = state.stack[base + Frame.resume] ?? 0
    if (state.program.notResumes.has(resume)) return true
  }
  return false
}
