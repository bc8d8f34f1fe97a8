import type { Arena } from '../peg/arena.ts'

/** The declarations of a generated parser: the names of its tags and rules are types. */
export function declarationOf(arena: Arena, source: string): string {
  const tags = new Set<string>()
  const rules = new Set<string>()
  for (const node of arena.nodes) {
    if (node.kind === 'tag') tags.add(node.tag)
    if (node.kind === 'rule' && !node.silent) rules.add(node.name)
  }
  return `// The types of a parser made by pegbnf from ${source.replaceAll(/[\r\n\u2028\u2029]/g, ' ')}.

/** The tags of the grammar. */
export type TagName = ${unionOf(tags)}
/** The rules of the grammar. */
export type RuleName = ${unionOf(rules)}
${declarations}`
}

function unionOf(names: ReadonlySet<string>): string {
  return names.size === 0 ? 'never' : [...names].map((name) => JSON.stringify(name)).join(' | ')
}

const declarations = `
/** One tag or rule that was recognised; the outermost node is the whole text. Offsets are UTF-16 code units. */
export interface AstNode {
  readonly tag?: TagName
  readonly rule?: RuleName
  readonly start: number
  readonly end: number
  /** Whether it was never closed: more text may still belong to it. */
  readonly open: boolean
  readonly children: readonly AstNode[]
  readonly text: string
  /** The value of a closed node that is JSON by its grammar, else undefined. */
  readonly value: unknown
}

/** One thing that would have let the parse go on. */
export type Expected =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'class'; readonly label: string }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'end' }

/** What a parse comes to. */
export type ParseResult =
  | { readonly kind: 'success'; readonly end: number }
  | { readonly kind: 'needMoreInput'; readonly end: number; readonly expected: readonly Expected[] }
  | {
      readonly kind: 'failure'
      readonly code:
        | 'no-match'
        | 'trailing-input'
        | 'depth-limit'
        | 'text-limit'
        | 'tape-limit'
        | 'held-limit'
        | 'work-limit'
      readonly offset: number
      readonly expected: readonly Expected[]
      readonly rules: readonly string[]
      readonly found: string
      readonly hint?: string
    }

/** The limits of a parse. */
export interface Limits {
  readonly maxDepth: number
  readonly maxTextLength: number
  readonly maxTapeRecords: number
  readonly maxHeld: number
  readonly maxSteps: number
}

export interface ParseOptions {
  readonly limits?: Partial<Limits>
}

/** The record of what was recognised: two integers a record, in the order of the text. */
export interface Tape {
  readonly records: Int32Array
  readonly length: number
}

/** What a whole text came to. */
export interface Parsed {
  readonly status: ParseResult['kind']
  result(): ParseResult
  ast(): AstNode
  readonly tape: Tape
  slice(start: number, end: number): string
}

/** A text that is being read. */
export interface Session {
  /** Adds text; markers that the tokenizer made one token may be told. */
  feed(text: string, marks?: readonly { readonly start: number; readonly text: string }[]): void
  /** Says that the text ends here. */
  finish(): void
  readonly status: ParseResult['kind']
  result(): ParseResult
  /** What the parse would come to if the text ended here. */
  trial(): ParseResult
  ast(): AstNode
  readonly tape: Tape
  readonly shownLength: number
  readonly shownEnd: number
  readonly committedLength: number
  readonly committedEnd: number
  readonly position: number
  readonly length: number
  readonly steps: number
  slice(start: number, end: number): string
}

/** Parses a whole text. Never throws on text. */
export declare function parse(text: string, options?: ParseOptions): Parsed
/** Whether the whole text matches. Keeps no records, so that their limit does not apply. */
export declare function recognise(text: string, options?: ParseOptions): boolean
/** Starts reading a text that is still coming. */
export declare function open(options?: ParseOptions): Session
/** Writes a tree as an S-expression. */
export declare function printAst(root: AstNode): string
`
