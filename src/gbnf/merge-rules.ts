import { mapChanged, ref, repeat, sequence, choice, type GbnfExpr, type GbnfRef } from './expr.ts'
import { createExprMap } from './expr-map.ts'

/** Finds rules that are equal, when asked about each after all that it uses. */
export interface Merger {
  /**
   * The body of a rule, with the names of the rules that stand for others. A rule that is equal to one
   * that was seen before becomes its name, and is named no more but by the rules of its own circle
   * that came before it.
   */
  merge(name: string, body: GbnfExpr): GbnfExpr
}

/**
 * Lets one rule stand for all that are equal to it, as far as nobody gave them their names: the
 * tools of a list share most of their parameters' types.
 */
export function createMerger(isNameless: (name: string) => boolean): Merger {
  const standIns = new Map<string, GbnfRef>()
  const known = createExprMap<string>()

  function renamed(expr: GbnfExpr): GbnfExpr {
    switch (expr.kind) {
      case 'ref':
        return standIns.get(expr.name) ?? expr
      case 'sequence': {
        const items = mapChanged(expr.items, renamed)
        return items === expr.items ? expr : sequence(items)
      }
      case 'choice': {
        const alternatives = mapChanged(expr.alternatives, renamed)
        return alternatives === expr.alternatives ? expr : choice(alternatives)
      }
      case 'repeat': {
        const item = renamed(expr.item)
        return item === expr.item ? expr : repeat(item, expr.min, expr.max)
      }
      default:
        return expr
    }
  }

  return {
    merge(name, body) {
      const own = standIns.size === 0 ? body : renamed(body)
      if (!isNameless(name)) return own
      // A rule that is only another one's name is that one.
      const other = own.kind === 'ref' ? own.name : known.once(own, () => name)
      if (other === name) return own
      const standIn = ref(other)
      standIns.set(name, standIn)
      return standIn
    },
  }
}
