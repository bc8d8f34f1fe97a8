import { JSONParser } from '@streamparser/json'
import { parsePartialJson } from 'ai'
import { parse as parseRiver } from 'jsonriver'
import { parse as parsePartial } from 'partial-json'
import { compare } from '../support/compare.ts'
import { argumentsText, callText, chat, chunksOf, prose } from './texts.ts'

const KB = 1024

/** Reads a text in chunks, every delta taken: what a gateway does. */
function stream(text: string, chunk: number, reparse = false): number {
  const session = chat.open({ seed: 1, reparse })
  let deltas = 0
  for (const piece of chunksOf(text, chunk)) deltas += session.feed(piece).length
  deltas += session.finish().length
  if (session.message.toolCalls.some((call) => call.state !== 'complete'))
    throw new Error('not read')
  return deltas
}

async function compareCuts(): Promise<void> {
  for (const [name, text] of [
    ['content', prose(1000 * KB)],
    ['one JSON string', callText(argumentsText('string', 1000 * KB))],
    ['JSON objects', callText(argumentsText('object', 1000 * KB))],
  ] as const) {
    const result = await compare(`1 MB of ${name}: message and deltas`, {
      'one shot': () => chat.parse(text, { seed: 1 }).message.content.length,
      'chunks of 256': () => stream(text, 256),
      'chunks of 16': () => stream(text, 16),
      'chunks of 1': () => stream(text, 1),
    })
    result.ratio('chunks of 16', 'one shot', 1 / 5)
  }
}

/** One run each is enough: the plain reparse takes seconds. */
function compareReparse(): void {
  console.log('\n100 KB in chunks of 16 beside the plain reparse of the whole buffer')
  for (const [name, text] of [
    ['content', prose(100 * KB)],
    ['one JSON string', callText(argumentsText('string', 100 * KB))],
  ] as const) {
    for (let i = 0; i < 5; i++) stream(text, 16)
    const resumed = Math.min(...Array.from({ length: 5 }, () => time(() => stream(text, 16))))
    const reparsed = time(() => stream(text, 16, true))
    const times = reparsed / resumed
    const verdict = times >= 100 ? 'met' : 'MISSED'
    console.log(
      `  ${name.padEnd(24)} ${resumed.toFixed(1)} ms beside ${reparsed.toFixed(0)} ms: ` +
        `${times.toFixed(0)} × (asked for: 100, ${verdict})`,
    )
  }
}

function time(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

async function comparePeers(kind: 'string' | 'object'): Promise<void> {
  const args = argumentsText(kind, 100 * KB)
  const pieces = chunksOf(args, 16)
  const whole = callText(args)
  const result = await compare(
    `100 KB of arguments (${kind}) in deltas of 16`,
    {
      pegbnf: () => stream(whole, 16),
      '@streamparser/json': () => {
        const parser = new JSONParser()
        let value: unknown
        parser.onValue = (found) => (value = found.value)
        for (const piece of pieces) parser.write(piece)
        return value
      },
      jsonriver: async () => {
        let last: unknown
        for await (const value of parseRiver(iterate(pieces))) last = value
        return last
      },
      'partial-json': () => {
        let text = ''
        let value: unknown
        for (const piece of pieces) value = parsePartial((text += piece))
        return value
      },
      'ai parsePartialJson': async () => {
        let text = ''
        let value: unknown
        for (const piece of pieces) value = (await parsePartialJson((text += piece))).value
        return value
      },
    },
    ['partial-json', 'ai parsePartialJson'],
  )
  result.ratio('pegbnf', 'partial-json', 1)
  result.ratio('pegbnf', 'ai parsePartialJson', 1)
  const best = result.fastest(['@streamparser/json', 'jsonriver'])
  result.ratio('pegbnf', best, 1 / 2)
}

async function* iterate(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces
}

await compareCuts()
compareReparse()
await comparePeers('string')
await comparePeers('object')
