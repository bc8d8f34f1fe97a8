import { codes, type Code } from '../diagnostics/codes.ts'
import { childrenOf, type Arena } from '../peg/arena.ts'
import { NoteTag, Tags } from './tags.ts'

/** What a tag means to the mapper. */
export const Kind = {
  /** A tag or rule without a meaning here: its text is of what it stands in. */
  none: 0,
  content: 1,
  reasoning: 2,
  tool: 3,
  id: 4,
  name: 5,
  args: 6,
  argsString: 7,
  arg: 8,
  argName: 9,
  argValue: 10,
  argString: 11,
  skip: 12,
  /** Notes a diagnostic; its text is of what it stands in. */
  note: 13,
} as const

/** What the mapper knows of an arena before it reads. */
export interface Plan {
  /** The kind of each node, by its id. */
  readonly kinds: Uint8Array
  /** What the note tags note, by their ids. */
  readonly notes: ReadonlyMap<number, Code>
  /** The model may give an id behind the name: a call waits for it until its arguments begin. */
  readonly givesIds: boolean
}

const kindOf: Readonly<Record<string, number>> = {
  [Tags.content]: Kind.content,
  [Tags.reasoning]: Kind.reasoning,
  [Tags.tool]: Kind.tool,
  [Tags.toolId]: Kind.id,
  [Tags.toolName]: Kind.name,
  [Tags.toolArgs]: Kind.args,
  [Tags.toolArgsString]: Kind.argsString,
  [Tags.toolArg]: Kind.arg,
  [Tags.toolArgName]: Kind.argName,
  [Tags.toolArgValue]: Kind.argValue,
  [Tags.toolArgString]: Kind.argString,
  [Tags.skip]: Kind.skip,
}

/** Looks the tags of an arena up once. */
export function planArena(arena: Pick<Arena, 'nodes' | 'root'>): Plan {
  const kinds = new Uint8Array(arena.nodes.length)
  const notes = new Map<number, Code>()
  arena.nodes.forEach((node, id) => {
    if (node.kind !== 'tag') return
    const code = node.tag.startsWith(NoteTag) ? node.tag.slice(NoteTag.length) : ''
    if (isCode(code)) {
      kinds[id] = Kind.note
      notes.set(id, code)
    } else if (Object.hasOwn(kindOf, node.tag)) kinds[id] = kindOf[node.tag] ?? Kind.none
  })
  return { kinds, notes, givesIds: idFollowsName(arena, kinds) }
}

/**
 * Whether a call's id may stand behind its name: in the order in which the arena writes them, each
 * node met once.
 */
function idFollowsName({ nodes, root }: Pick<Arena, 'nodes' | 'root'>, kinds: Uint8Array): boolean {
  if (!kinds.includes(Kind.id)) return false
  const seen = new Set<number>()
  const open = [root]
  let named = false
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = nodes[id]
    if (node === undefined || seen.has(id)) continue
    seen.add(id)
    if (kinds[id] === Kind.name) named = true
    if (named && kinds[id] === Kind.id) return true
    open.push(...childrenOf(node, 'reading').toReversed())
  }
  return false
}

function isCode(text: string): text is Code {
  return Object.hasOwn(codes, text)
}
