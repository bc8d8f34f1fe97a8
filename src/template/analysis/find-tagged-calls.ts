import type { TaggedSyntax, TypeAttribute } from '../../formats/tagged-syntax.ts'
import type { JsonType } from '../../schema/value-types.ts'
import { findSections, tagsAround } from './call-sections.ts'
import type { CallTexts, FoundCalls } from './find-json-calls.ts'
import { probe, typedValues } from './probe-texts.ts'
import { commonStart, shared, sharedEnd, split } from './text.ts'

/** Calls whose arguments stand between tags of their own; null when these do not. */
export function findTaggedCalls(
  texts: CallTexts,
  typed: string | null,
): FoundCalls<TaggedSyntax> | null {
  const { one } = texts
  // Arguments before their name, or a name that stands there twice, have no words here yet.
  if (one.split(probe.tool).length !== 2 || one.split(probe.key).length !== 2) return null
  if (one.indexOf(probe.key) < one.indexOf(probe.tool)) return null
  const [before, afterName] = split(one, probe.tool)
  const [toKey, afterKey] = split(afterName, probe.key)
  const [toValue, afterValue] = split(afterKey, probe.value)
  const [toNext, rest] = split(afterValue, probe.key2)
  const after = split(rest, probe.value2)[1]
  if (toValue.trim() === '' || toNext.trim() === '') return null
  const closing = commonStart(toNext, after)
  const argumentOpen = toNext.slice(closing.length)
  if (argumentOpen.trim() === '') return null
  if (!toKey.endsWith(argumentOpen) || closing.trim() === '') return null
  const sections = findSections({ before, after, between: betweenCalls(texts) }, texts)
  const { open, close, turnEnd } = sections
  if (!close.startsWith(closing)) return null
  const attribute = typed === null ? null : findAttribute(typed)
  const tags = tagsAround(sections, close.slice(closing.length))
  return {
    syntax: {
      ...tags,
      nameOpen: open.trimStart(),
      nameClose: toKey.slice(0, toKey.length - argumentOpen.length),
      argumentOpen,
      argumentNameClose: toValue,
      argumentClose: closing,
      ...(attribute === null ? {} : { attribute }),
    },
    turnEnd,
    notes: [],
  }
}

/** What stands between two calls: the second probe has one argument, and stands first. */
function betweenCalls({ two }: CallTexts): string | null {
  if (two === null) return null
  const after = split(two, probe.value)[1]
  const at = after.indexOf(probe.tool)
  return at < 0 ? null : after.slice(0, at)
}

const printedTypes = [
  ['qz_string_zq', 'string', typedValues.qz_string_zq],
  ['qz_number_zq', 'number', String(typedValues.qz_number_zq)],
  ['qz_boolean_zq', 'boolean', /^true/i],
  ['qz_null_zq', 'null', /^(?:null|none)/i],
  ['qz_object_zq', 'object', '{'],
  ['qz_array_zq', 'array', '['],
] as const satisfies readonly (readonly [string, JsonType, string | RegExp])[]

/** The word that names a value's type between its key and the value, where types differ there. */
function findAttribute(typed: string): TypeAttribute | null {
  const closers: Partial<Record<JsonType, string>> = {}
  for (const [key, type, value] of printedTypes) {
    const after = split(typed, key)[1]
    const at =
      typeof value === 'string' ? after.indexOf(value) : tagEnd(after, (rest) => value.test(rest))
    if (after === '' || at < 0) return null
    closers[type] = after.slice(0, at)
  }
  const { string, number, boolean, null: none, object, array } = closers
  if (string === undefined || number === undefined || boolean === undefined) return null
  if (none === undefined || object === undefined || array === undefined) return null
  const all = [string, number, boolean, none, object, array]
  if (all.every((text) => text === string)) return null
  const alike = all.reduce((length, text) => Math.min(length, shared(text, string)), string.length)
  const alikeEnd = all.reduce(
    (length, text) => Math.min(length, sharedEnd(text, string)),
    string.length,
  )
  // The words themselves may begin or end alike.
  const start = string.slice(0, alike).replace(/\w+$/, '').length
  const end = string.slice(string.length - alikeEnd).replace(/^\w+/, '').length
  const word = (text: string): string => text.slice(start, text.length - end)
  const words = {
    string: word(string),
    number: word(number),
    boolean: word(boolean),
    null: word(none),
    object: word(object),
    array: word(array),
  }
  if (Object.values(words).some((text) => !/^\w+$/.test(text))) return null
  return {
    before: string.slice(0, start),
    after: string.slice(string.length - end),
    words,
    decides: true,
  }
}

/** The first place behind a `>` or a line break from which a text is as it should be. */
function tagEnd(text: string, isValue: (rest: string) => boolean): number {
  for (let at = 0; at < text.length; at++) {
    if (/[>\n\]|]/.test(text[at - 1] ?? '>') && isValue(text.slice(at))) return at
  }
  return -1
}
