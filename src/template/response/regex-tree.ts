import { propertyChars } from '../../automata/unicode-properties.ts'
import { charSet, union, type CharSet } from '../../peg/charset.ts'

/**
 * A regular expression of a response template as a tree: Python's syntax, with DOTALL and without
 * MULTILINE. `start` is where the node begins in the pattern.
 */
export type RegexTree = { readonly start: number } & (
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'sequence'; readonly items: readonly RegexTree[] }
  | { readonly kind: 'choice'; readonly items: readonly RegexTree[] }
  | {
      readonly kind: 'repeat'
      readonly item: RegexTree
      readonly min: number
      readonly max: number | null
      readonly lazy: boolean
    }
  | {
      readonly kind: 'group'
      readonly name: string | null
      readonly index: number
      readonly item: RegexTree
    }
  | { readonly kind: 'look'; readonly negative: boolean; readonly item: RegexTree }
  /** The beginning or the end of the text; `line` allows a final newline after it. */
  | { readonly kind: 'edge'; readonly at: 'start' | 'end'; readonly line: boolean }
  | { readonly kind: 'same'; readonly group: string | number }
)

/** Python's `\d`. */
export const regexDigits: CharSet = propertyChars('Nd') ?? charSet([[0x30, 0x39]])

/** Python's `\w`: letters, numbers and the underscore. */
export const regexWords: CharSet = union(
  union(propertyChars('L') ?? [], propertyChars('N') ?? []),
  charSet([[0x5f, 0x5f]]),
)

/** Python's `\s`. */
export const regexSpaces: CharSet = charSet([
  [0x09, 0x0d],
  [0x1c, 0x20],
  [0x85, 0x85],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
])

/** The names of a tree's groups, in the order of their parentheses. */
export function groupNames(tree: RegexTree): string[] {
  switch (tree.kind) {
    case 'group':
      return [...(tree.name === null ? [] : [tree.name]), ...groupNames(tree.item)]
    case 'sequence':
    case 'choice':
      return tree.items.flatMap(groupNames)
    case 'repeat':
    case 'look':
      return groupNames(tree.item)
    default:
      return []
  }
}

/** The tree of a literal text. */
export function literalTree(text: string): RegexTree {
  const items = Array.from(text, (c): RegexTree => {
    const code = c.codePointAt(0) ?? 0
    return { kind: 'set', set: charSet([[code, code]]), start: 0 }
  })
  return { kind: 'sequence', items, start: 0 }
}

/** Whether a tree can match the empty text. */
export function isNullable(tree: RegexTree): boolean {
  switch (tree.kind) {
    case 'set':
      return false
    case 'sequence':
      return tree.items.every(isNullable)
    case 'choice':
      return tree.items.some(isNullable)
    case 'repeat':
      return tree.min === 0 || isNullable(tree.item)
    case 'group':
      return isNullable(tree.item)
    default:
      return true
  }
}

/** The characters that a match can begin with; conservative where it cannot know. */
export function firstChars(tree: RegexTree): CharSet {
  switch (tree.kind) {
    case 'set':
      return tree.set
    case 'choice':
      return tree.items.map(firstChars).reduce(union, [])
    case 'group':
    case 'repeat':
      return firstChars(tree.item)
    case 'sequence': {
      let set: CharSet = []
      for (const item of tree.items) {
        set = union(set, firstChars(item))
        if (!isNullable(item)) return set
      }
      return set
    }
    default:
      return []
  }
}

/** The one character of a set that has just one. */
function onlyChar(set: CharSet): string | null {
  const [low, high] = set
  return set.length === 2 && low !== undefined && low === high ? String.fromCodePoint(low) : null
}

/** The text that every match has at its beginning. */
export function literalPrefix(tree: RegexTree): { text: string; whole: boolean } {
  switch (tree.kind) {
    case 'set': {
      const c = onlyChar(tree.set)
      return { text: c ?? '', whole: c !== null }
    }
    case 'sequence': {
      let text = ''
      for (const item of tree.items) {
        const part = literalPrefix(item)
        text += part.text
        if (!part.whole) return { text, whole: false }
      }
      return { text, whole: true }
    }
    case 'choice': {
      const parts = tree.items.map(literalPrefix)
      const [first, ...rest] = parts
      if (first === undefined) return { text: '', whole: true }
      const text = rest.reduce((common, part) => commonPrefix(common, part.text), first.text)
      return { text, whole: parts.every((part) => part.whole && part.text === text) }
    }
    case 'group':
      return literalPrefix(tree.item)
    case 'repeat':
      return tree.min === 1 && tree.max === 1
        ? literalPrefix(tree.item)
        : { text: '', whole: false }
    default:
      return { text: '', whole: tree.kind !== 'same' }
  }
}

function commonPrefix(a: string, b: string): string {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return a.slice(0, length)
}

/** The texts that a tree matches, when they are few; null when they are not. */
export function finiteTexts(tree: RegexTree): readonly string[] | null {
  const most = 16
  switch (tree.kind) {
    case 'set': {
      const c = onlyChar(tree.set)
      return c === null ? null : [c]
    }
    case 'group':
      return finiteTexts(tree.item)
    case 'sequence': {
      let texts: readonly string[] = ['']
      for (const item of tree.items) {
        const more = finiteTexts(item)
        if (more === null || texts.length * more.length > most) return null
        texts = texts.flatMap((text) => more.map((end) => text + end))
      }
      return texts
    }
    case 'choice': {
      const lists = tree.items.map(finiteTexts)
      const texts = lists.flatMap((list) => list ?? [])
      return lists.includes(null) || texts.length > most ? null : texts
    }
    case 'repeat': {
      if (tree.max !== 1) return null
      const texts = finiteTexts(tree.item)
      return texts === null || tree.min === 1 ? texts : [...texts, '']
    }
    default:
      return null
  }
}
