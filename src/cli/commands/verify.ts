import { quote } from '../../diagnostics/format.ts'
import {
  verify as verifyArena,
  type CounterExample,
  type VerifyReport,
} from '../../verify/verify.ts'
import type { Arguments } from '../arguments.ts'
import { readArenaSource } from '../arena-source.ts'
import { asked } from '../chats.ts'
import type { Command } from '../command.ts'
import { Exit } from '../exit.ts'
import { readTextFile, type Io } from '../io.ts'
import type { Arena } from '../../peg/arena.ts'
import { isGbnfFile, readGbnfArena } from '../grammar-source.ts'
import { requestOptions } from '../request.ts'

/** `verify`: whether a format's grammar and its reading agree. */
export const verify: Command = {
  name: 'verify',
  summary: 'look for a text on which a grammar and its parser disagree',
  usage: ['FORMAT [options]', 'GRAMMAR.peggy|GRAMMAR.gbnf [options]', '--arena FILE [options]'],
  description: `Enumerates the sentences of the format's grammar from the shortest on, then draws random ones, and
reads each and all its beginnings; damages them, and checks that the grammar admits what is still
read without a note. A disagreement is shrunk and printed. With --gbnf the parser is held against
the grammar of a file: one that you changed by hand, or that another program wrote.`,
  options: {
    gbnf: { value: 'FILE', help: "a grammar in place of the format's own" },
    budget: { value: 'N', help: 'sentences to enumerate; 1000 unless given' },
    samples: { value: 'N', help: 'random sentences; a quarter of the budget unless given' },
    seed: { value: 'N', help: 'where the randomness begins; 1 unless given' },
    json: { help: 'print the report as JSON' },
    ...requestOptions,
  },
  examples: [
    { run: 'pegbnf verify hermes --tools tools.json', does: 'does the grammar fit the parser?' },
    {
      run: 'pegbnf verify hermes --tools tools.json --tool-choice required --gbnf mine.gbnf',
      does: 'does the parser read all that my own grammar admits?',
    },
  ],
  exits: [
    [Exit.ok, 'no disagreement was found'],
    [Exit.failed, 'there is one; the smallest text found is printed'],
    [Exit.usage, 'called wrongly'],
  ],
  run,
}

/** What is verified; a GBNF file is its own grammar. */
async function readSubject(
  args: Arguments,
  io: Io,
): Promise<{ arena: Arena; name: string; gbnf?: string }> {
  const [file = ''] = args.positionals
  if (isGbnfFile(file)) {
    const { arena, text } = await readGbnfArena(file, io)
    return { arena, name: file, gbnf: text }
  }
  return readArenaSource(args, io)
}

async function run(args: Arguments, io: Io): Promise<number> {
  const { arena, name, gbnf: own } = await readSubject(args, io)
  const file = args.text('gbnf')
  const gbnf = file === undefined ? own : await readTextFile(file)
  io.progress(`verifying ${name}`)
  const report = asked(() => {
    return verifyArena(arena, { ...numbers(args), ...(gbnf === undefined ? {} : { gbnf }) })
  })
  io.progress('')
  const text = args.flag('json') ? JSON.stringify(report, null, 2) : describe(report).join('\n')
  await io.write(`${text}\n`)
  return report.ok ? Exit.ok : Exit.failed
}

function numbers(args: Arguments): { budget?: number; samples?: number; seed?: number } {
  const [budget, samples, seed] = [
    args.number('budget', 1),
    args.number('samples'),
    args.number('seed'),
  ]
  return {
    ...(budget === undefined ? {} : { budget }),
    ...(samples === undefined ? {} : { samples }),
    ...(seed === undefined ? {} : { seed }),
  }
}

function describe(report: VerifyReport): string[] {
  const { sentences, sampled, prefixes, damaged, read, undecided, counterExamples } = report
  return [
    ...counterExamples.map(describeCounterExample),
    `${sentences} sentences enumerated, ${sampled} drawn, ${prefixes} beginnings, ` +
      `${damaged} damaged texts of which ${read} were read`,
    ...(undecided === 0 ? [] : [`${undecided} texts stopped by a limit`]),
    counterExamples.length === 0 ? 'no disagreement found' : `${counterExamples.length} found`,
  ]
}

const meanings: { readonly [K in CounterExample['kind']]: string } = {
  'not-read': 'the grammar admits it, the parser does not read it',
  'prefix-fails': 'the grammar admits it, the parser already fails inside it',
  'not-admitted': 'the parser reads it, the grammar refuses it',
}

function describeCounterExample({ kind, text, offset }: CounterExample): string {
  return `${kind}: ${quote(text, 400)}\n  ${meanings[kind]}, at offset ${offset}`
}
