import { checkJson } from '../../chat/json-check.ts'
import { createJsonCheck, isWholeObject } from '../../chat/json-state.ts'

/** Watches whether the arguments of a call come to one JSON object. */
export interface ArgumentWatch {
  add(text: string): void
  /** None at all count as `{}`. */
  readonly whole: boolean
}

/** Starts with no arguments. */
export function watchArguments(): ArgumentWatch {
  const check = createJsonCheck()
  let filled = false
  let broken = false
  return {
    add(text) {
      filled ||= text.trim() !== ''
      broken ||= checkJson(check, text) < text.length
    },
    get whole() {
      return !filled || (!broken && isWholeObject(check))
    },
  }
}
