import type { AstNode } from './node.ts'

/** The longest line that holds a node with its children. */
const MaxLine = 72
/** Deeper nodes are not indented further, so that the print of n nested nodes stays small. */
const MaxIndent = 40

/**
 * Writes a tree as an S-expression: `(rule …)`, `(:tag …)`, the outermost node as `(text …)`. A
 * node without children has its text; `…` stands at the end of what is still open.
 *
 * @example
 * ```ts
 * const arena = buildGrammar((p) => p.sequence('<b>', p.tag('bold', p.until('</b>')), '</b>'))
 * const ast = createAst(parseText(arena, '<b>hi</b>'), arena)
 * printAst(ast) // (text (:bold "hi"))
 * ```
 */
export function printAst(root: AstNode): string {
  const lines: string[] = []
  // What is still to be written, the next one last; `after` closes the nodes around it.
  const left = [{ node: root, depth: 0, after: '' }]
  for (let item = left.pop(); item !== undefined; item = left.pop()) {
    const { node, depth, after } = item
    const indent = '  '.repeat(Math.min(depth, MaxIndent))
    const line = onOneLine(node)
    if (line !== null) {
      lines.push(indent + line + after)
      continue
    }
    lines.push(`${indent}(${nameOf(node)}`)
    const last = node.children.length - 1
    for (let i = last; i >= 0; i--) {
      const child = node.children[i]
      if (child === undefined) continue
      left.push({ node: child, depth: depth + 1, after: i === last ? endOf(node) + after : '' })
    }
  }
  return lines.join('\n')
}

/** A node whose children have none themselves, if it fits; else null. */
function onOneLine(node: AstNode): string | null {
  const { children } = node
  if (children.length === 0) return leaf(node)
  if (children.length > 8 || children.some((child) => child.children.length > 0)) return null
  const line = `(${nameOf(node)} ${children.map(leaf).join(' ')}${endOf(node)}`
  return line.length <= MaxLine ? line : null
}

function leaf(node: AstNode): string {
  return `(${nameOf(node)} ${JSON.stringify(node.text)}${endOf(node)}`
}

function nameOf({ tag, rule }: AstNode): string {
  return tag === undefined ? (rule ?? 'text') : `:${tag}`
}

function endOf({ open }: AstNode): string {
  return open ? ' …)' : ')'
}
