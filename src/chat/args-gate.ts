import { checkJson } from './json-check.ts'
import { createJsonCheck, isClosed, isInString, isOpenEnded, type JsonCheck } from './json-state.ts'

/** What argument text waits for. */
export interface GateRules {
  /** What is sent can be closed to whole JSON at any time: a key waits for its value. */
  readonly closable: boolean
  /** The last closing bracket waits for more text, or for the end of the call. */
  readonly holdsLast: boolean
}

/**
 * Checks argument text that is about to be sent, and gives what of it may be; the rest waits in
 * `waiting`, which is given back.
 */
export function passGate(
  check: JsonCheck,
  waiting: string,
  text: string,
  rules: GateRules,
): { readonly out: string; readonly waiting: string } {
  let safe = -1
  for (let i = 0; i < text.length; i++) {
    checkJson(check, text.charAt(i))
    const waits = (rules.closable && isOpenEnded(check)) || (rules.holdsLast && isClosed(check))
    if (!waits) safe = i + 1
  }
  if (safe < 0) return { out: '', waiting: waiting + text }
  return { out: waiting + text.slice(0, safe), waiting: text.slice(safe) }
}

/**
 * What closes JSON text that broke off where it can be closed: the quote of a string and the
 * brackets; nothing for what is no JSON.
 */
export function closersOf(json: string): string {
  const check = createJsonCheck()
  checkJson(check, json)
  if (isOpenEnded(check)) return ''
  const brackets = check.objects.map((isObject) => (isObject ? '}' : ']')).toReversed()
  return (isInString(check) ? '"' : '') + brackets.join('')
}
