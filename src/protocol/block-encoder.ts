import type { Delta } from '../chat/delta.ts'
import type { FinishReason } from '../chat/message.ts'
import { createBlocks, type BlockStep } from './blocks.ts'
import type { Encoder } from './encoder.ts'
import type { Fault } from './fault.ts'
import { createCallStates } from './settle.ts'

/** How a protocol tells a response in blocks. */
export interface BlockWriter<Event> {
  begin(): Event[]
  step(step: BlockStep): Event[]
  /** The end of a response that did not fail. */
  finish(reason: Exclude<FinishReason, 'error'>): Event[]
  fail(fault: Fault): Event[]
}

/** Makes an encoder of a protocol that has one block open at a time. */
export function createBlockEncoder<Event>(writer: BlockWriter<Event>): Encoder<Event> {
  const blocks = createBlocks()
  const states = createCallStates()
  let phase: 'new' | 'open' | 'ended' = 'new'
  /** What the upstream said went wrong. */
  let trouble = 'the upstream failed before the response was whole'

  function start(): Event[] {
    if (phase !== 'new') return []
    phase = 'open'
    return writer.begin()
  }

  function take(steps: readonly BlockStep[]): Event[] {
    return steps.flatMap((step) => {
      if (step.kind === 'close-call') states.end(step.call.index, step.state)
      return writer.step(step)
    })
  }

  function finish(reason: FinishReason): Event[] {
    if (reason === 'error') return fail({ kind: 'server', message: trouble })
    const closed = take(blocks.end(reason))
    phase = 'ended'
    const settled = states.reason(reason)
    return [...closed, ...(settled === 'error' ? [] : writer.finish(settled))]
  }

  function fail(fault: Fault): Event[] {
    if (phase === 'ended') return []
    const begun = start()
    const closed = take(blocks.end('error'))
    phase = 'ended'
    return [...begun, ...closed, ...writer.fail(fault)]
  }

  function push(delta: Delta): Event[] {
    if (phase === 'ended') return []
    const begun = start()
    if (delta.kind === 'note' && delta.diagnostic.code === 'stream-error') {
      trouble = delta.diagnostic.message
    }
    const added = delta.kind === 'finish' ? finish(delta.reason) : take(blocks.push(delta))
    return begun.length === 0 ? added : [...begun, ...added]
  }

  return {
    start,
    push,
    fail,
    end: () => (phase === 'ended' ? [] : [...start(), ...finish('length')]),
  }
}
