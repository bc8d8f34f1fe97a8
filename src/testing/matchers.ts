import type { Chat } from '../chat/chat-types.ts'
import type { Message } from '../chat/message.ts'
import { sameJson } from '../chat/same-json.ts'
import { chunksOf, type Cut } from './chunks.ts'

/** What a matcher found. */
export interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
  readonly actual?: unknown
  readonly expected?: unknown
}

/** A message as a test says it; what is left out is not compared. */
export interface ExpectedMessage {
  readonly content?: string
  readonly reasoning?: string
  /** All calls, in order; their arguments as JSON text or as a value. */
  readonly toolCalls?: readonly { readonly name: string; readonly arguments?: unknown }[]
  readonly finishReason?: Message['finishReason']
}

/**
 * Matchers for `expect.extend` of vitest (or jest). Types: `declare module 'vitest' { interface
 * Matchers<T = any> extends ParseMatchers<T> {} }`.
 */
export interface ParseMatchers<Result> {
  /** The text is read as this message, by this format. */
  toParseAs(chat: Chat, expected: ExpectedMessage): Result
  /** The text is read as the same message however it is cut. */
  toParseInvariantly(chat: Chat): Result
}

/**
 * The matchers themselves.
 *
 * @example
 * ```ts
 * const chat = formats.hermes()
 * parseMatchers.toParseAs('<think>Hm</think>Ahoy', chat, { content: 'Ahoy' }).pass // true
 * ```
 */
export const parseMatchers: {
  toParseAs(received: string, chat: Chat, expected: ExpectedMessage): MatcherResult
  toParseInvariantly(received: string, chat: Chat): MatcherResult
} = { toParseAs, toParseInvariantly }

function toParseAs(received: string, chat: Chat, expected: ExpectedMessage): MatcherResult {
  const { message } = chat.parse(received, { seed: 1 })
  const [read, wanted] = [comparable(message, expected), normalised(expected)]
  const pass = sameValue(read, wanted)
  return {
    pass,
    actual: read,
    expected: wanted,
    message: () => `the format ${chat.format} ${pass ? 'reads' : 'does not read'} the text so`,
  }
}

function toParseInvariantly(received: string, chat: Chat): MatcherResult {
  const wanted = readIn(chat, [received])
  for (const [how, chunks] of cutsOf(received)) {
    const read = readIn(chat, chunks)
    if (sameValue(read, wanted)) continue
    return {
      pass: false,
      actual: read,
      expected: wanted,
      message: () => `${chat.format} reads another message when the text is cut ${how}`,
    }
  }
  return {
    pass: true,
    message: () => `${chat.format} reads the same message however the text is cut`,
  }
}

/** The longest text that is cut in two at every place: beyond, a few hundred places stand for all. */
const everywhere = 400

function cutsOf(text: string): (readonly [string, readonly string[]])[] {
  const step = Math.max(1, Math.ceil(text.length / everywhere))
  const inTwo = Array.from({ length: Math.floor(text.length / step) }, (_, i) => i * step).map(
    (at) => [`at ${at}`, [text.slice(0, at), text.slice(at)]] as const,
  )
  const cuts: readonly Cut[] = ['char', 'token', 1, 2, 3, 4, 5]
  const named = cuts.map((cut) => [`by ${cut}`, chunksOf(text, cut)] as const)
  return [...inTwo, ...named]
}

function readIn(chat: Chat, chunks: readonly string[]): Comparable {
  const session = chat.open({ seed: 1 })
  for (const chunk of chunks) session.feed(chunk)
  session.finish()
  const { content, reasoning, toolCalls, finishReason } = session.message
  return { content, reasoning, toolCalls, finishReason }
}

type Comparable = Readonly<Record<string, unknown>>

/** The parts of a message that are to be compared, in the form of those that are expected. */
function comparable(message: Message, expected: ExpectedMessage): Comparable {
  const { content, reasoning, finishReason } = message
  const calls = message.toolCalls.map((call, i) => ({
    name: call.name,
    ...(expected.toolCalls?.[i]?.arguments === undefined
      ? {}
      : { arguments: valueOf(call.arguments) }),
    ...(call.state === 'complete' ? {} : { state: call.state }),
  }))
  const all: Comparable = { content, reasoning, finishReason, toolCalls: calls }
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in expected))
}

function normalised(expected: ExpectedMessage): Comparable {
  if (expected.toolCalls === undefined) return { ...expected }
  const toolCalls = expected.toolCalls.map((call) => ({
    name: call.name,
    ...(call.arguments === undefined ? {} : { arguments: valueOf(call.arguments) }),
  }))
  return { ...expected, toolCalls }
}

/** The order of keys does not count. */
function sameValue(left: unknown, right: unknown): boolean {
  return sameJson(JSON.stringify(left), JSON.stringify(right))
}

function valueOf(args: unknown): unknown {
  if (typeof args !== 'string') return args
  try {
    const value: unknown = JSON.parse(args)
    return value
  } catch {
    return args
  }
}
