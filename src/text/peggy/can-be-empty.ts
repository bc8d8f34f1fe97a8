import type peggy from 'peggy'

type Expression = peggy.ast.Expression | peggy.ast.Named

/** Whether an expression may match without taking a character. `false` is certain. */
export function canBeEmpty(
  node: Expression,
  bodyOf: (rule: string) => Expression | null,
  open: ReadonlySet<string> = new Set(),
): boolean {
  const inner = (each: Expression): boolean => canBeEmpty(each, bodyOf, open)
  switch (node.type) {
    case 'literal':
      return node.value === ''
    case 'class':
    case 'any':
      return false
    case 'choice':
      return node.alternatives.some(inner)
    case 'sequence':
      return node.elements.every(inner)
    case 'named':
    case 'group':
    case 'text':
    case 'labeled':
    case 'action':
    case 'one_or_more':
      return inner(node.expression)
    case 'repeated':
      return node.min?.value === 0 || inner(node.expression)
    case 'rule_ref': {
      // A rule that begins with itself is refused elsewhere.
      const body = open.has(node.name) ? null : bodyOf(node.name)
      return body !== null && canBeEmpty(body, bodyOf, new Set([...open, node.name]))
    }
    default:
      return true
  }
}
