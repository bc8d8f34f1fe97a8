/** A line without its end, and its number from 1. */
export interface Line {
  readonly text: string
  readonly number: number
  /** The line was longer than allowed; its text is cut there. */
  readonly tooLong: boolean
}

/** Cuts text into lines, however it comes. */
export interface Lines {
  push(text: string): Line[]
  /** What stands behind the last line end, if anything does. */
  end(): Line | null
}

/** The longest line that is read, in characters, unless said otherwise. */
export const MaxFrameLength: number = 16 * 1024 * 1024

/**
 * Makes a cutter of lines that end with LF, CR or both. Every character is looked at once: the
 * pieces of an open line are joined when it ends.
 */
export function createLines(maxLength: number = MaxFrameLength): Lines {
  let pieces: string[] = []
  let length = 0
  let number = 1
  let afterReturn = false
  let begun = false

  function add(piece: string): void {
    // What is too long is dropped, but counted.
    if (length < maxLength) pieces.push(piece.slice(0, maxLength - length))
    length += piece.length
  }

  function take(): Line {
    const line = { text: pieces.join(''), number, tooLong: length > maxLength }
    pieces = []
    length = 0
    number++
    return line
  }

  return {
    push(chunk) {
      const out: Line[] = []
      let from = 0
      if (!begun && chunk.startsWith('\ufeff')) from = 1
      if (afterReturn && chunk.startsWith('\n')) from = 1
      if (chunk !== '') {
        begun = true
        afterReturn = chunk.endsWith('\r')
      }
      for (let end = nextEnd(chunk, from); end >= 0; end = nextEnd(chunk, from)) {
        add(chunk.slice(from, end))
        out.push(take())
        from = chunk.startsWith('\r\n', end) ? end + 2 : end + 1
      }
      if (from < chunk.length) add(chunk.slice(from))
      return out
    },
    end: () => (length === 0 ? null : take()),
  }
}

/** The next line end from a place on; -1 when there is none. */
function nextEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 10 || unit === 13) return at
  }
  return -1
}
