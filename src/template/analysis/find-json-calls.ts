import type { JsonToolsSyntax } from '../../formats/json-tools.ts'
import type { ListSyntax } from '../../formats/list-edges.ts'
import { findSections, type Sections } from './call-sections.ts'
import { shapeOf, type Fields } from './json-call-shape.ts'
import { jsonExtents, type JsonExtent } from './json-extent.ts'
import { probe } from './probe-texts.ts'
import { spaceAfter, spaceBefore } from './text.ts'

/** The texts of one call and of two, without what stands before any answer. */
export interface CallTexts {
  readonly one: string
  readonly two: string | null
  /** What ends a turn of text. */
  readonly end: string
  /** A call is a message of its own: its place tells it, and it needs no marker. */
  readonly isMessage?: boolean
}

/** What was found of calls. */
export interface FoundCalls<Syntax> {
  readonly syntax: Syntax
  /** What ends a turn of calls, where it is not what ends one of text. */
  readonly turnEnd: string
  readonly notes: readonly string[]
}

/** Calls that are JSON objects with the name inside; null when these are not. */
export function findJsonCalls(texts: CallTexts): FoundCalls<JsonToolsSyntax> | null {
  const [extent] = callExtents(texts.one)
  if (extent === undefined) return null
  const list = Array.isArray(extent.value)
  const shape = shapeOf(list ? firstOf(extent.value) : extent.value)
  if (shape === null) return null
  const { fields, notes } = shape
  if (list) {
    const brackets = bracketsOf(texts, extent)
    const around = {
      before: texts.one.slice(0, extent.start),
      after: texts.one.slice(extent.end),
      between: null,
    }
    const sections = findSections(around, texts)
    const [open, close] = [sections.open.trim(), sections.close.trim()]
    const markers = { ...(open === '' ? {} : { open }), ...(close === '' ? {} : { close }) }
    const layout = {
      before: (open === '' ? '' : spaceAfter(sections.open)) + brackets.before,
      after: brackets.after + (close === '' ? '' : spaceBefore(sections.close)),
    }
    return {
      syntax: {
        list: { ...markers, ...brackets, ...layout },
        ...membersAround(texts.one.slice(extent.start, extent.end), fields),
        ...fields,
      },
      turnEnd: sections.turnEnd,
      notes,
    }
  }
  const two = texts.two === null ? [] : callExtents(texts.two)
  const [first, second] = two
  const around = {
    before: texts.one.slice(0, extent.start),
    after: texts.one.slice(extent.end),
    between:
      texts.two === null || first === undefined || second === undefined
        ? null
        : texts.two.slice(first.end, second.start),
  }
  const sections = findSections(around, texts)
  const { open, close } = sections
  const list2 = listOf(sections)
  return {
    syntax: {
      ...(open.trim() === '' ? {} : { open: open.trim() }),
      ...(close.trim() === '' ? {} : { close: close.trim() }),
      ...(spaceAfter(open) === '' || open.trim() === '' ? {} : { layout: spaceAfter(open) }),
      ...(list2 === null ? {} : { list: list2 }),
      ...membersAround(texts.one.slice(extent.start, extent.end), fields),
      ...fields,
    },
    turnEnd: sections.turnEnd,
    notes,
  }
}

/** What stands around all calls; null where each stands for itself. White space that separates calls is layout. */
function listOf({
  sectionOpen,
  sectionClose,
  separator,
  open,
  close,
}: Sections): ListSyntax | null {
  if (sectionOpen.trim() === '' && separator.trim() === '') return null
  const [before, after] = [
    spaceAfter(sectionOpen) + (open.trim() === '' ? open : ''),
    (close.trim() === '' ? close : '') + spaceBefore(sectionClose),
  ]
  const between = after !== '' && close.trim() === '' ? close + separator : separator
  return {
    ...(sectionOpen.trim() === '' ? {} : { open: sectionOpen.trim() }),
    ...(before === '' ? {} : { before }),
    between: between + (open.trim() === '' ? open : ''),
    ...(after === '' ? {} : { after }),
    ...(sectionClose.trim() === '' ? {} : { close: sectionClose.trim() }),
  }
}

/**
 * What stands between members, and between names and values, where that is not as `json.dumps` has it; and
 * the members that are alike in all calls.
 */
function membersAround(
  json: string,
  { name = 'name', id, wrapper, nameIsKey }: Fields,
): Pick<JsonToolsSyntax, 'separators' | 'lead' | 'padding'> {
  const comma = /"(,\s*)"/.exec(json)?.[1] ?? ', '
  const colon = /"(:\s*)"/.exec(json)?.[1] ?? ': '
  const before = json.slice(1, Math.max(1, json.indexOf(`"${name}"`)))
  const ended = `${probe.id}"${comma}`
  const lead = before.slice(id?.place === 'first' ? before.indexOf(ended) + ended.length : 0)
  const isPlain =
    wrapper === undefined && nameIsKey !== true && /^(?:"\w+":\s*"\w+",\s*)+$/.test(lead)
  return {
    ...(comma === ', ' && colon === ': ' ? {} : { separators: [comma, colon] }),
    ...(isPlain && !lead.includes('qz') ? { lead } : {}),
    ...(wrapper === undefined ? paddingIn(json) : {}),
  }
}

/** The white space inside of the braces of one call, alone or in a list. */
function paddingIn(json: string): Pick<JsonToolsSyntax, 'padding'> {
  const members = json.slice(json.indexOf('{') + 1, json.lastIndexOf('}'))
  const [open, close] = [spaceBefore(members), spaceAfter(members)]
  return open === '' && close === '' ? {} : { padding: [open, close] }
}

/** The JSON values of a text that name one of the probes' tools. */
function callExtents(text: string): JsonExtent[] {
  return jsonExtents(text).filter(({ start, end }) => {
    const json = text.slice(start, end)
    return json.includes(`"${probe.tool}"`) || json.includes(`"${probe.other}"`)
  })
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined
}

/** The brackets of a list and what stands between its calls, layout and all. */
function bracketsOf(
  { one, two }: CallTexts,
  { start, end }: JsonExtent,
): { readonly before: string; readonly between: string; readonly after: string } {
  const list = one.slice(start, end)
  const [object] = jsonExtents(list.slice(1))
  const [first = '', last = ''] =
    object === undefined ? [] : [list.slice(0, object.start + 1), list.slice(object.end + 1)]
  const [both] = two === null ? [] : callExtents(two)
  const inner = two === null || both === undefined ? '' : two.slice(both.start + 1, both.end)
  const [a, b] = jsonExtents(inner)
  const between = a === undefined || b === undefined ? ', ' : inner.slice(a.end, b.start)
  return { before: first, between, after: last }
}
