import {
  drawHtml,
  drawnRulesOf,
  drawnRulesOfGbnf,
  drawSvg,
  type Drawing,
} from '../../draw/index.ts'
import { formatDiagnostics } from '../../diagnostics/format.ts'
import { readGbnf } from '../../gbnf/read.ts'
import { readArenaSource } from '../arena-source.ts'
import { positionalsOf, type Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit, UsageError } from '../exit.ts'
import { isGbnfFile, nameOfFile } from '../grammar-source.ts'
import { readTextFile, type Io } from '../io.ts'
import { writeTextFile } from '../output-file.ts'
import { requestOptions } from '../request.ts'

/** `draw`: a grammar as railroad diagrams. */
export const draw: Command = {
  name: 'draw',
  summary: 'draw a grammar or a format as railroad diagrams',
  usage: [
    'GRAMMAR.peggy|GRAMMAR.gbnf -o out.svg [options]',
    'FORMAT -o out.html [options]',
    '--arena FILE -o out.svg',
  ],
  description: `Draws a diagram for each rule, one below the other, the first for the whole text. A box with a rule's
name is a link to its diagram; texts stand in round boxes, classes of characters in square ones, tags
around what they mark. Colours follow the reader's system, light or dark. A file that ends in .html is a
page with a list of the rules and where each is used; .svg, or standard output without -o, is one picture.`,
  options: {
    output: { value: 'FILE', short: 'o', help: 'the picture: .svg or .html' },
    width: { value: 'PIXELS', help: 'where long sequences go on below; 960 unless given' },
    strict: { help: "draw the grammar's reading, the one that GBNF prints, not the lenient one" },
    ...requestOptions,
  },
  examples: [
    { run: 'pegbnf draw arithmetic.peggy -o arithmetic.svg', does: 'one picture of all rules' },
    {
      run: 'pegbnf draw hermes --tools tools.json --strict -o hermes.html',
      does: 'what a model may write, as a page to click through',
    },
    { run: 'pegbnf draw answer.gbnf > answer.svg', does: 'a grammar for llama.cpp' },
  ],
  exits: [
    [Exit.ok, 'drawn'],
    [Exit.usage, 'called wrongly, or there is no such grammar or format'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const output = args.text('output')
  const width = args.number('width', 200)
  const isPage = output !== undefined && /\.html?$/.test(output)
  if (output !== undefined && !isPage && !output.endsWith('.svg')) {
    throw new UsageError(`--output ${output} ends neither in .svg nor in .html`)
  }
  const drawing = await readDrawing(args, io)
  const options = width === undefined ? {} : { width }
  const text = isPage ? drawHtml(drawing, options) : drawSvg(drawing, options)
  if (output === undefined) await io.write(text)
  else await writeTextFile(output, text)
  return Exit.ok
}

async function readDrawing(args: Arguments, io: Io): Promise<Drawing> {
  const [file = ''] = args.positionals
  // Any GBNF can be drawn, also what no parser can follow.
  if (isGbnfFile(file)) {
    positionalsOf(args, 'GRAMMAR')
    const text = await readTextFile(file)
    const reading = readGbnf(text)
    const found = formatDiagnostics(reading.diagnostics, text)
    if (!reading.ok) throw new UsageError(`${file} is not a grammar that llama.cpp loads\n${found}`)
    return { title: nameOfFile(file), rules: drawnRulesOfGbnf(reading.grammar) }
  }
  const { arena, name } = await readArenaSource(args, io)
  return { title: name, rules: drawnRulesOf(arena, args.flag('strict') ? 'grammar' : 'reading') }
}
