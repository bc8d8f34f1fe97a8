import { anyChar, dotChars, wordChars } from './char-classes.ts'
import { MaxGroupDepth, MaxPatternLength, MaxPatternSize } from './limits.ts'
import { readClassBody } from './pattern-class.ts'
import { createCursor, type Cursor } from './pattern-cursor.ts'
import { readEscape } from './pattern-escape.ts'
import {
  emptyText,
  treeSize,
  type Look,
  type PatternFault,
  type PatternTree,
} from './pattern-tree.ts'

/**
 * Reads a regular expression of ECMA-262 with the meaning of the `u` flag: code points, no
 * multi-line anchors, no ignoring of case. Of what only patterns without the flag may hold, it takes
 * escaped signs, lone `]` and `}`, a `{` that begins no count, and counted look-aheads.
 *
 * Backtracking is no part of a set of texts: lazy repetitions are read as greedy ones. Captures are
 * groups; references to them are unsupported.
 */
export function readPattern(source: string): PatternTree | PatternFault {
  if (source.length > MaxPatternLength) {
    return { kind: 'limit', offset: 0, reason: `is longer than ${MaxPatternLength} characters` }
  }
  const reader = createReader(createCursor(source))
  const tree = reader.disjunction(0)
  if ('offset' in tree) return tree
  if (reader.cursor.at < source.length) {
    return { kind: 'syntax', offset: reader.cursor.at, reason: 'has a ) without its group' }
  }
  if (treeSize(tree) > MaxPatternSize) {
    return { kind: 'limit', offset: 0, reason: 'repeats too much to be written out' }
  }
  return tree
}

const someChar: PatternTree = { kind: 'set', set: anyChar }
const wordChar: PatternTree = { kind: 'set', set: wordChars }
/** The text begins here. */
const atStart: Look = look(true, true, someChar)
/** The text ends here. */
const atEnd: Look = look(false, true, someChar)

function look(behind: boolean, negative: boolean, item: PatternTree): Look {
  return { kind: 'look', behind, negative, item }
}

/** `\b` and `\B`: whether just one of the neighbours is a word character. */
function boundary(isBoundary: boolean): PatternTree {
  const both = (before: boolean, after: boolean): PatternTree => ({
    kind: 'sequence',
    items: [look(true, !before, wordChar), look(false, !after, wordChar)],
  })
  const items = isBoundary
    ? [both(true, false), both(false, true)]
    : [both(true, true), both(false, false)]
  return { kind: 'choice', items }
}

interface Reader {
  readonly cursor: Cursor
  disjunction(depth: number): PatternTree | PatternFault
}

