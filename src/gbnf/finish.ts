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
  dropImpossible(table, reached)
  const order = reachRules(table, (name) => {
    const body = table.bodies.get(name)
    if (body !== undefined) table.bodies.set(name, boundRepeats(table, name, body))
  })
  return { rules: order.flatMap((name) => ruleOf(table, name)) }
}

function ruleOf(table: RuleTable, name: string): GbnfRule[] {
  const body = table.bodies.get(name)
  if (body === undefined) return []
  // Only a root can be left that no text matches. A class without members would be left out.
  return [{ name, expr: isNever(body) ? charClass([[0, MaxCodePoint]], true) : body }]
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

/** Replaces rules that no finite text matches: a recovery alone, or a recursion without an end. */
function dropImpossible(table: RuleTable, names: readonly string[]): void {
  const possible = new Set<string>()
  const isDefined = (name: string): boolean => table.bodies.has(name)
  let open = names.filter(isDefined)
  // Callees mostly stand behind their callers: from the end, one or two rounds do.
  for (let before = -1; before !== open.length;) {
    before = open.length
    for (const name of open.toReversed()) {
      const body = table.bodies.get(name) ?? never
      if (canMatch(body, (used) => possible.has(used) || !isDefined(used))) possible.add(name)
    }
    open = open.filter((name) => !possible.has(name))
  }
  if (open.length === 0) return
  const dropped = new Set(open)
  for (const name of names) {
    const body = table.bodies.get(name)
    if (body === undefined) continue
    const left = rebuild(body, (used) => (dropped.has(used.name) ? never : used))
    table.bodies.set(name, left)
  }
}

function canMatch(expr: GbnfExpr, isPossible: (name: string) => boolean): boolean {
  switch (expr.kind) {
    case 'ref':
      return isPossible(expr.name)
    case 'sequence':
      return expr.items.every((item) => canMatch(item, isPossible))
    case 'choice':
      return expr.alternatives.some((alternative) => canMatch(alternative, isPossible))
    case 'repeat':
      return expr.min === 0 || canMatch(expr.item, isPossible)
    default:
      return true
  }
}
