import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNdjsonReader, createSseReader, type FrameReader } from '../src/protocol/index.ts'
import { createUtf8Text } from '../src/protocol/frames/utf8-text.ts'

const read = (reader: FrameReader, ...chunks: readonly string[]) => [
  ...chunks.flatMap((chunk) => reader.push(chunk)),
  ...reader.end(),
]

describe('createSseReader', () => {
  it.each([
    ['LF', 'data: a\n\ndata: b\n\n'],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n'],
    ['CR', 'data: a\r\rdata: b\r\r'],
    ['no blank behind the colon', 'data:a\n\ndata:b\n\n'],
    ['a BOM', '\ufeffdata: a\n\ndata: b\n\n'],
    ['comments, ids and retries', ': hi\nid: 1\ndata: a\nretry: 5\n\n:\n\ndata: b\n\n'],
    ['blank lines between', '\n\ndata: a\n\n\n\ndata: b\n\n'],
    ['a forgotten last line', 'data: a\n\ndata: b'],
  ])('reads events with %s, however they are cut', (_, text) => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: text.length })), (places) => {
        const bounds = [0, ...places.toSorted((a, b) => a - b), text.length]
        const chunks = bounds.slice(1).map((end, i) => text.slice(bounds[i], end))
        const data = read(createSseReader(), ...chunks).map((frame) => frame.data)
        expect(data).toEqual(['a', 'b'])
      }),
    )
  })

  it('joins data lines, keeps the name, and tells the line', () => {
    expect(read(createSseReader(), '\nevent: x\ndata: {\ndata:  "a": 1}\n\n')).toEqual([
      { name: 'x', data: '{\n "a": 1}', line: 3, tooLong: false, unterminated: false },
    ])
  })

  it('forgets the name of an event without data', () => {
    expect(read(createSseReader(), 'event: x\n\ndata: a\n\n')[0]).toMatchObject({ name: '' })
  })

  it('keeps only the beginning of what is longer than allowed, and goes on behind it', () => {
    const frames = read(createSseReader(10), `data: ${'x'.repeat(50)}\n\ndata: b\n\n`)
    expect(frames.map(({ tooLong }) => tooLong)).toEqual([true, false])
    expect(frames[0]?.data.length).toBeLessThanOrEqual(10)
    const many = read(createSseReader(10), `${'data: xxx\n'.repeat(20)}\n`)
    expect(many).toMatchObject([{ tooLong: true }])
    expect(many[0]?.data.length).toBeLessThanOrEqual(20)
  })

  it('looks at each character once, in one piece or many', () => {
    const text = `data: ${'x'.repeat(2_000_000)}\n\n`
    const before = process.cpuUsage()
    const reader = createSseReader()
    let frames = 0
    for (let at = 0; at < text.length; at += 10)
      frames += reader.push(text.slice(at, at + 10)).length
    expect(frames).toBe(1)
    // Quadratic work would take minutes.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10)
  })
})

describe('createNdjsonReader', () => {
  it('reads a value a line, with any line end, and the last without one', () => {
    const frames = read(createNdjsonReader(), '{"a":1}\r', '\n\n {"b":2} \n{"c"', ':3}')
    expect(frames.map(({ data, line }) => [data, line])).toEqual([
      ['{"a":1}', 1],
      ['{"b":2}', 3],
      ['{"c":3}', 4],
    ])
  })
})

describe('createUtf8Text', () => {
  it('reads characters that are cut, and keeps going over what is no UTF-8', () => {
    const bytes = new TextEncoder().encode('é🚀')
    const text = createUtf8Text()
    const out = [...bytes].map((byte) => text.push(new Uint8Array([byte]))).join('')
    expect(out).toBe('é🚀')
    expect(text.push(new Uint8Array([0xff, 0x61, 0xe2])) + text.end()).toBe('\ufffda\ufffd')
  })
})
