import { formatDiagnostics } from '../../diagnostics/format.ts'
import { lintGbnf } from '../../gbnf/lint.ts'
import { positionalsOf, type Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit } from '../exit.ts'
import { readTextFile, type Io } from '../io.ts'

/** `lint`: what is wrong with a GBNF text, and what will surprise. */
export const lint: Command = {
  name: 'lint',
  summary: 'find what is wrong with a GBNF file, and what makes it slow',
  usage: ['FILE.gbnf [options]'],
  description: `Finds what llama.cpp refuses (left recursion, undefined rules, its limits), what it lets pass and reads
otherwise than one would think, and rules that nothing uses. Random sentences of the grammar measure what
cannot be seen in it: sentences that are made in two ways, and how many parallel stacks llama.cpp keeps.`,
  options: {
    samples: { value: 'N', help: 'random sentences to measure on; 60 unless given, 0 for none' },
    seed: { value: 'N', help: 'where the randomness begins; 1 unless given' },
    'max-stacks': { value: 'N', help: 'parallel stacks beyond which to warn; 32 unless given' },
    json: { help: 'print the findings as JSON, one a line' },
  },
  examples: [
    { run: 'pegbnf lint answer.gbnf', does: 'what is found, with place and hint' },
    { run: 'pegbnf lint answer.gbnf --max-stacks 8 --json', does: 'for a program, and strictly' },
  ],
  exits: [
    [Exit.ok, 'nothing was found'],
    [Exit.failed, 'something was; it is printed'],
    [Exit.usage, 'called wrongly'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const [file = ''] = positionalsOf(args, 'FILE.gbnf')
  const samples = args.number('samples')
  const seed = args.number('seed')
  const maxStacks = args.number('max-stacks', 1)
  const text = await readTextFile(file)
  const found = lintGbnf(text, {
    ...(samples === undefined ? {} : { samples }),
    ...(seed === undefined ? {} : { seed }),
    ...(maxStacks === undefined ? {} : { maxStacks }),
  })
  const lines = args.flag('json')
    ? found.map((each) => JSON.stringify(each)).join('\n')
    : formatDiagnostics(found, text)
  if (lines !== '') await io.write(`${lines}\n`)
  return found.length === 0 ? Exit.ok : Exit.failed
}
