import { MaxCodePoint } from '../peg/charset.ts'
import { charClass, type GbnfExpr, type GbnfGrammar, type GbnfRule } from './expr.ts'
import { pushRefs } from './expression.ts'
import { rootName } from './names.ts'
import { boundRepeats } from './repeat.ts'
import type { RuleTable } from './rule-table.ts'
import { isNever, never, rebuild } from './simplify.ts'
import { expandUntil } from './expand-until.ts'

/**
 * The last steps: automata get their rules, what no text can match is dropped, repetitions are
 * brought within llama.cpp's bounds, and the rules that `root` leads to stand in the order in which
 * a reader meets them.
 */
export function finishGrammar(table: RuleTable): GbnfGrammar {
  const reached = reachRules(table, (name) => {
    const until = table.untils.get(name)
    if (until !== undefined && !table.bodies.has(name)) expandUntil(table, name, until)
  })
  const isAsReached = !dropImpossible(table, reached) && areBound(table, reached)
  const order = isAsReached ? reached : reachRules(table, (name) => bindRule(table, name))
  const rules: GbnfRule[] = []
  for (const name of order) {
    const body = table.bodies.get(name)
    if (body !== undefined) rules.push({ name, expr: isNever(body) ? impossible : body })
  }
  return { rules }
}

/** Only a root can be left that no text matches. A class without members would be left out. */
const impossible = charClass([[0, MaxCodePoint]], true)

/** Brings rules within llama.cpp's bounds; whether all of them were so, so that no rule is new. */
function areBound(table: RuleTable, names: readonly string[]): boolean {
  let wereBound = true
  for (const name of names) if (bindRule(table, name)) wereBound = false
  return wereBound
}

/** Whether the rule has changed. */
function bindRule(table: RuleTable, name: string): boolean {
  const body = table.bodies.get(name)
  if (body === undefined) return false
  const bound = boundRepeats(table, name, body)
  if (bound === body) return false
  table.bodies.set(name, bound)
  return true
}

/** Rules in the order in which they are met from the root on; each is prepared before it is read. */
function reachRules(table: RuleTable, prepare: (name: string) => void): string[] {
  const seen = new Set<string>()
  const stack = [rootName]
  for (let name = stack.pop(); name !== undefined; name = stack.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    prepare(name)
    const body = table.bodies.get(name)
    if (body !== undefined) pushRefs(body, stack, seen)
  }
  return [...seen]
}

/**
 * Replaces rules that no finite text matches: a recovery alone, or a recursion without an end; and
 * says whether there were any.
 */
function dropImpossible(table: RuleTable, names: readonly string[]): boolean {
  const dropped = impossibleRules(table, names)
  if (dropped.size === 0) return false
  for (const name of names) {
    const body = table.bodies.get(name)
    if (body === undefined) continue
    const left = rebuild(body, (used) => (dropped.has(used.name) ? never : used))
    table.bodies.set(name, left)
  }
  return true
}

function impossibleRules(table: RuleTable, names: readonly string[]): Set<string> {
  // What is not known to be possible. Callees mostly stand behind their callers: from the end, one
  // round or two do.
  const open = new Set(names.filter((name) => table.bodies.has(name)))
  for (let before = -1; before !== open.size;) {
    before = open.size
    for (let i = names.length - 1; i >= 0; i--) {
      const name = names[i]
      if (name === undefined || !open.has(name)) continue
      if (canMatch(table.bodies.get(name) ?? never, open)) open.delete(name)
    }
  }
  return open
}

/** Whether some text matches, as far as is known of the rules that it names. */
function canMatch(expr: GbnfExpr, open: ReadonlySet<string>): boolean {
  switch (expr.kind) {
    case 'ref':
      return !open.has(expr.name)
    case 'sequence':
      for (const item of expr.items) if (!canMatch(item, open)) return false
      return true
    case 'choice':
      for (const each of expr.alternatives) if (canMatch(each, open)) return true
      return false
    case 'repeat':
      return expr.min === 0 || canMatch(expr.item, open)
    default:
      return true
  }
}
