import type { FormatOptions } from '../chat/chat-types.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import type { ContentSyntax } from './content.ts'
import { delimiter, marker } from './marker.ts'

const bare: ContentSyntax = { open: '', close: '' }

/**
 * An answer that is a JSON value of a schema. The grammar prints the schema alone, between the markers that
 * the family's content never stands without; the parser reads any text, and takes off the markers and a
 * Markdown fence.
 */
export function responsePart(
  p: Builder,
  { responseSchema, schema }: FormatOptions,
  content?: ContentSyntax,
): NodeId {
  const t = chatTags(p)
  const { open, close } = content === undefined || content.optional === true ? bare : content
  const rest = (): NodeId =>
    close === ''
      ? t.content(p.rest())
      : p.sequence(
          t.content(p.until(delimiter(close))),
          t.skip(p.optional(marker(p, close))),
          t.content(p.rest()),
        )
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
    rest(),
  )
  const value = p.schema(responseSchema ?? true, {
    name: 'response',
    ...(schema === undefined ? {} : { settings: schema }),
  })
  const begin = open === '' ? p.eps() : t.skip(p.optional(p.sequence(p.space(), marker(p, open))))
  return p.dual(
    p.sequence(begin, p.choice(fenced, rest())),
    p.sequence(open, t.content(value), close),
  )
}
