import { complement, intersect, type CharSet } from '../../peg/charset.ts'
import type { Builder } from '../../peg/builder.ts'
import type { NodeId } from '../../peg/node.ts'
import { TemplateError } from '../template-error.ts'
import { finiteTexts, firstChars, isNullable, literalPrefix, type RegexTree } from './regex-tree.ts'

/** What a group becomes: its node, tagged or not. */
export type GroupNode = (name: string, item: NodeId) => NodeId

/**
 * A pattern as nodes of an arena. A PEG does not go back into what it has read, so a lazy repetition
 * stops before what follows it, and a choice whose later alternative could still match what follows
 * is tried together with that. What would need more is refused, with its place in the pattern.
 *
 * @throws {TemplateError} for what an arena cannot say
 */
export function regexNodes(p: Builder, root: RegexTree, pattern: string, group: GroupNode): NodeId {
  function refuse(reason: string, { start }: RegexTree): never {
    throw new TemplateError('response-template', reason, { offset: start, text: pattern })
  }

  /** Nodes for trees one after the other; `after` is what the pattern goes on with, not read here. */
  function chain(items: readonly RegexTree[], after: readonly RegexTree[] = []): NodeId {
    const [first, ...rest] = items
    if (first === undefined) return p.eps()
    if (first.kind === 'sequence') return chain([...first.items, ...rest], after)
    if (first.kind === 'group') {
      if (first.name === null) return chain([first.item, ...rest], after)
      const inner = group(first.name, chain([first.item], [...rest, ...after]))
      return rest.length === 0 ? inner : p.sequence(inner, chain(rest, after))
    }
    if (first.kind === 'choice' && mayGoBack(first.items, [...rest, ...after])) {
      return p.choice(...first.items.map((item) => tried([item, ...rest], after)))
    }
    if (first.kind === 'repeat') return repeated(first, rest, after)
    return rest.length === 0 ? whole(first) : p.sequence(whole(first), chain(rest, after))
  }

  /** A way that is taken only if the pattern can go on after it. */
  function tried(items: readonly RegexTree[], after: readonly RegexTree[]): NodeId {
    const node = chain(items, after)
    return after.length === 0 ? node : p.sequence(node, p.peek(ahead(after)))
  }

  function ahead(items: readonly RegexTree[]): NodeId {
    return regexNodes(p, { kind: 'sequence', items, start: 0 }, pattern, (_, item) => item)
  }

  function repeated(
    first: Extract<RegexTree, { kind: 'repeat' }>,
    rest: readonly RegexTree[],
    after: readonly RegexTree[],
  ): NodeId {
    const { item, min, max, lazy } = first
    const following = [...rest, ...after]
    if (lazy) {
      const must = min === 0 ? [] : [p.repeat(whole(item), min, min)]
      // Nothing that follows: as little as may be.
      if (following.length === 0) return p.sequence(...must)
      const next: RegexTree = { kind: 'sequence', items: following, start: first.start }
      const texts =
        item.kind === 'set' && isAny(item.set) && max === null ? finiteTexts(next) : null
      if (texts !== null && !texts.includes('')) {
        return p.sequence(...must, p.until(...texts), chain(rest, after))
      }
      const step = p.sequence(p.not(ahead(following)), whole(item))
      const more = p.repeat(step, 0, max === null ? null : max - min)
      return p.sequence(...must, more, chain(rest, after))
    }
    if (!mayGiveBack(item, following)) {
      return rest.length === 0 ? whole(first) : p.sequence(whole(first), chain(rest, after))
    }
    // Once or not at all: both ways are tried with what follows.
    if (min === 0 && max === 1) return p.choice(tried([item, ...rest], after), tried(rest, after))
    return refuse('this repetition can take what follows it, which needs going back', first)
  }

  function whole(tree: RegexTree): NodeId {
    switch (tree.kind) {
      case 'set':
        return p.chars(tree.set, 1, 1)
      case 'sequence':
        return literalOr(tree)
      case 'choice':
        return p.choice(...tree.items.map(whole))
      case 'repeat':
        return tree.item.kind === 'set'
          ? p.chars(tree.item.set, tree.min, tree.max)
          : p.repeat(whole(tree.item), tree.min, tree.max)
      case 'group':
        return tree.name === null ? whole(tree.item) : group(tree.name, whole(tree.item))
      case 'look':
        return tree.negative ? p.not(whole(tree.item)) : p.peek(whole(tree.item))
      case 'edge':
        if (tree.at === 'start') return p.start()
        return tree.line ? p.choice(p.end(), p.peek(p.sequence('\n', p.end()))) : p.end()
      case 'same':
        return refuse('a reference to a group is not supported here', tree)
    }
  }

  function literalOr(tree: Extract<RegexTree, { kind: 'sequence' }>): NodeId {
    const { text, whole: all } = literalPrefix(tree)
    const hasGroup = tree.items.some((item) => item.kind === 'group' && item.name !== null)
    return all && text !== '' && !hasGroup ? p.literal(text) : chain(tree.items)
  }

  return chain([root])
}

function isAny(set: CharSet): boolean {
  return complement(set).length === 0
}

/** Whether giving up one alternative for a later one could still match what follows. */
function mayGoBack(items: readonly RegexTree[], rest: readonly RegexTree[]): boolean {
  if (items.some(isNullable)) return true
  return rest.length > 0 && items.some((a, i) => items.slice(i + 1).some((b) => sharesStart(a, b)))
}

/**
 * Whether a repetition may have to give back some of its items for what follows it to match. What
 * may be missing, character by character, needs none: it takes what is left.
 */
function mayGiveBack(item: RegexTree, following: readonly RegexTree[]): boolean {
  for (const next of following) {
    if (next.kind === 'sequence') {
      const inner = following.slice(following.indexOf(next) + 1)
      return mayGiveBack(item, [...next.items, ...inner])
    }
    const mayBeMissing = next.kind === 'repeat' && next.min === 0 && next.item.kind === 'set'
    if (!mayBeMissing && sharesStart(item, next)) return true
    if (!isNullable(next)) return false
  }
  return false
}

/** Whether two patterns can match texts of which one begins the other; `true` may be wrong. */
function sharesStart(a: RegexTree, b: RegexTree): boolean {
  if (intersect(firstChars(a), firstChars(b)).length === 0) return false
  const [x, y] = [literalPrefix(a).text, literalPrefix(b).text]
  const length = Math.min(x.length, y.length)
  return length === 0 || x.slice(0, length) === y.slice(0, length)
}
