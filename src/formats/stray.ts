import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import type { CallMarkers } from './call-markers.ts'

// A bracket or a word by itself: prose has those too.
const inProse = /^(?:\w|[[({](?![A-Z]))/

/**
 * A block that begins like a call and is none, for engines that drop it: up to its closer, to what may
 * begin a call, or to the end of the text. `null` where a family's calls begin like prose.
 */
export function strayBlock(p: Builder, { openers, closers }: CallMarkers): NodeId | null {
  const certain = openers.filter((opener) => !inProse.test(opener))
  if (certain.length === 0) return null
  const t = chatTags(p)
  const ends = [...closers, ...openers].map((text) => ({ text, token: true }))
  return t.note(
    'stray-marker',
    t.skip(
      p.sequence(
        p.choice(...certain.map((opener) => p.token(opener))),
        p.cut(),
        p.until(...ends),
        p.optional(p.choice(...closers.map((closer) => p.token(closer)), p.eps())),
      ),
    ),
  )
}
