import { compileParser } from '../../compile/index.ts'
import type { Arguments } from '../arguments.ts'
import { asked } from '../chats.ts'
import type { Command } from '../command.ts'
import { Exit, UsageError } from '../exit.ts'
import type { Io } from '../io.ts'
import { writeTextFile } from '../output-file.ts'
import { requestOptions } from '../request.ts'
import { readArenaSource } from '../arena-source.ts'

/** `compile`: a grammar, or a format, as a parser of its own. */
export const compile: Command = {
  name: 'compile',
  summary: 'write a stand-alone parser, one module without dependencies',
  usage: [
    'GRAMMAR.peggy|GRAMMAR.gbnf -o parser.js [options]',
    'FORMAT -o parser.js [options]',
    '--arena FILE -o parser.js',
  ],
  description: `Writes an ES module that exports parse(text), recognise(text), open() for a text that is still
coming, and printAst(tree), with a file of types beside it. It needs nothing else, evaluates no code, and
says of every text what this library says. A function stands for each rule; comments say where the rule
stands in the grammar. Without -o the module goes to standard output.`,
  options: {
    output: { value: 'FILE', short: 'o', help: 'the module; its types go to FILE with .d.ts' },
    'no-rules': { help: 'only tags are nodes of the tree, rules are not' },
    strict: { help: "follow the grammar's reading, the one that GBNF prints, not the lenient one" },
    ...requestOptions,
  },
  examples: [
    {
      run: 'pegbnf compile arithmetic.peggy -o arithmetic.js',
      does: 'a parser of a Peggy grammar',
    },
    {
      run: 'pegbnf compile hermes --tools tools.json -o answer.js',
      does: "a parser of a model's answers with these tools",
    },
    {
      run: 'pegbnf compile script.peggy --strip-actions --no-rules -o script.js',
      does: 'the code in the grammar is left out, the tree holds its labels alone',
    },
  ],
  exits: [
    [Exit.ok, 'written'],
    [Exit.usage, 'called wrongly, or the grammar cannot be compiled'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const { arena, places, name } = await readArenaSource(args, io)
  const { code, types } = asked(() =>
    compileParser(arena, {
      source: name,
      view: args.flag('strict') ? 'grammar' : 'reading',
      ruleRecords: !args.flag('no-rules'),
      ...(places === undefined ? {} : { places }),
    }),
  )
  const output = args.text('output')
  if (output === undefined) {
    await io.write(code)
    return Exit.ok
  }
  const stem = /^(.+)\.(m?)js$/.exec(output)
  if (stem === null) throw new UsageError(`--output ${output} does not end in .js or .mjs`)
  await writeTextFile(output, code)
  await writeTextFile(`${stem[1] ?? ''}.d.${stem[2] ?? ''}ts`, types)
  return Exit.ok
}
