import { describe, expect, it } from 'vitest'
import { createAccumulator } from '../src/chat/index.ts'
import { longTexts, type LongText } from './support/long-texts.ts'

// Linearity is asserted by counted steps, never by a clock.
const sizes = [25, 50, 100, 200, 400, 800, 1000].map((kilo) => kilo * 1024)
const chunks = [1, 4, 16, 256]

interface Cost {
  readonly steps: number
  /** The most that one chunk took beyond 64 steps a character. */
  readonly worst: number
}

function readInChunks(text: LongText, size: number, chunk: number): Cost {
  const session = text.chat.open({ seed: 1, limits: text.limits ?? {} })
  const sum = createAccumulator()
  const whole = text.make(size)
  let before = 0
  let worst = 0
  for (let at = 0; at < whole.length; at += chunk) {
    for (const delta of session.feed(whole.slice(at, at + chunk))) sum.add(delta)
    const { steps } = session.stats
    worst = Math.max(worst, steps - before - 64 * chunk)
    before = steps
  }
  for (const delta of session.finish()) sum.add(delta)
  expect(sum.message.toolCalls).toEqual(session.message.toolCalls)
  expect(sum.message.content.length).toBe(session.message.content.length)
  text.check(session.message, whole)
  return { steps: session.stats.steps, worst }
}

describe('streaming costs what the text is long', () => {
  for (const text of longTexts) {
    for (const chunk of chunks) {
      it(`${text.name} in chunks of ${chunk}`, () => {
        const costs = new Map(sizes.map((size) => [size, readInChunks(text, size, chunk)]))
        for (const [size, { steps, worst }] of costs) {
          expect(worst, `the costliest chunk at ${size}`).toBeLessThanOrEqual(2000)
          const half = costs.get(size / 2)
          if (half !== undefined) expect(steps / half.steps).toBeLessThanOrEqual(2.05)
        }
        // The last size is no double of another: held against the rate of the one before.
        const [last, previous] = [sizes.at(-1) ?? 1, sizes.at(-2) ?? 1]
        const rate = (size: number): number => (costs.get(size)?.steps ?? Number.NaN) / size
        expect(rate(last) / rate(previous)).toBeLessThanOrEqual(1.025)
      })
    }
  }
})
