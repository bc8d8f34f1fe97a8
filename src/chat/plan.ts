import { codes, type Code } from '../diagnostics/codes.ts'
import type { Arena } from '../peg/arena.ts'
import { idFollowsName } from './id-order.ts'
import { Kind } from './kind.ts'
import { NameTag, NoteTag, Tags } from './tags.ts'

/** What the mapper knows of an arena before it reads. */
export interface Plan {
  /** The kind of each node, by its id. */
  readonly kinds: Uint8Array
  /** What the note tags note, by their ids. */
  readonly notes: ReadonlyMap<number, Code>
  /** The names that tags give by themselves, by their ids. */
  readonly names: ReadonlyMap<number, string>
  /** The model may give an id behind the name: a call waits for it until its arguments begin. */
  readonly givesIds: boolean
  /** The arguments of a call wait for the id that stands behind them. */
  readonly lateIds: boolean
  /** There may be calls at all. */
  readonly hasCalls: boolean
}

const kindOf: Readonly<Record<string, number>> = {
  [Tags.content]: Kind.content,
  [Tags.reasoning]: Kind.reasoning,
  [Tags.tool]: Kind.tool,
  [Tags.toolId]: Kind.id,
  [Tags.toolName]: Kind.name,
  [Tags.toolNameJson]: Kind.nameJson,
  [Tags.toolArgs]: Kind.args,
  [Tags.toolArgsString]: Kind.argsString,
  [Tags.toolArg]: Kind.arg,
  [Tags.toolArgName]: Kind.argName,
  [Tags.toolArgValue]: Kind.argValue,
  [Tags.toolArgString]: Kind.argString,
  [Tags.toolArgPython]: Kind.argPython,
  [Tags.toolArgObject]: Kind.argObject,
  [Tags.toolArgArray]: Kind.argArray,
  [Tags.skip]: Kind.skip,
}

/** The texts that an arena looks for: its literals, markers and delimiters. */
export function textsOf({ nodes }: Pick<Arena, 'nodes'>): ReadonlySet<string> {
  const texts = nodes.flatMap((node) => {
    if (node.kind === 'literal' || node.kind === 'token') return [node.text]
    if (node.kind === 'until' || node.kind === 'through') return node.delimiters.map((d) => d.text)
    return []
  })
  return new Set(texts)
}

/** Looks the tags of an arena up once. */
export function planArena(arena: Pick<Arena, 'nodes'>, lateIds = false): Plan {
  const kinds = new Uint8Array(arena.nodes.length)
  const notes = new Map<number, Code>()
  const names = new Map<number, string>()
  arena.nodes.forEach((node, id) => {
    if (node.kind !== 'tag') return
    const code = node.tag.startsWith(NoteTag) ? node.tag.slice(NoteTag.length) : ''
    if (isCode(code)) {
      kinds[id] = Kind.note
      notes.set(id, code)
    } else if (node.tag.startsWith(NameTag)) {
      kinds[id] = Kind.name
      names.set(id, node.tag.slice(NameTag.length))
    } else if (Object.hasOwn(kindOf, node.tag)) kinds[id] = kindOf[node.tag] ?? Kind.none
  })
  const hasCalls = kinds.includes(Kind.tool)
  return { kinds, notes, names, givesIds: idFollowsName(arena, kinds), lateIds, hasCalls }
}

function isCode(text: string): text is Code {
  return Object.hasOwn(codes, text)
}
