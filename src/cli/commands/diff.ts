import type { Delta } from '../../chat/delta.ts'
import { diffMessages, type Conflict } from '../../chat/diff.ts'
import { createWireEncoder, type WireProtocol } from '../../protocol/wire.ts'
import { positionalsOf, type Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit, UsageError } from '../exit.ts'
import { readJsonFile, type Io } from '../io.ts'
import { isRecord } from '../json-value.ts'
import { protocolOf, protocolOption } from '../protocol-option.ts'

/** `diff`: what to send so that a client that has one message has the other. */
export const diff: Command = {
  name: 'diff',
  summary: 'print the deltas that lead from one message to the next',
  usage: ['A.json B.json [--sse [--protocol PROTOCOL]]'],
  description: `Compares two messages and prints what must be added to the first to get the second, one delta a
line. A delta only adds: text that shrank or changed, calls that vanished and names that changed
are conflicts, told on standard error with their path and both values. The messages may be
pegbnf's own or OpenAI's ("reasoning_content", "tool_calls" with "function").`,
  options: {
    sse: { help: 'print what a client is sent, in place of deltas' },
    protocol: protocolOption,
  },
  examples: [
    { run: 'pegbnf diff before.json after.json', does: 'the deltas, as JSON lines' },
    { run: 'pegbnf diff before.json after.json --sse', does: 'what a client would be sent' },
  ],
  exits: [
    [Exit.ok, 'no conflict: the first message plus the deltas is the second'],
    [Exit.failed, 'there are conflicts'],
    [Exit.usage, 'called wrongly, or a file is no message'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const [first = '', second = ''] = positionalsOf(args, 'A.json', 'B.json')
  const [previous, next] = [await readMessage(first), await readMessage(second)]
  const { deltas, conflicts } = diffMessages(previous, next)
  const lines =
    args.flag('sse') || args.text('protocol') !== undefined
      ? framesOf(previous, deltas, protocolOf(args))
      : deltas.map((delta) => `${JSON.stringify(delta)}\n`)
  if (lines.length > 0) await io.write(lines.join(''))
  for (const conflict of conflicts) io.warn(describe(conflict))
  return conflicts.length === 0 ? Exit.ok : Exit.failed
}

/** What a client that was sent the first message is sent next. */
function framesOf(
  previous: unknown,
  deltas: readonly Delta[],
  protocol: WireProtocol,
): readonly string[] {
  const encoder = createWireEncoder(protocol)
  encoder.start()
  for (const delta of diffMessages({}, previous).deltas) {
    if (delta.kind !== 'finish') encoder.push(delta)
  }
  return deltas.map((delta) => encoder.push(delta)).filter((frame) => frame !== '')
}

/** A message from its file; from a whole completion, that of its first choice. */
async function readMessage(file: string): Promise<unknown> {
  const value = await readJsonFile(file)
  const message =
    isRecord(value) && Array.isArray(value['choices']) ? inChoice(value['choices'][0]) : value
  if (!isRecord(message)) {
    throw new UsageError(
      `${file} is not a message`,
      'a message is an object such as {"role": "assistant", "content": "Hi"}, or a completion that holds one',
    )
  }
  const [fault] = diffMessages({}, message).conflicts
  if (fault === undefined) return message
  throw new UsageError(
    `${file} is not a message: ${placeOf(fault.path)} is ${JSON.stringify(fault.next)}`,
  )
}

function inChoice(choice: unknown): unknown {
  return isRecord(choice) ? choice['message'] : choice
}

function describe({ path, previous, next }: Conflict): string {
  return `conflict at ${placeOf(path)}: ${JSON.stringify(previous)} became ${JSON.stringify(next)}`
}

/** A path as code spells it: `toolCalls[0].name`. */
function placeOf(path: Conflict['path']): string {
  if (path.length === 0) return 'it'
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1)
}
