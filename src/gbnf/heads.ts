import type { GbnfExpr, GbnfRef } from './expr.ts'
import type { RuleTable } from './rule-table.ts'
import { itemsOf, never, seq, weightOf } from './simplify.ts'

/** Where rules are opened: only those that are finished keep their bodies. */
export interface Workshop {
  readonly table: RuleTable
  readonly finished: Set<string>
}

/** How far a head is looked for through rules that begin with rules. */
const maxDepth = 8
/** A tail of more parts than this becomes a rule, so that it is printed once. */
const maxCopied = 2

/** The text that everything a rule matches begins with; empty when there is none. */
export function headOf({ table, finished }: Workshop, name: string, depth = 0): string {
  const body = table.bodies.get(name)
  if (body === undefined || !finished.has(name)) return ''
  const first = itemsOf(body)[0]
  if (first?.kind === 'literal') return first.text
  return first?.kind === 'ref' && depth < maxDepth
    ? headOf({ table, finished }, first.name, depth + 1)
    : ''
}

/**
 * The parts of a rule that has a head, the head first. What stands behind it becomes a rule of its
 * own, shared by the rule itself and by whoever takes the head off.
 */
export function openRule(shop: Workshop, name: string): readonly GbnfExpr[] {
  const { table } = shop
  const items = itemsOf(table.bodies.get(name) ?? never)
  const [first, ...tail] = items
  if (first === undefined) return items
  const rest = shareTail(shop, name, seq(tail))
  if (first.kind === 'ref') return [...openRule(shop, first.name), ...itemsOf(rest)]
  if (rest.kind === 'ref') table.bodies.set(name, seq([first, rest]))
  return [first, ...itemsOf(rest)]
}

/** The tail of a rule, as a rule of its own unless it is short. */
export function shareTail(shop: Workshop, owner: string, tail: GbnfExpr): GbnfExpr {
  if (weightOf(tail) <= maxCopied) return tail
  return shareRule(shop, `${owner.replace(/-rest(-\d+)?$/, '')}-rest`, tail)
}

/** Adds a rule whose body needs no more work. */
export function shareRule({ table, finished }: Workshop, wanted: string, body: GbnfExpr): GbnfRef {
  const rule = table.share(wanted, body)
  finished.add(rule.name)
  return rule
}
