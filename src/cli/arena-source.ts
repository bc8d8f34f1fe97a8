import type { Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import type { SourcePlace } from '../peg/source-place.ts'
import { positionalsOf, type Arguments } from './arguments.ts'
import { asked, readChat } from './chats.ts'
import type { Io } from './io.ts'
import {
  isGbnfFile,
  isPeggyFile,
  nameOfFile,
  readGbnfArena,
  readPeggyFile,
} from './grammar-source.ts'

/** An arena that a command is about. */
export interface ArenaSource {
  readonly arena: Arena
  /** The file or the format that it was made from. */
  readonly name: string
  /** Where nodes stand in the file. */
  readonly places?: ReadonlyMap<NodeId, SourcePlace>
}

/**
 * The arena that the arguments name: a file in Peggy's syntax or GBNF, a format for a request, or `--arena FILE`.
 *
 * @throws {UsageError} when it is not there, or cannot be compiled
 */
export async function readArenaSource(args: Arguments, io: Io): Promise<ArenaSource> {
  const [file] = args.positionals
  if (file !== undefined && isPeggyFile(file)) {
    positionalsOf(args, 'GRAMMAR')
    return { ...(await readPeggyFile(file, args)), name: nameOfFile(file) }
  }
  if (file !== undefined && isGbnfFile(file)) {
    positionalsOf(args, 'GRAMMAR')
    return { arena: (await readGbnfArena(file, io)).arena, name: nameOfFile(file) }
  }
  const chat = await readChat(args)
  return { arena: asked(() => chat.arena()), name: chat.format }
}
