import { formatDiagnostics } from '../diagnostics/format.ts'
import type { GbnfProgram } from '../gbnf/program.ts'
import { compileGbnf, readGbnf } from '../gbnf/read.ts'
import { positionalsOf, type Arguments } from './arguments.ts'
import { asked, readChat } from './chats.ts'
import { UsageError } from './exit.ts'
import { readTextFile, type Io } from './io.ts'
import { isGbnfFile } from './grammar-source.ts'

/**
 * The grammar that the arguments name: a GBNF file, or the grammar of a `.peggy` file, a format, a
 * template's model or an arena.
 *
 * @throws {UsageError} when it is not there, or is no grammar
 */
export async function readProgram(args: Arguments, io: Io): Promise<GbnfProgram> {
  const isElsewhere = args.text('arena') !== undefined || args.text('template') !== undefined
  const [name] = isElsewhere ? [] : positionalsOf(args, 'GRAMMAR or FORMAT')
  if (name !== undefined && isGbnfFile(name)) return readGrammarFile(name, io)
  const chat = await readChat(args)
  return asked(() => compileGbnf(chat.grammar({ lazy: false }).gbnf))
}

/**
 * A grammar from its file, ready to run. What is odd about it goes to standard error.
 *
 * @throws {UsageError} when it is not a grammar that llama.cpp would load, with every fault
 */
async function readGrammarFile(path: string, io: Io): Promise<GbnfProgram> {
  const text = await readTextFile(path)
  const reading = readGbnf(text)
  const found = formatDiagnostics(reading.diagnostics, text)
  if (!reading.ok) throw new UsageError(`${path} is not a grammar that llama.cpp loads\n${found}`)
  if (found !== '') io.warn(found)
  return reading.program
}
