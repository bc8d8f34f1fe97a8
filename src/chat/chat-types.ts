import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { MachineLimits } from '../machine/machine-types.ts'
import type { Arena } from '../peg/arena.ts'
import type { JsonSchema } from '../peg/node.ts'
import type { Delta } from './delta.ts'
import type { IdStyle } from './ids.ts'
import type { CoverageSpan, Message, StopReason, ToolCall } from './message.ts'
import type { Policies, Profile } from './policy.ts'
import type { TokenRef, TurnMarkers } from './turn-markers.ts'
import type { PromptOptions } from './reasoning-ended.ts'
import type { MessageToWrite, MessageWriter, Written } from './write.ts'

/** A tool as OpenAI's requests declare it. */
export interface Tool {
  readonly type?: 'function'
  readonly function: {
    readonly name: string
    readonly description?: string
    /** A JSON Schema; none means any object. */
    readonly parameters?: JsonSchema
    /** The grammar holds its arguments to the schema, whatever the request's `strict` says. */
    readonly strict?: boolean
  }
}

/** Whether and which tool the model must call. */
export type ToolChoice =
  | 'none'
  | 'auto'
  | 'required'
  | { readonly type?: 'function'; readonly function: { readonly name: string } }

/** What switches a lazy grammar on. */
export type Trigger =
  | { readonly type: 'word'; readonly value: string }
  | { readonly type: 'pattern'; readonly value: string }
  | { readonly type: 'pattern_full'; readonly value: string }
  | { readonly type: 'token'; readonly value: string }

/** A grammar and all that a server needs beside it. */
export interface ChatGrammar {
  readonly gbnf: string
  /** The grammar applies only from a trigger on. */
  readonly lazy: boolean
  readonly triggers: readonly Trigger[]
  /** Special tokens whose text must reach the parser. */
  readonly preservedTokens: readonly string[]
  readonly stops: readonly string[]
  /**
   * Every tool that is left out, every place where the grammar admits more than the parser reads, and every
   * keyword of a schema that it does not hold as written. Looked for when asked for.
   */
  readonly warnings: readonly Diagnostic[]
}

/** A format made ready for one request and one set of policies. */
export interface BuiltFormat {
  /** Reads whole responses and prints the eager grammar. */
  readonly arena: Arena
  /** A lazy grammar makes sense: calls may come, but need not. */
  readonly lazy: boolean
  readonly triggers: readonly Trigger[]
  readonly preservedTokens: readonly string[]
  readonly stops: readonly string[]
  readonly idStyle: IdStyle
  /**
   * The model writes ids behind the arguments: these wait for them, as a call's identity comes first.
   * Without it such an id is not used.
   */
  readonly lateIds?: boolean
  /**
   * What the prompt ends with and the parser reads before the model's text, when the caller gives
   * none: `<think>\n` for a format whose prompt opens the reasoning.
   */
  readonly generationPrompt: string
  /** The tools declared: a call of any other is noted. None means that every name is good. */
  readonly tools?: readonly Tool[]
  /** Which of them the request lets the model call; `auto` by default. */
  readonly toolChoice?: ToolChoice
  /** The markers of reasoning and calls, for those who count tokens. */
  readonly markers?: TurnMarkers
  /** What the whole content must be a value of. */
  readonly responseSchema?: JsonSchema
}

/** One family, ready for one request: policies are chosen when it is read. */
export interface ChatSource {
  /** The format's name. */
  readonly format: string
  build(policies: Policies): BuiltFormat
  /** How it writes a message; none if there is no way back. */
  readonly writer?: MessageWriter
}

/** A piece of a response: text, bytes, or text with the ids of its tokens. */
export type Chunk = string | Uint8Array | { readonly text: string; readonly ids: readonly number[] }

/** Options of reading one response. */
export interface SessionOptions {
  readonly profile?: Profile
  /** Single policies that differ from the profile's. */
  readonly policies?: Partial<Policies>
  /** What the prompt ends with; read before the model's text, and nobody's text. */
  readonly generationPrompt?: string
  /** The beginning of the response that the prompt already holds; read as the model's text. */
  readonly continues?: string
  /** Ids of marker tokens by their text, for chunks with ids. */
  readonly tokens?: Readonly<Record<string, number>>
  /**
   * Texts of the tokenizer's special tokens. Those that the format does not know are taken out of the
   * text: by their ids where `tokens` has them and ids come, else by their text. Offsets count the text
   * without them.
   */
  readonly specialTokens?: readonly string[]
  /**
   * `false`: neither deltas nor the message tell of the reasoning, nor do notes inside it. A server
   * must then also keep back token ids and log probabilities: see `Session.stats.hidesReasoning`.
   */
  readonly includeReasoning?: boolean
  /** `false`: the reasoning is sent in one piece, when it has ended. */
  readonly streamReasoning?: boolean
  /** Calls in the history, for ids that count on. */
  readonly callsBefore?: number
  /** `committed` sends only what cannot change; `eager` sends all that is recognised. */
  readonly mode?: 'committed' | 'eager'
  readonly limits?: Partial<MachineLimits> & { readonly maxCalls?: number }
  /** Runs the plain reparse of the whole buffer at every chunk: the reference, quadratic. */
  readonly reparse?: boolean
  /** Seeds the generated ids; random by default. */
  readonly seed?: number
  /**
   * Checks a complete call's arguments, or a response, against its schema when the response has
   * ended; what it says is noted.
   */
  readonly validate?: (schema: JsonSchema, value: unknown) => string | null
  /**
   * Notes text that was read although the grammar forbids it; true by default. Runs the grammar
   * beside the reading, which doubles the cost.
   */
  readonly checkGrammar?: boolean
}

