import { expectedAt, type GbnfExpected } from './expected.ts'
import { compileGbnf, type GbnfInput } from './read.ts'
import { createStacks } from './stacks.ts'
import { createTokenFinder } from './tokens.ts'

/** What a grammar says of a text. Offsets are UTF-16 code units. */
export type AcceptResult =
  /** The text is a sentence. */
  | { readonly kind: 'complete'; readonly stacks: StackCounts }
  /** The text is the beginning of sentences, which go on with one of `expected`. */
  | {
      readonly kind: 'prefix'
      readonly expected: readonly GbnfExpected[]
      readonly stacks: StackCounts
    }
  /** No sentence begins with the text up to `offset` and the character found there. */
  | {
      readonly kind: 'refused'
      readonly offset: number
      readonly expected: readonly GbnfExpected[]
      readonly found: string
      readonly stacks: StackCounts
    }
  /** The grammar needs more parallel stacks, or more steps over them, than the limits allow. */
  | {
      readonly kind: 'limited'
      readonly code: 'stack-limit'
      readonly offset: number
      readonly stacks: StackCounts
    }

/**
 * How many stacks llama.cpp keeps after each character (or token): what a grammar costs there. Of no
 * text, how many it starts with.
 */
export interface StackCounts {
  readonly average: number
  readonly max: number
}

/** Bounds on the work of an acceptor. */
export interface AcceptLimits {
  /** Parallel stacks; 65,536 unless told. */
  readonly maxStacks?: number
  /** Stacks visited in all; 100 million, some seconds, unless told. */
  readonly maxWork?: number
}

/** A text being read under a grammar. */
export interface Acceptor {
  /**
   * Goes on with the text. Half a surrogate pair at its end waits for the other half, and so does
   * what may become a token that the grammar names by its text.
   *
   * @returns whether what is read so far is the beginning of a sentence
   */
  readonly feed: (text: string) => boolean
  /** Goes on with one token of the model's vocabulary: its id, and the text that it stands for. */
  readonly feedToken: (token: { readonly id: number; readonly text: string }) => boolean
  /** The verdict as if the text ended here. More text may follow all the same. */
  readonly result: () => AcceptResult
}

/**
 * Whether a text is a sentence of a grammar, the beginning of one, or where it breaks and what was
 * expected there. A lone surrogate counts as U+FFFD. See `createAcceptor` for tokens and cost.
 *
 * @throws GrammarError when the grammar is not one that llama.cpp would load
 *
 * @example
 * ```ts
 * acceptGbnf('root ::= "yes" | "no"', 'yes').kind // 'complete'
 * acceptGbnf('root ::= "yes" | "no"', 'ye').kind // 'prefix'
 * const refused = acceptGbnf('root ::= [0-9]+ "!"', '12x')
 * refused.kind === 'refused' && refused.offset // 2
 * ```
 */
export function acceptGbnf(
  grammar: GbnfInput,
  text: string,
  limits: AcceptLimits = {},
): AcceptResult {
  const acceptor = createAcceptor(grammar, limits)
  acceptor.feed(text.replace(/\p{Surrogate}/gu, '\ufffd'))
  return acceptor.result()
}

/**
 * Reads a text under a grammar just as llama.cpp does while it samples: with the same set of stacks.
 * The text may come in pieces. Cost: the new characters times the parallel stacks.
 *
 * Tokens that come by `feedToken` are judged as llama.cpp judges them. In text that comes by `feed`,
 * a token that the grammar names by its text (`<think>`) is one token wherever that text stands, the
 * longest first, and every other character is a token by itself, of unknown id: `<[7]>` matches none
 * of them, `!<[7]>` each.
 *
 * @throws GrammarError when the grammar is not one that llama.cpp would load
 *
 * @example
 * ```ts
 * const acceptor = createAcceptor('root ::= "yes" | "no"')
 * acceptor.feed('y') // true
 * const so = acceptor.result()
 * so.kind === 'prefix' && describeExpected(so.expected) // '"es"'
 * acceptor.feed('o') // false
 * ```
 */
