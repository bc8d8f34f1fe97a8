import type { Chunk } from '../chat/chat-types.ts'

/** The text of a chunk; engines give bytes only where a character is whole. */
export function textOfChunk(chunk: Chunk): string {
  if (typeof chunk === 'string') return chunk
  return chunk instanceof Uint8Array ? new TextDecoder().decode(chunk) : chunk.text
}
