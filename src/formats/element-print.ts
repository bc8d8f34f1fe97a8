import type { Builder } from '../peg/builder.ts'
import type { JsonSchema, NodeId } from '../peg/node.ts'
import { stringEnum, type JsonType } from '../schema/value-types.ts'
import { firstDepth, itemName, maxElementDepth, type ElementTags } from './element-tags.ts'
import { jsonItems, jsonMembers, jsonStringText } from './json-members.ts'
import { nestedOf } from './nested-schema.ts'
import { anyText } from './one-of.ts'
import { printArguments } from './tagged-print.ts'
import { limited } from './tagged-types.ts'
import type { TurnRequest } from './turn-request.ts'

/**
 * Prints the value of an element and its closer. Where the schema says nothing of the parts of an object or
 * array, it is JSON: so its values keep their types.
 */
export function elementPrinter(
  p: Builder,
  { argumentOpen, argumentNameClose, argumentClose, elements }: ElementTags,
  { schema: settings }: Pick<TurnRequest, 'schema'>,
): (schema: JsonSchema, name: string) => NodeId {
  let count = 0

  function print(schema: JsonSchema, name: string, depth = 0): NodeId {
    const { types, members, item } = nestedOf(schema)
    const close = `${argumentClose}${name}>`
    if (types.has('string')) {
      const words = stringEnum(schema)
      const listed = words !== null && words.every((word) => !word.includes(argumentClose))
      return p.sequence(listed ? anyText(p, words) : p.until(close), close)
    }
    const deeper = depth < maxElementDepth
    const choices: NodeId[] = []
    const plain: JsonType[] = [...types].filter((type) => type !== 'object' && type !== 'array')
    if (types.has('object') && members.length > 0 && deeper) {
      const marks = { argumentOpen, end: close }
      choices.push(
        p.sequence(
          printArguments(p, marks, `element-${count++}`, members, (member) =>
            p.sequence(argumentNameClose, print(member.schema, member.name, depth + 1)),
          ),
        ),
      )
    } else if (types.has('object')) plain.push('object')
    if (types.has('array') && item !== true && deeper) {
      const value = print(item, itemName, depth + 1)
      const one = p.sequence(`${argumentOpen}${itemName}${argumentNameClose}`, value)
      choices.push(p.sequence(p.zeroOrMore(one), close))
    } else if (types.has('array')) plain.push('array')
    if (plain.length > 0) {
      const json = p.schema(limited(schema, plain), {
        name,
        ...(settings === undefined ? {} : { settings }),
      })
      choices.push(p.sequence(json, close))
    }
    return p.choice(...choices)
  }

  return (schema, name) => print(schema, name, firstDepth(elements))
}

/** An argument as an element: in elements where its schema names its parts, else as text or JSON. */
export function writeElement(
  tags: ElementTags,
  name: string,
  value: string,
  schema: JsonSchema,
  depth: number = firstDepth(tags.elements),
): string {
  const inside = contentOf(tags, value, schema, depth)
  return `${tags.argumentOpen}${name}${tags.argumentNameClose}${inside}${tags.argumentClose}${name}>`
}

function contentOf(tags: ElementTags, value: string, schema: JsonSchema, depth: number): string {
  const { types, members, item } = nestedOf(schema)
  const plain = jsonStringText(value) ?? value
  if (types.has('string') || depth >= maxElementDepth) return plain
  const items = jsonItems(value)
  if (items !== null && item !== true) {
    return items.map((one) => writeElement(tags, itemName, one, item, depth + 1)).join('')
  }
  const given = jsonMembers(value)
  if (given === null || members.length === 0) return plain
  return given
    .map((member) => {
      const known = members.find(({ name }) => name === member.name)?.schema ?? true
      return writeElement(tags, member.name, member.value, known, depth + 1)
    })
    .join('')
}
