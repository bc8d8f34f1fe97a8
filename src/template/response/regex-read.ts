import { charSet, complement, union, type CharSet } from '../../peg/charset.ts'
import { regexDigits, regexSpaces, regexWords, type RegexTree } from './regex-tree.ts'

/** Why a pattern is refused, and where in it. */
export interface RegexFault {
  readonly reason: string
  readonly offset: number
}

const maxLength = 4096
const maxNesting = 64
const maxRepeat = 1000

class Refused extends Error {
  readonly fault: RegexFault
  constructor(reason: string, offset: number) {
    super(reason)
    this.fault = { reason, offset }
  }
}

const everything: CharSet = complement([])

const classes: Readonly<Record<string, CharSet>> = {
  d: regexDigits,
  D: complement(regexDigits),
  w: regexWords,
  W: complement(regexWords),
  s: regexSpaces,
  S: complement(regexSpaces),
}

const controls: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  f: '\f',
  v: '\v',
  a: '\x07',
}

/**
 * Reads a pattern: literals, classes, groups (plain, named, silent), alternatives, repetitions greedy
 * and lazy, lookahead, anchors, references to groups. Others are refused with their place.
 */
export function readRegex(pattern: string): RegexTree | RegexFault {
  if (pattern.length > maxLength)
    return { reason: `longer than ${maxLength} characters`, offset: 0 }
  try {
    return createReader(pattern).whole()
  } catch (error) {
    if (error instanceof Refused) return error.fault
    throw error
  }
}

/** Whether a reading was refused. */
export function isRegexFault(read: RegexTree | RegexFault): read is RegexFault {
  return 'reason' in read
}

