import { CallSize } from './compile.ts'
import { Frame, type State } from './state.ts'
import { growTape } from './tape.ts'

/** Opens an entry on top of the stack: what failure goes back to. */
export function pushEntry(s: State, sp: number, resume: number, position: number): void {
  const { stack } = s
  stack[sp + Frame.resume] = resume
  stack[sp + Frame.position] = position
  stack[sp + Frame.mark] = s.tape.length
  stack[sp + Frame.previous] = s.newest
  stack[sp + Frame.cutBase] = s.cutBase
  stack[sp + Frame.call] = s.call
  stack[sp + Frame.count] = 0
  if (s.newest < 0) s.oldest = sp
  s.newest = sp
}

/** A frame that is no entry: a place on the stack, and what is hidden from here on. */
export function pushPlace(s: State, sp: number, position: number): void {
  s.stack[sp + Frame.position] = position
  s.stack[sp + Frame.mark] = s.tape.length
}

/** Takes an entry out of the chain as its frame is closed, unless a cut had settled it. */
export function unlink(s: State, base: number): void {
  if (s.newest !== base) return
  s.newest = s.stack[base + Frame.previous]!
  if (s.newest < 0) s.oldest = -1
}

/** Closes a lookahead: what was recorded inside it is no part of the tape. */
export function closeLookahead(s: State, base: number): void {
  s.newest = s.stack[base + Frame.previous]!
  if (s.newest < 0) s.oldest = -1
  s.cutBase = s.stack[base + Frame.cutBase]!
  if (s.hide === base) s.hide = -1
  truncate(s, s.stack[base + Frame.mark]!)
}

/** Moves a loop's entry on to the next iteration, in place. */
export function renew(s: State, base: number, position: number, count: number): void {
  const { stack } = s
  stack[base + Frame.position] = position
  stack[base + Frame.mark] = s.tape.length
  stack[base + Frame.count] = count
  if (s.newest === base) return
  // A cut settled the entry in the iteration before: this iteration has its own.
  stack[base + Frame.previous] = s.newest
  if (s.newest < 0) s.oldest = base
  s.newest = base
}

/** Takes back what was recorded behind a mark. */
export function truncate(s: State, mark: number): void {
  if (s.tape.length === mark) return
  s.tape.length = mark
  if (mark < s.tape.lowWater) s.tape.lowWater = mark
}

/** A stack with room for one more call and its frames. */
export function growStack(s: State): Int32Array {
  const grown = new Int32Array(s.stack.length * 2 + CallSize + s.program.frameNeed)
  grown.set(s.stack)
  s.stack = grown
  return grown
}

/** Adds a record to the tape. */
export function record(s: State, id: number, position: number): void {
  const { tape } = s
  if (tape.length + 2 > tape.records.length) growTape(tape, 2)
  tape.records[tape.length] = id
  tape.records[tape.length + 1] = position
  tape.length += 2
}
