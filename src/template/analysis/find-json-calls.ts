import type { IdField, JsonToolsSyntax } from '../../formats/json-tools.ts'
import type { ListSyntax } from '../../formats/call-list.ts'
import { findSections, type Sections } from './call-sections.ts'
import { isObject, jsonExtents, type JsonExtent } from './json-extent.ts'
import { probe } from './probe-texts.ts'
import { spaceAfter, spaceBefore } from './text.ts'

/** The texts of one call and of two, without what stands before any answer. */
export interface CallTexts {
  readonly one: string
  readonly two: string | null
  /** What ends a turn of text. */
  readonly end: string
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
    const sections = findSections(around, texts.end)
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
  const sections = findSections(around, texts.end)
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
): Pick<JsonToolsSyntax, 'separators' | 'lead'> {
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
  }
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

type Fields = Pick<
  JsonToolsSyntax,
  'name' | 'arguments' | 'id' | 'nameIsKey' | 'wrapper' | 'beside' | 'typed'
>

interface Shape {
  readonly fields: Fields
  readonly notes: readonly string[]
}

/** The names of a call's members; null when the value is no call. */
function shapeOf(value: unknown): Shape | null {
  if (!isObject(value)) return null
  const keyed = value[probe.tool]
  if (isObject(keyed)) return { fields: { nameIsKey: true }, notes: [] }
  const flat = membersOf(value)
  if (flat !== null) return flat
  for (const [wrapper, inner] of Object.entries(value)) {
    const shape = isObject(inner) ? membersOf(inner, value) : null
    if (shape === null) continue
    const { typed: _, ...fields } = shape.fields
    const beside = besideOf(value, wrapper)
    const around = beside.length === 0 ? {} : { beside }
    return { ...shape, fields: { ...fields, wrapper, ...around } }
  }
  return null
}

function membersOf(
  value: Readonly<Record<string, unknown>>,
  around: Readonly<Record<string, unknown>> = value,
): Shape | null {
  const keys = Object.keys(value)
  const name = keys.find((key) => value[key] === probe.tool)
  const given = keys.find((key) => {
    const item = value[key]
    return isObject(item) ? probe.key in item : typeof item === 'string' && item.includes(probe.key)
  })
  if (name === undefined || given === undefined) return null
  const [nameAt, givenAt] = [keys.indexOf(name), keys.indexOf(given)]
  const encoded = typeof value[given] === 'string'
  const id = idOf(value, nameAt) ?? (around === value ? null : idOf(around, 0))
  return {
    fields: {
      ...(name === 'name' ? {} : { name }),
      ...(given === 'arguments' ? {} : { arguments: given }),
      ...(id === null ? {} : { id }),
      ...(around['type'] === 'function' ? { typed: true } : {}),
    },
    notes: [
      ...(givenAt < nameAt
        ? ['the template writes arguments before names; the grammar names the tool first']
        : []),
      ...(encoded
        ? [
            `the template writes arguments as a string in ${JSON.stringify(given)}; an object is read, too`,
          ]
        : []),
    ],
  }
}

/** What stands before the object around name and arguments. */
function besideOf(value: Readonly<Record<string, unknown>>, wrapper: string): ('id' | 'type')[] {
  const keys = Object.keys(value)
  return keys.slice(0, keys.indexOf(wrapper)).flatMap((key) => {
    const item = value[key]
    if (item === probe.id || isCount(item)) return ['id' as const]
    return key === 'type' && item === 'function' ? ['type' as const] : []
  })
}

/** A member that is the probe's own id, or a number as text. */
function idOf(value: Readonly<Record<string, unknown>>, nameAt: number): IdField | null {
  const keys = Object.keys(value)
  const at = keys.findIndex((key) => value[key] === probe.id || isCount(value[key]))
  const key = keys[at]
  if (key === undefined) return null
  const echoes = value[key] === probe.id
  return {
    key,
    place: at < nameAt ? 'first' : 'last',
    chars: echoes ? '[a-zA-Z0-9_\\-]' : '[0-9]',
  }
}

function isCount(value: unknown): boolean {
  return typeof value === 'string' && /^\d+$/.test(value)
}
