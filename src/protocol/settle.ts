import type { CallState, FinishReason } from '../chat/message.ts'
import { checkJson } from '../chat/json-check.ts'
import { createJsonCheck, isWholeObject } from '../chat/json-state.ts'

/** How a call came out: `null` while nobody has said. */
export type Outcome = Exclude<CallState, 'streaming'> | null

/** The states of the calls that were sent, and what they make of the reason to stop. */
export interface CallStates {
  begin(index: number): void
  end(index: number, state: Exclude<CallState, 'streaming'>): void
  reason(given: FinishReason): FinishReason
}

/**
 * Keeps what became of each call. A client that is told `tool_calls` runs all calls it has, so that
 * one that is not whole makes it `length`; and `stop` hides calls that are to be run.
 */
export function createCallStates(): CallStates {
  let unfinished = 0
  let complete = 0
  const open = new Set<number>()
  return {
    begin(index) {
      open.add(index)
    },
    end(index, state) {
      open.delete(index)
      if (state === 'complete') complete++
      else unfinished++
    },
    reason(given) {
      if (given !== 'stop' && given !== 'tool_calls') return given
      if (unfinished > 0) return 'length'
      return complete > 0 || open.size > 0 ? 'tool_calls' : given
    },
  }
}

/** What to take a call for whose end nobody told: it is whole only if the model was not cut off. */
export function assumeState(text: string, reason: FinishReason | null): 'complete' | 'incomplete' {
  const stopped = reason === 'stop' || reason === 'tool_calls'
  return stopped && (text === '' || isWholeJson(text)) ? 'complete' : 'incomplete'
}

/** Whether a text is one JSON object, nested no deeper than calls may be. */
export function isWholeJson(text: string): boolean {
  const check = createJsonCheck()
  checkJson(check, text)
  return isWholeObject(check)
}

/** The arguments of a call as an object, for protocols that hold one; none if they are not whole. */
export function readArguments(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {}
  if (!isWholeJson(text)) return undefined
  const value: Readonly<Record<string, unknown>> = JSON.parse(text)
  return value
}
