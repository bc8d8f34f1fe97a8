import type { CallDelta, Delta, TokenLogprob } from '../chat/delta.ts'
import type { FinishReason } from '../chat/message.ts'
import { assumeState, type Outcome } from './settle.ts'

/** What a block holds beside calls. */
export type TextKind = 'content' | 'reasoning'

/** A call as a block tells it when it ends. */
export interface BlockCall {
  readonly index: number
  readonly id: string
  readonly name: string
}

/** One step of a response told in blocks: one is open at a time, each is closed before the next. */
export type BlockStep =
  | { readonly kind: 'open'; readonly block: number; readonly text: TextKind }
  | { readonly kind: 'open-call'; readonly block: number; readonly call: BlockCall }
  | {
      readonly kind: 'text'
      readonly block: number
      readonly of: TextKind
      readonly text: string
      readonly logprobs?: readonly TokenLogprob[]
    }
  | {
      readonly kind: 'arguments'
      readonly block: number
      readonly call: BlockCall
      readonly text: string
    }
  | {
      readonly kind: 'close'
      readonly block: number
      readonly of: TextKind
      readonly text: string
      readonly logprobs?: readonly TokenLogprob[]
    }
  | {
      readonly kind: 'close-call'
      readonly block: number
      readonly call: BlockCall
      /** All arguments; `{}` where a complete call has none. */
      readonly text: string
      readonly state: Exclude<Outcome, null>
    }

/** Puts deltas in the order of blocks. */
export interface Blocks {
  push(delta: Delta): BlockStep[]
  /** Closes what is open; a call whose end was not told is complete only if it is whole. */
  end(reason: FinishReason | null): BlockStep[]
}

interface TextBlock {
  readonly kind: TextKind
  readonly pieces: string[]
  readonly logprobs: TokenLogprob[]
}

interface CallBlock {
  readonly kind: 'call'
  readonly call: BlockCall
  readonly pieces: string[]
  state: Outcome
}

function growBlock(block: TextBlock, text: string, logprobs: readonly TokenLogprob[]): void {
  block.pieces.push(text)
  for (const token of logprobs) block.logprobs.push(token)
}

/**
 * Makes the order of blocks. Where a protocol has one block open at a time, a delta for another waits
 * until the open call has ended; pegbnf's own sessions end a call before they go on, other servers
 * may write several at once. Every delta is looked at once.
 */
export function createBlocks(): Blocks {
  let open: TextBlock | CallBlock | null = null
  let block = -1
  const waiting: (TextBlock | CallBlock)[] = []
  /** Calls that are open or wait, by index. */
  const calls = new Map<number, CallBlock>()

  function addText(
    kind: TextKind,
    text: string,
    logprobs: readonly TokenLogprob[] = [],
  ): BlockStep[] {
    if (text === '') return []
    if (open?.kind === 'call') {
      const last = waiting.at(-1)
      if (last?.kind === kind) growBlock(last, text, logprobs)
      else waiting.push({ kind, pieces: [text], logprobs: [...logprobs] })
      return []
    }
    if (open?.kind !== kind) {
      return [...close(null), ...begin({ kind, pieces: [text], logprobs: [...logprobs] })]
    }
    growBlock(open, text, logprobs)
    return [textStep(kind, text, logprobs)]
  }

  function textStep(of: TextKind, text: string, logprobs: readonly TokenLogprob[]): BlockStep {
    return { kind: 'text', block, of, text, ...(logprobs.length === 0 ? {} : { logprobs }) }
  }

  function addCall(delta: CallDelta): BlockStep[] {
    const known = calls.get(delta.index)
    if (known !== undefined) return addArguments(known, delta.arguments)
    // More text of a call that has ended, or whose beginning the client already has.
    if (delta.name === undefined) return []
    const call = { index: delta.index, id: delta.id ?? '', name: delta.name }
    const pieces = delta.arguments === '' ? [] : [delta.arguments]
    const made: CallBlock = { kind: 'call', call, pieces, state: null }
    calls.set(delta.index, made)
    if (open?.kind === 'call') {
      waiting.push(made)
      return []
    }
    return [...close(null), ...begin(made)]
  }

  function addArguments(call: CallBlock, text: string): BlockStep[] {
    if (text === '' || call.state !== null) return []
    call.pieces.push(text)
    return call === open ? [{ kind: 'arguments', block, call: call.call, text }] : []
  }

  function endCall(index: number, state: Exclude<Outcome, null>): BlockStep[] {
    const call = calls.get(index)
    if (call === undefined) return []
    call.state = state
    return call === open ? [...close(null), ...drain()] : []
  }

  /** Begins what waits, up to a call that has not ended. */
  function drain(): BlockStep[] {
    const steps: BlockStep[] = []
    let taken = 0
    for (const next of waiting) {
      taken++
      steps.push(...close(null), ...begin(next))
      if (next.kind === 'call') {
        if (next.state === null) break
        steps.push(...close(null))
      }
    }
    waiting.splice(0, taken)
    return steps
  }

  function begin(made: TextBlock | CallBlock): BlockStep[] {
    open = made
    block++
    const text = made.pieces.join('')
    if (made.kind !== 'call') {
      return [{ kind: 'open', block, text: made.kind }, textStep(made.kind, text, made.logprobs)]
    }
    const { call } = made
    const header: BlockStep = { kind: 'open-call', block, call }
    return text === '' ? [header] : [header, { kind: 'arguments', block, call, text }]
  }

  function close(reason: FinishReason | null): BlockStep[] {
    const closed = open
    open = null
    if (closed === null) return []
    const text = closed.pieces.join('')
    if (closed.kind !== 'call') {
      const { kind: of, logprobs } = closed
      return [{ kind: 'close', block, of, text, ...(logprobs.length === 0 ? {} : { logprobs }) }]
    }
    const { call } = closed
    calls.delete(call.index)
    const state = closed.state ?? assumeState(text, reason)
    const whole = state === 'complete' && text === '' ? '{}' : text
    return [{ kind: 'close-call', block, call, text: whole, state }]
  }

  return {
    push(delta) {
      switch (delta.kind) {
        case 'content':
          return addText(delta.kind, delta.text, delta.logprobs)
        case 'reasoning':
          return addText(delta.kind, delta.text)
        case 'call':
          return addCall(delta)
        case 'call-end':
          return endCall(delta.index, delta.state)
        default:
          return []
      }
    },
    end(reason) {
      const steps = close(reason)
      while (waiting.length > 0) steps.push(...drain(), ...close(reason))
      return steps
    },
  }
}