function createReader(cursor: Cursor): Reader {
  const fault = (reason: string, kind: PatternFault['kind'] = 'syntax'): PatternFault => ({
    kind,
    offset: cursor.at,
    reason,
  })

  function disjunction(depth: number): PatternTree | PatternFault {
    if (depth > MaxGroupDepth) return fault(`has groups more than ${MaxGroupDepth} deep`, 'limit')
    const items: PatternTree[] = []
    do {
      const item = alternative(depth)
      if ('offset' in item) return item
      items.push(item)
    } while (cursor.eat('|'))
    const [only] = items
    return items.length === 1 && only !== undefined ? only : { kind: 'choice', items }
  }

  function alternative(depth: number): PatternTree | PatternFault {
    const items: PatternTree[] = []
    for (let char = cursor.peek(); char !== '' && char !== '|' && char !== ')';) {
      const item = term(depth)
      if ('offset' in item) return item
      items.push(item)
      char = cursor.peek()
    }
    const [only] = items
    return items.length === 1 && only !== undefined ? only : { kind: 'sequence', items }
  }

  function term(depth: number): PatternTree | PatternFault {
    const item = atom(depth)
    if ('offset' in item) return item
    return quantified(item)
  }

  function atom(depth: number): PatternTree | PatternFault {
    const char = cursor.take()
    switch (char) {
      case '^':
        return atStart
      case '$':
        return atEnd
      case '.':
        return { kind: 'set', set: dotChars }
      case '(':
        return group(depth)
      case '[': {
        const set = readClassBody(cursor)
        return 'kind' in set ? set : { kind: 'set', set }
      }
      case '\\':
        return escaped()
      case '*':
      case '+':
      case '?':
        cursor.at--
        return fault('repeats nothing')
      case '{':
        cursor.at--
        if (bounds() !== null) {
          return {
            kind: 'syntax',
            offset: cursor.source.lastIndexOf('{', cursor.at),
            reason: 'repeats nothing',
          }
        }
        cursor.at++
        break
    }
    const point = char.codePointAt(0) ?? 0
    return { kind: 'set', set: [point, point] }
  }

  function escaped(): PatternTree | PatternFault {
    if (cursor.eat('b')) return boundary(true)
    if (cursor.eat('B')) return boundary(false)
    if (/^[1-9k]/.test(cursor.peek())) return fault('refers back to a group', 'unsupported')
    const found = readEscape(cursor)
    if ('kind' in found) return found
    return { kind: 'set', set: 'set' in found ? found.set : [found.point, found.point] }
  }

  function group(depth: number): PatternTree | PatternFault {
    const start = cursor.at - 1
    const shell = groupShell()
    if ('offset' in shell) return shell
    const item = disjunction(depth + 1)
    if ('offset' in item) return item
    if (!cursor.eat(')')) {
      return { kind: 'syntax', offset: start, reason: 'has a group that is not closed' }
    }
    if (shell.look !== null) return { ...shell.look, item }
    // A group around an assertion may be repeated, the assertion itself may not.
    return item.kind === 'look' ? { kind: 'sequence', items: [item] } : item
  }

  /** What stands between `(` and the inside of a group. */
  function groupShell(): { readonly look: Look | null } | PatternFault {
    if (!cursor.eat('?')) return { look: null }
    for (const [sign, behind, negative] of lookSigns) {
      if (cursor.eat(sign)) return { look: look(behind, negative, emptyText) }
    }
    if (cursor.eat(':')) return { look: null }
    const name = /^<[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*>/u.exec(
      cursor.source.slice(cursor.at, cursor.at + 256),
    )
    if (name === null) return fault('has a kind of group that ECMA-262 does not know')
    cursor.at += name[0].length
    return { look: null }
  }

  function quantified(item: PatternTree): PatternTree | PatternFault {
    const offset = cursor.at
    const found = bounds()
    if (found === null) return item
    cursor.eat('?')
    if (found.max !== null && found.max < found.min) {
      return { kind: 'syntax', offset, reason: 'has a count whose end is below its start' }
    }
    if (item.kind === 'look') {
      if (item.behind || item === atEnd) {
        return { kind: 'syntax', offset, reason: 'repeats an assertion' }
      }
      return found.min === 0 ? emptyText : item
    }
    return { kind: 'repeat', item, ...found }
  }

  /** `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}`; nothing taken where there is none. */
  function bounds(): { min: number; max: number | null } | null {
    if (cursor.eat('*')) return { min: 0, max: null }
    if (cursor.eat('+')) return { min: 1, max: null }
    if (cursor.eat('?')) return { min: 0, max: 1 }
    const start = cursor.at
    if (cursor.eat('{')) {
      const min = cursor.number()
      if (min !== null) {
        if (cursor.eat('}')) return { min, max: min }
        if (cursor.eat(',')) {
          const max = cursor.number()
          if (cursor.eat('}')) return { min, max }
        }
      }
    }
    cursor.at = start
    return null
  }

  return { cursor, disjunction }
}

const lookSigns = [
  ['=', false, false],
  ['!', false, true],
  ['<=', true, false],
  ['<!', true, true],
] as const
