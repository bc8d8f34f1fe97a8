import { copyNest, nextInNest, type NestHolder } from './call-nest.ts'
import { copyJsonCheck, createJsonCheck, isWholeObject, type JsonCheck } from './json-state.ts'
import type { Conversion } from './convert-value.ts'
import { createSpacer, type Spacer } from './json-spacing.ts'
import {
  createUnescaper,
  endUnescape,
  escapeJson,
  lengthWithoutBlanks,
  unescapeJson,
  type Unescaper,
} from './json-text.ts'
import { createPythonText, type PythonText } from './python-text.ts'

/** A call being read: what is known of it, and how its arguments are written. */
export interface OpenCall extends NestHolder {
  /** Where its tag opened. */
  readonly start: number
  /** Its position among the calls; -1 while it is not published. */
  index: number
  id: string
  name: string
  /** How the model writes its arguments, `none` before the first. */
  form: 'none' | 'json' | 'tagged'
  /** Argument text that waits for the call to be published. */
  held: string
  /** White space after the arguments so far: dropped unless more follows. */
  blank: string
  /** It is read like any other, and nobody is told of it. */
  hidden: boolean
  /** The opening brace was sent before the model wrote it. */
  braced: boolean
  /** Argument text that may not be sent yet: a closing brace, a key without its value. */
  waiting: string
  /** All arguments, where they are only sent at the call's end. */
  collected: string
  /** The tagged value that is open, where it must be known to its end. */
  value: OpenValue | null
  readonly names: Set<string>
  /** An entity that has begun in a tagged string. */
  entity: string
  /** A Python literal being written anew. */
  python: PythonText
  /** The name of the tagged argument that is open. */
  argument: string
  check: JsonCheck
  spacer: Spacer
  readonly unescaper: Unescaper
}

/** A tagged value whose text is collected to be converted. */
export interface OpenValue {
  readonly conversion: Conversion
  text: string
}

/** A call of which only its beginning is known. */
export function createCall(start: number): OpenCall {
  return {
    start,
    index: -1,
    id: '',
    name: '',
    form: 'none',
    held: '',
    blank: '',
    hidden: false,
    braced: false,
    waiting: '',
    collected: '',
    member: 'none',
    value: null,
    names: new Set(),
    nest: [],
    entity: '',
    python: createPythonText(),
    argument: '',
    check: createJsonCheck(),
    spacer: createSpacer(),
    unescaper: createUnescaper(),
  }
}

/** The same call, to go on with on its own. */
export function copyCall(call: OpenCall): OpenCall {
  return {
    ...call,
    value: call.value === null ? null : { ...call.value },
    names: new Set(call.names),
    nest: copyNest(call.nest),
    python: { ...call.python },
    check: copyJsonCheck(call.check),
    spacer: { ...call.spacer },
    unescaper: { ...call.unescaper },
  }
}

/** Whether the arguments so far are one whole JSON object. */
export function hasWholeArguments(call: OpenCall): boolean {
  return isWholeObject(call.check)
}

// Each function below gives the argument text that its step adds; the caller appends it.

/** The brace that may be sent as soon as a call has a name. */
export function openBrace(call: OpenCall): string {
  if (call.form !== 'none') return ''
  call.braced = true
  return '{'
}

/** More JSON text: passed on as it is, but for white space around the whole. */
export function jsonText(call: OpenCall, text: string): string {
  let rest = text
  if (call.form === 'none') {
    rest = text.trimStart()
    if (rest === '') return ''
    call.form = 'json'
    if (call.braced && rest.startsWith('{')) rest = rest.slice(1)
  }
  const end = lengthWithoutBlanks(rest)
  if (end === 0) {
    call.blank += rest
    return ''
  }
  const out = call.blank + rest.slice(0, end)
  call.blank = rest.slice(end)
  return out
}

/** More of a JSON string that holds the arguments. */
export function stringText(call: OpenCall, text: string): string {
  const decoded = unescapeJson(call.unescaper, text)
  return decoded === '' ? '' : jsonText(call, decoded)
}

/** The name of a tagged argument; `gap` stands behind commas and colons. */
export function memberName(call: OpenCall, name: string, gap: '' | ' '): string {
  if (call.nest.length > 0) {
    call.member = 'named'
    return `${nextInNest(call.nest, gap)}${JSON.stringify(name)}:${gap}`
  }
  const opener = call.form === 'tagged' ? `,${gap}` : call.braced ? '' : '{'
  const before = endMember(call) + opener
  call.form = 'tagged'
  call.member = 'named'
  call.names.add(name)
  call.argument = name
  return `${before}${JSON.stringify(name)}:${gap}`
}

/** The quote that opens or closes a tagged string. */
export function stringQuote(call: OpenCall): string {
  call.member = 'valued'
  return '"'
}

/** More of a tagged value: text of a string, or JSON text as it is. */
export function memberText(call: OpenCall, text: string, asString: boolean): string {
  call.member = 'valued'
  return asString ? escapeJson(text) : text
}

/** The end of a tagged argument; one that has no value is null. */
export function endMember(call: OpenCall): string {
  const out = call.member === 'named' ? 'null' : ''
  call.member = 'none'
  return out
}

/** What is missing at the end of a call's arguments; a call without any has an empty object. */
export function endArguments(call: OpenCall): string {
  if (call.form === 'tagged') return `${endMember(call)}}`
  const rest = call.form === 'none' ? '' : endUnescape(call.unescaper)
  if (call.form !== 'none') return rest
  return call.braced ? '}' : '{}'
}
