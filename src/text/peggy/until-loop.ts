import type peggy from 'peggy'

type Expression = peggy.ast.Expression

/** How many rules are looked through for a delimiter's text. */
const maxHops = 8

/**
 * The texts up to which `!texts .` runs when it is repeated; `null` where the expression is another
 * one, or where what it looks for is more than texts.
 */
export function untilOf(
  item: Expression,
  bodyOf: (rule: string) => Expression | null,
): readonly string[] | null {
  const inner = item.type === 'group' ? item.expression : item
  if (inner.type !== 'sequence' || inner.elements.length !== 2) return null
  const [before, char] = inner.elements
  if (before?.type !== 'simple_not' || !isAny(char)) return null
  const texts = textsOf(before.expression, bodyOf, 0)
  return texts === null || texts.length === 0 || texts.includes('') ? null : texts
}

function isAny(node: Expression | undefined): boolean {
  if (node?.type === 'labeled' || node?.type === 'text') return isAny(node.expression)
  return node?.type === 'any'
}

function textsOf(
  node: Expression,
  bodyOf: (rule: string) => Expression | null,
  hops: number,
): readonly string[] | null {
  switch (node.type) {
    case 'literal':
      return node.ignoreCase ? null : [node.value]
    case 'group':
      return textsOf(node.expression, bodyOf, hops)
    case 'choice': {
      const lists = node.alternatives.map((each) => textsOf(each, bodyOf, hops))
      return lists.every((list) => list !== null) ? lists.flat() : null
    }
    case 'rule_ref': {
      const body = hops < maxHops ? bodyOf(node.name) : null
      return body === null ? null : textsOf(body, bodyOf, hops + 1)
    }
    default:
      return null
  }
}
