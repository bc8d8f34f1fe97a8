import { positionalsOf, type Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit } from '../exit.ts'
import { readJsonFile, type Io } from '../io.ts'
import { writeTextFile } from '../output-file.ts'
import { toTools } from '../request.ts'
import { typesOfTools } from '../tool-types.ts'

/** `types`: the arguments of tools as TypeScript. */
export const types: Command = {
  name: 'types',
  summary: "write the TypeScript types of tools' calls",
  usage: ['TOOLS.json [-o tools.d.ts]'],
  description: `Writes a declaration file: the arguments of each tool, a union of calls that a name narrows, and the
arguments while they come, of which parts may be missing. Needs json-schema-to-typescript, which is
installed beside pegbnf. In a program tools written \`as const\` and zod's schemas need no such file.`,
  options: {
    output: { value: 'FILE', short: 'o', help: 'the file; standard output unless given' },
  },
  examples: [{ run: 'pegbnf types tools.json -o tools.d.ts', does: 'types for a program' }],
  exits: [
    [Exit.ok, 'written'],
    [Exit.usage, 'called wrongly, no tools, or a schema that cannot be typed'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const [file = ''] = positionalsOf(args, 'TOOLS.json')
  const code = await typesOfTools(toTools(await readJsonFile(file), file))
  const output = args.text('output')
  if (output === undefined) await io.write(code)
  else await writeTextFile(output, code)
  return Exit.ok
}
