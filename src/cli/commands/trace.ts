import { traceParse } from '../../machine/trace.ts'
import type { Arguments } from '../arguments.ts'
import { readArenaSource } from '../arena-source.ts'
import type { Command } from '../command.ts'
import { Exit } from '../exit.ts'
import { readInputText, type Io } from '../io.ts'
import { requestOptions } from '../request.ts'

/** `trace`: how a grammar reads a text, step by step. */
export const trace: Command = {
  name: 'trace',
  summary: 'show step by step how a grammar or a format reads a text',
  usage: [
    'GRAMMAR.peggy|GRAMMAR.gbnf [options] < text',
    'FORMAT [options] < text',
    '--arena FILE < text',
  ],
  description: `Prints a line where a rule, label, choice, repetition or lookahead begins, one for each text that is
compared, and one where each comes out, indented by their nesting. The column on the left is the offset.
Mind the final line break of the text: use printf or --chomp.`,
  options: {
    chomp: { help: 'leave out one line break at the end of the text' },
    partial: { help: 'the text goes on' },
    strict: { help: "follow the grammar's reading, the one that GBNF prints, not the lenient one" },
    families: { help: 'look inside JSON and Python values too, which are a line each otherwise' },
    lines: { value: 'N', help: 'lines to print at most; 1000 unless given' },
    ...requestOptions,
  },
  examples: [
    { run: `printf '1+2' | pegbnf trace arithmetic.peggy`, does: 'why is it read so?' },
    { run: 'pegbnf trace hermes --tools tools.json --chomp < answer.txt', does: 'a whole answer' },
  ],
  exits: [
    [Exit.ok, 'printed'],
    [Exit.usage, 'called wrongly, or the grammar cannot be compiled'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const lines = args.number('lines', 1)
  const { arena } = await readArenaSource(args, io)
  const text = await readInputText(io)
  const traced = traceParse(arena, args.flag('chomp') ? text.replace(/\r?\n$/, '') : text, {
    view: args.flag('strict') ? 'grammar' : 'reading',
    final: !args.flag('partial'),
    families: args.flag('families'),
    ...(lines === undefined ? {} : { maxLines: lines }),
  })
  await io.write(`${traced}\n`)
  return Exit.ok
}
