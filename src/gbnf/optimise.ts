import type { GbnfExpr, GbnfGrammar } from './expr.ts'
import { factorChoice } from './factor.ts'
import { refsOf } from './expression.ts'
import { finishGrammar } from './finish.ts'
import type { Workshop } from './heads.ts'
import { joinUntils } from './join-until.ts'
import { createNamer, rootName } from './names.ts'
import { createRuleTable, type RuleTable } from './rule-table.ts'
import { alternativesOf, rep } from './simplify.ts'

/**
 * Rewrites a grammar so that llama.cpp samples it fast and loads it: alternatives with a common
 * beginning are factored, classes joined, repeated items named, large bounds split, rules that are
 * never reached dropped. The language stays the same.
 *
 * @example
 * ```ts
 * const rules = [{ name: 'root', expr: choice([literal('cat'), literal('car')]) }]
 * printGbnf(optimise({ rules })) // 'root ::= "ca" [rt]\n'
 * ```
 */
export function optimise(grammar: GbnfGrammar): GbnfGrammar {
  const table = createRuleTable(createNamer(grammar.rules.map((rule) => rule.name)))
  for (const { name, expr } of grammar.rules) table.bodies.set(name, expr)
  return optimiseTable(table)
}

/** The grammar of a table, optimised: from the rule `root` on. */
export function optimiseTable(table: RuleTable): GbnfGrammar {
  const shop: Workshop = { table, finished: new Set() }
  for (const name of calleesFirst(table)) {
    const body = table.bodies.get(name)
    if (body !== undefined) table.bodies.set(name, optimiseExpr(shop, name, body))
    shop.finished.add(name)
  }
  return finishGrammar(table)
}

function optimiseExpr(shop: Workshop, owner: string, expr: GbnfExpr): GbnfExpr {
  const inner = (part: GbnfExpr): GbnfExpr => optimiseExpr(shop, owner, part)
  switch (expr.kind) {
    case 'sequence':
      return joinUntils(shop, owner, expr.items.map(inner))
    case 'choice':
      return factorChoice(shop, owner, expr.alternatives.map(inner).flatMap(alternativesOf))
    case 'repeat':
      return rep(inner(expr.item), expr.min, expr.max)
    default:
      return expr
  }
}

/** Rules in an order in which each comes after those that it uses, as far as they are no circle. */
function calleesFirst(table: RuleTable): string[] {
  const order: string[] = []
  const seen = new Set<string>()
  const stack: { name: string; done: boolean }[] = [{ name: rootName, done: false }]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (top.done) order.push(top.name)
    if (top.done || seen.has(top.name)) continue
    seen.add(top.name)
    stack.push({ name: top.name, done: true })
    const body = table.bodies.get(top.name)
    const used = body === undefined ? [] : refsOf(body)
    for (const name of used.toReversed()) if (!seen.has(name)) stack.push({ name, done: false })
  }
  return order
}
