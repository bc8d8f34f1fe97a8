import type { Builder, Operand } from '../../peg/builder.ts'
import { intersect } from '../../peg/charset.ts'
import type { NodeId } from '../../peg/node.ts'
import { regexNodes, type GroupNode } from './regex-nodes.ts'
import { firstChars, regexSpaces, type RegexTree } from './regex-tree.ts'
import type { Delimiter } from './template-type.ts'

/** A delimiter as nodes. Of several texts the longer ones are tried first. */
export function delimiterNode(p: Builder, delimiter: Delimiter, group: GroupNode): NodeId {
  if (delimiter.kind === 'pattern') {
    return regexNodes(p, delimiter.tree, delimiter.pattern, group)
  }
  const texts = delimiter.texts.toSorted((a, b) => b.length - a.length)
  const [only] = texts
  return texts.length === 1 && only !== undefined ? p.literal(only) : p.choice(...texts)
}

/** Groups that mean nothing here. */
export const noGroups: GroupNode = (_, item) => item

/**
 * Text up to the first place where one of the delimiters matches, at least one character.
 *
 * A run of white space is taken at once where no delimiter could begin inside it without beginning at
 * its start, as with `\s*` in front of each: else a long run would be looked over again at each of its
 * characters.
 */
export function textUpTo(
  p: Builder,
  delimiters: readonly Delimiter[],
  ends: readonly Operand[] = [],
): NodeId {
  const stop = (): NodeId =>
    p.choice(...delimiters.map((d) => delimiterNode(p, d, noGroups)), ...ends)
  if (delimiters.length === 0 && ends.length === 0) return p.chars('[^]', 1)
  const [one] = delimiters
  if (one?.kind === 'texts' && delimiters.length === 1 && ends.length === 0) {
    return p.sequence(p.not(p.choice(...one.texts)), p.any(), p.until(...one.texts))
  }
  const runs = delimiters.every(takesSpaceWhole)
  const step = runs ? p.choice(p.chars(regexSpaces), p.any()) : p.any()
  return p.oneOrMore(p.sequence(p.not(stop()), step))
}

/** Whether a delimiter that matches inside a run of white space also matches from its start. */
function takesSpaceWhole(delimiter: Delimiter): boolean {
  if (delimiter.kind === 'texts') return delimiter.texts.every((text) => /^\S/.test(text))
  return (
    beginsWithSpaces(delimiter.tree) ||
    intersect(firstChars(delimiter.tree), regexSpaces).length === 0
  )
}

function beginsWithSpaces(tree: RegexTree): boolean {
  if (tree.kind === 'sequence')
    return tree.items[0] !== undefined && beginsWithSpaces(tree.items[0])
  const isSpaces =
    tree.kind === 'repeat' && tree.min === 0 && tree.max === null && tree.item.kind === 'set'
  return isSpaces && tree.item.kind === 'set' && tree.item.set.join() === regexSpaces.join()
}
