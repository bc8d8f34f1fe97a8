import type { Delta } from '../../chat/delta.ts'
import { createWireEncoder, type WireEncoder, type WireOptions } from '../../protocol/wire.ts'
import type { Arguments } from '../arguments.ts'
import { asked, readChat } from '../chats.ts'
import type { Command } from '../command.ts'
import { Exit } from '../exit.ts'
import type { Io } from '../io.ts'
import { protocolOf, protocolOption } from '../protocol-option.ts'
import { readingOptions, readReading } from '../reading.ts'
import { requestOptions } from '../request.ts'

/** `stream`: a response as it arrives, to the events that a client is sent. */
export const stream: Command = {
  name: 'stream',
  summary: "read a model's text as it arrives, write it as server-sent events",
  usage: [
    'FORMAT [options] < text',
    '--template SOURCE [options] < text',
    '--arena FILE [options] < text',
  ],
  description: `Reads what a model writes and sends each difference at once, in the protocol of a client: reasoning,
content, a call's identity, its arguments, why the text ended. Nothing is held back but what could
still become a marker, and calls where a protocol has only whole ones (Ollama's).`,
  options: {
    ...requestOptions,
    ...readingOptions,
    protocol: protocolOption,
    deltas: { help: 'write the deltas, one JSON object a line, in place of a protocol' },
    'stop-reason': {
      value: 'REASON',
      oneOf: ['stop', 'length', 'abort', 'error'],
      help: 'why the text ended; stop unless said otherwise',
    },
    eager: { help: 'send all that is recognised, also what a later character could undo' },
    model: { value: 'NAME', help: 'the model named in the events' },
    id: { value: 'ID', help: 'the id in the events; random unless given' },
    'reasoning-field': {
      value: 'FIELD',
      oneOf: ['reasoning_content', 'reasoning', 'both'],
      help: 'openai-chat: where clients find the reasoning; reasoning_content unless said otherwise',
    },
  },
  examples: [
    {
      run: 'llama-cli -m qwen3.gguf … | pegbnf stream hermes --tools tools.json',
      does: 'the events of an answer while the model writes it',
    },
    {
      run: 'pegbnf stream hermes --tools tools.json --protocol anthropic < answer.txt',
      does: "Anthropic's events of a recorded answer",
    },
    {
      run: 'pegbnf stream hermes --tools tools.json --deltas < answer.txt',
      does: 'the same as deltas',
    },
  ],
  exits: [
    [Exit.ok, 'read to the end, every call is complete'],
    [Exit.failed, 'sent, but the text could not be read to its end or a call is not complete'],
    [Exit.usage, 'called wrongly'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const reading = readReading(args)
  const chat = await readChat(args)
  const mode = args.flag('eager') ? 'eager' : 'committed'
  const session = asked(() => chat.open({ ...reading, mode }))
  const writer = args.flag('deltas')
    ? deltaLines
    : eventsOf(createWireEncoder(protocolOf(args), wireOptions(args)))

  await send(writer.begin())
  for await (const bytes of io.input) await send(writer.deltas(session.feed(bytes)))
  await send(writer.deltas(session.finish({ stopReason: stopReason(args) })) + writer.end())
  const { toolCalls, diagnostics } = session.message
  const whole = toolCalls.every((call) => call.state === 'complete')
  return whole && !diagnostics.some((d) => d.severity === 'error') ? Exit.ok : Exit.failed

  async function send(text: string): Promise<void> {
    if (text !== '') await io.write(text)
  }
}

interface Writer {
  begin(): string
  deltas(deltas: readonly Delta[]): string
  end(): string
}

const deltaLines: Writer = {
  begin: () => '',
  deltas: (deltas) => deltas.map((delta) => `${JSON.stringify(delta)}\n`).join(''),
  end: () => '',
}

function eventsOf(wire: WireEncoder): Writer {
  return {
    begin: wire.start,
    deltas: (deltas) => deltas.map(wire.push).join(''),
    end: wire.end,
  }
}

function stopReason(args: Arguments): 'stop' | 'length' | 'abort' | 'error' {
  const reason = args.text('stop-reason')
  return reason === 'length' || reason === 'abort' || reason === 'error' ? reason : 'stop'
}

function wireOptions(args: Arguments): WireOptions {
  const [id, model, field] = [args.text('id'), args.text('model'), args.text('reasoning-field')]
  return {
    ...(id === undefined ? {} : { id }),
    ...(model === undefined ? {} : { model }),
    ...(field === 'reasoning' || field === 'both' ? { reasoningField: field } : {}),
  }
}
