import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatByName, type Chat, type Profile, type Tool } from '../src/index.ts'
import type { FormatOptions } from '../src/chat/chat-types.ts'
import type { StopReason } from '../src/chat/message.ts'
import { profileOf, told } from './support/told.ts'

/**
 * What models get wrong, a row for each kind: how the default profile reads it, and how those of the
 * engines do. `readings` names a profile, with ` whole` where `parse` gives something else; each is
 * what the text by characters and every cut of it in two must come to, for engines every fifth cut. Where pegbnf decides
 * otherwise than an engine, `decision` says why. Rows about token ids are in engines.test.ts.
 */
interface Row {
  readonly row: string
  readonly shape: string
  readonly format: string
  /** Parameters by tool; `!` lists those that are required. */
  readonly tools: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly options?: FormatOptions & { readonly stopReason?: StopReason }
  readonly text: string
  readonly readings: Readonly<Record<string, string>>
  readonly decision?: string
}

const rows: Row[] = readFileSync(new URL('../fixtures/malformed.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Row => JSON.parse(line))

function toolsOf({ tools }: Row): Tool[] {
  return Object.entries(tools).map(([name, { '!': required, ...types }]) => {
    const members = Object.entries(types).map(([key, type]) => [key, { type }] as const)
    const properties = Object.fromEntries(members)
    const parameters = {
      type: 'object',
      properties,
      ...(required === undefined ? {} : { required }),
    }
    return { type: 'function', function: { name, parameters } }
  })
}

function streamed(chat: Chat, profile: Profile, chunks: readonly string[], row: Row): string {
  const session = chat.open({ profile, seed: 1, checkGrammar: false })
  for (const chunk of chunks) session.feed(chunk)
  session.finish({ stopReason: row.options?.stopReason ?? 'stop' })
  return told(session.message)
}

function chatOf(row: Row): Chat {
  const format = formatByName(row.format)
  if (format === undefined) throw new Error(`no format ${row.format}`)
  const { stopReason: _, ...request } = row.options ?? {}
  const tools = toolsOf(row)
  return format({ ...(tools.length === 0 ? {} : { tools }), ...request })
}

describe('what models get wrong', () => {
  it.each(rows)('$row: $shape ($format)', (row) => {
    const chat = chatOf(row)
    const { text, readings } = row
    for (const [key, expected] of Object.entries(readings)) {
      const [name = '', mode] = key.split(' ')
      const profile = profileOf(name)
      if (mode === 'whole' || readings[`${name} whole`] === undefined) {
        const stopReason = row.options?.stopReason ?? 'stop'
        const { message } = chat.parse(text, { profile, seed: 1, stopReason })
        expect(told(message), `${key}, parsed`).toBe(expected)
      }
      if (mode === 'whole') continue
      expect(streamed(chat, profile, [...text], row), `${key}, by characters`).toBe(expected)
      for (let at = 1; at < text.length; at += name === 'pegbnf' ? 1 : 5) {
        const chunks = [text.slice(0, at), text.slice(at)]
        expect(streamed(chat, profile, chunks, row), `${key}, cut at ${at}`).toBe(expected)
      }
    }
  })

  it('runs nothing whose arguments are no JSON object', () => {
    for (const row of rows) {
      const { message } = chatOf(row).parse(row.text)
      for (const call of message.toolCalls.filter(({ state }) => state === 'complete')) {
        expect(JSON.parse(call.arguments), row.row).toBeTypeOf('object')
      }
    }
  })

  it('says of every text that is not as its family writes it that it is so', () => {
    for (const row of rows) {
      const { diagnostics, toolCalls } = chatOf(row).parse(row.text).message
      if (toolCalls.some(({ state }) => state !== 'complete')) {
        expect(diagnostics, row.row).not.toEqual([])
      }
    }
  })
})
