import type { WholeCall } from '../chat/write.ts'
import { typeOf } from '../schema/value-types.ts'
import { jsonMembers, jsonStringText } from './json-members.ts'
import type { TaggedSyntax } from './tagged-syntax.ts'

/**
 * Calls with tagged arguments: strings as bare text, all else as JSON. Arguments that are no JSON
 * object are left out.
 */
export function writeTaggedCalls(syntax: TaggedSyntax, calls: readonly WholeCall[]): string {
  const { outer, separator = '\n' } = syntax
  const written = calls.map((call, index) => writeCall(syntax, call, index))
  if (outer?.around === 'all') return `${outer.open}${written.join('')}${outer.close}`
  return written.join(separator)
}

function writeCall(syntax: TaggedSyntax, call: WholeCall, index: number): string {
  const { outer, nameOpen, nameClose, numberOpen, end, argumentOpen, argumentClose } = syntax
  const members = (jsonMembers(call.arguments) ?? []).map(({ name, value }) => {
    const text = jsonStringText(value) ?? value
    return `${argumentOpen}${name}${closeName(syntax, value)}${text}${argumentClose}`
  })
  const number = numberOpen === undefined ? '' : `${numberOpen}${index + 1}`
  const inner = `${nameOpen}${call.name}${number}${nameClose}${members.join('')}${end}`
  return outer?.around === 'each' ? `${outer.open}${inner}${outer.close}` : inner
}

/** What stands between the name of an argument and its value, which is JSON text here. */
function closeName({ argumentNameClose, attribute }: TaggedSyntax, value: string): string {
  if (attribute === undefined) return argumentNameClose
  return `${attribute.before}${attribute.words[typeOf(JSON.parse(value))]}${attribute.after}`
}
