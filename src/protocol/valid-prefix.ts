import { checkJson } from '../chat/json-check.ts'
import { createJsonCheck } from '../chat/json-state.ts'

/**
 * Lets the arguments of a call through up to where they stop being the beginning of a JSON object,
 * for clients that parse what there is of them and throw the whole message away when they cannot.
 */
export function createValidPrefix(): (text: string) => string {
  const check = createJsonCheck()
  let broken = false
  return (text) => {
    if (broken) return ''
    const read = checkJson(check, text)
    const begun = check.isObject || text.trim() === ''
    broken = read < text.length || !begun
    return begun ? text.slice(0, read) : ''
  }
}
