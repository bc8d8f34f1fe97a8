import type { Tool } from '../chat/chat-types.ts'
import type { WholeCall } from '../chat/write.ts'
import { typeOf } from '../schema/value-types.ts'
import { writeElement } from './element-print.ts'
import { jsonMembers, jsonStringText } from './json-members.ts'
import { parametersOf } from './parameters.ts'
import { hasElements, type TaggedSyntax } from './tagged-syntax.ts'

/**
 * Calls with tagged arguments: strings as bare text, all else as JSON. Arguments that are no JSON
 * object are left out.
 */
export function writeTaggedCalls(
  syntax: TaggedSyntax,
  calls: readonly WholeCall[],
  tools: readonly Tool[],
): string {
  const { outer, separator = '\n' } = syntax
  const written = calls.map((call, index) => {
    const tool = tools.find((one) => one.function.name === call.name)
    return writeCall(syntax, call, index, tool)
  })
  if (outer?.around === 'all') return `${outer.open}${written.join('')}${outer.close}`
  return written.join(separator)
}

function writeCall(
  syntax: TaggedSyntax,
  call: WholeCall,
  index: number,
  tool: Tool | undefined,
): string {
  const { outer, nameOpen, nameClose, numberOpen, end, argumentOpen, argumentClose } = syntax
  const listed = tool === undefined ? [] : parametersOf(tool).listed
  const members = (jsonMembers(call.arguments) ?? []).map(({ name, value }) => {
    if (hasElements(syntax)) {
      const schema = listed.find((parameter) => parameter.name === name)?.schema ?? true
      return writeElement(syntax, name, value, schema) + (syntax.gap ?? '')
    }
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
