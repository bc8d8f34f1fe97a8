import { mapChanged, type GbnfExpr, type GbnfGrammar } from './expr.ts'
import { factorChoice } from './factor.ts'
import { pushRefs } from './expression.ts'
import { finishGrammar } from './finish.ts'
import type { Workshop } from './heads.ts'
import { hasUntil, joinUntils } from './join-until.ts'
import { createMerger } from './merge-rules.ts'
import { createNamer, rootName } from './names.ts'
import { createRuleTable, type MakeRule, type RuleTable } from './rule-table.ts'
import { alternativesOf, rebuild, rep } from './simplify.ts'

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
  for (const { name, expr } of grammar.rules) table.bodies.set(name, rebuild(expr, (used) => used))
  return optimiseTable(table)
}

const nothingToMake: MakeRule = { bodyOf: () => undefined, isNameless: () => false }

/**
 * The grammar of a table, optimised: from the rule `root` on. Bodies must be made by the constructors
 * of `simplify.ts`: what nothing is found to change in stays as it is. `make` gives those that are not
 * there yet; each is made when it is needed, and its body forgotten when an equal one is known, so that
 * a long list of tools needs little memory.
 */
export function optimiseTable(
  table: RuleTable,
  make: MakeRule = nothingToMake,
): GbnfGrammar {
  const shop: Workshop = { table, finished: new Set() }
  const merger = createMerger(make.isNameless)
  const open = (name: string): GbnfExpr | undefined => {
    const body = table.bodies.get(name) ?? make.bodyOf(name)
    if (body !== undefined) table.bodies.set(name, body)
    return body
  }
  calleesFirst(shop.finished, open, (name) => {
    const body = table.bodies.get(name)
    if (body === undefined) return
    table.bodies.set(name, createOptimiser(shop, name)(merger.merge(name, body)))
  })
  return finishGrammar(table)
}

function createOptimiser(shop: Workshop, owner: string): (expr: GbnfExpr) => GbnfExpr {
  function change(expr: GbnfExpr): GbnfExpr {
    switch (expr.kind) {
      case 'sequence': {
        const items = mapChanged(expr.items, change)
        if (items === expr.items && !hasUntil(shop, items)) return expr
        return joinUntils(shop, owner, items)
      }
      case 'choice': {
        const alternatives = mapChanged(expr.alternatives, change)
        return factorChoice(shop, owner, spliced(alternatives))
      }
      case 'repeat': {
        const item = change(expr.item)
        return item === expr.item ? expr : rep(item, expr.min, expr.max)
      }
      default:
        return expr
    }
  }
  return change
}

/** Alternatives of alternatives are alternatives. */
function spliced(alternatives: readonly GbnfExpr[]): readonly GbnfExpr[] {
  return alternatives.some(({ kind }) => kind === 'choice')
    ? alternatives.flatMap(alternativesOf)
    : alternatives
}

/** Opens each rule, and closes it after those that it uses, as far as they are no circle. */
function calleesFirst(
  closed: Set<string>,
  open: (name: string) => GbnfExpr | undefined,
  close: (name: string) => void,
): void {
  const seen = new Set<string>()
  const stack = [rootName]
  for (let name = stack.at(-1); name !== undefined; name = stack.at(-1)) {
    if (seen.has(name)) {
      // All that it leads to stands before it.
      stack.pop()
      if (!closed.has(name)) close(name)
      closed.add(name)
      continue
    }
    seen.add(name)
    const body = open(name)
    if (body !== undefined) pushRefs(body, stack, seen)
  }
}
