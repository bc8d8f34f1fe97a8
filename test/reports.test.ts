import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../src/cli/fields.ts'
import { runCase } from '../src/cli/replay/run-case.ts'
import { readSimpleCase } from '../src/cli/replay/simple-case.ts'
import { createAccumulator } from '../src/chat/index.ts'
import { formatByName } from '../src/formats/index.ts'

/**
 * What users of other engines reported, rebuilt small. Each is read in every cut.
 *
 * Decisions where a report asks for more: a call whose wrapper is missing and that no family writes so
 * is text, as text must never be executed on suspicion; calls named by their own tags
 * (`<tool><argument>`) are a user's own family; arguments are sent as text that only grows, so that a
 * caller parses them when the call has ended.
 */
const lines = readFileSync(new URL('../fixtures/reports.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')

describe('reports', () => {
  lines.forEach((line, index) => {
    const replayCase = readSimpleCase(fieldsOf(JSON.parse(line), `line ${index + 1}`), index + 1)
    it(`${replayCase.id}: ${replayCase.why ?? ''}`, () => {
      const chat = formatByName(replayCase.format)?.(replayCase.request)
      expect(chat, `no format ${replayCase.format}`).toBeDefined()
      if (chat === undefined) return
      expect(runCase(chat, replayCase.session, replayCase).failed).toEqual([])
    })
  })

  it('fragments of arguments are one call, and stream until it ends', () => {
    const accumulator = createAccumulator()
    accumulator.add({ kind: 'call', index: 0, id: 'c', type: 'function', name: 'f', arguments: '' })
    accumulator.add({ kind: 'call', index: 0, arguments: '{"a"' })
    accumulator.add({ kind: 'call', index: 0, arguments: ':1}' })
    const [call] = accumulator.message.toolCalls
    expect(call).toMatchObject({ name: 'f', arguments: '{"a":1}', state: 'streaming' })
  })
})
