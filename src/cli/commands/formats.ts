import { describeFormat, type FormatFacts } from '../../formats/describe.ts'
import { formatList } from '../../formats/registry.ts'
import { positionalsOf, type Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit } from '../exit.ts'
import type { Io } from '../io.ts'

/** `formats`: what there is to choose from. */
export const formats: Command = {
  name: 'formats',
  summary: 'list the formats that are known, with their other names',
  usage: ['[--json]'],
  description: `Lists the formats: how a family of models writes content, reasoning and tool calls. Every command
that asks for a FORMAT takes any of these names. The columns: whether the family reasons, whether it
may call several tools in a turn, where the ids of calls come from, and what switches its lazy grammar
on. With --json also its markers, stops and preserved tokens.`,
  options: { json: { help: 'print the list as JSON, with markers, stops and preserved tokens' } },
  examples: [{ run: 'pegbnf formats', does: 'the formats and which models write them' }],
  exits: [[Exit.ok, 'printed']],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  positionalsOf(args)
  const facts = formatList.map(describeFormat)
  await io.write(`${args.flag('json') ? JSON.stringify(facts, null, 2) : table(facts)}\n`)
  return Exit.ok
}

const head = ['format', 'reasons', 'calls', 'ids', 'trigger']

/** A row of facts for each format; below it what it is, and how else it is called. */
function table(facts: readonly FormatFacts[]): string {
  const rows = facts.map(cellsOf)
  const widths = head.map((title, i) =>
    Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)),
  )
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  const entries = facts.map(({ summary, aliases }, i) => {
    const also = aliases.length === 0 ? '' : `\n    also ${aliases.join(', ')}`
    return `${line(rows[i] ?? [])}\n    ${summary}${also}`
  })
  return [line(head), ...entries].join('\n')
}

function cellsOf({ name, reasoning, tools, parallel, ids, triggers }: FormatFacts): string[] {
  const [first] = triggers
  const more = triggers.length > 1 ? ` and ${triggers.length - 1} more` : ''
  return [
    name,
    reasoning === null ? 'no' : 'yes',
    !tools ? 'none' : parallel ? 'several' : 'one',
    ids === 'none' ? '' : ids,
    first === undefined ? '' : JSON.stringify(first.value) + more,
  ]
}
