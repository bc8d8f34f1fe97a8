import { truncate } from './frames.ts'
import type { FailureCode } from './result.ts'
import { Frame, FreeSteps, Status, type State } from './state.ts'

/** Whether more text is held back by open choices than is allowed. */
export function holdsTooMuch(s: State, position: number): boolean {
  return s.oldest >= 0 && position - s.stack[s.oldest + Frame.position]! > s.limits.maxHeld
}

/** How many steps may be taken before the text must have been read further. */
export function allowedWork(s: State, position: number): number {
  const reached = position > s.furthest ? position : s.furthest
  return s.limits.maxSteps * reached + FreeSteps - s.work
}

/** Puts what the loop of `run` keeps in variables back into the state. */
export function save(s: State, pc: number, position: number, sp: number, work: number): void {
  s.pc = pc
  s.position = position
  s.sp = sp
  s.work += work
}

/** Stops on an instruction that would look past the end of the text. */
export function suspend(s: State, pc: number, position: number, sp: number, work: number): void {
  // The instruction runs again: what it has done so far is counted apart from the work.
  s.resumed++
  save(s, pc, position, sp, work - 1)
  if (holdsTooMuch(s, position)) stopHeld(s, pc, position, sp, 0)
}

function stop(s: State, code: FailureCode, at: number): void {
  s.limit = code
  s.limitAt = at
  s.status = Status.failed
}

/** Stops at a limit, unless too much was held back before it was met. */
export function stopAt(
  s: State,
  code: FailureCode,
  pc: number,
  position: number,
  sp: number,
  work: number,
): void {
  if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work)
  save(s, pc, position, sp, work)
  stop(s, code, code === 'work-limit' ? Math.max(position, s.furthest) : position)
}

/**
 * Stops at the limit itself, however far an instruction has run beyond it: what was recorded up to
 * there was recorded in every way of cutting the text, and nothing else stays.
 */
export function stopHeld(s: State, pc: number, position: number, sp: number, work: number): void {
  const at = s.stack[s.oldest + Frame.position]! + s.limits.maxHeld
  save(s, pc, Math.min(position, at), sp, work)
  let { length } = s.tape
  while (length > 0 && s.tape.records[length - 1]! > at) length -= 2
  truncate(s, length)
  if (s.hide >= 0 && s.stack[s.hide + Frame.position]! > at) s.hide = -1
  stop(s, 'held-limit', at)
}
