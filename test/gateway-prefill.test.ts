import { describe, expect, it } from 'vitest'
import { formatByName, formatList } from '../src/formats/index.ts'
import { writePrefill } from '../src/gateway/prefill.ts'

/** Words that stand in markers too, where they must not be taken for the prefill's. */
const parts = ['t', 'think', 'a', 'i', 'end', 'analysis', '<']

describe.each(formatList.map(({ name }) => name))('%s: an answer that was begun', (name) => {
  const chat = formatByName(name)?.()
  if (chat === undefined) throw new Error(`no format ${name}`)

  it.each(parts)('goes on behind a thought of %j', (part) => {
    const written = writePrefill(chat, { content: '', reasoning: part })
    // A format without thoughts cannot write one.
    if (written === null) return expect(chat.write({ reasoning: part }).diagnostics).not.toEqual([])
    expect(written.endsWith(part)).toBe(true)
    expect(chat.parse(`${written} and on`, { partial: true }).message).toMatchObject({
      content: '',
      reasoning: `${part} and on`,
    })
  })

  it.each(parts)('goes on behind a text of %j', (part) => {
    const written = writePrefill(chat, { content: part, reasoning: '' })
    expect(written?.endsWith(part)).toBe(true)
    expect(chat.parse(`${written} and on`, { partial: true }).message).toMatchObject({
      content: `${part} and on`,
      reasoning: '',
    })
  })
})
