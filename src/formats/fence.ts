import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'

const indents = ['', ' ', '  ', '   ']
const marks = ['`', '~'] as const

/** Longer runs of marks count as this long. */
const MaxRun = 8

/** What a fenced code block of Markdown begins with inside a text: a line break, at most three blanks. */
export const fenceStarts: readonly string[] = marks.flatMap((mark) =>
  indents.map((indent) => `\n${indent}${mark.repeat(3)}`),
)

/**
 * A fenced code block, tagged as content: from its opening line to a line of at least as many of the
 * same marks, or to the end of the text. With `first`, where the text begins with it.
 *
 * Source: CommonMark 0.31, section 4.5.
 */
export function fencedBlock(p: Builder, place: 'first' | 'inside'): NodeId {
  const t = chatTags(p)
  const before = p.sequence(place === 'inside' ? p.literal('\n') : p.eps(), p.chars('[ ]', 0, 3))
  const runs: NodeId[] = []
  for (let length = MaxRun; length >= 3; length--) {
    for (const mark of marks) runs.push(block(p, mark, length))
  }
  return t.content(p.sequence(before, p.choice(...runs)))
}

function block(p: Builder, mark: '`' | '~', length: number): NodeId {
  const run = mark.repeat(length)
  // An info string of a block in backticks has none: else it is inline code.
  const info = mark === '`' ? p.chars('[^`\\n]', 0) : p.chars('[^\\n]', 0)
  const closes = p.until(...indents.map((indent) => `\n${indent}${run}`))
  const line = p.sequence('\n', p.chars('[ ]', 0, 3), run)
  const closing = p.sequence(
    line,
    p.chars(`[${mark}]`, 0),
    p.chars('[ \\t]', 0),
    p.peek(p.choice('\n', p.end())),
  )
  return p.sequence(
    run,
    info,
    p.peek(p.choice('\n', p.end())),
    p.cut(),
    closes,
    p.zeroOrMore(p.sequence(p.not(closing), line, closes)),
    p.optional(closing),
  )
}