function createReader(pattern: string): { whole(): RegexTree } {
  let at = 0
  let depth = 0
  let groups = 0
  const names = new Set<string>()

  function fail(reason: string, offset = at): never {
    throw new Refused(reason, offset)
  }

  function take(text: string): boolean {
    if (!pattern.startsWith(text, at)) return false
    at += text.length
    return true
  }

  function choice(): RegexTree {
    const start = at
    depth += 1
    if (depth > maxNesting) fail(`groups are nested deeper than ${maxNesting}`)
    const items = [sequence()]
    while (take('|')) items.push(sequence())
    depth -= 1
    const [only] = items
    return items.length === 1 && only !== undefined ? only : { kind: 'choice', items, start }
  }

  function sequence(): RegexTree {
    const start = at
    const items: RegexTree[] = []
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') {
      items.push(repeated(atom()))
    }
    const [only] = items
    return items.length === 1 && only !== undefined ? only : { kind: 'sequence', items, start }
  }

  function repeated(item: RegexTree): RegexTree {
    const bounds = readBounds()
    if (bounds === null) return item
    if (item.kind === 'look' || item.kind === 'edge') fail('an assertion cannot be repeated')
    if (take('+')) fail('possessive repetition is not supported', at - 1)
    const lazy = take('?')
    const tree: RegexTree = { kind: 'repeat', item, ...bounds, lazy, start: item.start }
    if (readBounds() !== null) fail('nothing to repeat', at - 1)
    return tree
  }

  function readBounds(): { min: number; max: number | null } | null {
    if (take('*')) return { min: 0, max: null }
    if (take('+')) return { min: 1, max: null }
    if (take('?')) return { min: 0, max: 1 }
    const found = /^\{(\d*)(,?)(\d*)\}/.exec(pattern.slice(at, at + 12))
    if (found === null || (found[1] === '' && found[3] === '')) return null
    const start = at
    at += found[0].length
    const min = Number(found[1] ?? 0)
    const max = found[2] === '' ? min : found[3] === '' ? null : Number(found[3])
    if (min > maxRepeat || (max ?? 0) > maxRepeat)
      fail(`repeated more than ${maxRepeat} times`, start)
    if (max !== null && max < min) fail('the bounds are out of order', start)
    return { min, max }
  }

  function atom(): RegexTree {
    const start = at
    const c = String.fromCodePoint(pattern.codePointAt(at) ?? 0)
    at += c.length
    switch (c) {
      case '(':
        return group(start)
      case '[':
        return { kind: 'set', set: classSet(start), start }
      case '.':
        return { kind: 'set', set: everything, start }
      case '^':
        return { kind: 'edge', at: 'start', line: false, start }
      case '$':
        return { kind: 'edge', at: 'end', line: true, start }
      case '\\':
        return escape(start)
      case '*':
      case '+':
      case '?':
        return fail('nothing to repeat', start)
      default:
        return { kind: 'set', set: single(c), start }
    }
  }

  function group(start: number): RegexTree {
    if (take('?:')) return closed({ kind: 'group', name: null, index: 0, item: choice(), start })
    if (take('?=') || take('?!')) {
      const negative = pattern[at - 1] === '!'
      return closed({ kind: 'look', negative, item: choice(), start })
    }
    if (take('?P=')) {
      const name = readName(')')
      if (!names.has(name)) fail('no group has this name', start)
      return { kind: 'same', group: name, start }
    }
    if (pattern.startsWith('?P<', at) || /^\?<[A-Za-z_]/.test(pattern.slice(at, at + 3))) {
      at += pattern[at + 1] === 'P' ? 3 : 2
      const name = readName('>')
      if (names.has(name)) fail(`two groups are named ${JSON.stringify(name)}`, start)
      names.add(name)
      const index = ++groups
      return closed({ kind: 'group', name, index, item: choice(), start })
    }
    if (pattern.startsWith('?<', at)) return fail('lookbehind is not supported', start)
    if (pattern.startsWith('?', at)) return fail('this kind of group is not supported', start)
    const index = ++groups
    return closed({ kind: 'group', name: null, index, item: choice(), start })
  }

  function closed(tree: RegexTree): RegexTree {
    return take(')') ? tree : fail('the group is not closed', tree.start)
  }

  function readName(end: string): string {
    const close = pattern.indexOf(end, at)
    const name = close < 0 ? '' : pattern.slice(at, close)
    if (!/^[A-Za-z_]\w*$/.test(name)) fail('a group needs a name')
    at = close + 1
    return name
  }

  function escape(start: number): RegexTree {
    const c = String.fromCodePoint(pattern.codePointAt(at) ?? 0)
    if (at >= pattern.length) return fail('the pattern ends in a backslash', start)
    if (c >= '1' && c <= '9') {
      at += 1
      if (Number(c) > groups) fail('no group has this number', start)
      return { kind: 'same', group: Number(c), start }
    }
    if (c === 'A') return ((at += 1), { kind: 'edge', at: 'start', line: false, start })
    if (c === 'Z' || c === 'z') return ((at += 1), { kind: 'edge', at: 'end', line: false, start })
    if (c === 'b' || c === 'B') return fail('word boundaries are not supported', start)
    return { kind: 'set', set: escapedSet(start), start }
  }

  /** The set of an escape, in a class or outside; the cursor stands behind the backslash. */
  function escapedSet(start: number): CharSet {
    const c = String.fromCodePoint(pattern.codePointAt(at) ?? 0)
    at += c.length
    if (Object.hasOwn(classes, c)) return classes[c] ?? []
    if (Object.hasOwn(controls, c)) return single(controls[c] ?? '')
    if (c === '0') return single('\0')
    const digits = c === 'x' ? 2 : c === 'u' ? 4 : c === 'U' ? 8 : 0
    if (digits > 0) {
      const text = pattern.slice(at, at + digits)
      const code = text.length === digits ? Number(`0x${text}`) : Number.NaN
      if (!Number.isInteger(code) || code > 0x10ffff) fail('a broken escape', start)
      at += digits
      return charSet([[code, code]])
    }
    if (/^[A-Za-z]$/.test(c)) fail(`the escape \\${c} is not supported`, start)
    return single(c)
  }

  function classSet(start: number): CharSet {
    const negative = take('^')
    let set: CharSet = []
    for (let first = true; first || pattern[at] !== ']'; first = false) {
      if (at >= pattern.length) fail('the class is not closed', start)
      const low = classItem()
      const isRange = pattern[at] === '-' && pattern[at + 1] !== ']' && at + 1 < pattern.length
      if (!isRange) {
        set = union(set, low)
        continue
      }
      at += 1
      const high = classItem()
      const [from, to] = [onlyCode(low), onlyCode(high)]
      if (from === null || to === null || from > to) fail('a broken range in a class', start)
      else set = union(set, charSet([[from, to]]))
    }
    at += 1
    return negative ? complement(set) : set
  }

  function classItem(): CharSet {
    const start = at
    const c = String.fromCodePoint(pattern.codePointAt(at) ?? 0)
    at += c.length
    if (c !== '\\') return single(c)
    return pattern[at] === 'b' ? ((at += 1), single('\b')) : escapedSet(start)
  }

  return {
    whole() {
      const tree = choice()
      return at < pattern.length ? fail('a parenthesis closes nothing') : tree
    },
  }
}

function single(c: string): CharSet {
  const code = c.codePointAt(0) ?? 0
  return charSet([[code, code]])
}

function onlyCode(set: CharSet): number | null {
  const [low, high] = set
  return set.length === 2 && low !== undefined && low === high ? low : null
}
