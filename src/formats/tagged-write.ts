import type { WholeCall } from '../chat/write.ts'
import { jsonMembers, jsonStringText } from './json-members.ts'
import type { TaggedSyntax } from './tagged-calls.ts'

/**
 * Calls with tagged arguments: strings as bare text, all else as JSON. Arguments that are no JSON
 * object are left out.
 */
export function writeTaggedCalls(syntax: TaggedSyntax, calls: readonly WholeCall[]): string {
  return calls.map((call) => writeCall(syntax, call)).join('\n')
}

function writeCall(syntax: TaggedSyntax, call: WholeCall): string {
  const { open, close, nameOpen, nameClose, end } = syntax
  const { argumentOpen, argumentNameClose, argumentClose } = syntax
  const members = (jsonMembers(call.arguments) ?? []).map(({ name, value }) => {
    const text = jsonStringText(value) ?? value
    return `${argumentOpen}${name}${argumentNameClose}\n${text}\n${argumentClose}\n`
  })
  return `${open}\n${nameOpen}${call.name}${nameClose}\n${members.join('')}${end}\n${close}`
}
