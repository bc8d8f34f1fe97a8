import { toWellFormed } from '../../util/well-formed.ts'

/** A text for the generated functions: UTF-16 code units, and a low surrogate behind them. */
export interface LoadedText {
  units: Uint16Array
  length: number
  /** Copies a text into `units`. */
  write: (text: string) => void
}

/** Code units that are taken at once while the text is ASCII. */
const BlockSize = 16 * 1024
/** A low surrogate that no high one precedes: no text has it, so nothing matches behind the end. */
const Behind = 0xdc00
const encoder = new TextEncoder()

export function createBuffer(length = 1024): LoadedText {
  const units = new Uint16Array(length)
  return { units, length: 0, write: writerOf(units) }
}

/** Loads a text, lone surrogates as U+FFFD. */
export function loadText(buffer: LoadedText, text: string): void {
  if (buffer.units.length <= text.length) {
    Object.assign(buffer, createBuffer(Math.max(text.length + 1, 2 * buffer.units.length)))
  }
  buffer.write(toWellFormed(text))
  buffer.units[text.length] = Behind
  buffer.length = text.length
}

/** Node's, Deno's and Bun's own way to copy a text, many times as fast as unit by unit. */
declare const Buffer:
  { from(bytes: ArrayBufferLike): { write(text: string, encoding: 'utf16le'): number } } | undefined

function writerOf(units: Uint16Array): (text: string) => void {
  const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1
  if (typeof Buffer !== 'undefined' && isLittleEndian) {
    const copy = Buffer.from(units.buffer)
    return (text) => void copy.write(text, 'utf16le')
  }
  const bytes = new Uint8Array(BlockSize)
  return (text) => {
    for (let at = writeAscii(units, bytes, text); at < text.length; at++) {
      units[at] = text.charCodeAt(at)
    }
  }
}

/** Writes ASCII from the beginning, as bytes, and gives how much; that too is faster than unit by unit. */
function writeAscii(units: Uint16Array, bytes: Uint8Array, text: string): number {
  for (let at = 0; at < text.length; at += BlockSize) {
    const block = text.slice(at, at + BlockSize)
    const { read, written } = encoder.encodeInto(block, bytes)
    // One byte a unit is ASCII; anything else takes more, or does not fit.
    if (read !== block.length || written !== read) return at
    units.set(bytes.subarray(0, written), at)
  }
  return text.length
}
