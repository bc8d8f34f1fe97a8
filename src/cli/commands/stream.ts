import type { Delta } from '../../chat/delta.ts'
import {
  createOpenaiChatEncoder,
  type OpenaiChatEncoder,
  type OpenaiChatOptions,
} from '../../protocol/openai-chat.ts'
import { SseDone, toSse } from '../../protocol/sse.ts'
import type { Arguments } from '../arguments.ts'
import { asked, readChat } from '../chats.ts'
import type { Command } from '../command.ts'
import { Exit } from '../exit.ts'
import type { Io } from '../io.ts'
import { readingOptions, readReading } from '../reading.ts'
import { requestOptions } from '../request.ts'

/** `stream`: a response as it arrives, to the events that a client is sent. */
export const stream: Command = {
  name: 'stream',
  summary: "read a model's text as it arrives, write it as server-sent events",
  usage: ['FORMAT [options] < text', '--arena FILE [options] < text'],
  description: `Reads what a model writes and sends each difference at once, as the chunks of OpenAI's chat
completions: the role, reasoning, content, a call's identity, its arguments, the finish reason,
[DONE]. Nothing is held back but what could still become a marker.`,
  options: {
    ...requestOptions,
    ...readingOptions,
    deltas: { help: 'write the deltas, one JSON object a line, in place of events' },
    'stop-reason': {
      value: 'REASON',
      oneOf: ['stop', 'length', 'abort', 'error'],
      help: 'why the text ended; stop unless said otherwise',
    },
    eager: { help: 'send all that is recognised, also what a later character could undo' },
    model: { value: 'NAME', help: 'the model named in the chunks' },
    id: { value: 'ID', help: 'the id in the chunks; random unless given' },
    'reasoning-field': {
      value: 'FIELD',
      oneOf: ['reasoning_content', 'reasoning', 'both'],
      help: 'where clients find the reasoning; reasoning_content unless said otherwise',
    },
  },
  examples: [
    {
      run: 'llama-cli -m qwen3.gguf … | pegbnf stream hermes --tools tools.json',
      does: 'the events of an answer while the model writes it',
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
    : eventsOf(createOpenaiChatEncoder(chunkOptions(args)))

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

function eventsOf(encoder: OpenaiChatEncoder): Writer {
  return {
    begin: () => encoder.start().map(toSse).join(''),
    deltas: (deltas) =>
      deltas
        .flatMap((delta) => encoder.push(delta))
        .map(toSse)
        .join(''),
    end: () => encoder.end().map(toSse).join('') + SseDone,
  }
}

function stopReason(args: Arguments): 'stop' | 'length' | 'abort' | 'error' {
  const reason = args.text('stop-reason')
  return reason === 'length' || reason === 'abort' || reason === 'error' ? reason : 'stop'
}

function chunkOptions(args: Arguments): OpenaiChatOptions {
  const [id, model, field] = [args.text('id'), args.text('model'), args.text('reasoning-field')]
  return {
    ...(id === undefined ? {} : { id }),
    ...(model === undefined ? {} : { model }),
    ...(field === 'reasoning' || field === 'both' ? { reasoningField: field } : {}),
  }
}
