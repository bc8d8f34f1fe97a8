import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Delta } from './delta.ts'
import { readMessage, type LooseCall, type LooseMessage } from './loose-message.ts'

/** Why two messages are not a message and its continuation. */
export type ConflictCode =
  | 'not-a-message'
  | 'shrunk-text'
  | 'changed-text'
  | 'fewer-calls'
  | 'changed-name'
  | 'changed-id'
  | 'late-change'
  | 'changed-state'
  | 'changed-finish'

/** A place where the next message takes back what the previous one said. */
export interface Conflict {
  readonly code: ConflictCode
  /** Where, as `['toolCalls', 0, 'name']`. */
  readonly path: readonly (string | number)[]
  readonly previous: unknown
  readonly next: unknown
}

/** The differences between two messages. */
export interface MessageDiff {
  readonly deltas: Delta[]
  readonly conflicts: Conflict[]
}

/**
 * What turns one message into the next: reasoning, then content, then the last call that was there
 * before, then each new call. Never throws, whatever it is given; reads pegbnf's messages and OpenAI's.
 * Where there is no conflict, the previous message plus the deltas is the next.
 *
 * @example
 * ```ts
 * diffMessages({ content: 'Ahoy' }, { content: 'Ahoy there' }).deltas
 * // [{ kind: 'content', text: ' there' }]
 * ```
 */
export function diffMessages(previous: unknown, next: unknown): MessageDiff {
  const out: MessageDiff = { deltas: [], conflicts: [] }
  const before = readMessage(previous)
  const after = readMessage(next)
  for (const { path, value } of before.faults) {
    out.conflicts.push({ code: 'not-a-message', path, previous: value, next: undefined })
  }
  for (const { path, value } of after.faults) {
    out.conflicts.push({ code: 'not-a-message', path, previous: undefined, next: value })
  }
  diffText(out, 'reasoning', before.message.reasoning, after.message.reasoning)
  diffText(out, 'content', before.message.content, after.message.content)
  diffCalls(out, before.message.calls, after.message.calls)
  diffNotes(out, before.message.diagnostics, after.message.diagnostics)
  diffFinish(out, before.message, after.message)
  return out
}

function diffText(
  out: MessageDiff,
  kind: 'reasoning' | 'content',
  previous: string,
  next: string,
): void {
  if (previous === next) return
  const added = growth(out, [kind], previous, next)
  if (added !== null) out.deltas.push({ kind, text: added })
}

/** What was added at the end; empty where the text shrank, null where it is another. */
function growth(
  out: MessageDiff,
  path: Conflict['path'],
  previous: string,
  next: string,
): string | null {
  if (next.startsWith(previous)) return next.slice(previous.length)
  const shrunk = previous.startsWith(next)
  out.conflicts.push({ code: shrunk ? 'shrunk-text' : 'changed-text', path, previous, next })
  return shrunk ? '' : null
}

function diffCalls(
  out: MessageDiff,
  previous: readonly LooseCall[],
  next: readonly LooseCall[],
): void {
  if (next.length < previous.length) {
    out.conflicts.push({
      code: 'fewer-calls',
      path: ['toolCalls', 'length'],
      previous: previous.length,
      next: next.length,
    })
    return
  }
  next.forEach((call, index) => {
    const known = previous[index]
    if (known === undefined) addCall(out, index, call)
    else if (index === previous.length - 1) diffLastCall(out, index, known, call)
    else diffEarlierCall(out, index, known, call)
    endCall(out, index, known, call)
  })
}

function addCall(out: MessageDiff, index: number, call: LooseCall): void {
  out.deltas.push({ kind: 'call', index, ...identity(call), arguments: call.arguments })
}

function identity({ id, name }: LooseCall): { id?: string; type: 'function'; name: string } {
  return { ...(id === undefined ? {} : { id }), type: 'function', name }
}

function diffLastCall(out: MessageDiff, index: number, previous: LooseCall, next: LooseCall): void {
  const path = ['toolCalls', index]
  if (!next.name.startsWith(previous.name)) {
    const conflict = { path: [...path, 'name'], previous: previous.name, next: next.name }
    out.conflicts.push({ code: 'changed-name', ...conflict })
    if (next.name !== '') return
  }
  const idChanged = (previous.id ?? '') !== (next.id ?? '')
  if (idChanged && (previous.id ?? '') !== '') {
    out.conflicts.push({
      code: 'changed-id',
      path: [...path, 'id'],
      previous: previous.id,
      next: next.id,
    })
  }
  const added = growth(out, [...path, 'arguments'], previous.arguments, next.arguments)
  if (added === null) return
  if (idChanged || previous.name !== next.name) {
    out.deltas.push({ kind: 'call', index, ...identity(next), arguments: added })
  } else if (added !== '') out.deltas.push({ kind: 'call', index, arguments: added })
}

/** A call behind which another has begun is closed: what changes there comes too late to be sent. */
function diffEarlierCall(
  out: MessageDiff,
  index: number,
  previous: LooseCall,
  next: LooseCall,
): void {
  for (const field of ['id', 'name', 'arguments'] as const) {
    if ((previous[field] ?? '') === (next[field] ?? '')) continue
    out.conflicts.push({
      code: 'late-change',
      path: ['toolCalls', index, field],
      previous: previous[field],
      next: next[field],
    })
  }
}

function endCall(
  out: MessageDiff,
  index: number,
  previous: LooseCall | undefined,
  next: LooseCall,
): void {
  const before = previous?.state ?? 'streaming'
  const after = next.state ?? 'streaming'
  if (before === after) return
  if (before === 'streaming' && after !== 'streaming') {
    out.deltas.push({ kind: 'call-end', index, state: after })
  } else {
    const path = ['toolCalls', index, 'state']
    out.conflicts.push({ code: 'changed-state', path, previous: before, next: after })
  }
}

/** Notes have no order of their own: what is new among them is added. */
function diffNotes(
  out: MessageDiff,
  previous: readonly Diagnostic[],
  next: readonly Diagnostic[],
): void {
  const known = new Map<string, number>()
  for (const note of previous) known.set(keyOf(note), (known.get(keyOf(note)) ?? 0) + 1)
  for (const note of next) {
    const count = known.get(keyOf(note)) ?? 0
    if (count === 0) out.deltas.push({ kind: 'note', diagnostic: note })
    else known.set(keyOf(note), count - 1)
  }
}

function keyOf({ code, offset, message }: Diagnostic): string {
  return `${code} ${offset ?? ''} ${message}`
}

function diffFinish(out: MessageDiff, previous: LooseMessage, next: LooseMessage): void {
  const [before, after] = [previous.finishReason, next.finishReason]
  if (before === after) return
  if (before === null && after !== null) out.deltas.push({ kind: 'finish', reason: after })
  else {
    const path = ['finishReason']
    out.conflicts.push({ code: 'changed-finish', path, previous: before, next: after })
  }
}
