import { equivalentStates } from '../automata/index.ts'

/** What numbers are written with. */
const numberChars = '-+.eE0123456789'

/** A deterministic automaton over the characters of numbers. State 0 is the first. */
export interface NumberAutomaton {
  readonly states: readonly NumberState[]
}

/** A state: whether a number may end here, and where each character leads. */
export interface NumberState {
  readonly accepts: boolean
  readonly next: ReadonlyMap<string, number>
}

/**
 * What a number is read by, digit by digit. `S` is all that must be known of the digits so far;
 * equal keys mean equal futures.
 */
export interface NumberReader<S> {
  readonly start: S
  whole(state: S, digit: number): S
  fraction(state: S, digit: number): S
  key(state: S): string
  /** Whether a number may end here. */
  accepts(state: S, at: NumberEnd): boolean
  /** With which exponents a number may go on. */
  scales(state: S, at: NumberEnd): Exponents
}

/** `all`, `none`, or those that make a number no smaller: `up`. */
export type Exponents = 'all' | 'up' | 'none'

/** What the automaton itself knows of a number that ends. */
export interface NumberEnd {
  readonly negative: boolean
  /** All digits are zeros. */
  readonly zero: boolean
  /** It has a point, and only zeros behind it. */
  readonly zeros: boolean
  /** It has a point, and ends in a zero. */
  readonly padded: boolean
}

interface Place<S> {
  readonly phase:
    'start' | 'sign' | 'zero' | 'whole' | 'point' | 'fraction' | 'e' | 'up' | 'esign' | 'exp'
  readonly negative: boolean
  readonly state: S
  /** Of the mantissa: all digits are zeros. */
  readonly zero: boolean
  /** Of the fraction: all digits are zeros. */
  readonly zeros: boolean
  /** The last digit is a zero. */
  readonly padded: boolean
}

/**
 * The automaton of all texts of numbers that a reader accepts.
 *
 * @returns `null` where it would have more states than `limit`
 */
export function numberAutomaton<S>(reader: NumberReader<S>, limit: number): NumberAutomaton | null {
  const ids = new Map<string, number>()
  const places: Place<S>[] = []
  const states: { accepts: boolean; next: Map<string, number> }[] = []

  function idOf(place: Place<S>): number {
    const key = keyOf(reader, place)
    let id = ids.get(key)
    if (id === undefined) {
      id = places.length
      ids.set(key, id)
      places.push(place)
    }
    return id
  }

  idOf({
    phase: 'start',
    negative: false,
    state: reader.start,
    zero: true,
    zeros: true,
    padded: false,
  })
  for (let i = 0; i < places.length; i++) {
    if (places.length > limit) return null
    const place = places[i]
    if (place === undefined) break
    const next = new Map<string, number>()
    for (const char of '-+.e0123456789') {
      const after = step(reader, place, char)
      if (after !== null) next.set(char, idOf(after))
    }
    const exponent = next.get('e')
    if (exponent !== undefined) next.set('E', exponent)
    states.push({ accepts: accepts(reader, place), next })
  }
  return minimise(states)
}

function keyOf<S>(reader: NumberReader<S>, place: Place<S>): string {
  const { phase, negative, zero, zeros, padded } = place
  // Behind an exponent nothing more is decided.
  if (isExponent(phase)) return phase
  const flags = `${negative ? '-' : ''}${zero ? 'z' : ''}${zeros ? 'f' : ''}${padded ? 'p' : ''}`
  return `${phase}${flags} ${reader.key(place.state)}`
}

