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
that asks for a FORMAT takes any of these names.`,
  options: { json: { help: 'print the list as JSON' } },
  examples: [{ run: 'pegbnf formats', does: 'the formats and which models write them' }],
  exits: [[Exit.ok, 'printed']],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  positionalsOf(args)
  const width = Math.max(...formatList.map(({ name }) => name.length))
  const lines = formatList.map(({ name, aliases, summary }) => {
    const also = aliases.length === 0 ? '' : `\n${' '.repeat(width)}  also ${aliases.join(', ')}`
    return `${name.padEnd(width)}  ${summary}${also}`
  })
  await io.write(`${args.flag('json') ? JSON.stringify(formatList, null, 2) : lines.join('\n')}\n`)
  return Exit.ok
}
