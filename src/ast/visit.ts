import type { AstNode } from './node.ts'

/** What `visitAst` calls; `false` from `enter` leaves out what is inside. */
export interface AstVisitor {
  enter?(node: AstNode, depth: number): boolean | undefined | void
  leave?(node: AstNode, depth: number): void
}

/**
 * Walks a tree in the order of the text, without recursion: nesting of any depth is safe.
 *
 * @example
 * ```ts
 * const arena = buildGrammar((p) => p.sequence('<b>', p.tag('bold', p.until('</b>')), '</b>'))
 * const tags: (string | undefined)[] = []
 * visitAst(createAst(parseText(arena, '<b>hi</b>'), arena), { leave: ({ tag }) => tags.push(tag) })
 * tags[0] // 'bold'
 * ```
 */
export function visitAst(root: AstNode, visitor: AstVisitor): void {
  const path: { node: AstNode; next: number }[] = []

  function enter(node: AstNode): void {
    if (visitor.enter?.(node, path.length) === false) visitor.leave?.(node, path.length)
    else path.push({ node, next: 0 })
  }

  enter(root)
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const child = top.node.children[top.next++]
    if (child !== undefined) enter(child)
    else {
      path.pop()
      visitor.leave?.(top.node, path.length)
    }
  }
}

/** What `findNodes` looks for: nodes of a tag, or of a rule. */
export type AstQuery = { readonly tag: string } | { readonly rule: string }

/**
 * All nodes of a tag or rule under a node, at any depth, in the order in which they open.
 *
 * @example
 * ```ts
 * const arena = buildGrammar((p) => p.separatedBy(p.tag('item', p.chars('[a-z]')), ','))
 * const ast = createAst(parseText(arena, 'salt,oil'), arena)
 * findNodes(ast, { tag: 'item' }).map((node) => node.text) // ['salt', 'oil']
 * ```
 */
export function findNodes(root: AstNode, query: AstQuery): AstNode[] {
  const found: AstNode[] = []
  visitAst(root, {
    enter: (node) => {
      if (node !== root && matches(node, query)) found.push(node)
    },
  })
  return found
}

/** The first node of a tag or rule under a node, or `undefined`. */
export function findNode(root: AstNode, query: AstQuery): AstNode | undefined {
  let found: AstNode | undefined
  visitAst(root, {
    enter: (node) => {
      if (found === undefined && node !== root && matches(node, query)) found = node
      return found === undefined
    },
  })
  return found
}

function matches(node: AstNode, query: AstQuery): boolean {
  return 'tag' in query ? node.tag === query.tag : node.rule === query.rule
}
