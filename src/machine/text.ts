import { copyUnits } from '../util/copy-units.ts'
import { isWellFormed } from '../util/well-formed.ts'

const High = 0xd800
const Low = 0xdc00
const Replacement = 0xfffd

/**
 * The text of a parse: a growing array of UTF-16 code units, never a rope. Lone surrogates are
 * replaced by U+FFFD as they come; a trailing high surrogate waits for its other half and is not
 * counted until then.
 */
export interface TextBuffer {
  units: Uint16Array
  /** Code units that may be read. */
  length: number
  /** A high surrogate that waits, or 0. */
  waiting: number
  /** Where lone surrogates stood. */
  readonly lone: number[]
}

/** A text of this many code units is worth a look whether it may be copied as it is. */
const LongText = 256

/** How many places of lone surrogates are kept. */
export const MaxLoneNoted = 1000

export function createText(): TextBuffer {
  return {
    units: new Uint16Array(1024),
    length: 0,
    waiting: 0,
    lone: [],
  }
}

/** Adds text. Costs its length; the array doubles when it is full. */
export function appendText(buffer: TextBuffer, text: string): void {
  reserve(buffer, text.length + 1)
  if (text.length < LongText || buffer.waiting !== 0 || !isWellFormed(text)) {
    return appendUnits(buffer, text)
  }
  copyUnits(text, buffer.units, buffer.length)
  buffer.length += text.length
}

function appendUnits(buffer: TextBuffer, text: string): void {
  for (let at = 0; at < text.length;) {
    at = appendPlain(buffer, text, at)
    if (at < text.length) appendHalf(buffer, text.charCodeAt(at++))
  }
}

/** Adds what comes before the next half of a pair, and says where that is. */
function appendPlain(buffer: TextBuffer, text: string, from: number): number {
  if (buffer.waiting !== 0 && from < text.length && !isHalf(text.charCodeAt(from))) {
    noteLone(buffer, buffer.length)
    buffer.units[buffer.length++] = Replacement
    buffer.waiting = 0
  }
  const { units, length } = buffer
  const shift = length - from
  let at = from
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (isHalf(unit)) break
    units[at + shift] = unit
  }
  buffer.length = at + shift
  return at
}

/** Adds half of a pair: the first waits for the second, one without the other is replaced. */
function appendHalf(buffer: TextBuffer, unit: number): void {
  const { units, waiting } = buffer
  const isLow = unit >= Low
  if (waiting !== 0 && isLow) {
    units[buffer.length++] = waiting
    units[buffer.length++] = unit
    buffer.waiting = 0
    return
  }
  if (waiting !== 0 || isLow) {
    noteLone(buffer, buffer.length)
    units[buffer.length++] = Replacement
  }
  buffer.waiting = isLow ? 0 : unit
}

/** Whether a code unit is half of a surrogate pair. */
function isHalf(unit: number): boolean {
  return (unit & 0xf800) === High
}

/** Says that no text follows: a waiting half becomes U+FFFD. */
export function endText(buffer: TextBuffer): void {
  if (buffer.waiting === 0) return
  reserve(buffer, 1)
  noteLone(buffer, buffer.length)
  buffer.units[buffer.length++] = Replacement
  buffer.waiting = 0
}

/** The text of a stretch. Copied 4,096 units at a time: more arguments overflow the stack. */
export function sliceText(buffer: TextBuffer, start: number, end: number): string {
  const stop = Math.min(end, buffer.length)
  if (stop - start <= 4096) return decode(buffer.units, start, stop)
  const parts: string[] = []
  for (let at = start; at < stop; at += 4096) {
    parts.push(decode(buffer.units, at, Math.min(at + 4096, stop)))
  }
  return parts.join('')
}

/** The code point at an offset; every high surrogate in the buffer has its low one behind it. */
export function codePointAt(units: Uint16Array, at: number): number {
  const unit = units[at] ?? 0
  if (unit < High || unit >= Low) return unit
  return ((unit - High) << 10) + ((units[at + 1] ?? 0) - Low) + 0x10000
}

function decode(units: Uint16Array, start: number, end: number): string {
  // Spreading a typed array walks its iterator: four to seven times slower.
  return end <= start
    ? ''
    : String(Reflect.apply(String.fromCharCode, null, units.subarray(start, end)))
}

function noteLone(buffer: TextBuffer, offset: number): void {
  if (buffer.lone.length < MaxLoneNoted) buffer.lone.push(offset)
}

function reserve(buffer: TextBuffer, more: number): void {
  let size = buffer.units.length
  while (size < buffer.length + more) size *= 2
  if (size === buffer.units.length) return
  const grown = new Uint16Array(size)
  grown.set(buffer.units.subarray(0, buffer.length))
  buffer.units = grown
}
