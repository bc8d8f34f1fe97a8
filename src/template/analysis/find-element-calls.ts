import type { TaggedSyntax } from '../../formats/tagged-syntax.ts'
import { findSections, tagsAround } from './call-sections.ts'
import type { CallTexts, FoundCalls } from './find-json-calls.ts'
import { probe } from './probe-texts.ts'
import { shared, split } from './text.ts'

/** Calls whose arguments are elements of their own names, `<city>Oslo</city>`; null when these are not. */
export function findElementCalls(
  texts: CallTexts,
  typed: string | null,
): FoundCalls<TaggedSyntax> | null {
  const { one } = texts
  if (one.split(probe.tool).length !== 2 || one.split(probe.key).length !== 3) return null
  const [before, afterName] = split(one, probe.tool)
  const [toKey, afterKey] = split(afterName, probe.key)
  const [nameClose, afterValue] = split(afterKey, probe.value)
  const [close, afterClose] = split(afterValue, probe.key)
  const [toNext, afterNext] = split(afterClose, probe.key2)
  const after = split(split(afterNext, probe.value2)[1], probe.key2)[1]
  // A tag is closed by the name of its argument, a bracket, and white space at most.
  const ending = /^>\s*/.exec(toNext.slice(0, shared(toNext, after)))?.[0] ?? ''
  const open = toNext.slice(ending.length)
  const isElement = ending !== '' && close.trim().endsWith('</')
  if (!isElement || open === '' || !toKey.endsWith(open) || !nameClose.endsWith('>')) return null
  const sections = findSections({ before, after, between: betweenCalls(texts) }, texts)
  const { close: end } = sections
  if (!end.startsWith(ending)) return null
  const gap = ending.slice(1)
  return {
    syntax: {
      ...tagsAround(sections, end.slice(ending.length)),
      nameOpen: sections.open.trimStart(),
      nameClose: toKey.slice(0, toKey.length - open.length),
      argumentOpen: open,
      argumentNameClose: nameClose,
      argumentClose: close,
      elements: isFlat(typed) ? 'flat' : true,
      ...(gap === '' ? {} : { gap }),
    },
    turnEnd: sections.turnEnd,
    notes: [],
  }
}

/** What stands between two calls: the second probe has one argument, and stands first. */
function betweenCalls({ two }: CallTexts): string | null {
  if (two === null) return null
  const after = split(split(two, probe.value)[1], probe.key)[1]
  const at = after.indexOf(probe.tool)
  return at < 0 ? null : after.slice(0, at)
}

/** Whether an object inside of an argument is JSON. */
function isFlat(typed: string | null): boolean {
  return typed === null || typed.includes('"qz_inner_zq"')
}
