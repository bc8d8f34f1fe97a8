import { drawTrace, printSpans, spansOf } from '../../draw/index.ts'
import { traceSteps, type TraceOptions } from '../../machine/trace.ts'
import { traceParse } from '../../machine/trace-text.ts'
import type { Arena } from '../../peg/arena.ts'
import type { Arguments } from '../arguments.ts'
import { readArenaSource } from '../arena-source.ts'
import type { Command } from '../command.ts'
import { Exit, UsageError } from '../exit.ts'
import { readInputText, type Io } from '../io.ts'
import { writeTextFile } from '../output-file.ts'
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
compared, and one where each comes out, indented by their nesting. The column on the left is the offset. With --spans it draws
the text and under it what each rule and label read; with --html -o FILE a page with both: the text in
nested boxes, and the steps, those that were undone pale.
Mind the final line break of the text: use printf or --chomp.`,
  options: {
    chomp: { help: 'leave out one line break at the end of the text' },
    partial: { help: 'the text goes on' },
    strict: { help: "follow the grammar's reading, the one that GBNF prints, not the lenient one" },
    families: { help: 'look inside JSON and Python values too, which are a line each otherwise' },
    spans: { help: 'the text, and under it what each rule and label read, in place of the steps' },
    html: { help: 'a page, in place of the steps' },
    output: { value: 'FILE', short: 'o', help: 'where to write; standard output unless given' },
    lines: { value: 'N', help: 'lines to print at most; 1000 unless given' },
    ...requestOptions,
  },
  examples: [
    { run: `printf '1+2' | pegbnf trace arithmetic.peggy`, does: 'why is it read so?' },
    { run: `printf '1+2' | pegbnf trace arithmetic.peggy --spans`, does: 'what was read as what?' },
    {
      run: `printf '1+2' | pegbnf trace arithmetic.peggy --html -o trace.html`,
      does: 'both, to look at in a browser',
    },
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
  if (args.flag('spans') && args.flag('html')) {
    throw new UsageError('--spans and --html exclude each other')
  }
  const { arena, name } = await readArenaSource(args, io)
  const input = await readInputText(io)
  const traced = traceText(
    args,
    arena,
    name,
    args.flag('chomp') ? input.replace(/\r?\n$/, '') : input,
    {
      view: args.flag('strict') ? 'grammar' : 'reading',
      final: !args.flag('partial'),
      families: args.flag('families'),
      ...(lines === undefined ? {} : { maxLines: lines }),
    },
  )
  const output = args.text('output')
  if (output === undefined) await io.write(traced)
  else await writeTextFile(output, traced)
  return Exit.ok
}

function traceText(
  args: Arguments,
  arena: Arena,
  name: string,
  text: string,
  options: TraceOptions,
): string {
  if (args.flag('html')) return drawTrace(name, text, traceSteps(arena, text, options))
  if (!args.flag('spans')) return `${traceParse(arena, text, options)}\n`
  const traced = traceSteps(arena, text, options)
  return `${printSpans(text, spansOf(traced, text.length))}\n${traced.outcome}\n`
}
