import { isHigh } from '../util/surrogates.ts'
import { toWellFormed } from '../util/well-formed.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { quote } from '../diagnostics/format.ts'
import type { TokenMark } from '../machine/machine-types.ts'
import type { Chunk } from './chat-types.ts'
import { createSpecialFilter } from './special-tokens.ts'
import { createTokenFinder, type TokenFinder } from './tokens.ts'
import { createUtf8Decoder, decodeUtf8, endUtf8 } from './utf8.ts'
import { wrongArgument } from '../util/wrong-argument.ts'

/** Text made ready for the machine: well formed, and the same however it was cut. */
export interface Intake {
  /** Takes a chunk; what waits for its other half is kept back. */
  take(chunk: Chunk): Taken
  /** Says that no chunk follows: what waited becomes U+FFFD. */
  end(): Taken
}

/** What a chunk came to. */
export interface Taken {
  readonly text: string
  readonly marks: readonly TokenMark[] | undefined
}

/** What an intake depends on. */
export interface IntakeOptions {
  /** Ids of marker tokens by their text; none takes text alone. */
  readonly tokens?: Readonly<Record<string, number>> | undefined
  /** Special tokens that nobody reads: taken out of the text. */
  readonly dropped: readonly string[]
}

/**
 * Makes an intake. `note` is told of every run of text that could not be decoded and of every special
 * token that was dropped, with the offset in the model's text.
 */
export function createIntake(
  { tokens, dropped }: IntakeOptions,
  note: (diagnostic: Diagnostic) => void,
): Intake {
  const finder: TokenFinder | null = tokens === undefined ? null : createTokenFinder(tokens)
  const filter = dropped.length === 0 ? null : createSpecialFilter(dropped)
  /** Text that may begin a marker whose id has come. */
  let waiting = ''
  /** Text given out, and taken out of it. */
  let given = 0
  let removed = 0
  const utf8 = createUtf8Decoder()
  let high = ''
  let length = 0
  // Where the last replacement ended: the next one right behind it belongs to the same run.
  let badEnd = -1

  function bad(code: 'lone-surrogate' | 'undecodable-bytes', offset: number): void {
    if (offset !== badEnd) {
      note(diagnose(code, messages[code], { offset: Math.max(0, offset - removed) }))
    }
    badEnd = offset + 1
  }

  function done(text: string): string {
    length += text.length
    return text
  }

  function flush(): string {
    let text = ''
    if (endUtf8(utf8)) {
      bad('undecodable-bytes', length)
      text += done('\ufffd')
    }
    if (high !== '') {
      high = ''
      bad('lone-surrogate', length)
      text += done('\ufffd')
    }
    return text
  }

  function takeBytes(bytes: Uint8Array): string {
    // Bytes cannot complete half a pair, text cannot complete a sequence of bytes.
    const before = high === '' ? '' : flush()
    const start = length
    return before + done(decodeUtf8(utf8, bytes, (at) => bad('undecodable-bytes', start + at)))
  }

  function takeText(text: string): string {
    const before = endsBytes() ? flush() : ''
    const whole = high + text
    high = ''
    return before + done(wellFormed(whole))
  }

  function endsBytes(): boolean {
    return utf8.needed > 0
  }

  function wellFormed(text: string): string {
    let out = text
    if (isHigh(text.charCodeAt(text.length - 1))) {
      high = text.slice(-1)
      out = text.slice(0, -1)
    }
    return toWellFormed(out, (offset) => bad('lone-surrogate', length + offset))
  }

  function plainText(chunk: Exclude<Chunk, { readonly ids: readonly number[] }>): string {
    if (chunk.length === 0) return ''
    return typeof chunk === 'string' ? takeText(chunk) : takeBytes(chunk)
  }

  function takeChunk(chunk: Chunk): Taken {
    const before = waiting
    waiting = ''
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
      return { text: before + plainText(chunk), marks: undefined }
    }
    const text = before + plainText(chunk.text)
    if (finder === null) return { text, marks: undefined }
    const { marks, end } = finder.find(text, chunk.ids)
    waiting = text.slice(end)
    return { text: text.slice(0, end), marks }
  }

  /** Without the special tokens that nobody reads. */
  function filtered(taken: Taken): Taken {
    if (filter === null) return taken
    const left = filter.take(taken.text, taken.marks)
    for (const { at, token } of left.dropped) {
      removed += token.length
      note(diagnose('special-token', `${quote(token)} was dropped`, { offset: given + at }))
    }
    given += left.text.length
    return { text: left.text, marks: left.marks }
  }

  return {
    take: (chunk) => filtered(takeChunk(chunk)),
    end() {
      const rest = filtered({ text: waiting + flush(), marks: undefined })
      waiting = ''
      return { text: rest.text + (filter?.end() ?? ''), marks: undefined }
    },
  }
}

/** @throws {TypeError} unless it is a chunk: only a program without types can give anything else */
export function checkChunk(chunk: unknown): void {
  if (isPlain(chunk)) return
  const isMarked =
    typeof chunk === 'object' &&
    chunk !== null &&
    'ids' in chunk &&
    'text' in chunk &&
    isPlain(chunk.text) &&
    Array.isArray(chunk.ids)
  if (isMarked) return
  throw wrongArgument('a chunk', 'a string, bytes as a Uint8Array, or { text, ids }', chunk)
}

function isPlain(chunk: unknown): boolean {
  return typeof chunk === 'string' || chunk instanceof Uint8Array
}

const messages = {
  'lone-surrogate': 'half a surrogate pair became U+FFFD',
  'undecodable-bytes': 'bytes that are not UTF-8 became U+FFFD',
}
