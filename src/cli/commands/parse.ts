import { formatDiagnostics } from '../../diagnostics/format.ts'
import type { Arguments } from '../arguments.ts'
import { asked, readChat } from '../chats.ts'
import type { Command } from '../command.ts'
import { Exit } from '../exit.ts'
import { readInput, type Io } from '../io.ts'
import { parseTree } from '../parse-tree.ts'
import { isGbnfFile, isPeggyFile, readGbnfArena, readPeggyFile } from '../grammar-source.ts'
import { readingOptions, readReading } from '../reading.ts'
import { requestOptions } from '../request.ts'

/** `parse`: a whole response, or the beginning of one, to its message. */
export const parse: Command = {
  name: 'parse',
  summary: "read a model's text from standard input, print the message as JSON",
  usage: [
    'FORMAT [options] < text',
    '--template SOURCE [options] < text',
    'GRAMMAR.peggy|GRAMMAR.gbnf [options] < text',
    '--arena FILE [options] < text',
  ],
  description: `Reads what a model wrote and prints the message: content, reasoning and tool calls, each call with
its state. What was noted goes to standard error, with the place. With --partial the text is the
beginning of a response: what is not decided yet is left out, and calls may still be streaming.
A grammar of a file gives the tree of its rules and labels in place of a message.`,
  options: {
    ...requestOptions,
    ...readingOptions,
    partial: { help: 'the text goes on: do not finish the message' },
    pretty: { help: 'print the JSON over several lines' },
  },
  examples: [
    {
      run: `printf '<think>Easy.</think>\\n\\n4' | pegbnf parse hermes`,
      does: 'reasoning and content',
    },
    {
      run: 'pegbnf parse hermes --tools tools.json --pretty < answer.txt',
      does: 'the calls of an answer',
    },
    {
      run: 'head -c 200 answer.txt | pegbnf parse hermes --tools tools.json --partial',
      does: 'what a client has been shown after 200 bytes',
    },
    { run: `printf '1+2*3' | pegbnf parse arithmetic.peggy`, does: 'the tree of a text' },
  ],
  exits: [
    [Exit.ok, 'read to the end, every call is complete (with --partial: no error so far)'],
    [Exit.failed, 'printed, but the text was not read to its end or a call is not complete'],
    [Exit.usage, 'called wrongly'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const reading = readReading(args)
  const [file = ''] = args.positionals
  if (isPeggyFile(file)) return parseTree(await readPeggyFile(file, args), args, io)
  if (isGbnfFile(file)) return parseTree(await readGbnfArena(file, io), args, io)
  const chat = await readChat(args)
  const text = new TextDecoder('utf-8', { ignoreBOM: true })
  const bytes = await readInput(io)
  const partial = args.flag('partial')
  const { message, complete, diagnostics } = asked(() => chat.parse(bytes, { ...reading, partial }))
  if (diagnostics.length > 0) io.warn(formatDiagnostics(diagnostics, text.decode(bytes)))
  await io.write(`${JSON.stringify(message, null, args.flag('pretty') ? 2 : 0)}\n`)
  const failed = partial ? diagnostics.some((d) => d.severity === 'error') : !complete
  return failed ? Exit.failed : Exit.ok
}
