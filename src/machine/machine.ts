import type { Arena } from '../peg/arena.ts'
import { createFrontier, type Frontier } from './frontier.ts'
import type { Machine, MachineLimits, TokenMark } from './machine-types.ts'
import type { Program } from './program.ts'
import type { ParseFailure, ParseResult } from './result.ts'
import { run } from './run.ts'
import { addMarks, copyState, createState, Frame, Status, type State } from './state.ts'
import { appendText, endText, sliceText } from './text.ts'
import { wrongArgument } from '../util/wrong-argument.ts'

/** Options of a machine. */
export interface MachineOptions {
  readonly limits?: Partial<MachineLimits>
  /** The arena that the program was compiled from, for messages that name rules. */
  readonly arena?: Pick<Arena, 'nodes'>
  /** The plain program that messages are found with: without it, and the arena, they expect nothing. */
  readonly plain?: () => Program
}

/**
 * Starts a parse. The program may serve any number of machines, one after the other or at once.
 *
 * @example
 * ```ts
 * const arena = buildGrammar((p) => p.sequence('<think>', p.tag('reasoning', p.until('</think>')), '</think>'))
 * const machine = openMachine(arena)
 * machine.feed('<think>hm')
 * machine.status // 'needMoreInput'
 * ```
 */
export function createMachine(program: Program, options: MachineOptions = {}): Machine {
  return viewOf(createState(program, options.limits ?? {}), options)
}

function viewOf(state: State, options: MachineOptions): Machine {
  const hidden = (slot: number): number => state.stack[state.hide + slot] ?? 0
  const held = (slot: number): number => state.stack[state.oldest + slot] ?? 0

  const machine: Machine = {
    feed: (text, marks) => feed(state, text, marks),
    finish: () => finish(state),
    get status() {
      return statusOf(state)
    },
    result: () => resultOf(state, options),
    trial: () => {
      const copy = copyState(state)
      finish(copy)
      return resultOf(copy, options)
    },
    tape: state.tape,
    get shownLength() {
      return state.hide < 0 ? state.tape.length : hidden(Frame.mark)
    },
    get shownEnd() {
      return state.hide < 0 ? state.position : hidden(Frame.position)
    },
    get committedLength() {
      const shown = machine.shownLength
      return state.oldest < 0 ? shown : Math.min(held(Frame.mark), shown)
    },
    get committedEnd() {
      const shown = machine.shownEnd
      return state.oldest < 0 ? shown : Math.min(held(Frame.position), shown)
    },
    get position() {
      return state.position
    },
    get length() {
      return state.text.length
    },
    get hasTokens() {
      return state.tokens !== null
    },
    loneSurrogates: state.text.lone,
    slice: (start, end) => sliceText(state.text, start, end),
    get steps() {
      return state.work + state.resumed
    },
  }
  return machine
}

function feed(state: State, text: string, marks: readonly TokenMark[] | undefined): void {
  if (typeof text !== 'string') throw wrongArgument('the text to read', 'a string', text)
  if (state.final) throw new TypeError('feed after finish: make a new machine for a new text')
  if (marks !== undefined) addMarks(state, marks)
  const { length, waiting } = state.text
  const room = state.limits.maxTextLength - length - (waiting === 0 ? 0 : 1)
  appendText(state.text, text.length > room ? text.slice(0, Math.max(0, room)) : text)
  if (state.status === Status.running) run(state)
  if (text.length > room && state.status === Status.running) {
    state.status = Status.failed
    state.limit = 'text-limit'
    state.limitAt = state.limits.maxTextLength
  }
}

function finish(state: State): void {
  if (state.final) return
  endText(state.text)
  state.final = true
  if (state.status === Status.running) run(state)
}

function statusOf(state: State): ParseResult['kind'] {
  if (state.status === Status.running) return 'needMoreInput'
  if (state.status === Status.failed) return 'failure'
  return state.position < state.text.length ? 'failure' : 'success'
}

function resultOf(state: State, options: MachineOptions): ParseResult {
  const kind = statusOf(state)
  if (kind === 'success') return { kind, end: state.position }
  if (kind === 'needMoreInput') {
    return { kind, end: state.position, expected: explain(state, options)?.expected ?? [] }
  }
  if (state.limit !== null) {
    return { ...failureAt(state, state.limitAt), code: state.limit, hint: hintOf(state.limit) }
  }
  const trailing = state.status === Status.succeeded
  const frontier = explain(state, options)
  const offset = Math.max(frontier?.offset ?? -1, trailing ? state.position : state.furthest)
  return {
    ...failureAt(state, offset),
    code: trailing ? 'trailing-input' : 'no-match',
    expected: frontier?.offset === offset ? frontier.expected : trailing ? [{ kind: 'end' }] : [],
    rules: frontier?.offset === offset ? frontier.rules : [],
  }
}

function failureAt(state: State, offset: number): ParseFailure {
  const found = sliceText(state.text, offset, offset + 40)
  return { kind: 'failure', code: 'no-match', offset, expected: [], rules: [], found }
}

function hintOf(limit: ParseFailure['code']): string {
  const option = {
    'depth-limit': 'maxDepth',
    'text-limit': 'maxTextLength',
    'tape-limit': 'maxTapeRecords',
    'held-limit': 'maxHeld',
    'work-limit': 'maxSteps',
    'no-match': '',
    'trailing-input': '',
  }[limit]
  return `raise the limit ${option} if the text is right`
}

const PlainDepth = 65_536

/** Runs the text once more, plainly, to see what was expected. Costs a one-shot parse. */
function explain(
  state: State,
  { arena, limits, plain: compilePlain }: MachineOptions,
): Frontier | null {
  if (arena === undefined || compilePlain === undefined) return null
  const { frontier, watch } = createFrontier(arena)
  const program = compilePlain()
  // Without dispatch what ends in a call keeps its frame: a run that is no deeper may look so.
  const maxDepth = Math.max(limits?.maxDepth ?? 0, PlainDepth)
  const plain = createState(program, { ...limits, maxDepth })
  plain.watch = watch
  if (state.tokens !== null) plain.tokens = state.tokens
  const { units, length } = state.text
  plain.text.units = units.slice(0, length + 1)
  plain.text.length = length
  plain.final = state.final
  run(plain)
  // Where the text ends before it is decided, what the machine waits for is expected.
  if (plain.status === Status.running) watch(plain)
  return frontier.offset < 0 ? null : frontier
}
