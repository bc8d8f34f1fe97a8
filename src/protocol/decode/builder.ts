import type { Chat, Session, SessionOptions } from '../../chat/chat-types.ts'
import type { Delta } from '../../chat/delta.ts'
import { createIds } from '../../chat/ids.ts'
import type { FinishReason, StopReason } from '../../chat/message.ts'
import { diagnose } from '../../diagnostics/diagnostic.ts'
import type { TextKind } from '../blocks.ts'
import { createUpstreamCalls, type UpstreamCall, type UpstreamCalls } from './calls.ts'
import { createWholeText } from './whole-text.ts'

/** Options of every decoder. */
export interface DecodeOptions {
  /**
   * A format in which the upstream's content is read once more: for servers that leave calls and
   * reasoning in the text. Off by default, as text may only look like a call. It is read under this
   * format's own tools: what calls another one stays text.
   */
  readonly rescue?: Chat
  /** How the rescue reads. */
  readonly reading?: Omit<SessionOptions, 'seed'>
  /** Seeds the ids of calls that have none; random by default. */
  readonly seed?: number
}

/** Makes a clean message out of what an upstream says. Each function gives the deltas it comes to. */
export interface MessageBuilder {
  text(kind: TextKind, text: string): Delta[]
  readonly calls: UpstreamCalls
  /** Begins a call: what is sure to be over ends first. */
  openCall(id: string): { readonly call: UpstreamCall; readonly deltas: Delta[] }
  note(message: string): Delta[]
  /** The message has ended; only the first time counts. */
  finish(stop: StopReason): Delta[]
  /** The upstream failed. */
  fail(message: string): Delta[]
  readonly ended: boolean
}

/** Makes the builder of one message. */
export function createMessageBuilder(options: DecodeOptions): MessageBuilder {
  const seed = options.seed === undefined ? {} : { seed: options.seed }
  let callCount = 0
  const calls = createUpstreamCalls(createIds('openai', seed), () => callCount++)
  const session: Session | null =
    options.rescue?.open({
      ...options.reading,
      ...(seed.seed === undefined ? {} : { seed: seed.seed + 1 }),
    }) ?? null
  const whole = { content: createWholeText(), reasoning: createWholeText() }
  /** Indices in the message of the calls that the rescue found. */
  const found = new Map<number, number>()
  let ended = false

  function text(kind: TextKind, added: string): Delta[] {
    if (added === '' || ended) return []
    return sendText(kind, whole[kind].push(added))
  }

  function sendText(kind: TextKind, added: string): Delta[] {
    if (added === '') return []
    if (kind === 'content' && session !== null) return session.feed(added).flatMap(rescued)
    return [...calls.settle(), { kind, text: added }]
  }

  /** A delta of the rescue as one of the message. */
  function rescued(delta: Delta): Delta[] {
    if (delta.kind === 'finish') return []
    if (delta.kind !== 'call' && delta.kind !== 'call-end') {
      return delta.kind === 'note' ? [delta] : [...calls.settle(), delta]
    }
    let index = found.get(delta.index)
    if (index === undefined) {
      index = callCount++
      found.set(delta.index, index)
    }
    return [{ ...delta, index }]
  }

  function finish(stop: StopReason): Delta[] {
    if (ended) return []
    const rest = [
      ...sendText('reasoning', whole.reasoning.end()),
      ...sendText('content', whole.content.end()),
      ...(session?.finish({ stopReason: stop === 'error' ? 'abort' : stop }).flatMap(rescued) ??
        []),
      ...calls.finish(stop),
    ]
    ended = true
    const reason: FinishReason = stop === 'stop' && callCount > 0 ? 'tool_calls' : stop
    return [...rest, { kind: 'finish', reason }]
  }

  function note(message: string): Delta[] {
    return ended ? [] : [{ kind: 'note', diagnostic: diagnose('bad-frame', message) }]
  }

  return {
    text,
    calls,
    openCall(id) {
      const deltas = calls.settle()
      return { call: calls.open(id), deltas }
    },
    note,
    finish,
    fail(message) {
      if (ended) return []
      return [{ kind: 'note', diagnostic: diagnose('stream-error', message) }, ...finish('error')]
    },
    get ended() {
      return ended
    },
  }
}
