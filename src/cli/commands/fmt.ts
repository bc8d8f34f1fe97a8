import { formatDiagnostics } from '../../diagnostics/format.ts'
import { formatGbnf } from '../../gbnf/format-gbnf.ts'
import { readGbnf } from '../../gbnf/read.ts'
import { positionalsOf, type Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit, UsageError } from '../exit.ts'
import { readTextFile, type Io } from '../io.ts'
import { writeTextFile } from '../output-file.ts'

/** `fmt`: a GBNF text, laid out. */
export const fmt: Command = {
  name: 'fmt',
  summary: 'lay a GBNF file out evenly; comments stay',
  usage: ['FILE.gbnf [options]'],
  description: `Prints the file with one space between items, a rule on one line where it fits, else an alternative a
line. Comments and empty lines between rules stay. What the grammar means never changes.`,
  options: {
    write: { short: 'w', help: 'write the file in place of printing it' },
    check: { help: 'print nothing; end with 1 if the file is not laid out so' },
    width: { value: 'N', help: 'columns that a rule may take; 100 unless given' },
  },
  examples: [
    { run: 'pegbnf fmt answer.gbnf', does: 'how it would look' },
    { run: 'pegbnf fmt answer.gbnf --check', does: 'for a build' },
  ],
  exits: [
    [Exit.ok, 'done'],
    [Exit.failed, 'with --check: the file is laid out otherwise'],
    [Exit.usage, 'called wrongly, or the file is no GBNF'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const [file = ''] = positionalsOf(args, 'FILE.gbnf')
  const width = args.number('width', 20)
  const text = await readTextFile(file)
  const reading = readGbnf(text)
  if (!reading.ok) {
    throw new UsageError(`${file} is no GBNF\n${formatDiagnostics(reading.diagnostics, text)}`)
  }
  const formatted = formatGbnf(text, width === undefined ? {} : { width })
  if (args.flag('check')) return formatted === text ? Exit.ok : Exit.failed
  if (!args.flag('write')) await io.write(formatted)
  else if (formatted !== text) await writeTextFile(file, formatted)
  return Exit.ok
}
