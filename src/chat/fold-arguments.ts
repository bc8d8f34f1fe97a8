import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { quote } from '../diagnostics/format.ts'
import { closersOf, passGate, type GateRules } from './args-gate.ts'
import { beforeValue, closeNest, openNest } from './call-nest.ts'
import {
  endArguments,
  endMember,
  jsonText,
  memberName,
  memberText,
  openBrace,
  stringQuote,
  stringText,
  type OpenCall,
} from './call.ts'
import { endEntities, unescapeEntities } from './entities.ts'
import type { FoldContext } from './fold-context.ts'
import { checkJson } from './json-check.ts'
import { keepLastMembers } from './json-members.ts'
import { repairJson } from './json-repair.ts'
import { createSpacer, spaceJson } from './json-spacing.ts'
import { createJsonCheck, isClosed, isWholeObject } from './json-state.ts'
import { Kind } from './kind.ts'
import { createPythonText, endPython, pythonToJson } from './python-text.ts'

/** The arguments of a call, from the records that hold them to the JSON text that is sent. */
export interface Arguments {
  /** Text of a record that holds arguments. */
  text(call: OpenCall, kind: number, text: string): void
  name(call: OpenCall, name: string, offset: number): void
  /** A record that holds a value, or a part of one, begins or ends. */
  openValue(call: OpenCall, kind: number): void
  closeValue(call: OpenCall, kind: number): void
  closeMember(call: OpenCall): void
  openBrace(call: OpenCall): void
  /** Sends what waited for the call's end. */
  end(call: OpenCall): void
  /** Sends what there is of arguments that break off, closed where that is asked for. */
  breakOff(call: OpenCall, close: boolean): void
}

/** How argument text goes out. */
export interface ArgumentsOut {
  /** Tells of a call that has a name. */
  publish(call: OpenCall): void
  append(call: OpenCall, text: string): void
  /** The arguments that were sent of a published call. */
  sent(call: OpenCall): string
  note(code: Diagnostic['code'], message: string, offset: number): void
  /** Calls are told of at their end. */
  readonly holdsCalls: boolean
}

