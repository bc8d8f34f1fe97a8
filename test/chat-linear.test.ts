import { describe, expect, it } from 'vitest'
import type { Chat, Delta } from '../src/chat/index.ts'
import { formats } from '../src/formats/index.ts'
import { sampleTools } from './support/generate.ts'
import { splitUnits } from './support/laws.ts'

const json = formats.hermes({ tools: sampleTools })
const tagged = formats.qwen3Coder({ tools: sampleTools })

const call =
  '<tool_call>\n{"name": "read_file", "arguments": {"path": "a/b/c.txt", "count": 3}}\n</tool_call>\n'
const repeat = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)

/** Responses of about a length, each long in another way. */
const shapes: readonly (readonly [string, Chat, (length: number) => string])[] = [
  ['content', json, (n) => repeat('Some words < and > others.\n', n)],
  ['reasoning', json, (n) => `<think>\n${repeat('Hm, </thin air. ', n)}\n</think>\n\nYes`],
  [
    'one JSON string argument',
    json,
    (n) =>
      `<tool_call>\n{"name": "read_file", "arguments": {"path": "${repeat('text\\n\\"é\\" ', n - (n % 12))}"}}\n</tool_call>`,
  ],
  [
    'one tagged argument',
    tagged,
    (n) =>
      `<tool_call>\n<function=read_file>\n<parameter=path>\n${repeat('"text"\n</par>\\', n)}\n</parameter>\n</function>\n</tool_call>`,
  ],
  ['calls', json, (n) => call.repeat(Math.ceil(n / call.length))],
  [
    'nested arrays, again and again',
    json,
    (n) =>
      `<tool_call>\n{"name": "read_file", "arguments": {"path": "", "tags": [${repeat('[[[[[[]]]]]],', n - (n % 13))}1]}}\n</tool_call>`,
  ],
]

interface Cost {
  readonly steps: number
  /** The most steps beyond `64 × length` that one chunk took. */
  readonly excess: number
  readonly deltas: Delta[]
}

function costOf(chat: Chat, text: string, size: number): Cost {
  const session = chat.open({ seed: 1, checkGrammar: false })
  const deltas: Delta[] = []
  let excess = 0
  let before = 0
  for (const chunk of splitUnits(text, size)) {
    deltas.push(...session.feed(chunk))
    const { steps } = session.stats
    excess = Math.max(excess, steps - before - 64 * chunk.length)
    before = steps
  }
  deltas.push(...session.finish())
  return { steps: session.stats.steps, excess, deltas }
}

describe('the cost of a stream', () => {
  for (const [name, chat, make] of shapes) {
    it(`is linear for ${name}, whatever the chunks`, { timeout: 120_000 }, () => {
      for (const size of [1, 16, 256]) {
        const [once, twice] = [costOf(chat, make(25_000), size), costOf(chat, make(50_000), size)]
        expect(twice.steps / once.steps, `chunks of ${size}`).toBeLessThanOrEqual(2.05)
        expect(Math.max(once.excess, twice.excess), `chunks of ${size}`).toBeLessThanOrEqual(2000)
      }
    })
  }

  it('keeps a megabyte of arguments whole, a character at a time', { timeout: 120_000 }, () => {
    const text = shapes[2]?.[2](1_000_000) ?? ''
    const { deltas } = costOf(json, text, 1)
    const sent = deltas.map((delta) => (delta.kind === 'call' ? delta.arguments : ''))
    expect(sent.join('').length).toBe(
      text.length - '<tool_call>\n{"name": "read_file", "arguments": }\n</tool_call>'.length,
    )
    expect(deltas.some((delta) => delta.kind === 'call-end' && delta.state === 'complete')).toBe(
      true,
    )
  })

  it('holds for ten thousand calls, and stops at the limit', { timeout: 120_000 }, () => {
    const { deltas } = costOf(json, call.repeat(10_001), 64)
    const ended = deltas.filter((delta) => delta.kind === 'call-end' && delta.state === 'complete')
    expect(ended).toHaveLength(10_000)
    const notes = deltas.flatMap((delta) => (delta.kind === 'note' ? [delta.diagnostic.code] : []))
    expect(notes).toContain('call-limit')
  })
})
