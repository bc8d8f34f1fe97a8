import { chatTags } from '../../chat/tags.ts'
import type { Builder } from '../../peg/builder.ts'
import type { NodeId } from '../../peg/node.ts'

/** The names of the rules. */
const Rules = {
  value: 'verbatim-json',
  object: 'verbatim-json-object',
  array: 'verbatim-json-array',
  string: 'verbatim-json-string',
} as const

/** JSON as llama.cpp reads it: any white space between tokens, control characters inside strings. */
export interface VerbatimJson {
  /** The arguments of a call; a value that is no object counts for none. */
  arguments(): NodeId
  value(): NodeId
  /** A string without its quotes. */
  text(): NodeId
}

/** Adds the rules to a builder, once. */
export function verbatimJson(p: Builder): VerbatimJson {
  const list = (open: string, item: NodeId, close: string): NodeId =>
    p.sequence(
      open,
      p.space(),
      p.optional(
        p.sequence(item, p.space(), p.zeroOrMore(p.sequence(',', p.space(), item, p.space()))),
      ),
      close,
    )
  const text = (): NodeId => p.zeroOrMore(p.choice(p.chars('[^"\\\\]'), escape(p)))
  const member = p.sequence(p.ref(Rules.string), p.space(), ':', p.space(), p.ref(Rules.value))
  p.rule(Rules.string, p.sequence('"', text(), '"'))
  p.rule(Rules.object, list('{', member, '}'))
  p.rule(Rules.array, list('[', p.ref(Rules.value), ']'))
  const others = (): NodeId[] => [
    p.ref(Rules.array),
    p.ref(Rules.string),
    p.jsonNumber(),
    p.jsonBool(),
    p.jsonNull(),
  ]
  p.rule(Rules.value, p.choice(p.ref(Rules.object), ...others()))
  const t = chatTags(p)
  return {
    arguments: () => p.choice(t.toolArgs(p.ref(Rules.object)), t.skip(p.choice(...others()))),
    value: () => p.ref(Rules.value),
    text,
  }
}

function escape(p: Builder): NodeId {
  return p.atomic(
    p.choice(
      p.sequence('\\', p.chars('["\\\\/bfnrt]', 1, 1)),
      p.sequence('\\u', p.chars('[0-9a-fA-F]', 4, 4)),
    ),
  )
}