/** Makes the arguments of a fold's calls. */
export function createArguments(
  { plan, policies, convertValue }: Pick<FoldContext, 'plan' | 'policies' | 'convertValue'>,
  out: ArgumentsOut,
): Arguments {
  const gap = policies.argumentSpacing === 'spaced' ? ' ' : ''
  /** All arguments must be known before any can be sent. */
  const collects =
    policies.invalidArguments === 'repair' ||
    policies.duplicateArgument === 'last' ||
    policies.jsonArguments === 'spaced'
  const rules: GateRules = {
    closable: policies.unfinishedCall === 'complete',
    holdsLast: policies.lastBrace === 'held',
  }
  const decodes = policies.valueEntities === 'decode'
  const gated = rules.closable || rules.holdsLast

  function add(call: OpenCall, text: string): void {
    if (text === '') return
    const known = call.name !== '' && (call.id !== '' || !plan.lateIds)
    if (call.index < 0 && !call.hidden && known && !out.holdsCalls) out.publish(call)
    if (collects) {
      checkJson(call.check, text)
      call.collected += text
    } else if (gated) {
      const passed = passGate(call.check, call.waiting, text, rules)
      call.waiting = passed.waiting
      release(call, passed.out)
    } else {
      checkJson(call.check, text)
      release(call, text)
    }
  }

  function release(call: OpenCall, text: string): void {
    if (text === '' || call.hidden) return
    if (call.index < 0) call.held += text
    else out.append(call, text)
  }

  function addText(call: OpenCall, kind: number, text: string): void {
    if (kind === Kind.args) add(call, jsonText(call, text))
    else if (kind === Kind.argsString) add(call, stringText(call, text))
    else if (kind === Kind.argString) addString(call, decodes ? unescapeEntities(call, text) : text)
    else if (kind === Kind.argPython) addPython(call, pythonToJson(call.python, text))
    else addJson(call, text)
  }

  /** Outside of any argument, a literal is all of them. */
  function addPython(call: OpenCall, json: string): void {
    if (call.member === 'none' && call.nest.length === 0) add(call, jsonText(call, json))
    else addJson(call, json)
  }

  function addJson(call: OpenCall, text: string): void {
    add(call, memberText(call, gap === '' ? text : spaceJson(call.spacer, text), false))
  }

  function addString(call: OpenCall, text: string): void {
    const { value } = call
    if (value === null) return add(call, memberText(call, text, true))
    const bare = value.conversion.kind === 'unquoted' && value.text === '' && text !== ''
    if (bare && !text.startsWith('"')) {
      call.value = null
      add(call, stringQuote(call) + memberText(call, text, true))
    } else value.text += text
  }

  function name(call: OpenCall, text: string, offset: number): void {
    if (call.nest.length === 0 && call.names.has(text)) {
      out.note('duplicate-argument', `the argument ${quote(text)} is given twice`, offset)
    }
    call.spacer = createSpacer()
    add(call, memberName(call, text, gap))
  }

  function openValue(call: OpenCall, kind: number): void {
    if (kind === Kind.argObject) return add(call, openNest(call, 'object', gap))
    if (kind === Kind.argArray) return add(call, openNest(call, 'array', gap))
    add(call, beforeValue(call, gap))
    if (kind === Kind.argString) openString(call)
    else if (kind === Kind.argPython) call.python = createPythonText()
  }

  function openString(call: OpenCall): void {
    // Values inside of others have no schema of their own here.
    const nested = call.nest.length > 0
    const conversion = nested ? undefined : convertValue?.(call.name, call.argument)
    if (conversion === undefined || conversion.kind === 'text') return add(call, stringQuote(call))
    call.member = 'valued'
    call.value = { conversion, text: '' }
  }

  function closeValue(call: OpenCall, kind: number): void {
    if (kind === Kind.argObject || kind === Kind.argArray) return add(call, closeNest(call))
    if (kind === Kind.argPython) return addPython(call, endPython(call.python))
    if (kind !== Kind.argString) return
    if (call.entity !== '') addString(call, endEntities(call))
    if (call.value === null) add(call, stringQuote(call))
    else convertOpen(call)
  }

  function convertOpen(call: OpenCall): void {
    const { value } = call
    call.value = null
    if (value !== null && value.conversion.kind !== 'text') {
      add(call, value.conversion.convert(value.text))
    }
  }

  function end(call: OpenCall): void {
    add(call, endArguments(call))
    if (collects) release(call, settled(call))
    else release(call, call.waiting)
    call.waiting = ''
  }

  /** The arguments collected, repaired and without what was given twice. */
  function settled(call: OpenCall): string {
    const text = call.collected
    if (isWholeObject(call.check)) {
      if (policies.jsonArguments === 'spaced' && call.form !== 'tagged') {
        return spaceJson(createSpacer(), text)
      }
      return policies.duplicateArgument === 'last' && call.form === 'tagged'
        ? keepLastMembers(text, `,${gap}`)
        : text
    }
    const repaired = policies.invalidArguments === 'repair' ? repairJson(text) : null
    if (repaired === null) return text
    out.note('repaired-arguments', `arguments of ${quote(call.name)} were no JSON`, call.start)
    call.check = createJsonCheck()
    checkJson(call.check, repaired)
    return repaired
  }

  function breakOff(call: OpenCall, close: boolean): void {
    if (close) convertOpen(call)
    if (collects) return release(call, close ? closed(call.collected) : call.collected)
    // A key that waits for its value has none.
    if (!rules.closable || isClosed(call.check)) release(call, call.waiting)
    call.waiting = ''
    if (!close) return
    const sent = call.index < 0 ? call.held : out.sent(call)
    release(call, sent === '' || call.form === 'none' ? endArguments(call) : closersOf(sent))
  }

  return {
    text: addText,
    name,
    openValue,
    closeValue,
    closeMember: (call) => add(call, endMember(call)),
    openBrace: (call) => add(call, openBrace(call)),
    end,
    breakOff,
  }
}

/** JSON text that broke off, up to where it can be closed, and closed. */
function closed(text: string): string {
  if (text === '') return '{}'
  const rules = { closable: true, holdsLast: false }
  const { out } = passGate(createJsonCheck(), '', text, rules)
  return out + closersOf(out)
}
