/** Below this many units copying one by one is as fast. */
const ShortText = 64

/** What Node, Bun and Deno have to copy a text, ten times as fast as unit by unit. */
declare const Buffer:
  | { from(bytes: ArrayBufferLike): { write(text: string, at: number, as: 'utf16le'): number } }
  | undefined

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** Copies a text into an array of UTF-16 code units that has room for it, from `start` on. */
export function copyUnits(text: string, units: Uint16Array, start: number): void {
  if (typeof Buffer !== 'undefined' && isLittleEndian && text.length > ShortText) {
    Buffer.from(units.buffer).write(text, units.byteOffset + 2 * start, 'utf16le')
    return
  }
  for (let i = 0; i < text.length; i++) units[start + i] = text.charCodeAt(i)
}