export function createAcceptor(grammar: GbnfInput, limits: AcceptLimits = {}): Acceptor {
  const program = compileGbnf(grammar)
  const { maxStacks = 65_536, maxWork = 100_000_000 } = limits
  const stacks = createStacks(program, maxStacks)
  const tokens = createTokenFinder(program)
  let held = ''
  let progress: Progress = {
    offset: 0,
    characters: 0,
    sum: 0,
    max: stacks.count(),
    settled: null,
  }
  checkLimits()

  // Reads what is decided, and returns the rest.
  function read(text: string, isWhole: boolean): string {
    let at = 0
    while (at < text.length && progress.settled === null) {
      const length = tokens.lengthAt(text, at, isWhole)
      if (length === 0) break
      readToken(text, at, at + length, null)
      at += length
      // A trial keeps stacks to come back to.
      if (!isWhole) stacks.collect()
    }
    return progress.settled === null ? text.slice(at) : ''
  }

  function readToken(text: string, start: number, end: number, id: number | null): void {
    const reached = tokens.hasTokens
      ? readAsToken(text, start, end, id)
      : readPoints(text, start, end)
    if (reached < end) {
      refuse(
        progress.offset + reached - start,
        String.fromCodePoint(text.codePointAt(reached) ?? 0),
      )
      return
    }
    const count = stacks.count()
    progress.offset += end - start
    progress.characters++
    progress.sum += count
    if (count > progress.max) progress.max = count
    checkLimits()
  }

  // Where the token is wanted as one, it is read to its end whatever its characters are.
  function readAsToken(text: string, start: number, end: number, id: number | null): number {
    const before = stacks.save()
    const token = text.slice(start, end)
    const asOne = stacks.stepToken((wanted) => tokens.isSame(wanted, id, token))
      ? stacks.save()
      : null
    if (asOne !== null) stacks.restore(before)
    const reached = readPoints(text, start, end)
    if (asOne === null) return reached
    if (reached === end) stacks.add(asOne)
    else stacks.restore(asOne)
    return end
  }

  function readPoints(text: string, start: number, end: number): number {
    let at = start
    while (at < end) {
      const point = text.codePointAt(at) ?? 0
      if (!stacks.step(isHalf(point) ? 0xfffd : point)) break
      at += point > 0xffff ? 2 : 1
    }
    return at
  }

  function refuse(offset: number, found: string): void {
    progress.settled = { kind: 'refused', offset, expected: expected(), found, stacks: counts() }
  }

  function checkLimits(): void {
    if (stacks.work() <= maxWork) return
    const { offset } = progress
    progress.settled = { kind: 'limited', code: 'stack-limit', offset, stacks: counts() }
  }

  function counts(): StackCounts {
    const { characters, sum, max } = progress
    return { average: characters === 0 ? stacks.count() : sum / characters, max }
  }

  function expected(): GbnfExpected[] {
    return expectedAt(program, stacks.tops(), stacks.hasEnd())
  }

  function verdict(): AcceptResult {
    if (progress.settled !== null) return progress.settled
    if (stacks.hasEnd()) return { kind: 'complete', stacks: counts() }
    return { kind: 'prefix', expected: expected(), stacks: counts() }
  }

  // What is held back is read on trial, as if nothing followed it.
  function trial(): AcceptResult {
    const kept = { ...progress }
    const start = stacks.save()
    const beginning = tokens.expectedWith(held, stacks.tops())
    read(held, true)
    const result = verdict()
    stacks.restore(start)
    progress = kept
    if (result.kind !== 'refused' || beginning.length === 0) return result
    return { kind: 'prefix', expected: beginning, stacks: result.stacks }
  }

  return {
    feed(text) {
      held = read(held + text, false)
      return progress.settled === null
    },
    feedToken(token) {
      read(held, true)
      held = ''
      const { id, text } = token
      if (progress.settled === null) readToken(text, 0, text.length, id)
      stacks.collect()
      return progress.settled === null
    },
    result: () => (held === '' ? verdict() : trial()),
  }
}

interface Progress {
  offset: number
  characters: number
  sum: number
  max: number
  settled: AcceptResult | null
}

// Half a surrogate pair without its other half is no character.
function isHalf(point: number): boolean {
  return point >= 0xd800 && point <= 0xdfff
}
