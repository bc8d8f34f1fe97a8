import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'

/** A text whose white space may be any, also around it. */
export function spaced(p: Builder, text: string): NodeId {
  const words = text.trim().split(/\s+/)
  if (words.length === 1 && words[0] === '') return p.space()
  const parts = words.flatMap((word) => [p.literal(word), p.space()])
  return p.sequence(p.space(), ...parts)
}
