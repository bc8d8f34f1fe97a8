import { formatDiagnostic } from '../../diagnostics/format.ts'
import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { createAcceptor, type AcceptResult } from '../../gbnf/accept.ts'
import { describeExpected } from '../../gbnf/expected.ts'
import type { Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit } from '../exit.ts'
import { readProgram } from '../grammar-file.ts'
import { readInputText, type Io } from '../io.ts'
import { requestOptions } from '../request.ts'

/** `check`: whether a grammar admits a text. */
export const check: Command = {
  name: 'check',
  summary: 'say whether a grammar admits the text on standard input',
  usage: ['GRAMMAR.gbnf|GRAMMAR.peggy|FORMAT [options] < text', '--arena FILE < text'],
  description: `Reads the text under the grammar as llama.cpp does while it samples. A whole sentence ends with 0,
the beginning of one with 3; a text that the grammar refuses with 1, the line and column of the
first character that cannot stand there, and what could. Mind the final line break: most grammars
do not admit it, so use printf or --chomp. Of a format it is the eager grammar for the request.`,
  options: {
    chomp: { help: 'leave out one line break at the end of the text' },
    stats: { help: 'tell how many parallel stacks llama.cpp keeps: what the grammar costs it' },
    ...requestOptions,
  },
  examples: [
    { run: `printf 'true' | pegbnf check answer.gbnf`, does: 'ends with 0 when that is an answer' },
    {
      run: 'pegbnf check hermes --tools tools.json < answer.txt',
      does: 'whether a recorded answer is one that the model was allowed',
    },
    {
      run: 'pegbnf check calls.gbnf --chomp < answer.txt; echo $?',
      does: 'where the grammar refuses a recorded answer',
    },
  ],
  exits: [
    [Exit.ok, 'the text is a sentence of the grammar'],
    [Exit.failed, 'refused; the place is told on standard error'],
    [Exit.usage, 'called wrongly, or the file is not a grammar that llama.cpp loads'],
    [Exit.prefix, 'the text is the beginning of a sentence'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const program = await readProgram(args, io)
  const text = await readInputText(io)
  const acceptor = createAcceptor(program)
  acceptor.feed(args.flag('chomp') ? text.replace(/\r?\n$/, '') : text)
  const result = acceptor.result()
  if (args.flag('stats')) {
    const { average, max } = result.stacks
    io.warn(`stacks: ${average.toFixed(2)} on average, ${max} at most`)
  }
  io.warn(describe(result, text))
  return exitCodeOf(result)
}

function exitCodeOf({ kind }: AcceptResult): number {
  if (kind === 'complete') return Exit.ok
  return kind === 'prefix' ? Exit.prefix : Exit.failed
}

function describe(result: AcceptResult, text: string): string {
  switch (result.kind) {
    case 'complete':
      return 'complete: the text is a sentence of the grammar'
    case 'prefix':
      return `valid so far: the text could go on with ${describeExpected(result.expected)}`
    case 'refused': {
      const expected = `expected ${describeExpected(result.expected)}, found ${foundAt(result)}`
      return formatDiagnostic(diagnose('no-match', expected, { offset: result.offset }), text)
    }
    default:
      return formatDiagnostic(stackLimit(result.offset), text)
  }
}

function stackLimit(offset: number): Diagnostic {
  const hint = 'let its alternatives begin differently, and repeat nothing that can be empty'
  return diagnose('stack-limit', 'the grammar needs too many parallel stacks for this text', {
    offset,
    hint,
  })
}

function foundAt({ found }: { readonly found: string }): string {
  return found === '' ? 'the end of the text' : JSON.stringify(found)
}
