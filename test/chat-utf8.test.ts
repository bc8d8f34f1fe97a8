import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUtf8Decoder, decodeUtf8, endUtf8 } from '../src/chat/utf8.ts'

/** Bytes of sequences that are right, wrong, overlong, too long, surrogates, cut off. */
const piece = fc.constantFrom(
  [0x61],
  [0xc3, 0xa9],
  [0xe2, 0x82, 0xac],
  [0xf0, 0x9f, 0x98, 0x80],
  [0xef, 0xbb, 0xbf],
  [0x80],
  [0xc0, 0x80],
  [0xe0, 0x80, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf0, 0x9f, 0x98],
  [0xe2, 0x82],
  [0xf5],
  [0xff],
)
const bytes = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((parts) => Uint8Array.from(parts.flat())),
  fc.uint8Array({ maxLength: 24 }),
)

function decoded(chunks: readonly Uint8Array[]): { text: string; bad: number[] } {
  const decoder = createUtf8Decoder()
  const bad: number[] = []
  let text = ''
  for (const chunk of chunks) {
    const start = text.length
    text += decodeUtf8(decoder, chunk, (at) => bad.push(start + at))
  }
  if (endUtf8(decoder)) {
    bad.push(text.length)
    text += '\ufffd'
  }
  return { text, bad }
}

function cut(whole: Uint8Array, size: number): Uint8Array[] {
  const out: Uint8Array[] = []
  for (let at = 0; at < whole.length; at += size) out.push(whole.subarray(at, at + size))
  return out
}

describe('the decoder of UTF-8', () => {
  it('gives what TextDecoder gives, the byte order mark kept, however it is cut', () => {
    const judge = new TextDecoder('utf-8', { ignoreBOM: true })
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 5 }), (whole, size) => {
        const expected = judge.decode(whole)
        expect(decoded([whole]).text).toBe(expected)
        expect(decoded(cut(whole, size))).toEqual(decoded([whole]))
      }),
      { numRuns: 5000 },
    )
  })

  it('tells where each replacement stands', () => {
    expect(decoded([Uint8Array.from([0x61, 0xff, 0xfe, 0xf0, 0x9f, 0x98, 0x80, 0xc3])])).toEqual({
      text: 'a\ufffd\ufffd😀\ufffd',
      bad: [1, 2, 5],
    })
  })

  it('decodes more than a call can take arguments', () => {
    const long = 'é'.repeat(200_000)
    expect(decoded([new TextEncoder().encode(long)]).text).toBe(long)
  })
})
