import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { formatDiagnostics } from '../../diagnostics/format.ts'
import { lintGbnf } from '../../gbnf/lint.ts'
import { lintResponseTemplate, readResponseTemplate, TemplateError } from '../../template/index.ts'
import { positionalsOf, type Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit } from '../exit.ts'
import { readJsonFile, readTextFile, type Io } from '../io.ts'
import { isRecord } from '../json-value.ts'

/** `lint`: what is wrong with a GBNF text or a response template, and what will surprise. */
export const lint: Command = {
  name: 'lint',
  summary: 'find what is wrong with a GBNF file, and what makes it slow',
  usage: ['FILE.gbnf [options]', 'FILE.json'],
  description: `Finds what llama.cpp refuses (left recursion, undefined rules, its limits), what it lets pass and reads
otherwise than one would think, and rules that nothing uses. Random sentences of the grammar measure what
cannot be seen in it: sentences that are made in two ways, and how many parallel stacks llama.cpp keeps.
A .json file is a response template of Hugging Face's, or a tokenizer_config.json that has one: its traps are
named, where the reference reader's result depends on how the text is cut, or loses text.`,
  options: {
    samples: { value: 'N', help: 'random sentences to measure on; 60 unless given, 0 for none' },
    seed: { value: 'N', help: 'where the randomness begins; 1 unless given' },
    'max-stacks': { value: 'N', help: 'parallel stacks beyond which to warn; 32 unless given' },
    json: { help: 'print the findings as JSON, one a line' },
  },
  examples: [
    { run: 'pegbnf lint answer.gbnf', does: 'what is found, with place and hint' },
    { run: 'pegbnf lint tokenizer_config.json', does: 'the traps of its response template' },
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
  const isTemplate = file.endsWith('.json')
  const found = isTemplate
    ? lintTemplate(await readJsonFile(file))
    : lintGbnf(text, {
        ...(samples === undefined ? {} : { samples }),
        ...(seed === undefined ? {} : { seed }),
        ...(maxStacks === undefined ? {} : { maxStacks }),
      })
  const lines = args.flag('json')
    ? found.map((each) => JSON.stringify(each)).join('\n')
    : formatDiagnostics(found, isTemplate ? undefined : text)
  if (lines !== '') await io.write(`${lines}\n`)
  return found.length === 0 ? Exit.ok : Exit.failed
}

/** The traps of a response template, by itself or in a tokenizer's configuration; what is none is a finding too. */
function lintTemplate(value: unknown): Diagnostic[] {
  const config = isRecord(value) ? value : {}
  const template = config['response_template'] ?? config['response_schema'] ?? value
  try {
    return lintResponseTemplate(readResponseTemplate(template))
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return [error.diagnostic]
  }
}
