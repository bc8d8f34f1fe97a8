import type { ChatGrammar, Chunk } from '../chat/chat-types.ts'
import type { TokenLogprob } from '../chat/delta.ts'
import type { StopReason } from '../chat/message.ts'
import type { Fault, FaultKind } from '../protocol/fault.ts'
import type { MediaSupport } from './media.ts'
import type { Sampling } from '../protocol/request/chat-request.ts'
import type { TokenUsage } from '../protocol/token-usage.ts'

/** One text that an engine is asked for. */
export interface Generation {
  readonly prompt: string
  /** What the media markers in the prompt stand for, in order, as base64. */
  readonly media: readonly string[]
  /** Null where nothing constrains the text. */
  readonly grammar: ChatGrammar | null
  /** Special tokens whose text must not be left out. */
  readonly preservedTokens: readonly string[]
  /** What ends a turn, for engines that do not know it by themselves. */
  readonly stops: readonly string[]
  /** Without stop strings: those are looked for in what the client is sent. */
  readonly sampling: Omit<Sampling, 'stop'>
  /** How many alternatives of each token are to be told, with their log probabilities; null for neither. */
  readonly logprobs: number | null
  /** The ids of the tokens are to be told. */
  readonly tokenIds: boolean
  /** Fields of the request that no protocol knows; an upstream takes those that it knows by name. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** What an engine says while it writes. */
export type UpstreamEvent =
  | {
      readonly kind: 'text'
      readonly chunk: Chunk
      /** Of the tokens of this text, where they were asked for. */
      readonly logprobs?: readonly TokenLogprob[]
    }
  | { readonly kind: 'usage'; readonly usage: TokenUsage }
  | { readonly kind: 'end'; readonly reason: StopReason }
  /** It failed behind what it has said: nothing of that is lost. */
  | { readonly kind: 'fault'; readonly error: UpstreamError }

/** An engine that writes text. */
export interface Upstream {
  /** For logs and metrics; never an address with a password. */
  readonly name: string
  /** What this engine cannot do, one sentence each: for whoever starts the gateway. */
  readonly notes: readonly string[]
  /** It can begin a grammar at a trigger; others are given the whole grammar. */
  readonly lazyGrammars: boolean
  /** The prompt's token that begins a text is added by the engine: it is taken off the prompt. */
  readonly addsBos: boolean
  /**
   * Writes one text. Events come in lists, one a read. The last is an `end`, or a `fault`.
   *
   * @throws {UpstreamError} when the engine fails, before the text or in the middle of it
   */
  generate(generation: Generation, signal: AbortSignal): AsyncIterable<readonly UpstreamEvent[]>
  /**
   * Asks whether it is ready.
   *
   * @throws {UpstreamError} when it is not
   */
  check(signal: AbortSignal): Promise<void>
  /** It tells log probabilities; not unless given. */
  readonly logprobs?: boolean
  /** It can be shown pictures, or let hear sounds; text alone unless given. */
  readonly media?: MediaSupport
  /** Ids of the markers, when they are to be told from text that is spelled like them. */
  readonly tokens?: Readonly<Record<string, number>>
}

/**
 * An engine failed, or refused.
 *
 * @example
 * ```ts
 * new UpstreamError('overloaded', 'all slots are taken').kind // 'overloaded'
 * ```
 */
export class UpstreamError extends Error {
  readonly kind: FaultKind

  constructor(kind: FaultKind, message: string) {
    super(message)
    this.name = 'UpstreamError'
    this.kind = kind
  }
}

/** An error as a fault that a client is told; what is not ours to tell becomes a sentence. */
export function faultOf(error: unknown): Fault {
  if (error instanceof UpstreamError) return { kind: error.kind, message: error.message }
  return { kind: 'server', message: 'the gateway failed' }
}
