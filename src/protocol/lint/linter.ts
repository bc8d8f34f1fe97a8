import type { Fields } from '../fields.ts'
import type { Frame } from '../frames/read-sse.ts'
import type { LintRuleName } from './rules.ts'

/** A place where a stream breaks a rule. */
export interface Violation {
  /** The line of the log, from 1. */
  readonly line: number
  readonly rule: LintRuleName
  /** Lower case, no full stop. */
  readonly message: string
}

/** Tells a violation at the event that is being looked at. */
export type Report = (rule: LintRuleName, message: string) => void

/** Checks the events of one protocol, in their order. */
export interface EventLinter {
  event(event: Fields, frame: Frame): void
  /** The stream has ended; `done` if it said so with `[DONE]`. */
  end(done: boolean): void
}
