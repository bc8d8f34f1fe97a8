import type { CharSet } from './charset.ts'

declare const nodeIdBrand: unique symbol

/** The index of a node in its arena. */
export type NodeId = number & { readonly [nodeIdBrand]: true }

/** A text that ends an `until`; with `token`, only where the tokenizer made it one token. */
export interface Delimiter {
  readonly text: string
  readonly token: boolean
}

/** A JSON Schema: an object, or `true` and `false`. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** How a schema becomes a grammar. */
export interface SchemaSettings {
  /** Object keys as the schema lists them (the default), required ones first, or in any order. */
  readonly order?: 'listed' | 'required-first' | 'any'
  /** No white space, `", "` and `": "` as most models write, or any within bounds (the default). */
  readonly whitespace?: 'compact' | 'one-space' | 'free'
  /**
   * Whether an object whose schema lists `properties` and says nothing about further ones may have
   * some: `closed` by default, since a model that may invent arguments will.
   */
  readonly additionalProperties?: 'closed' | 'open'
  /** Whole numbers as digits alone (the default), or as `1.0` too, which JSON Schema also counts. */
  readonly integers?: 'digits' | 'any'
  /** `true` and `null` (the default), or `True` and `None`: values are then Python literals. */
  readonly words?: 'json' | 'python'
  /** Refuse a schema that cannot be followed exactly, in place of relaxing it. */
  readonly strict?: boolean
}

/** The members of the JSON family. */
export type JsonPart = 'value' | 'object' | 'array' | 'string' | 'number' | 'bool' | 'null'

/** The members of the Python-literal family; `words` decides about `True` and `true`. */
export type PythonPart = 'value' | 'dict' | 'list' | 'string' | 'number' | 'bool' | 'none'

/** What a string's content is read by: JSON's escapes, or Python's. */
export type StringFlavour = 'json' | 'python'

interface Leaf<K extends string> {
  readonly kind: K
}

interface Wrapper<K extends string> {
  readonly kind: K
  readonly item: NodeId
}

interface Group<K extends string> {
  readonly kind: K
  readonly items: readonly NodeId[]
}

/** Succeeds at offset 0 only. */
export type StartNode = Leaf<'start'>
/** Succeeds at the end of the text only. */
export type EndNode = Leaf<'end'>
/** Matches nothing, always. */
export type EpsNode = Leaf<'eps'>
/** One code point, whichever. */
export type AnyNode = Leaf<'any'>
/** A run of white space, also an empty one. GBNF prints one bounded gap rule for it. */
export type SpaceNode = Leaf<'space'>
/** All text that is left. */
export type RestNode = Leaf<'rest'>
/** Settles every choice opened since the enclosing rule (or lookahead) began. */
export type CutNode = Leaf<'cut'>

/** The text itself. */
export interface LiteralNode extends Leaf<'literal'> {
  readonly text: string
}

/** A marker: one token where ids came with the text, else its text. */
export interface TokenNode extends Leaf<'token'> {
  readonly text: string
}

/** Its items, one after the other. */
export type SequenceNode = Group<'sequence'>
/** The first of its items that matches. */
export type ChoiceNode = Group<'choice'>

/** Its item, greedily, `min` times to `max` times (`null`: without bound). */
export interface RepeatNode extends Wrapper<'repeat'> {
  readonly min: number
  readonly max: number | null
}

/** Succeeds where its item would, and consumes nothing. */
export type PeekNode = Wrapper<'peek'>
/** Succeeds where its item would fail, and consumes nothing. */
export type NotNode = Wrapper<'not'>

/** `min` to `max` code points of a class, greedily. */
export interface CharsNode extends Leaf<'chars'> {
  readonly set: CharSet
  readonly min: number
  readonly max: number | null
}

/** Text up to the first delimiter, which is left unread; without one, all that is left. */
export interface UntilNode extends Leaf<'until'> {
  readonly delimiters: readonly Delimiter[]
}

/** Text up to and including the first delimiter, which must come. */
export interface ThroughNode extends Leaf<'through'> {
  readonly delimiters: readonly Delimiter[]
}

/** The content of a quoted string: up to the quote, which is left unread; escapes are checked. */
export interface StringContentNode extends Leaf<'stringContent'> {
  readonly quote: '"' | "'"
  readonly flavour: StringFlavour
}

/** Shows its item only when it is whole. */
export type AtomicNode = Wrapper<'atomic'>

/** Gives its item a meaning. */
export interface TagNode extends Wrapper<'tag'> {
  readonly tag: string
}

/** Gives its item a name, for references, messages and the grammar. */
export interface RuleNode extends Wrapper<'rule'> {
  readonly name: string
  /** A lazy grammar may start here. */
  readonly trigger: boolean
  /** Rules of the library's own families leave no record on the tape. */
  readonly silent: boolean
}

/** Stands for a rule; `target` is the rule's node. */
export interface RefNode extends Leaf<'ref'> {
  readonly name: string
  readonly target: NodeId
}

/**
 * A value of a JSON Schema. The parser reads `item` (leniently); the grammar prints `strict`,
 * what `buildGrammar` compiled the schema to.
 */
export interface SchemaNode extends Wrapper<'schema'> {
  readonly name: string
  readonly schema: JsonSchema
  readonly settings?: SchemaSettings
  readonly strict: NodeId
}

/** Parses as its item; the grammar prints `text`, a GBNF expression, in its place. */
export interface GbnfNode extends Wrapper<'gbnf'> {
  readonly text: string
}

/** Two readings side by side: the parser reads `item`, the grammar prints `strict`. */
export interface DualNode extends Wrapper<'dual'> {
  readonly strict: NodeId
}

/** What the parser reads although the grammar never admits it: recovery of malformed text. */
export type RecoverNode = Wrapper<'recover'>

/** A member of the JSON family; `item` is what it is made of. */
export interface JsonNode extends Wrapper<'json'> {
  readonly part: JsonPart
}

/** A member of the Python-literal family; `item` is what it is made of. */
export interface PythonNode extends Wrapper<'python'> {
  readonly part: PythonPart
}

/** One combinator: plain data, closed union. Whatever is done with it lives in its own file. */
export type PegNode =
  | StartNode
  | EndNode
  | EpsNode
  | AnyNode
  | SpaceNode
  | RestNode
  | CutNode
  | LiteralNode
  | TokenNode
  | SequenceNode
  | ChoiceNode
  | RepeatNode
  | PeekNode
  | NotNode
  | CharsNode
  | UntilNode
  | ThroughNode
  | StringContentNode
  | AtomicNode
  | TagNode
  | RuleNode
  | RefNode
  | SchemaNode
  | GbnfNode
  | DualNode
  | RecoverNode
  | JsonNode
  | PythonNode

/** The name of one kind of node. */
export type NodeKind = PegNode['kind']

/** One function for each kind: a table that stops compiling when a kind is missing. */
export type Handlers<R> = {
  readonly [K in NodeKind]: (node: Extract<PegNode, { kind: K }>, id: NodeId) => R
}
