import { findComponents, findCycle } from './cycles.ts'
import { childrenOf, type GbnfExpr, type GbnfGrammar } from './expr.ts'
import { rootName } from './names.ts'

/**
 * The rules that can match the empty text.
 *
 * @example
 * ```ts
 * const reading = readGbnf('root ::= gap "x"\ngap ::= " "*')
 * reading.ok && [...findNullableRules(reading.grammar)] // ['gap']
 * ```
 */
export function findNullableRules(grammar: GbnfGrammar): Set<string> {
  const nullable = new Set<string>()
  for (let size = -1; size < nullable.size;) {
    size = nullable.size
    for (const { name, expr } of grammar.rules) if (isNullable(expr, nullable)) nullable.add(name)
  }
  return nullable
}

/** Whether an expression can match the empty text, when these rules can. */
export function isNullable(expr: GbnfExpr, nullable: ReadonlySet<string>): boolean {
  switch (expr.kind) {
    case 'literal':
      return expr.text === ''
    case 'ref':
      return nullable.has(expr.name)
    case 'sequence':
      return expr.items.every((item) => isNullable(item, nullable))
    case 'choice':
      return expr.alternatives.some((each) => isNullable(each, nullable))
    case 'repeat':
      return expr.min === 0 || isNullable(expr.item, nullable)
    default:
      return false
  }
}

/**
 * Rules that no way leads to from `root`.
 *
 * @example
 * ```ts
 * const reading = readGbnf('root ::= "x"\nspare ::= "y"')
 * reading.ok && findUnreachableRules(reading.grammar) // ['spare']
 * ```
 */
export function findUnreachableRules(grammar: GbnfGrammar): string[] {
  const rules = new Map(grammar.rules.map((rule) => [rule.name, rule.expr]))
  const reached = new Set([rootName])
  for (const name of reached) {
    const expr = rules.get(name)
    if (expr !== undefined) for (const target of refsIn(expr)) reached.add(target)
  }
  return grammar.rules.map(({ name }) => name).filter((name) => !reached.has(name))
}

/**
 * Rules that are used but not defined.
 *
 * @example
 * ```ts
 * findUndefinedRules({ rules: [{ name: 'root', expr: ref('x') }] }) // ['x']
 * ```
 */
export function findUndefinedRules(grammar: GbnfGrammar): string[] {
  const defined = new Set(grammar.rules.map(({ name }) => name))
  const used = new Set(grammar.rules.flatMap(({ expr }) => refsIn(expr)))
  return [...used].filter((name) => !defined.has(name))
}

/**
 * Groups of rules that lead back to themselves before any character is read, each as a way from a
 * rule back to it.
 *
 * @example
 * ```ts
 * findLeftRecursion({ rules: [{ name: 'root', expr: sequence([ref('root'), literal('x')]) }] })
 * // [['root', 'root']]
 * ```
 */
export function findLeftRecursion(grammar: GbnfGrammar): string[][] {
  const nullable = findNullableRules(grammar)
  const indices = new Map(grammar.rules.map(({ name }, index) => [name, index]))
  const edges = grammar.rules.map(({ expr }) =>
    leftmostRefs(expr, nullable)
      .map((name) => indices.get(name))
      .filter((index) => index !== undefined),
  )
  return findComponents(edges)
    .map((component) => ({ cycle: findCycle(edges, component), start: component[0] }))
    .filter(({ cycle }) => cycle !== null)
    .map(({ cycle, start }) => [...(cycle ?? []), start ?? 0])
    .map((way) => way.map((index) => grammar.rules[index]?.name ?? ''))
}

/** The rules that an expression names, in order, each as often as it does. */
export function refsIn(expr: GbnfExpr): string[] {
  return expr.kind === 'ref' ? [expr.name] : childrenOf(expr).flatMap(refsIn)
}

// The rules that an expression can begin with.
function leftmostRefs(expr: GbnfExpr, nullable: ReadonlySet<string>): string[] {
  if (expr.kind === 'ref') return [expr.name]
  if (expr.kind !== 'sequence')
    return childrenOf(expr).flatMap((each) => leftmostRefs(each, nullable))
  const solid = expr.items.findIndex((item) => !isNullable(item, nullable))
  const start = solid < 0 ? expr.items : expr.items.slice(0, solid + 1)
  return start.flatMap((item) => leftmostRefs(item, nullable))
}
