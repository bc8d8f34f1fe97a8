import { chatTags } from '../../chat/tags.ts'
import type { Builder } from '../../peg/builder.ts'
import type { JsonSchema, NodeId } from '../../peg/node.ts'
import { jsonTypes, valueTypes } from '../../schema/value-types.ts'
import { firstDepth, itemName, maxElementDepth, type ElementTags } from '../element-tags.ts'
import { alternativesOf, nestedOf } from '../nested-schema.ts'
import type { Parameter } from '../parameters.ts'
import type { VerbatimJson } from './verbatim-value.ts'

/**
 * The value of an element and its closer: text where it may be a string, elements where the schema says
 * of which parts an object or an array is made, else JSON.
 *
 * Source: llama.cpp's reader of MiniMax M3, as it prints its parser.
 */
export function verbatimElement(
  p: Builder,
  tags: ElementTags,
  json: VerbatimJson,
  { name, schema }: Parameter,
  rule: string,
  depth: number = firstDepth(tags.elements),
): NodeId {
  const t = chatTags(p)
  const { argumentOpen: open, argumentNameClose: behind, argumentClose } = tags
  const close = `${argumentClose}${name}>`
  // The brackets close with the tag.
  const closed = (value: NodeId): NodeId => p.sequence(value, p.space(), close)
  if (isText(schema)) return p.sequence(t.toolArgString(p.until(close)), close)
  const alternatives = alternativesOf(schema)
  if (alternatives.length > 0 && depth < maxElementDepth) {
    // Each by itself: what settles one must not settle that it is this one.
    const read = alternatives.map((each, i) => {
      const inner = `${rule}-${i}`
      const of = { name, schema: each, required: true }
      p.rule(inner, verbatimElement(p, tags, json, of, inner, depth + 1))
      return p.ref(inner)
    })
    return p.choice(...read)
  }
  const nested = depth < maxElementDepth ? nestedOf(schema) : null
  const only = nested?.types.size === 1 ? [...nested.types][0] : undefined
  if (only === 'array' && nested !== null && nested.item !== true) {
    const of = { name: itemName, schema: nested.item, required: true }
    p.rule(`${rule}-item`, verbatimElement(p, tags, json, of, `${rule}-item`, depth + 1))
    const head = p.sequence(p.space(), `${open}${itemName}${behind}`, p.cut())
    const item = p.sequence(head, p.ref(`${rule}-item`))
    return t.toolArgArray(closed(p.zeroOrMore(item)))
  }
  if (only === 'object' && nested !== null && nested.members.length > 0) {
    return t.toolArgObject(closed(members(p, tags, json, nested.members, rule, depth)))
  }
  return p.sequence(t.toolArgValue(json.value()), close)
}

/** A schema that says nothing of types is JSON, whatever it holds. */
function isText(schema: JsonSchema): boolean {
  const types = valueTypes(schema)
  return types.has('string') && types.size < jsonTypes.length
}

/** Those that must be there in their order, then the others in any. */
function members(
  p: Builder,
  tags: ElementTags,
  json: VerbatimJson,
  listed: readonly Parameter[],
  rule: string,
  depth: number,
): NodeId {
  const t = chatTags(p)
  const { argumentOpen: open, argumentNameClose: behind } = tags
  const one = (member: Parameter): NodeId => {
    const inner = `${rule}-${member.name}`
    p.rule(inner, verbatimElement(p, tags, json, member, inner, depth + 1))
    const head = p.atomic(p.sequence(open, t.toolArgName(p.literal(member.name)), behind))
    return t.toolArg(p.sequence(head, p.cut(), p.ref(inner)))
  }
  const needed = listed.filter(({ required }) => required)
  const others = listed.filter(({ required }) => !required)
  return p.sequence(
    ...needed.flatMap((member, i) => [i === 0 ? p.eps() : p.space(), one(member)]),
    others.length === 0
      ? p.eps()
      : p.zeroOrMore(p.sequence(p.space(), p.choice(...others.map(one)))),
  )
}
