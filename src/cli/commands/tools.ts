import { readGbnf } from '../../gbnf/read.ts'
import { parseSchemaValue } from '../../schema/parse-schema.ts'
import type { ReportEntry } from '../../schema/report.ts'
import { schemaToGbnf, type SchemaOptions } from '../../text/schema-to-gbnf.ts'
import { positionalsOf, type Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit, UsageError } from '../exit.ts'
import { readTextFile, type Io } from '../io.ts'
import { parseJson } from '../json-value.ts'
import { readSchemaOptions, schemaOptions } from '../schema-options.ts'
import { schemaTable } from '../schema-table.ts'
import { toolsHint, toolsOf, type ListedTool } from '../tool-list.ts'

/** `tools`: what a list of tools will come to on the engines that constrain by grammars. */
export const tools: Command = {
  name: 'tools',
  summary: 'check a list of tools: which keywords of which tool an engine cannot hold',
  usage: ['FILE [options]'],
  description: `Reads a list of tools (in OpenAI's or Anthropic's form, a request that holds one, or the answer to MCP's
tools/list) and makes the grammar of each tool's arguments, by itself: one odd tool never takes the others down. For
each tool it tells whether its schema is followed exactly, and if not which keyword, where, and why;
and whether the engine would load the grammar.`,
  options: {
    ...schemaOptions,
    json: { help: 'print [{tool, target, exact, loads, entries}] as JSON' },
    strict: { help: 'end with 1 unless every tool is followed exactly' },
  },
  examples: [
    { run: 'pegbnf tools tools.json', does: 'what llama.cpp makes of these tools' },
    { run: 'pegbnf tools mcp-list.json --target xgrammar --json', does: 'for a program to read' },
    { run: 'pegbnf tools tools.json --strict', does: 'as a check before a release' },
  ],
  exits: [
    [Exit.ok, 'each tool has a grammar that the engine loads'],
    [Exit.failed, 'one has none, or with --strict one is not followed exactly'],
    [Exit.usage, 'called wrongly, or the file is no list of tools'],
  ],
  run,
}

interface Finding {
  readonly tool: string
  readonly target: string
  readonly exact: boolean
  /** Whether the engine loads its grammar. */
  readonly loads: boolean
  /** What is not exact. */
  readonly entries: readonly ReportEntry[]
}

async function run(args: Arguments, io: Io): Promise<number> {
  const [file = ''] = positionalsOf(args, 'FILE')
  const options = await readSchemaOptions(args)
  const listed = toolsOf(parseJson(await readTextFile(file), file, parseSchemaValue))
  if (listed === null) throw new UsageError(`${file} holds no tools`, toolsHint)
  for (const name of repeated(listed)) {
    io.warn(`warning[duplicate-tool]: two tools have the same name, ${JSON.stringify(name)}`)
  }
  const findings = listed.map((tool) => examine(tool, options))
  await io.write(
    args.flag('json') ? `${JSON.stringify(findings, null, 2)}\n` : findings.map(describe).join(''),
  )
  const isFine = findings.every(({ exact, loads }) => loads && (exact || !args.flag('strict')))
  return isFine ? Exit.ok : Exit.failed
}

/** The names that more than one tool has. */
function repeated(listed: readonly ListedTool[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const twice = listed.filter(({ name }) => seen.size === seen.add(name).size)
  return new Set(twice.map(({ name }) => name))
}

function examine({ name, schema }: ListedTool, options: SchemaOptions): Finding {
  const target = options.target ?? 'llama.cpp'
  if (schema === null) {
    const reason = 'the tool has no name, or its schema is none'
    const entry: ReportEntry = { path: '', keyword: '', effect: 'refused', reason }
    return { tool: name, target, exact: false, loads: false, entries: [entry] }
  }
  const { gbnf, report } = schemaToGbnf(schema, options)
  // The limits of llama.cpp are those that are known; XGrammar's are wider.
  const loads = target === 'xgrammar' || readGbnf(gbnf).ok
  const entries = report.entries.filter(({ effect }) => effect !== 'exact')
  return { tool: name, target, exact: report.exact, loads, entries }
}

function describe({ tool, target, exact, loads, entries }: Finding): string {
  if (!loads) return `${tool}: no grammar that ${target} loads\n${indented(schemaTable(entries))}`
  if (exact) return `${tool}: exact\n`
  return `${tool}: ${entries.length} of its keywords are not followed exactly\n${indented(schemaTable(entries))}`
}

function indented(table: string): string {
  return table.replace(/^(?=.)/gm, '  ')
}