function step<S>(reader: NumberReader<S>, place: Place<S>, char: string): Place<S> | null {
  const { phase, state } = place
  if (char === '-' || char === '+') {
    if (phase === 'start') return char === '-' ? { ...place, phase: 'sign', negative: true } : null
    const mayFollow = phase === 'e' || (phase === 'up' && char === '+')
    return mayFollow ? { ...place, phase: 'esign' } : null
  }
  if (char === '.') {
    return phase === 'zero' || phase === 'whole' ? { ...place, phase: 'point' } : null
  }
  if (char === 'e') {
    const exponents = isMantissa(place) ? reader.scales(state, endOf(place)) : 'none'
    return exponents === 'none' ? null : { ...place, phase: exponents === 'all' ? 'e' : 'up' }
  }
  const digit = Number(char)
  const zero = place.zero && digit === 0
  switch (phase) {
    case 'start':
    case 'sign':
    case 'whole': {
      const first = phase !== 'whole'
      const next = first && digit === 0 ? 'zero' : 'whole'
      return { ...place, phase: next, state: reader.whole(state, digit), zero }
    }
    case 'point':
    case 'fraction':
      return {
        ...place,
        phase: 'fraction',
        state: reader.fraction(state, digit),
        zero,
        zeros: place.zeros && digit === 0,
        padded: digit === 0,
      }
    case 'e':
    case 'up':
    case 'esign':
    case 'exp':
      return { ...place, phase: 'exp' }
    default:
      return null
  }
}

function accepts<S>(reader: NumberReader<S>, place: Place<S>): boolean {
  return place.phase === 'exp' || (isMantissa(place) && reader.accepts(place.state, endOf(place)))
}

function isExponent(phase: Place<unknown>['phase']): boolean {
  return phase === 'e' || phase === 'up' || phase === 'esign' || phase === 'exp'
}

function isMantissa<S>({ phase }: Place<S>): boolean {
  return phase === 'zero' || phase === 'whole' || phase === 'fraction'
}

function endOf<S>({ phase, negative, zero, zeros, padded }: Place<S>): NumberEnd {
  const hasPoint = phase === 'fraction'
  return { negative, zero, zeros: hasPoint && zeros, padded: hasPoint && padded }
}

/** Equal states become one; states from which no number ends are left out. */
function minimise(states: readonly NumberState[]): NumberAutomaton {
  const live = liveStates(states)
  const kept = states.map((state) => ({
    accepts: state.accepts,
    next: [...state.next].filter(([, to]) => live.has(to)),
  }))
  const classes = classesOf(kept)
  return { states: quotient(kept, classes) }
}

/** The class of equivalent states that each state is in; below 0 where no number ends from. */
function classesOf(
  states: readonly { accepts: boolean; next: readonly (readonly [string, number])[] }[],
): number[] {
  const width = numberChars.length
  const next = new Int32Array(width * states.length).fill(-1)
  for (const [from, state] of states.entries()) {
    for (const [char, to] of state.next) next[from * width + numberChars.indexOf(char)] = to
  }
  const blocks = equivalentStates({
    width,
    next,
    labels: Int32Array.from(states, ({ accepts: ends }) => (ends ? 1 : 0)),
  })
  const dead = blocks[states.length]
  return states.map((_, state) => (blocks[state] === dead ? -1 : (blocks[state] ?? -1)))
}

function liveStates(states: readonly NumberState[]): Set<number> {
  const before = new Map<number, number[]>()
  states.forEach(({ next }, from) => {
    for (const to of next.values()) {
      const list = before.get(to)
      if (list === undefined) before.set(to, [from])
      else list.push(from)
    }
  })
  const live = new Set<number>()
  const open = states.flatMap(({ accepts: ends }, i) => (ends ? [i] : []))
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (live.has(id)) continue
    live.add(id)
    for (const from of before.get(id) ?? []) open.push(from)
  }
  return live
}

function quotient(
  states: readonly { accepts: boolean; next: readonly (readonly [string, number])[] }[],
  classes: readonly number[],
): NumberState[] {
  // The first state comes first, whatever number its class has.
  const order = new Map<number, number>([[classes[0] ?? -1, 0]])
  const out: NumberState[] = []
  states.forEach(({ accepts: ends, next }, i) => {
    const mine = classes[i] ?? -1
    if (mine < 0 || order.has(mine) !== (i === 0)) return
    if (i > 0) order.set(mine, order.size)
    out.push({ accepts: ends, next: new Map(next) })
  })
  return out.map(({ accepts: ends, next }) => ({
    accepts: ends,
    next: new Map(
      [...next].map(([char, to]): [string, number] => [char, order.get(classes[to] ?? -1) ?? 0]),
    ),
  }))
}
