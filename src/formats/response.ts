import type { FormatOptions } from '../chat/chat-types.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'

/**
 * An answer that is a JSON value of a schema. The grammar prints the schema alone; the parser reads
 * any text, and takes off a Markdown fence around it.
 */
export function responsePart(p: Builder, { responseSchema, schema }: FormatOptions): NodeId {
  const t = chatTags(p)
  const fence = p.sequence(
    p.space(),
    '```',
    p.chars('[A-Za-z0-9_+.\\-]', 0),
    p.chars('[ \\t]', 0),
    '\n',
  )
  const fenced = p.sequence(
    t.skip(fence),
    p.cut(),
    t.content(p.until('\n```', '```')),
    t.skip(p.optional(p.sequence(p.optional('\n'), '```', p.space()))),
    t.content(p.rest()),
  )
  const value = p.schema(responseSchema ?? true, {
    name: 'response',
    ...(schema === undefined ? {} : { settings: schema }),
  })
  return p.dual(p.choice(fenced, t.content(p.rest())), t.content(value))
}
