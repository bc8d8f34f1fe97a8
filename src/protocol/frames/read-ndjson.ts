import { createLines, MaxFrameLength, type Line } from './lines.ts'
import type { Frame, FrameReader } from './read-sse.ts'

/**
 * Reads one JSON value a line.
 *
 * @example
 * ```ts
 * const reader = createNdjsonReader()
 * reader.push('{"a"').concat(reader.push(':1}\n')).map(({ data }) => data) // ['{"a":1}']
 * ```
 */
export function createNdjsonReader(maxLength: number = MaxFrameLength): FrameReader {
  const lines = createLines(maxLength)
  return {
    push: (text) => lines.push(text).flatMap((line) => frameOf(line)),
    end() {
      const last = lines.end()
      // A last line without its end is as good as any.
      return last === null ? [] : frameOf(last)
    },
  }
}

function frameOf({ text, number, tooLong }: Line): Frame[] {
  const data = text.trim()
  return data === '' ? [] : [{ name: '', data, line: number, tooLong, unterminated: false }]
}
