import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { CallDelta, CallEndDelta, Delta } from './delta.ts'
import { textFrom, type Draft, type DraftCall, type DraftSize } from './draft.ts'
import { lastOf } from './growing-text.ts'
import type { FinishReason } from './message.ts'

/** Where the mapper tells what it added; `at` is how long the text was before. */
export interface Sink {
  content(text: string, at: number): void
  reasoning(text: string, at: number): void
  call(index: number, id: string, name: string): void
  callText(index: number, text: string, at: number): void
  callEnd(index: number, state: CallEndDelta['state']): void
}

/** Collects deltas until they are taken; neighbours that add to the same text become one. */
export interface Outbox extends Sink {
  note(diagnostic: Diagnostic): void
  finish(reason: FinishReason): void
  take(): Delta[]
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** Makes an empty outbox. */
export function createOutbox(): Outbox {
  let deltas: Delta[] = []

  function addText(kind: 'content' | 'reasoning', text: string): void {
    const last = deltas[deltas.length - 1]
    if (last?.kind === kind) (last as Writable<typeof last>).text += text
    else deltas.push({ kind, text })
  }

  return {
    content: (text) => addText('content', text),
    reasoning: (text) => addText('reasoning', text),
    call: (index, id, name) =>
      void deltas.push({ kind: 'call', index, id, type: 'function', name, arguments: '' }),
    callText(index, text) {
      const last = deltas[deltas.length - 1]
      if (last?.kind === 'call' && last.index === index) {
        const own: Writable<CallDelta> = last
        own.arguments += text
      } else deltas.push({ kind: 'call', index, arguments: text })
    },
    callEnd: (index, state) => void deltas.push({ kind: 'call-end', index, state }),
    note: (diagnostic) => void deltas.push({ kind: 'note', diagnostic }),
    finish: (reason) => void deltas.push({ kind: 'finish', reason }),
    take() {
      const taken = deltas
      deltas = []
      return taken
    },
  }
}

/** A sink that nobody reads. */
export const deafSink: Sink = {
  content() {},
  reasoning() {},
  call() {},
  callText() {},
  callEnd() {},
}

/** A channel of a stream that can be sent only once. */
export type Channel = 'content' | 'reasoning' | 'calls'

/**
 * Lets through what was not sent yet. Text that is told again, after the mapper had to go back, must
 * equal what was sent; where it does not, the channel is given up and `undone` is told, once.
 */
export function createGuard(sink: Sink, undone: (channel: Channel) => void): Guard {
  const sent = { content: '', reasoning: '' }
  const calls: { id: string; name: string; arguments: string; end: string }[] = []
  const stopped = new Set<Channel>()

  function stop(channel: Channel): void {
    if (stopped.has(channel)) return
    stopped.add(channel)
    undone(channel)
  }

  /** What of a text is new, or null where it contradicts what was sent. */
  function fresh(before: string, text: string, at: number): string | null {
    const known = before.length - at
    if (known <= 0) return known === 0 ? text : null
    const both = Math.min(known, text.length)
    return before.startsWith(text.slice(0, both), at) ? text.slice(both) : null
  }

  function addText(channel: 'content' | 'reasoning', text: string, at: number): void {
    if (stopped.has(channel)) return
    const added = fresh(sent[channel], text, at)
    if (added === null) return stop(channel)
    if (added === '') return
    sink[channel](added, sent[channel].length)
    sent[channel] += added
  }

  function catchUpCall(index: number, call: DraftCall, from: number): void {
    guard.call(index, call.id, call.name)
    guard.callText(index, lastOf(call.arguments, call.arguments.length - from), from)
    if (call.state !== 'streaming') guard.callEnd(index, call.state)
  }

  const guard: Guard = {
    content: (text, at) => addText('content', text, at),
    reasoning: (text, at) => addText('reasoning', text, at),
    call(index, id, name) {
      if (stopped.has('calls')) return
      const known = calls[index]
      if (known === undefined) {
        calls.push({ id, name, arguments: '', end: '' })
        sink.call(index, id, name)
      } else if (known.id !== id || known.name !== name) stop('calls')
    },
    callText(index, text, at) {
      const known = calls[index]
      if (known === undefined || stopped.has('calls')) return
      const added = fresh(known.arguments, text, at)
      if (added === null || (added !== '' && known.end !== '')) return stop('calls')
      if (added === '') return
      sink.callText(index, added, known.arguments.length)
      known.arguments += added
    },
    callEnd(index, state) {
      const known = calls[index]
      if (known === undefined || stopped.has('calls')) return
      if (known.end === '') {
        known.end = state
        sink.callEnd(index, state)
      } else if (known.end !== state) stop('calls')
    },
    catchUp(draft, since) {
      addText('reasoning', textFrom(draft, 'reasoning', since.reasoning), since.reasoning)
      addText('content', textFrom(draft, 'content', since.content), since.content)
      const last = since.calls - 1
      for (let i = Math.max(0, last); i < draft.calls.length; i++) {
        const call = draft.calls[i]
        if (call !== undefined) catchUpCall(i, call, i === last ? since.arguments : 0)
      }
    },
    settle({ lengths, calls: known }) {
      if (sent.content.length > lengths.content) stop('content')
      if (sent.reasoning.length > lengths.reasoning) stop('reasoning')
      const shrunk = calls.some(
        (call, i) => call.arguments.length > (known[i]?.arguments.length ?? -1),
      )
      if (shrunk) stop('calls')
    },
  }
  return guard
}

/** A sink that remembers what it has let through. */
export interface Guard extends Sink {
  /** Sends what the draft has beyond what was sent; `since` is its size when all of it was sent. */
  catchUp(draft: Draft, since: DraftSize): void
  /** Compares with the draft at its end: what was sent and is not in it was undone. */
  settle(draft: Draft): void
}
