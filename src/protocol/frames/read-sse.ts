import { createLines, MaxFrameLength, type Line } from './lines.ts'

/** One event of a stream, or what is wrong with a place of it. */
export interface Frame {
  /** The event's name; empty when it has none. */
  readonly name: string
  /** Its data; several `data:` lines are joined by line breaks. */
  readonly data: string
  /** The line that its first data stands on, from 1. */
  readonly line: number
  /** It was longer than allowed: the data is only its beginning. */
  readonly tooLong: boolean
  /** The stream ended inside it; the standard has it dropped, many servers forget the last line. */
  readonly unterminated: boolean
}

/** Reads frames out of a text that comes in pieces. */
export interface FrameReader {
  push(text: string): Frame[]
  /** What the end of the stream left open. */
  end(): Frame[]
}

/**
 * Reads server-sent events: lines that end in any way, a BOM, comments, several data lines, and
 * events cut anywhere. A frame longer than `maxLength` characters is told, and not kept.
 * Source: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 *
 * @example
 * ```ts
 * const reader = createSseReader()
 * reader.push('data: a\r\ndata: b\r\n\r') // [{ name: '', data: 'a\nb', line: 1, tooLong: false, unterminated: false }]
 * ```
 */
export function createSseReader(maxLength: number = MaxFrameLength): FrameReader {
  const lines = createLines(maxLength)
  let name = ''
  let data: string[] = []
  let first = 0
  let length = 0
  let tooLong = false

  function take(unterminated: boolean): Frame[] {
    const frame = { name, data: data.join('\n'), line: first, tooLong, unterminated }
    const empty = first === 0
    name = ''
    data = []
    first = 0
    length = 0
    tooLong = false
    return empty ? [] : [frame]
  }

  function read(line: Line): Frame[] {
    if (line.text === '') return take(false)
    const [field, value] = fieldOfLine(line.text)
    if (field === 'event') name = value
    if (field !== 'data') return []
    if (first === 0) first = line.number
    length += value.length + 1
    tooLong ||= line.tooLong || length > maxLength + 1
    if (!tooLong || data.length === 0) data.push(value)
    return []
  }

  return {
    push: (text) => lines.push(text).flatMap(read),
    end() {
      const last = lines.end()
      return [...(last === null ? [] : read(last)), ...take(true)]
    },
  }
}

function fieldOfLine(text: string): readonly [field: string, value: string] {
  const colon = text.indexOf(':')
  if (colon < 0) return [text, '']
  // One blank behind the colon is not the value's; a comment has an empty name.
  const from = text.charAt(colon + 1) === ' ' ? colon + 2 : colon + 1
  return [text.slice(0, colon), text.slice(from)]
}
