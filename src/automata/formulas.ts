import type { Budget } from './budget.ts'

/** The number of a formula; equal formulas have equal numbers. */
export type Formula = number

/** No text, and every text. */
export const False: Formula = 0
export const True: Formula = 1

/** A formula: a place of a network that must accept what is left, or a combination of such. */
export type FormulaNode =
  | { readonly kind: 'constant' }
  | { readonly kind: 'place'; readonly place: number }
  | { readonly kind: 'not'; readonly item: Formula }
  | { readonly kind: 'or' | 'and'; readonly items: readonly Formula[] }

/**
 * Makes formulas over the places of a network, each once. Both connectives are flat, sorted, and
 * free of what another part makes superfluous, so that the states of a pattern stay few.
 */
export interface Formulas {
  node(formula: Formula): FormulaNode
  place(place: number): Formula
  not(item: Formula): Formula
  or(items: Iterable<Formula>): Formula
  and(items: Iterable<Formula>): Formula
}

/** An empty set of formulas; joining n formulas spends n steps. */
export function createFormulas(budget: Budget): Formulas {
  const nodes: FormulaNode[] = [{ kind: 'constant' }, { kind: 'constant' }]
  const numbers = new Map<string, Formula>()

  function once(key: string, make: () => FormulaNode): Formula {
    let formula = numbers.get(key)
    if (formula === undefined) {
      formula = nodes.push(make()) - 1
      numbers.set(key, formula)
    }
    return formula
  }

  const node = (formula: Formula): FormulaNode => nodes[formula] ?? { kind: 'constant' }

  function not(item: Formula): Formula {
    if (item === False) return True
    if (item === True) return False
    const found = node(item)
    return found.kind === 'not' ? found.item : once(`!${item}`, () => ({ kind: 'not', item }))
  }

  /** `neutral` changes nothing, `absorbing` is the whole result. */
  function join(
    kind: 'or' | 'and',
    items: Iterable<Formula>,
    neutral: Formula,
    absorbing: Formula,
  ): Formula {
    const flat = new Set<Formula>()
    for (const item of items) {
      const found = node(item)
      if (item === absorbing) return absorbing
      if (found.kind === kind) for (const part of found.items) flat.add(part)
      else if (item !== neutral) flat.add(item)
    }
    if (!budget.spend(flat.size)) return absorbing
    const dual = kind === 'or' ? 'and' : 'or'
    for (const item of flat) {
      const found = node(item)
      if (found.kind === 'not' && flat.has(found.item)) return absorbing
      if (found.kind !== dual) continue
      const rest = reduced(found.items, flat)
      if (rest === found.items) continue
      flat.delete(item)
      if (rest === null) continue
      const smaller = dual === 'and' ? and(rest) : or(rest)
      return join(kind, [...flat, smaller], neutral, absorbing)
    }
    const list = [...flat].toSorted((a, b) => a - b)
    const [only] = list
    if (only === undefined) return neutral
    if (list.length === 1) return only
    return once(`${kind}${list.join()}`, () => ({ kind, items: list }))
  }

  /**
   * What is left of an inner connective beside the parts of the outer one: `a or (a and b)` is `a`,
   * and `a or (not a and b)` is `a or b`. `null` if nothing is left of it.
   */
  function reduced(
    inner: readonly Formula[],
    outer: ReadonlySet<Formula>,
  ): readonly Formula[] | null {
    if (inner.some((part) => outer.has(part))) return null
    const kept = inner.filter((part) => !outer.has(not(part)))
    return kept.length === inner.length ? inner : kept
  }

  const or = (items: Iterable<Formula>): Formula => join('or', items, False, True)
  const and = (items: Iterable<Formula>): Formula => join('and', items, True, False)

  return {
    node,
    place: (place) => once(`@${place}`, () => ({ kind: 'place', place })),
    not,
    or,
    and,
  }
}
