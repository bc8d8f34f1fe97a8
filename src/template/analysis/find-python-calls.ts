import type { PythonToolsSyntax } from '../../formats/python-calls.ts'
import { findSections, type Sections } from './call-sections.ts'
import type { CallTexts, FoundCalls } from './find-json-calls.ts'
import { probe } from './probe-texts.ts'
import { firstMarker, lastMarker, spaceAfter, split } from './text.ts'

/** Calls as Python writes them, `f(a="x", b=1)`; null when these are not. */
export function findPythonCalls(
  texts: CallTexts,
  typed: string | null,
): FoundCalls<PythonToolsSyntax> | null {
  const call = callIn(texts.one)
  if (call === null) return null
  const { before, after, comma, isQuoted } = call
  const sections = findSections({ before, after, between: betweenCalls(texts) }, texts)
  return {
    syntax: {
      ...listOf(sections),
      ...(comma === '' || comma === ', ' ? {} : { comma }),
      ...(typed !== null && hasJsonWords(typed) ? { words: 'json' as const } : {}),
    },
    turnEnd: sections.turnEnd,
    notes: [
      ...(isQuoted ? [] : ['the template prints texts without quotes; the grammar asks for them']),
      ...(comma === ''
        ? ['the template prints nothing between arguments; the grammar asks for commas']
        : []),
    ],
  }
}

interface PythonCall {
  readonly before: string
  readonly after: string
  readonly comma: string
  readonly isQuoted: boolean
}

/** The call of a text, which has two arguments. */
function callIn(text: string): PythonCall | null {
  const [before, afterName] = split(text, probe.tool)
  const [toKey, afterKey] = split(afterName, probe.key)
  const [toValue, afterValue] = split(afterKey, probe.value)
  const [toNext, afterNext] = split(afterValue, probe.key2)
  const [toLast, rest] = split(afterNext, probe.value2)
  const quote = toValue.slice(1)
  if (toKey !== '(' || !toValue.startsWith('=') || toLast !== toValue) return null
  const end = rest.indexOf(')')
  const closing = rest.slice(0, end)
  if (end < 0 || !toNext.startsWith(closing)) return null
  return {
    before,
    after: rest.slice(end + 1),
    comma: toNext.slice(closing.length),
    isQuoted: (quote === '"' || quote === "'") && closing === quote,
  }
}

/** What stands between two calls: the second probe has one argument, and stands first. */
function betweenCalls({ two }: CallTexts): string | null {
  if (two === null) return null
  const after = split(two, probe.value)[1]
  const [end, at] = [after.indexOf(')'), after.indexOf(probe.tool)]
  return end < 0 || at < end ? null : after.slice(end + 1, at)
}

/** Calls in markers of their own are a list as well: between two stand the end of one and the beginning of the next. */
function listOf({ sectionOpen, sectionClose, separator, open, close }: Sections) {
  const [begin, end] = [sectionOpen + open, close + sectionClose]
  const [first, last] = [markerOf(firstMarker(begin)), markerOf(lastMarker(end).trimEnd())]
  const at = first === '' ? 0 : begin.indexOf(first) + first.length
  const to = end.length - spaceAfter(end).length - last.length
  const between = close + separator + open
  return {
    ...(first === '' ? {} : { open: first }),
    ...(begin.slice(at) === '' ? {} : { before: begin.slice(at) }),
    between: between === '' ? ', ' : between,
    ...(end.slice(0, to) === '' ? {} : { after: end.slice(0, to) }),
    ...(last === '' ? {} : { close: last }),
  }
}

/** Brackets alone are Python's own. */
function markerOf(text: string): string {
  return /^<.*>$|^\[[^[\]\s]+\]$/s.test(text) ? text : ''
}

function hasJsonWords(typed: string): boolean {
  return typed.includes('qz_boolean_zq=true') || typed.includes('qz_null_zq=null')
}
