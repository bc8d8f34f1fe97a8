import { sampleMany, type SampleOptions } from '../../gbnf/sample.ts'
import type { Arguments } from '../arguments.ts'
import { asked } from '../chats.ts'
import type { Command } from '../command.ts'
import { Exit } from '../exit.ts'
import { readProgram } from '../grammar-file.ts'
import type { Io } from '../io.ts'
import { requestOptions } from '../request.ts'

/** `sample`: what a model may write under a grammar. */
export const sample: Command = {
  name: 'sample',
  summary: 'print random sentences of a grammar or a format',
  usage: ['GRAMMAR.gbnf|GRAMMAR.peggy|FORMAT [options]', '--arena FILE [options]'],
  description: `Draws sentences at random: what a model may write under the grammar, if it is bold. The same seed
draws the same. One sentence is printed as it is, without a line break of its own, so that it can be
piped to check or parse; several are printed as JSON strings, one a line. A format's sentences are
those of its eager grammar for the request.`,
  options: {
    seed: { value: 'N', help: 'where the randomness begins; 1 unless given' },
    count: { value: 'N', help: 'how many sentences; 1 unless given' },
    'max-length': {
      value: 'N',
      help: 'characters after which the shortest way to the end is taken; 200 unless given',
    },
    ...requestOptions,
  },
  examples: [
    {
      run: 'pegbnf sample hermes --tools tools.json --tool-choice required',
      does: 'a call that the model could have written',
    },
    { run: 'pegbnf sample answer.gbnf --count 20 --seed 7', does: 'twenty sentences, as JSON' },
  ],
  exits: [
    [Exit.ok, 'printed'],
    [Exit.usage, 'called wrongly, or there is no such format or grammar'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const options = sampleOptions(args)
  const count = args.number('count', 1) ?? 1
  const program = await readProgram(args, io)
  const sentences = asked(() => sampleMany(program, count, options))
  const lines = sentences.map((sentence) => `${JSON.stringify(sentence)}\n`)
  await io.write(count === 1 ? (sentences[0] ?? '') : lines.join(''))
  return Exit.ok
}

function sampleOptions(args: Arguments): SampleOptions {
  const [seed, maxLength] = [args.number('seed'), args.number('max-length', 1)]
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(maxLength === undefined ? {} : { maxLength }),
  }
}
