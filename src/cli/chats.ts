import { loadArena } from '../analyze/load-arena.ts'
import { chatFromArena } from '../chat/chat.ts'
import type { Chat, FormatOptions } from '../chat/chat-types.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import { formatByName, formatList } from '../formats/registry.ts'
import { fromTemplate, TemplateError } from '../template/index.ts'
import { positionalsOf, type Arguments } from './arguments.ts'
import { UsageError } from './exit.ts'
import { readJsonFile } from './io.ts'
import { nearest } from '../util/nearest.ts'
import { isPeggyFile, nameOfFile, readPeggyFile } from './grammar-source.ts'
import { readRequest } from './request.ts'
import { readTemplate } from './template-source.ts'

/**
 * What a command is about: the format that its argument names, made ready for the request, that of a
 * chat template, the grammar of a `.peggy` file, or the arena of `--arena FILE`.
 *
 * @throws {UsageError} when neither is there, or it is not what it should be
 */
export async function readChat(args: Arguments): Promise<Chat> {
  const file = args.text('arena')
  if (file !== undefined) {
    positionalsOf(args)
    const value = await readJsonFile(file)
    return asked(() => chatFromArena(loadArena(value), { format: file }))
  }
  const source = args.text('template')
  if (source !== undefined) {
    positionalsOf(args)
    return chatOfTemplate(source, await readRequest(args))
  }
  const [format = ''] = positionalsOf(args, 'FORMAT')
  if (isPeggyFile(format)) {
    const { arena } = await readPeggyFile(format, args)
    return asked(() => chatFromArena(arena, { format: nameOfFile(format) }))
  }
  return makeChat(format, await readRequest(args))
}

/** What a chat template's model writes, made ready for a request. */
async function chatOfTemplate(source: string, options: FormatOptions): Promise<Chat> {
  const template = await readTemplate(source, options.tools !== undefined)
  try {
    return asked(() => fromTemplate(template, options))
  } catch (error) {
    if (error instanceof TemplateError) throw new UsageError(error.message)
    throw error
  }
}

/**
 * The format of a name, made ready for a request.
 *
 * @throws {UsageError} when there is no such format, or it cannot do what the request asks for
 */
export function makeChat(name: string, options: FormatOptions): Chat {
  const make = formatByName(name)
  if (make === undefined) {
    const near = nearest(
      name,
      formatList.flatMap((known) => [known.name, ...known.aliases]),
    )
    throw new UsageError(
      `there is no format ${JSON.stringify(name)}`,
      near === undefined
        ? 'pegbnf formats lists them; --template SOURCE finds out how a model writes'
        : `did you mean ${near}? pegbnf formats lists all`,
    )
  }
  return asked(() => make(options))
}

/**
 * Does what the request asks for; what the library finds wrong with the request is the caller's to
 * mend.
 *
 * @throws {UsageError} for a schema that cannot be compiled, a choice of a tool that is not there, …
 */
export function asked<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    if (error instanceof GrammarError || error instanceof TypeError) {
      throw new UsageError(error.message)
    }
    throw error
  }
}
