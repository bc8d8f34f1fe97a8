import { CallSize } from './compile.ts'
import type { MachineLimits, TokenMark } from './machine-types.ts'
import type { Program } from './program.ts'
import type { FailureCode } from './result.ts'
import { createTape, type Tape } from './tape.ts'
import { createText, type TextBuffer } from './text.ts'

/** Where the parse stands. */
export const Status = { running: 0, succeeded: 1, failed: 2 } as const

/**
 * Layout of a frame on the stack: what failure restores, `FrameSize` integers.
 * A choice, a loop and a lookahead are entries; an atomic and a dummy only take the place.
 */
export const Frame = {
  /** The address to resume at. */
  resume: 0,
  position: 1,
  /** Tape length to fall back to. */
  mark: 2,
  /** The newest live entry before this one, -1 for none. */
  previous: 3,
  cutBase: 4,
  /** The call that the frame stands in, -1 for none. */
  call: 5,
  /** Iterations of a loop; what a lookahead had muted. */
  count: 6,
} as const

/** Layout of a call on the stack, `CallSize` integers. */
export const Call = {
  returnTo: 0,
  cutBase: 1,
  /** The call that this one stands in, -1 for none. */
  outer: 2,
  /** Where the rule began. */
  position: 3,
  depth: 4,
} as const

/** Everything a machine is while it is suspended. The suspended machine is the snapshot. */
export interface State {
  readonly program: Program
  readonly limits: MachineLimits
  readonly text: TextBuffer
  /** Markers that came as one token, by offset; null while no ids came. */
  tokens: Map<number, string> | null
  final: boolean
  status: number
  /** The limit that stopped the parse. */
  limit: FailureCode | null
  /** Where the limit was met. */
  limitAt: number
  pc: number
  position: number
  stack: Int32Array
  sp: number
  /** Stack index of the newest entry that failure goes back to, -1 for none. */
  newest: number
  /** Stack index of the oldest live entry, -1 for none: what is before it is committed. */
  oldest: number
  /** What a cut sets `newest` to. */
  cutBase: number
  /** Stack index of the call that runs, -1 at the root. */
  call: number
  /** Stack index of the outermost open atomic or lookahead, -1 for none. */
  hide: number
  /** Code points already scanned by the suspended instruction. */
  count: number
  readonly tape: Tape
  /** The furthest place that failure left behind. */
  furthest: number
  /** Steps that any way of cutting the text would take. */
  work: number
  /** Steps taken again because the text was cut. */
  resumed: number
  /** Told of every failure, when a message is wanted. */
  watch: ((state: State) => void) | null
}

/** The limits of a machine when its user sets none. */
export const DefaultLimits: MachineLimits = {
  maxDepth: 512,
  maxTextLength: 64 * 1024 * 1024,
  maxTapeRecords: 8 * 1024 * 1024,
  maxHeld: 1024 * 1024,
  maxSteps: 64,
}

/** Steps that are free whatever the length of the text. */
export const FreeSteps = 10_000

export function createState(program: Program, limits: Partial<MachineLimits>): State {
  return {
    program,
    limits: { ...DefaultLimits, ...limits },
    text: createText(),
    tokens: null,
    final: false,
    status: Status.running,
    limit: null,
    limitAt: 0,
    pc: 0,
    position: 0,
    stack: new Int32Array(Math.max(256, program.frameNeed + CallSize)),
    sp: 0,
    newest: -1,
    oldest: -1,
    cutBase: -1,
    call: -1,
    hide: -1,
    count: 0,
    tape: createTape(),
    furthest: 0,
    work: 0,
    resumed: 0,
    watch: null,
  }
}

/** A copy that can run on without touching the original. Costs the tape and the stack. */
export function copyState(state: State): State {
  return {
    ...state,
    text: { ...state.text, units: state.text.units.slice(0, state.text.length + 1), lone: [] },
    stack: state.stack.slice(),
    tape: { ...state.tape, records: state.tape.records.slice() },
  }
}

/** Notes where single tokens stand in the text that is about to be added. */
export function addMarks(state: State, marks: readonly TokenMark[]): void {
  state.tokens ??= new Map()
  for (const { start, text } of marks) state.tokens.set(state.text.length + start, text)
}
