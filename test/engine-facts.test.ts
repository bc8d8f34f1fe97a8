import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { FormatOptions, SessionOptions } from '../src/chat/chat-types.ts'
import type { StopReason } from '../src/chat/message.ts'
import {
  formatByName,
  guidedJson,
  type Chat,
  type Chunk,
  type Delta,
  type Tool,
} from '../src/index.ts'
import { profileOf, told } from './support/told.ts'

/**
 * What is known of vLLM, LMDeploy and SGLang, a sentence a row: a text, how the engine's profile streams
 * it, in which deltas where the sentence is about these, and `whole`, what it gives at once where that is
 * something else. Every cut must come to the same; chunks with token ids are read as they are. Where pegbnf
 * reads otherwise than the engine, `decision` says why.
 */
interface Fact {
  readonly fact: string
  readonly format: string
  readonly profile: string
  /** Parameters by tool, each a type or a schema. */
  readonly tools: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly options?: FormatOptions & { readonly stopReason?: StopReason }
  readonly session?: SessionOptions
  readonly chunks: readonly Chunk[]
  readonly reads: string
  readonly whole?: string
  readonly deltas?: readonly string[]
  readonly decision?: string
}

const facts: Fact[] = readFileSync(
  new URL('../fixtures/engine-facts.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Fact => JSON.parse(line))

function toolsOf({ tools }: Fact): Tool[] {
  return Object.entries(tools).map(([name, parameters]) => {
    const members = Object.entries(parameters).map(
      ([key, type]) =>
        [key, typeof type === 'string' || Array.isArray(type) ? { type } : type] as const,
    )
    return {
      type: 'function',
      function: { name, parameters: { type: 'object', properties: Object.fromEntries(members) } },
    }
  })
}

function chatOf(fact: Fact): Chat {
  const format = fact.format === 'guided-json' ? guidedJson : formatByName(fact.format)
  if (format === undefined) throw new Error(`no format ${fact.format}`)
  const { stopReason: _, ...request } = fact.options ?? {}
  const tools = toolsOf(fact)
  return format({ ...(tools.length === 0 ? {} : { tools }), ...request })
}

function toldDelta(delta: Delta): string[] {
  switch (delta.kind) {
    case 'reasoning':
      return [`think ${delta.text}`]
    case 'content':
      return [`content ${delta.text}`]
    case 'call':
      return [delta.name === undefined ? `args ${delta.index} ${delta.arguments}` : begun(delta)]
    case 'call-end':
      return [`end ${delta.index}`]
    case 'finish':
      return [`finish ${delta.reason}`]
    case 'note':
      return []
  }
}

/** Ids that the model wrote are told, generated ones are not. */
function begun(delta: Extract<Delta, { kind: 'call' }>): string {
  const { index, id = '', name = '', arguments: text } = delta
  return [`start ${index} ${name}`, id.startsWith('functions.') ? `id=${id}` : '', text]
    .filter((part) => part !== '')
    .join(' ')
}

describe('what is known of servers', () => {
  it.each(facts)('$profile, $format: $fact', (fact) => {
    const chat = chatOf(fact)
    const { chunks, reads } = fact
    const stopReason = fact.options?.stopReason ?? 'stop'
    const options = {
      ...fact.session,
      profile: profileOf(fact.profile),
      seed: 1,
      checkGrammar: false,
    }

    function read(pieces: readonly Chunk[]): { message: string; deltas: string[] } {
      const session = chat.open(options)
      const deltas = pieces.flatMap((piece) => session.feed(piece))
      deltas.push(...session.finish({ stopReason }))
      return { message: told(session.message), deltas: deltas.flatMap(toldDelta) }
    }

    const given = read(chunks)
    expect(given.message).toBe(reads)
    if (fact.deltas !== undefined) expect(given.deltas).toEqual(fact.deltas)
    const texts = chunks.filter((chunk) => typeof chunk === 'string')
    if (texts.length < chunks.length) return
    const text = texts.join('')
    const { message } = chat.parse(text, { ...options, stopReason })
    expect(told(message), 'parsed').toBe(fact.whole ?? reads)
    expect(read([...text]).message, 'by characters').toBe(reads)
    for (let at = 1; at < text.length; at += 3) {
      expect(read([text.slice(0, at), text.slice(at)]).message, `cut at ${at}`).toBe(reads)
    }
  })

  it('is of every engine that has a profile for servers', () => {
    const engines = new Set(facts.map(({ profile }) => profile))
    expect([...engines].toSorted()).toEqual(['lmdeploy', 'sglang', 'vllm', 'vllmLegacy'])
  })
})
