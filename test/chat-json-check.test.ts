import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkJson, MaxJsonDepth } from '../src/chat/json-check.ts'
import { createJsonCheck, isWholeObject } from '../src/chat/json-state.ts'
import { toWellFormed } from '../src/util/well-formed.ts'
import { createUnescaper, endUnescape, escapeJson, unescapeJson } from '../src/chat/json-text.ts'
import { splitUnits } from './support/laws.ts'

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function checked(chunks: readonly string[]): boolean {
  const check = createJsonCheck()
  for (const chunk of chunks) checkJson(check, chunk)
  return isWholeObject(check)
}

const pieces = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '"a"',
  '"b":',
  '\\',
  '\\n',
  '\\u00e9',
  '\\u00',
  '0',
  '-',
  '12',
  '.',
  '5',
  'e',
  'E+',
  'true',
  'fals',
  'null',
  ' ',
  '\n',
  'é',
  '\u0001',
  '{"a":1',
  '}}',
]

describe('the check of growing JSON', () => {
  it('agrees with JSON.parse on JSON, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(3),
        (value, size, space) => {
          const text = JSON.stringify({ value }, null, space)
          expect(checked(splitUnits(text, size))).toBe(true)
          expect(checked([JSON.stringify(value)])).toBe(isObject(JSON.stringify(value)))
          expect(checked([text.slice(0, -1)])).toBe(false)
        },
      ),
    )
  })

  it('agrees with JSON.parse on what only looks like JSON', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        for (const candidate of [text, `{"a":${text}}`, `{"a":[${text}]}`]) {
          expect(checked(splitUnits(candidate, 1)), candidate).toBe(isObject(candidate))
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('ends at a depth, not in a stack overflow', () => {
    const nested = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect(checked([nested(MaxJsonDepth - 1)])).toBe(true)
    expect(checked([nested(MaxJsonDepth)])).toBe(false)
    expect(checked([nested(100_000)])).toBe(false)
  })
})

describe('the decoding of a growing JSON string', () => {
  it('gives the string, however it is cut, with quotes or without', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 4 }), (value, size) => {
        const escaped = JSON.stringify(value).replace(
          /[^ -~]/g,
          (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
        for (const text of [JSON.stringify(value), escaped, `${escaped} behind it`]) {
          const state = createUnescaper()
          const out = splitUnits(text, size).map((chunk) => unescapeJson(state, chunk))
          expect(out.join('') + endUnescape(state)).toBe(toWellFormed(value))
        }
        const bare = createUnescaper()
        const text = `x${escapeJson(value)}`
        const out = splitUnits(text, size).map((chunk) => unescapeJson(bare, chunk))
        expect(out.join('') + endUnescape(bare)).toBe(`x${toWellFormed(value)}`)
      }),
    )
  })

  it('keeps an escape that is none, and replaces half a pair', () => {
    const decoded = (text: string): string => {
      const state = createUnescaper()
      return unescapeJson(state, text) + endUnescape(state)
    }
    expect(decoded('"\\q\\u12xy"')).toBe('q\\u12xy')
    expect(decoded('"\\ud83d!\\ude00"')).toBe('\ufffd!\ufffd')
    expect(decoded('"\\ud83d')).toBe('\ufffd')
  })
})
