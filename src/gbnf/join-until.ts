import { cutHead } from './cut-head.ts'
import { isSame } from './expr-map.ts'
import { nothing, type GbnfExpr } from './expr.ts'
import { shareTail, type Workshop } from './heads.ts'
import { isNever, never, seq } from './simplify.ts'
import type { Until } from './until.ts'

/**
 * Lets the automaton of an `until` read the delimiter that follows it. Left apart, a `<` in the text
 * would be two things at once, text or the delimiter's beginning; and a delimiter that overlaps
 * itself would be found too late.
 */
export function joinUntils(shop: Workshop, owner: string, items: readonly GbnfExpr[]): GbnfExpr {
  let tail: GbnfExpr = nothing
  // What stands before the tail and behind the next automaton, which looks at both.
  let behind = items.length
  for (let i = items.length - 1; i >= 0; i--) {
    const until = plainUntil(shop, items[i])
    if (until === undefined) continue
    tail = seq([...items.slice(i + 1, behind), tail])
    behind = i + 1
    const whole = joined(shop, owner, until, tail)
    if (whole === null) continue
    tail = whole
    behind = i
  }
  return seq([...items.slice(0, behind), tail])
}

/** Whether a sequence holds an automaton that may be joined to what follows it. */
export function hasUntil(shop: Workshop, items: readonly GbnfExpr[]): boolean {
  if (shop.table.untils.size === 0) return false
  for (const item of items) if (plainUntil(shop, item) !== undefined) return true
  return false
}

/** The automaton behind a name, also behind the name of a rule that is only this automaton. */
function plainUntil({ table, finished }: Workshop, item: GbnfExpr | undefined): Until | undefined {
  if (item?.kind !== 'ref') return undefined
  const body = finished.has(item.name) ? table.bodies.get(item.name) : undefined
  const until = table.untils.get(body?.kind === 'ref' ? body.name : item.name)
  return until?.exits.every(isNever) === true ? until : undefined
}

function joined(shop: Workshop, owner: string, until: Until, tail: GbnfExpr): GbnfExpr | null {
  const { delimiters } = until
  const head = cutHead(shop, owner, tail, delimiters)
  if (head === null) return null
  const possible = head.exits.filter((exit) => !isNever(exit))
  const [exit] = possible
  if (exit !== undefined && isNever(head.end) && possible.every((other) => isSame(other, exit))) {
    // What follows stands behind the automaton, so that one automaton serves in many places.
    const exits = head.exits.map((e) => (isNever(e) ? never : nothing))
    return seq([shop.table.automaton({ delimiters, exits, end: never }), exit])
  }
  // Each state of the automaton repeats the end, each delimiter its exit: short ones, or names.
  const exits = head.exits.map((e) => shareTail(shop, owner, e))
  return shop.table.automaton({ delimiters, exits, end: shareTail(shop, owner, head.end) })
}
