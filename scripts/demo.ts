import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formats, type Chat, type Delta, type Tool } from '../src/index.ts'
import { sampleGbnf } from '../src/gbnf/sample.ts'
import { openaiChatChunks, SseDone, toSse } from '../src/protocol/index.ts'
import { writeWithLlama } from './demo-llama.ts'

interface Recorded {
  readonly tools: readonly Tool[]
  readonly chunks: readonly string[]
}

const say = (text = ''): void => void process.stdout.write(`${text}\n`)
const title = (text: string): void =>
  say(`\n== ${text} ${'='.repeat(Math.max(3, 88 - text.length))}\n`)

// Whoever reads may have seen enough.
process.stdout.on('error', () => process.exit())

const recorded = readRecorded()
const chat = formats.hermes({ tools: recorded.tools })

writeGrammar(chat)
const deltas = replay(chat, recorded.chunks)
showEvents(deltas)
if (process.argv.includes('--llama')) await llamaWrites(chat)
else sampleAndParse(chat)

/** The first recorded answer of a Qwen3 model, cut as its tokens came. */
function readRecorded(): Recorded {
  const file = new URL('../fixtures/recorded/qwen3.jsonl', import.meta.url)
  const [first = ''] = readFileSync(file, 'utf8').split('\n')
  const { tools, chunks }: Recorded = JSON.parse(first)
  // Two or three tokens at a time keep the picture short.
  const joined: string[] = []
  for (let at = 0; at < chunks.length; at += 3) joined.push(chunks.slice(at, at + 3).join(''))
  return { tools, chunks: joined }
}

function writeGrammar(ready: Chat): void {
  title('1. A grammar for three tools')
  const { gbnf } = ready.grammar({ lazy: false })
  const lazy = ready.grammar({ lazy: true })
  const file = join(mkdtempSync(join(tmpdir(), 'pegbnf-demo-')), 'tools.gbnf')
  writeFileSync(file, gbnf)
  const names = recorded.tools.map((tool) => tool.function.name).join(', ')
  const triggers = lazy.triggers.map(({ value }) => value).join(' ')
  say(`tools     ${names}`)
  say(`written   ${file} (${gbnf.length} characters)`)
  say(`or lazily ${lazy.gbnf.length} characters, from ${triggers} on`)
  say()
  // The automata that find markers in free text are long, and alike.
  const rules = gbnf.split('\n').filter((line) => !/^(through|until|to)-/.test(line))
  for (const line of rules.slice(0, 6)) say(`  ${line.slice(0, 92)}`)
  say('  …')
}

/** Reads the answer chunk by chunk; one line a change, with the whole value as it stands. */
function replay(ready: Chat, chunks: readonly string[]): Delta[] {
  title('2. A recorded answer of Qwen3, read while it is written')
  const session = ready.open({ seed: 1 })
  const all: Delta[] = []
  for (const chunk of chunks) {
    const added = session.feed(chunk)
    all.push(...added)
    for (const delta of added) showChange(chunk, delta, session.message)
  }
  const last = session.finish()
  for (const delta of last) showChange('', delta, session.message)
  return [...all, ...last]
}

function showChange(chunk: string, delta: Delta, message: ReturnType<Chat['parse']>['message']) {
  const read = JSON.stringify(chunk).padEnd(28)
  switch (delta.kind) {
    case 'reasoning':
    case 'content':
      return say(`${read} ${delta.kind.padEnd(10)} ${tail(message[delta.kind])}`)
    case 'call': {
      const call = message.toolCalls[delta.index]
      const name = call?.name ?? ''
      return say(`${read} call ${delta.index}     ${name}(${tail(call?.arguments ?? '', 50)}`)
    }
    case 'call-end':
      return say(`${read} call ${delta.index}     ${delta.state}`)
    case 'finish':
      return say(`${read} finish     ${delta.reason}`)
    default:
      return say(`${read} note       ${delta.diagnostic.message}`)
  }
}

function tail(text: string, limit = 60): string {
  const shown = text.replaceAll('\n', '⏎')
  return shown.length > limit ? `…${shown.slice(-limit)}` : shown
}

function showEvents(list: readonly Delta[]): void {
  title('3. What an OpenAI client is sent')
  const chunks = openaiChatChunks(list, {
    id: 'chatcmpl-demo',
    created: 1_767_225_600,
    model: 'qwen3',
  })
  const shown = [...chunks.slice(0, 3), ...chunks.slice(-4)]
  shown.forEach((chunk, index) => {
    if (index === 3) say(`… ${chunks.length - shown.length} more events\n`)
    process.stdout.write(toSse(chunk))
  })
  process.stdout.write(SseDone)
}

/** What must be a call, with no more white space than the format asks for. */
function callsOnly(): string {
  const { tools } = recorded
  const schema = { whitespace: 'compact' } as const
  return formats.hermes({ tools, toolChoice: 'required', reasoning: 'off', schema }).grammar().gbnf
}

function sampleAndParse(ready: Chat): void {
  title('4. A sentence of the grammar, drawn at random, and what is read from it')
  report(sampleGbnf(callsOnly(), { seed: 1, maxLength: 120 }), ready)
}

async function llamaWrites(ready: Chat): Promise<void> {
  title('4. llama.cpp, with random weights, writes under the grammar')
  report(await writeWithLlama(callsOnly()), ready)
}

function report(text: string, ready: Chat): void {
  say(JSON.stringify(text))
  const { message, complete } = ready.parse(text)
  say(`\ncomplete ${complete}`)
  for (const call of message.toolCalls)
    say(`${call.state} ${call.name}(${tail(call.arguments, 1000)})`)
  for (const note of message.diagnostics) say(`${note.code}: ${note.message}`)
}
