import type { NamedToolsSyntax } from '../../formats/named-tools.ts'
import { findSections } from './call-sections.ts'
import type { CallTexts, FoundCalls } from './find-json-calls.ts'
import { isObject, jsonExtents } from './json-extent.ts'
import { probe } from './probe-texts.ts'
import { lastMarker, split } from './text.ts'

/** Calls whose name stands before their JSON arguments; null when these are not. */
export function findNamedCalls(texts: CallTexts): FoundCalls<NamedToolsSyntax> | null {
  const one = namedIn(texts.one)[0]
  if (one === undefined) return null
  const two = texts.two === null ? [] : namedIn(texts.two)
  const [first, second] = two
  const around = {
    before: texts.one.slice(0, one.nameStart),
    after: texts.one.slice(one.end),
    between:
      texts.two === null || first === undefined || second === undefined
        ? null
        : texts.two.slice(first.end, second.nameStart),
  }
  const { sectionOpen, sectionClose, separator, open, close, turnEnd } = findSections(around, texts)
  if (open.trim() === '' && texts.isMessage !== true) return null
  const name = nameSyntax(one.nameClose, first?.nameClose, second?.nameClose)
  const [sectionBegin, sectionEnd] = [sectionOpen.trim(), sectionClose.trim()]
  const list =
    sectionBegin === '' && separator.trim() === ''
      ? {}
      : {
          list: {
            ...(sectionBegin === '' ? {} : { open: sectionBegin }),
            ...(sectionEnd === '' ? {} : { close: sectionEnd }),
            between: separator,
          },
        }
  const closing = close.trimEnd()
  const marker = lastMarker(closing)
  // Only a marker may be missing at the end: what stands before it belongs to the arguments.
  const before = closing.slice(0, closing.length - marker.length)
  const opening = open.trimStart()
  const word = name.counted === true ? /[\w.]*$/.exec(opening)?.[0] : undefined
  return {
    syntax: {
      ...(word === undefined || word === ''
        ? { open: opening }
        : { open: opening.slice(0, opening.length - word.length), nameOpen: word }),
      ...name,
      ...(before.trim() === '' ? {} : { argumentsClose: before }),
      ...(marker === '' ? {} : { close: before.trim() === '' ? closing : marker }),
      ...list,
    },
    turnEnd,
    notes: [],
  }
}

type NameSyntax = Pick<NamedToolsSyntax, 'nameClose' | 'id' | 'counted'>

/** What stands behind a name: an id, a number that counts the calls, or a marker alone. */
function nameSyntax(one: string, first = one, second = one): NameSyntax {
  if (one.includes(probe.id)) {
    const [open, nameClose] = split(one, probe.id)
    return { nameClose, id: { open, chars: '[a-zA-Z0-9]', length: probe.id.length } }
  }
  const isCounted =
    /^:\d+/.test(first) && first.replace(/^:\d+/, '') === second.replace(/^:\d+/, '')
  return isCounted ? { nameClose: one.replace(/^:\d+/, ''), counted: true } : { nameClose: one }
}

interface NamedCall {
  readonly nameStart: number
  readonly nameClose: string
  readonly end: number
}

/** The calls of a text: a name, then JSON that holds the arguments alone. */
function namedIn(text: string): NamedCall[] {
  let from = 0
  return jsonExtents(text).flatMap(({ start, end, value }) => {
    if (!isObject(value) || !(probe.key in value)) return []
    const before = text.slice(from, start)
    const name = [probe.tool, probe.other].find((tool) => before.includes(tool))
    // A name that stands there twice needs more than this.
    if (name === undefined || before.split(name).length > 2) return []
    const at = from + before.indexOf(name)
    const call = { nameStart: at, nameClose: text.slice(at + name.length, start), end }
    from = end
    return [call]
  })
}
