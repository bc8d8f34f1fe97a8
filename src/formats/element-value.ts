import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { JsonSchema, NodeId } from '../peg/node.ts'
import { elementPrinter } from './element-print.ts'
import { itemName, maxElementDepth, type ElementTags } from './element-tags.ts'
import type { LooseJson } from './loose-json.ts'
import { nestedOf } from './nested-schema.ts'
import { taggedValues, type TaggedValues } from './tagged-value.ts'
import type { TurnRequest } from './turn-request.ts'

const anyElement = 'any-element'

/**
 * Values of arguments that are elements: an object is made of elements that have the names of its
 * members, an array of `<item>`; all else is text, typed by its schema.
 */
export function elementValues(
  p: Builder,
  tags: ElementTags,
  loose: LooseJson,
  policies: Policies,
  request: Pick<TurnRequest, 'schema'>,
): TaggedValues {
  const t = chatTags(p)
  const { argumentOpen: open, argumentNameClose: behind, argumentClose: close } = tags
  const strict = policies.strayOpener === 'reject'
  const closer = (name: string): string => `${close}${name}>`
  // Who converts values sees arguments: what stands inside of one is typed here.
  const inside: Policies =
    policies.argumentValue === 'verbatim' ? { ...policies, argumentValue: 'typed' } : policies
  const named = (name: string, depth = 0): TaggedValues =>
    taggedValues(
      p,
      { ...tags, argumentClose: closer(name) },
      loose,
      depth === 0 ? policies : inside,
      request,
    )
  const anyName = (): NodeId => p.chars('[^<>/\\n"]')
  const isItem = (): NodeId => p.peek(`${open}${itemName}${behind}`)
  const isElement = (): NodeId => p.peek(p.sequence(open, p.chars('[^/]', 1, 1)))

  /** A member, or an item: shown when the whole of its tag was read. */
  const element = (name: NodeId, value: NodeId): NodeId =>
    p.sequence(p.space(), p.atomic(p.sequence(open, name, behind)), p.cut(), value)
  const anyMember = (): NodeId => t.toolArg(element(t.toolArgName(anyName()), p.ref(anyElement)))

  const unknown = taggedValues(p, { ...tags, argumentClose: close }, loose, policies, request)
  const anyClose = p.sequence(anyName(), '>')
  p.rule(
    anyElement,
    p.choice(
      p.sequence(
        isItem(),
        p.cut(),
        t.toolArgArray(p.zeroOrMore(element(p.literal(itemName), p.ref(anyElement)))),
        p.sequence(p.space(), close, anyClose),
      ),
      p.sequence(
        isElement(),
        p.cut(),
        t.toolArgObject(p.zeroOrMore(anyMember())),
        p.sequence(p.space(), close, anyClose),
      ),
      p.sequence(unknown.read(true, ''), anyClose),
    ),
  )

  function read(schema: JsonSchema, name: string, depth = 0): NodeId {
    const { types, members, item } = nestedOf(schema)
    const isText = types.has('string') && (strict || types.size === 1)
    if (isText || depth >= maxElementDepth) return named(name, depth).read(schema, name)
    const end = p.sequence(p.space(), closer(name))
    const choices: NodeId[] = []
    if (types.has('array') && !members.some((member) => member.name === itemName)) {
      const value = item === true ? p.ref(anyElement) : read(item, itemName, depth + 1)
      const items = p.zeroOrMore(element(p.literal(itemName), value))
      choices.push(p.sequence(isItem(), p.cut(), t.toolArgArray(items), end))
    }
    if (types.has('object')) {
      const listed = members.map((member) =>
        t.toolArg(
          element(
            t.toolArgName(p.literal(member.name)),
            read(member.schema, member.name, depth + 1),
          ),
        ),
      )
      const all = p.zeroOrMore(p.choice(...listed, anyMember()))
      choices.push(p.sequence(isElement(), p.cut(), t.toolArgObject(all), end))
    }
    if (types.size === 1 && types.has('object')) {
      choices.push(p.sequence(closer(name), t.toolArgObject(p.eps())))
    }
    if (types.size === 1 && types.has('array')) {
      choices.push(p.sequence(closer(name), t.toolArgArray(p.eps())))
    }
    return p.choice(...choices, named(name, depth).read(schema, name))
  }

  const print = elementPrinter(p, tags, request)
  return {
    ...unknown,
    read: (schema, name) => read(schema, name),
    readUnknown: p.ref(anyElement),
    print: (schema, name) => print(schema, name),
  }
}
