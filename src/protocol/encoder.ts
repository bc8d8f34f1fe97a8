import type { Delta } from '../chat/delta.ts'
import type { Fault } from './fault.ts'

/** Turns the deltas of one response into a protocol's events. A response that has ended stays so. */
export interface Encoder<Event> {
  /** What comes before the first delta. `push`, `end` and `fail` do it when it has not been done. */
  start(): Event[]
  /** What one delta comes to; often nothing, as a protocol may tell it later, or not at all. */
  push(delta: Delta): Event[]
  /** Ends a response without a `finish` as cut off, and sends what must come last. */
  end(): Event[]
  /** Tells that the response failed in the middle. Nothing comes after it. */
  fail(fault: Fault): Event[]
}

/** All events of a response whose deltas are at hand. */
export function encodeAll<Event>(encoder: Encoder<Event>, deltas: Iterable<Delta>): Event[] {
  const events = encoder.start()
  for (const delta of deltas) events.push(...encoder.push(delta))
  events.push(...encoder.end())
  return events
}
