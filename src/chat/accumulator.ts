import type { Delta } from './delta.ts'
import { readMessage } from './loose-message.ts'
import type { CallState, FinishReason, Message, Segment } from './message.ts'
import { sortNotes } from './notes.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'

/** Adds deltas up to a message. */
export interface Accumulator {
  add(delta: Delta): void
  /** The message so far. Its coverage is empty: deltas do not say where their text stood. */
  readonly message: Message
}

interface Call {
  id: string
  name: string
  arguments: string
  state: CallState
}

type Part = { kind: 'content' | 'reasoning'; text: string } | { kind: 'call'; index: number }

/**
 * Makes an accumulator, from nothing or from a message that deltas are added to.
 *
 * @example
 * ```ts
 * const accumulator = createAccumulator()
 * const session = formats.plain().open()
 * for (const delta of session.feed('Ahoy')) accumulator.add(delta)
 * accumulator.message.content // 'Ahoy'
 * ```
 */
export function createAccumulator(previous: unknown = {}): Accumulator {
  const start = readMessage(previous).message
  // By index: deltas may come from a wire that leaves some out.
  const calls = new Map<number, Call>()
  start.calls.forEach((call, index) =>
    calls.set(index, {
      id: call.id ?? '',
      name: call.name,
      arguments: call.arguments,
      state: call.state ?? 'streaming',
    }),
  )
  const diagnostics: Diagnostic[] = [...start.diagnostics]
  const text = { content: start.content, reasoning: start.reasoning }
  const parts: Part[] = []
  for (const kind of ['reasoning', 'content'] as const) {
    if (text[kind] !== '') parts.push({ kind, text: text[kind] })
  }
  for (const index of calls.keys()) parts.push({ kind: 'call', index })
  let finishReason: FinishReason | null = start.finishReason

  function addText(kind: 'content' | 'reasoning', added: string): void {
    if (added === '') return
    text[kind] += added
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += added
    else parts.push({ kind, text: added })
  }

  function addCall(delta: Extract<Delta, { kind: 'call' }>): void {
    let call = calls.get(delta.index)
    if (call === undefined) {
      call = { id: '', name: '', arguments: '', state: 'streaming' }
      calls.set(delta.index, call)
      parts.push({ kind: 'call', index: delta.index })
    }
    if (delta.id !== undefined) call.id = delta.id
    if (delta.name !== undefined) call.name = delta.name
    call.arguments += delta.arguments
  }

  function add(delta: Delta): void {
    switch (delta.kind) {
      case 'content':
      case 'reasoning':
        return addText(delta.kind, delta.text)
      case 'call':
        return addCall(delta)
      case 'call-end': {
        const call = calls.get(delta.index)
        if (call !== undefined) call.state = delta.state
        return
      }
      case 'note':
        diagnostics.push(delta.diagnostic)
        return
      case 'finish':
        finishReason = delta.reason
    }
  }

  return {
    add,
    get message() {
      return {
        role: 'assistant',
        ...text,
        toolCalls: [...calls].map(([index, call]) => ({ ...call, index, type: 'function' })),
        finishReason,
        segments: parts.map((part): Segment => ({ ...part })),
        diagnostics: sortNotes(diagnostics),
        coverage: [],
      } satisfies Message
    },
  }
}