/** Options of reading a text at once. */
export interface ChatParseOptions extends SessionOptions {
  /** The text is not over: what it holds so far is read. */
  readonly partial?: boolean
  /** Why it ended; `stop` by default. */
  readonly stopReason?: StopReason
}

/** Options of a stream of deltas. */
export interface StreamOptions extends SessionOptions {
  readonly stopReason?: () => StopReason
}

/** One response being read. */
export interface Session<Call extends ToolCall = ToolCall> {
  /** Reads a chunk and gives what it added. Never throws on the model's text. */
  feed(chunk: Chunk): Delta[]
  /** Says that the response has ended. The last delta is a `finish`. */
  finish(end?: { readonly stopReason?: StopReason }): Delta[]
  /** The message so far. */
  readonly message: Message<Call>
  /**
   * What became of the model's text from an offset on, up to what is known so far: for those who must say
   * what a token became. Costs what it gives, where the message's coverage costs all of it.
   */
  coverageSince(offset: number): readonly CoverageSpan[]
  readonly stats: SessionStats
}

/** What a session has done. */
export interface SessionStats {
  /** Steps of the machine, UTF-16 code units read. */
  readonly steps: number
  readonly length: number
  /**
   * Tokens of reasoning, after the profile's rule; `undefined` where no ids came or the format has no
   * markers for it.
   */
  readonly reasoningTokens: number | undefined
  /** There was reasoning that the request does not want: whatever would tell of it must be hidden. */
  readonly hidesReasoning: boolean
}

/** A whole response, read. */
export interface Parsed<Call extends ToolCall = ToolCall> {
  readonly message: Message<Call>
  /** The text was read to its end and every call is complete. */
  readonly complete: boolean
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * A format made ready for one request: the grammar, and the reading of responses. `Call` is what the tools of the request
 * say of calls.
 */
export interface Chat<Call extends ToolCall = ToolCall> {
  readonly format: string
  /** The arena under a profile, the default one unless said otherwise. */
  arena(options?: Pick<SessionOptions, 'profile' | 'policies'>): Arena
  grammar(options?: { readonly lazy?: boolean }): ChatGrammar
  /**
   * Reads a text that is whole, or with `partial` one that is not over. A profile's whole reading
   * applies where the engine has one.
   */
  parse(text: Chunk, options?: ChatParseOptions): Parsed<Call>
  open(options?: SessionOptions): Session<Call>
  /**
   * Whether the reasoning has ended where a prompt, or a text so far, ends: from there on a grammar
   * may constrain the answer. `thinking` is by default what the request says.
   *
   * @throws {TypeError} when the format has no markers for its reasoning
   */
  reasoningEnded(
    prompt: string | readonly TokenRef[],
    options?: PromptOptions & Pick<SessionOptions, 'profile' | 'policies'>,
  ): boolean
  /** Chunks in, deltas out. `stopReason` is asked when the chunks have ended. */
  deltas(options?: StreamOptions): TransformStream<Chunk, Delta>
  /**
   * The way back: the text that the model would have written for a message, after the prompt and
   * without the marker that ends the turn. `parse` reads the same message from it. Where it does not,
   * since the text holds the family's own markers, say, or the request allows no calls, there is a
   * diagnostic `unwritable` for each such part.
   *
   * @throws {TypeError} when the format has no way back, or arguments are an object that is no JSON
   */
  write(message: MessageToWrite): Written
}

/** Options of every format: what the request asks for. */
export interface FormatOptions {
  /** Those that no call can name are left out: the grammar's warnings name them. */
  readonly tools?: readonly Tool[]
  /** `auto` by default when there are tools. */
  readonly toolChoice?: ToolChoice
  /** The names of the tools that may be called; all by default. Others count as not declared. */
  readonly allowedTools?: readonly string[]
  /**
   * What the grammar holds calls to: their schemas too (the default), their `envelope` of markers and
   * names, or `nothing` where the model need not call. A tool's own `strict` asks for its schema.
   */
  readonly strict?: 'arguments' | 'envelope' | 'nothing'
  /** Several calls in one response; true by default. */
  readonly parallelToolCalls?: boolean
  /**
   * `on`: the model may think first; `off`: it may not; `open`: the prompt has opened the reasoning.
   */
  readonly reasoning?: 'on' | 'off' | 'open'
  /** `none` leaves reasoning in the content, markers and all. */
  readonly reasoningFormat?: 'auto' | 'none'
  /** The answer is a JSON value of this schema, in place of tools. */
  readonly responseSchema?: JsonSchema
  /** With tools and a response schema: `either` lets the model call, or answer by a value of the schema. */
  readonly withTools?: 'either'
  /** Order of object keys, white space and the like, passed on to the schema compiler. */
  readonly schema?: {
    readonly order?: 'listed' | 'required-first' | 'any'
    readonly whitespace?: 'compact' | 'one-space' | 'free'
  }
}
