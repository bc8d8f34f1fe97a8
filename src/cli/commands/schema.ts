import { diagnose } from '../../diagnostics/diagnostic.ts'
import { GrammarError } from '../../diagnostics/errors.ts'
import { formatDiagnostic } from '../../diagnostics/format.ts'
import { acceptGbnf } from '../../gbnf/accept.ts'
import { describeExpected } from '../../gbnf/expected.ts'
import { parseSchemaValue } from '../../schema/parse-schema.ts'
import { schemaToGbnf, type SchemaGbnf, type SchemaOptions } from '../../text/schema-to-gbnf.ts'
import type { Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit, UsageError } from '../exit.ts'
import { readInputText, readTextFile, type Io } from '../io.ts'
import { parseJson } from '../json-value.ts'
import { toSchema } from '../request.ts'
import { readSchemaOptions, schemaOptions } from '../schema-options.ts'
import { schemaTable } from '../schema-table.ts'

/** `schema`: the grammar of a JSON Schema, and what it keeps of the schema. */
export const schema: Command = {
  name: 'schema',
  summary: 'print the GBNF of a JSON Schema, and say what it cannot hold',
  usage: ['[FILE] [options]', 'FILE --check INSTANCE… [options]'],
  description: `Reads a JSON Schema (drafts 4 to 2020-12; from standard input without FILE) and prints a grammar whose
sentences are the JSON texts of its values. What a grammar cannot say is relaxed at the smallest
place and told on standard error; --report prints what became of every keyword: it is exact, narrowed
(stricter than the schema says), relaxed (followed in part), ignored, or refused (not understood: any
value is admitted in its place). --check tells of files, each one JSON value, whether the grammar
admits them, and where it does not.`,
  options: {
    ...schemaOptions,
    report: { help: 'print what became of each keyword, in place of the grammar' },
    json: { help: 'with --report: {exact, entries} as JSON' },
    check: { help: 'read the files after FILE, and say of each whether the grammar admits it' },
    strict: { help: 'end with 1 where the schema cannot be followed exactly' },
  },
  examples: [
    { run: 'pegbnf schema answer.json > answer.gbnf', does: 'a grammar for llama.cpp' },
    { run: 'pegbnf schema answer.json --report', does: 'which keywords hold, and why not all do' },
    {
      run: 'pegbnf schema answer.json --check good.json bad.json',
      does: 'ends with 1, and shows where bad.json leaves the grammar',
    },
    {
      run: 'pegbnf schema answer.json --refs parts.json --order required-first',
      does: 'with the schemas that it refers to; required keys come first',
    },
  ],
  exits: [
    [Exit.ok, 'printed; with --check, all are admitted'],
    [Exit.failed, 'a value is not admitted, or with --strict the schema is not followed exactly'],
    [Exit.usage, 'called wrongly, or a file cannot be read'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const [file, ...instances] = args.positionals
  const [extra] = instances
  if (extra !== undefined && !args.flag('check')) {
    throw new UsageError(`there is one argument too many: ${extra}`, 'did you mean --check?')
  }
  const text = file === undefined ? await readInputText(io) : await readTextFile(file)
  const options = { ...(await readSchemaOptions(args)), strict: args.flag('strict') }
  const made = compile(text, file ?? 'standard input', options, io)
  if (made === null) return Exit.failed
  if (args.flag('check')) return checkAll(made.gbnf, instances, io)
  const { gbnf, report } = made
  if (args.flag('report')) {
    const isJson = args.flag('json')
    await io.write(isJson ? `${JSON.stringify(report, null, 2)}\n` : schemaTable(report.entries))
    return Exit.ok
  }
  const table = schemaTable(report.entries.filter(({ effect }) => effect !== 'exact'))
  if (table !== '') io.warn(table.trimEnd())
  await io.write(gbnf)
  return Exit.ok
}

/** `null` where a strict reading refuses the schema; why goes to standard error. */
function compile(text: string, place: string, options: SchemaOptions, io: Io): SchemaGbnf | null {
  try {
    return schemaToGbnf(toSchema(parseJson(text, place, parseSchemaValue), place), options)
  } catch (error) {
    if (error instanceof GrammarError) {
      io.warn(error.message)
      return null
    }
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(`${place} is no JSON Schema: ${error.message}`)
  }
}

async function checkAll(gbnf: string, files: readonly string[], io: Io): Promise<number> {
  if (files.length === 0) throw new UsageError('--check needs the files of the values to check')
  let failed = 0
  for (const file of files) {
    const text = (await readTextFile(file)).trim()
    const result = acceptGbnf(gbnf, text)
    if (result.kind === 'complete') {
      await io.write(`${file}: admitted\n`)
      continue
    }
    failed++
    await io.write(`${file}: not admitted\n`)
    if (result.kind !== 'refused' && result.kind !== 'prefix') continue
    const offset = result.kind === 'refused' ? result.offset : text.length
    const message = `expected ${describeExpected(result.expected)}`
    io.warn(formatDiagnostic(diagnose('no-match', message, { offset }), text))
  }
  return failed > 0 ? Exit.failed : Exit.ok
}
