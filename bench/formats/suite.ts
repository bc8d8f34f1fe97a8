// Every format, fed as servers feed it: the design that LMDeploy publishes for its parsers. One long
// argument and many short ones, written as the family writes them, in chunks of 1 to 256 characters.
// A message is compared with what was written before a figure is printed.
import type { Chat } from '../../src/chat/index.ts'
import { formatList } from '../../src/formats/index.ts'

const sizes = [1, 4, 8, 16, 256] as const
const length = 16 * 1024

const tools = [
  {
    function: {
      name: 'save',
      parameters: {
        type: 'object',
        properties: { text: { type: 'string' }, tags: { type: 'array' } },
      },
    },
  },
] as const

const sentence = 'The ferry to São Jorge leaves at 7:30, "if the sea allows it".\n'
const shapes = {
  'one long string': { text: sentence.repeat(length / sentence.length) },
  'many short strings': {
    tags: Array.from({ length: length / 12 }, (_, i) => `tag ${i}`),
  },
} as const

/** One text of a format, with the message that it must become. */
interface Fixture {
  readonly chat: Chat
  readonly text: string
  readonly expected: string
}

function fixture(make: (typeof formatList)[number]['make'], shape: object): Fixture | null {
  if (make.family.calls === undefined && make.family.turn === undefined) return null
  const chat = make({ tools })
  const message = { content: 'Saving.', toolCalls: [{ name: 'save', arguments: shape }] }
  const { text, diagnostics } = chat.write(message)
  if (diagnostics.length > 0) throw new Error(diagnostics[0]?.message)
  return { chat, text, expected: JSON.stringify(shape) }
}

function stream({ chat, text }: Fixture, size: number): string {
  const session = chat.open({ seed: 1, checkGrammar: false })
  for (let at = 0; at < text.length; at += size) session.feed(text.slice(at, at + size))
  session.finish()
  return session.message.toolCalls[0]?.arguments ?? ''
}

/** Characters in a microsecond of the processor's time: the best of several runs. */
function speed(one: Fixture, size: number): number {
  if (JSON.stringify(JSON.parse(stream(one, size))) !== one.expected) {
    throw new Error(`${one.chat.format} in chunks of ${size} is not what was written`)
  }
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5; run++) {
    const start = process.cpuUsage()
    stream(one, size)
    const { user, system } = process.cpuUsage(start)
    best = Math.min(best, user + system)
  }
  return one.text.length / best
}

const wanted = process.argv.slice(2)
for (const [name, shape] of Object.entries(shapes)) {
  console.log(`\n${name}, 16 KB: characters in a microsecond, by the size of a chunk`)
  console.log(`  ${'format'.padEnd(20)}${sizes.map((size) => String(size).padStart(8)).join('')}`)
  for (const { name: format, make } of formatList) {
    if (wanted.length > 0 && !wanted.includes(format)) continue
    const one = fixture(make, shape)
    if (one === null) continue
    const figures = sizes.map((size) => speed(one, size).toFixed(1).padStart(8))
    console.log(`  ${format.padEnd(20)}${figures.join('')}`)
  }
}
