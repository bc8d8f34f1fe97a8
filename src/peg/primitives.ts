import type { CharSet } from './charset.ts'
import type { Delimiter, JsonSchema, NodeId, SchemaSettings } from './node.ts'

/** A node, or a string that stands for its literal. */
export type Operand = NodeId | string

/** What ends an `until`: a text, or a text that counts only as one token. */
export type DelimiterOperand = string | Delimiter

/** Options of `rule`. */
export interface RuleOptions {
  /** A lazy grammar may start at this rule. */
  readonly trigger?: boolean
  /** The rule leaves no node in the AST, and the grammar may print it once with others equal to it. */
  readonly silent?: boolean
}

/** Options of `schema`. */
export interface SchemaOptions {
  /** The stem of the names that the grammar gives its rules. */
  readonly name?: string
  /** What the parser reads in place of any JSON value. */
  readonly item?: Operand
  /** Order of keys, white space and the like. */
  readonly settings?: SchemaSettings
}

/** The combinators that make one node each. Their rules are in PEG notation. */
export interface Primitives {
  /** The beginning of the text. `S -> ^` */
  start(): NodeId
  /** The end of the text. `S -> !.` */
  end(): NodeId
  /** Nothing. `S -> ε` */
  eps(): NodeId
  /** The text itself. `S -> "text"` */
  literal(text: string): NodeId
  /** A marker: a single token where token ids come with the text. `S -> <text>` */
  token(text: string): NodeId
  /** One after the other. `S -> A B C` */
  sequence(...items: Operand[]): NodeId
  /** The first that matches. `S -> A / B / C` */
  choice(...items: Operand[]): NodeId
  /** As often as possible, within bounds. `S -> A{min,max}` */
  repeat(item: Operand, min: number, max?: number | null): NodeId
  /** Once or not at all. `S -> A?` */
  optional(item: Operand): NodeId
  /** Any number of times. `S -> A*` */
  zeroOrMore(item: Operand): NodeId
  /** At least once. `S -> A+` */
  oneOrMore(item: Operand): NodeId
  /** Would match here; consumes nothing. `S -> &A` */
  peek(item: Operand): NodeId
  /** Would not match here; consumes nothing. `S -> !A` */
  not(item: Operand): NodeId
  /** One code point. `S -> .` */
  any(): NodeId
  /** A run of a class, at least one character unless said otherwise. `S -> [a-z]{min,max}` */
  chars(set: string | CharSet, min?: number, max?: number | null): NodeId
  /** A run of white space, also an empty one. `S -> [ \t\n\v\f\r]*` */
  space(): NodeId
  /** Text up to a delimiter or the end. `S -> (!D .)*` */
  until(...delimiters: DelimiterOperand[]): NodeId
  /** Text up to and with a delimiter. `S -> (!D .)* D` */
  through(...delimiters: DelimiterOperand[]): NodeId
  /** All that is left. `S -> .*` */
  rest(): NodeId
  /** The inside of a quoted string. `S -> (![quote\\] . / escape)*` */
  stringContent(quote: '"' | "'", flavour: 'json' | 'python'): NodeId
  /** Shown only when whole. `S -> A` */
  atomic(item: Operand): NodeId
  /** Gives a meaning. `S -> tag:A` */
  tag(tag: string, item: Operand): NodeId
  /** Gives a name; a function allows recursion. `name -> A` */
  rule(name: string, item: Operand | (() => Operand), options?: RuleOptions): NodeId
  /** A rule by its name, defined before or later. `S -> name` */
  ref(name: string): NodeId
  /** Settles the choices opened since the enclosing rule began. `S -> ~` */
  cut(): NodeId
  /** A value of a JSON Schema. `S -> schema` */
  schema(schema: JsonSchema, options?: SchemaOptions): NodeId
  /** Parses as its item, prints as the given GBNF expression. `S -> A` */
  gbnf(item: Operand, text: string): NodeId
  /** Two readings: the parser reads the first, the grammar prints the second. `S -> A` */
  dual(reading: Operand, grammar: Operand): NodeId
  /** Read by the parser, never printed in the grammar: a recovery. `S -> A` */
  recover(item: Operand): NodeId
}
