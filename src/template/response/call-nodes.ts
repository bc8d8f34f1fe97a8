import type { Tool } from '../../chat/chat-types.ts'
import { chatTags } from '../../chat/tags.ts'
import { looseJson } from '../../formats/loose-json.ts'
import { parametersOf } from '../../formats/parameters.ts'
import { valueTypes } from '../../schema/value-types.ts'
import type { Builder } from '../../peg/builder.ts'
import type { JsonSchema, NodeId } from '../../peg/node.ts'
import type { CallShape } from './call-shape.ts'
import { delimiterNode, noGroups, textUpTo } from './delimiters.ts'
import { regexNodes, type GroupNode } from './regex-nodes.ts'
import { literalPrefix, type RegexTree } from './regex-tree.ts'
import type { ContentParser, Delimiter, ResponseField } from './template-type.ts'

/** Calls of one field: as the parser reads them, and as the grammar prints those of some tools. */
export interface CallNodes {
  /** The opener up to where a call is certain, groups without meaning. */
  readonly opener: NodeId
  read(): NodeId
  print(tools: readonly Tool[]): NodeId
}

type Shape<Kind extends CallShape['kind']> = Extract<CallShape, { kind: Kind }>

/** Makes the nodes of a field's calls. */
export function callNodes(
  p: Builder,
  field: ResponseField,
  shape: CallShape,
  tools: readonly Tool[],
): CallNodes {
  const t = chatTags(p)
  const { open } = field
  if (open === null) throw new TypeError('calls need an opener')
  const close = field.close
  const closer = (): NodeId => (close === null ? p.end() : delimiterNode(p, close, noGroups))
  // What is left before the closer makes the arguments invalid: such a call must not run.
  const rest = close === null ? p.oneOrMore(p.any()) : textUpTo(p, [close])
  const ending = (): NodeId =>
    p.sequence(
      p.space(),
      p.choice(closer(), p.sequence(t.toolArgs(rest), p.optional(closer())), p.eps()),
    )
  const loose = looseJson(p, `${field.name}-arguments`, closeTexts(close))

  const opening = (name: (item: NodeId) => NodeId): NodeId => {
    const group: GroupNode = (key, item) => {
      if ('name' in shape && key === shape.name) return name(item)
      return key === shape.id ? t.toolId(item) : item
    }
    return delimiterNode(p, open, group)
  }

  function readArguments(): NodeId {
    return p.sequence(opening(t.toolName), p.cut(), p.space(), t.toolArgs(loose.value), ending())
  }

  function readObject(keys: Shape<'object' | 'list'>): NodeId {
    const key = (name: string): NodeId =>
      p.sequence(JSON.stringify(name), p.space(), ':', p.space())
    const text = (tag: (item: NodeId) => NodeId): NodeId =>
      p.sequence('"', tag(p.jsonStringContent()), '"')
    const members = [
      p.sequence(key(keys.name), text(t.toolNameJson)),
      p.sequence(key(keys.arguments), t.toolArgs(loose.value)),
      ...(keys.id === null
        ? []
        : [p.sequence(key(keys.id), p.choice(text(t.toolId), t.toolId(p.jsonNumber())))]),
      p.sequence(p.jsonString(), p.space(), ':', p.space(), p.json()),
    ]
    const comma = p.sequence(p.space(), ',', p.space())
    const list = p.optional(p.separatedBy(p.choice(...members), comma))
    return p.sequence('{', p.space(), list, p.space(), p.optional('}'))
  }

  function read(): NodeId {
    switch (shape.kind) {
      case 'arguments':
        return t.tool(readArguments())
      case 'object':
        return t.tool(p.sequence(opening(same), p.cut(), p.space(), readObject(shape), ending()))
      case 'list': {
        const item = t.tool(readObject(shape))
        const comma = p.sequence(p.space(), ',', p.space())
        const list = p.sequence(
          '[',
          p.space(),
          p.optional(p.separatedBy(item, comma)),
          p.space(),
          p.optional(']'),
        )
        const left = p.optional(t.skip(rest))
        return p.sequence(
          opening(same),
          p.cut(),
          p.space(),
          p.optional(list),
          left,
          p.optional(closer()),
        )
      }
      case 'tagged':
        return t.tool(readTagged())
    }
  }

  /** The name decides which arguments there are: each tool is an alternative. */
  function readTagged(): NodeId {
    const { content } = field
    if (content.kind !== 'xml-inline') return p.eps()
    const left =
      close === null ? p.sequence(t.skip(p.any())) : p.sequence(p.not(closer()), t.skip(p.any()))
    const body = (parameters: readonly (readonly [string, JsonSchema])[]): NodeId => {
      const known = parameters.map(([name, schema]) => tagNode(content, name, schema))
      const args = p.zeroOrMore(p.choice(...known, tagNode(content, null, true), left))
      return p.sequence(args, p.space(), closer())
    }
    const named = tools.map((tool) => {
      const parameters = parametersOf(tool).listed.map((one) => [one.name, one.schema] as const)
      const name = (): NodeId => t.toolName(p.literal(tool.function.name))
      return p.sequence(opening(name), p.cut(), body(parameters))
    })
    return p.choice(...named, p.sequence(opening(t.toolName), p.cut(), body([])))
  }

  function tagNode(
    content: Extract<ContentParser, { kind: 'xml-inline' }>,
    name: string | null,
    schema: JsonSchema,
  ): NodeId {
    const types = [...valueTypes(schema)]
    // A parser of values comes before the schema: then each is JSON if it can be.
    const parsed = content.value?.kind === 'json'
    const isText = !parsed && (name === null || types.includes('string'))
    const variant = (value: (item: NodeId) => NodeId): NodeId =>
      t.toolArg(
        regexNodes(p, content.tag, '', (group, item) => {
          if (group === 'key') return t.toolArgName(name === null ? item : p.literal(name))
          return group === 'value' ? value(item) : item
        }),
      )
    // Its name and what opens the value make it an argument: the value is sent as it comes.
    const text = variant((item) => p.sequence(p.cut(), t.toolArgString(item)))
    // A value that is JSON of its type is known only when it is whole.
    return isText ? text : p.choice(p.atomic(variant(() => t.toolArgValue(p.json()))), text)
  }

  function print(chosen: readonly Tool[]): NodeId {
    return p.choice(...chosen.map((tool) => printOne(tool)))
  }

  function printOne({ function: tool }: Tool): NodeId {
    const schema = (): NodeId =>
      p.schema(tool.parameters ?? { type: 'object' }, { name: `${tool.name}-arguments` })
    const named = (): NodeId =>
      delimiterNode(p, open ?? { kind: 'texts', texts: [''] }, (key, item) =>
        'name' in shape && key === shape.name ? p.literal(tool.name) : item,
      )
    const end = (): NodeId => p.sequence(p.space(), closer())
    switch (shape.kind) {
      case 'arguments':
        return p.sequence(named(), p.space(), schema(), end())
      case 'object':
        return p.sequence(named(), p.space(), printObject(shape, tool.name, schema()), end())
      case 'list':
        return p.sequence(
          named(),
          p.space(),
          '[',
          printObject(shape, tool.name, schema()),
          ']',
          end(),
        )
      case 'tagged':
        return p.sequence(named(), printTags({ function: tool }), end())
    }
  }

  function printTags(tool: Tool): NodeId {
    const { content } = field
    if (content.kind !== 'xml-inline') return p.eps()
    const tags = parametersOf(tool).listed.map(({ name, required, schema }) => {
      const tag = regexNodes(p, content.tag, '', (group, item) => {
        if (group === 'key') return p.literal(name)
        if (group !== 'value') return item
        return valueTypes(schema).has('string')
          ? item
          : p.schema(schema, { name: `${tool.function.name}-${name}` })
      })
      const spaced = p.sequence(p.space(), tag)
      return required ? spaced : p.optional(spaced)
    })
    return p.sequence(...tags)
  }

  return { opener: delimiterNode(p, open, noGroups), read, print }

  function printObject(keys: Shape<'object' | 'list'>, name: string, schema: NodeId): NodeId {
    const before = `{${JSON.stringify(keys.name)}: ${JSON.stringify(name)}, ${JSON.stringify(keys.arguments)}: `
    return p.sequence(before, schema, '}')
  }
}

function same(item: NodeId): NodeId {
  return item
}

/** Texts that end loose JSON from outside; looser than the closer, as a value that goes wrong is. */
function closeTexts(close: Delimiter | null): readonly string[] {
  const texts =
    close === null ? [] : close.kind === 'texts' ? close.texts : [...prefixesOf(close.tree)]
  const tags = texts.filter((text) => text.startsWith('<'))
  return tags.length === 0 ? ['<\0>'] : tags
}

function prefixesOf(tree: RegexTree): readonly string[] {
  const items = tree.kind === 'choice' ? tree.items : [tree]
  return items.map((item) => literalPrefix(item).text).filter((text) => text !== '')
}
