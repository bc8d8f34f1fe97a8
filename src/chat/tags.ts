import type { Code } from '../diagnostics/codes.ts'
import type { Builder, Operand } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'

/** The tags that the mapper knows. */
export const Tags = {
  /** Text of the reasoning. */
  reasoning: 'reasoning',
  /** Text of the answer. */
  content: 'content',
  /** One tool call, everything else about it inside. */
  tool: 'tool',
  /** The id that the model gave. */
  toolId: 'tool-id',
  /** The name of the tool; publishes the call once it is whole. */
  toolName: 'tool-name',
  /** The name as it stands inside a JSON string: its escapes are decoded. */
  toolNameJson: 'tool-name-json',
  /** All arguments as JSON text, passed through. */
  toolArgs: 'tool-args',
  /** Arguments as a JSON string that holds an object: decoded once. */
  toolArgsString: 'tool-args-string',
  /** One tagged argument, its name and its value inside. */
  toolArg: 'tool-arg',
  /** The name of a tagged argument. */
  toolArgName: 'tool-arg-name',
  /** A tagged value that is JSON text, passed through. */
  toolArgValue: 'tool-arg-value',
  /** A tagged value that is plain text: becomes a JSON string. */
  toolArgString: 'tool-arg-string-value',
  /**
   * A tagged value, or all arguments, as a Python literal: its quotes, escapes and words become JSON's.
   */
  toolArgPython: 'tool-arg-python',
  /** An object in a tagged value; each `toolArg` directly inside is a member. */
  toolArgObject: 'tool-arg-object',
  /** An array in a tagged value; each value directly inside is an item. */
  toolArgArray: 'tool-arg-array',
  /** Text dropped on purpose. */
  skip: 'skip',
} as const

/**
 * What a tag begins with that notes a diagnostic where it stands, as `note:undeclared-tool`. Its
 * text is of the tag around it.
 */
export const NoteTag = 'note:'

/** What a tag begins with that names the tool itself, as `tool-name=weather`: the text does not. */
export const NameTag = 'tool-name='

/** One of the tags that the mapper knows. */
export type Tag = (typeof Tags)[keyof typeof Tags]

/** The builder's methods for the parts of a message; each only tags its item. */
export type ChatTags = { readonly [K in keyof typeof Tags]: (item: Operand) => NodeId } & {
  /** Notes a diagnostic where the item was read. */
  readonly note: (code: Code, item: Operand) => NodeId
  /** Names the tool of the call around it, where the text has no name for it. */
  readonly toolNamed: (name: string) => NodeId
}

/**
 * Adds the chat tags to a builder: `{ ...p, ...chatTags(p) }`.
 *
 * @example
 * ```ts
 * const arena = buildGrammar((p) => p.sequence(chatTags(p).content(p.until('!')), '!'))
 * chatFromArena(arena).parse('Ahoy!').message.content // 'Ahoy'
 * ```
 */
export function chatTags(p: Builder): ChatTags {
  return {
    reasoning: (item) => p.tag(Tags.reasoning, item),
    content: (item) => p.tag(Tags.content, item),
    tool: (item) => p.tag(Tags.tool, item),
    toolId: (item) => p.atomic(p.tag(Tags.toolId, item)),
    toolName: (item) => p.atomic(p.tag(Tags.toolName, item)),
    toolNameJson: (item) => p.atomic(p.tag(Tags.toolNameJson, item)),
    toolArgs: (item) => p.tag(Tags.toolArgs, item),
    toolArgsString: (item) => p.tag(Tags.toolArgsString, item),
    toolArg: (item) => p.tag(Tags.toolArg, item),
    toolArgName: (item) => p.atomic(p.tag(Tags.toolArgName, item)),
    toolArgValue: (item) => p.tag(Tags.toolArgValue, item),
    toolArgString: (item) => p.tag(Tags.toolArgString, item),
    toolArgPython: (item) => p.tag(Tags.toolArgPython, item),
    toolArgObject: (item) => p.tag(Tags.toolArgObject, item),
    toolArgArray: (item) => p.tag(Tags.toolArgArray, item),
    skip: (item) => p.tag(Tags.skip, item),
    note: (code, item) => p.tag(`${NoteTag}${code}`, item),
    toolNamed: (name) => p.tag(`${NameTag}${name}`, p.eps()),
  }
}
