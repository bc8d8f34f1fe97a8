import { diagnose } from '../diagnostics/diagnostic.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import { alternativesAt, Op, type GbnfProgram } from './program.ts'
import { createRandom, type Random } from './random.ts'
import { compileGbnf, type GbnfInput } from './read.ts'
import { pickPoint, sampleClass, type SampleClass } from './sample-class.ts'
import { shortestFrom } from './shortest.ts'

/** How sentences are chosen. */
export interface SampleOptions {
  /** The same seed gives the same sentences; 1 unless told. */
  readonly seed?: number
  /**
   * Characters (code points) after which the shortest way to the end is taken; 200 unless told. A
   * grammar whose shortest sentence is longer gives that one.
   */
  readonly maxLength?: number
  /** The text of a token that the grammar names by id. Without it, such an element is never taken. */
  readonly tokenText?: (id: number) => string | undefined
}

/**
 * A random sentence of a grammar: what a model may write under it, if it is bold. Alternatives come
 * up evenly; classes give printable characters, their edges, and characters at which programs break.
 *
 * @throws GrammarError when llama.cpp would not load the grammar, or `gbnf-endless` when no sentence ends
 *
 * @example
 * ```ts
 * sampleGbnf('root ::= "a"{3} | "a" "aa"', { seed: 7 }) // 'aaa'
 * ```
 */
export function sampleGbnf(grammar: GbnfInput, options: SampleOptions = {}): string {
  return createSampler(compileGbnf(grammar), options)()
}

/**
 * Several random sentences of a grammar, which may be equal. Alternatives that came up less often
 * are taken more often, so that a few dozen sentences show every part of an ordinary grammar.
 *
 * @throws GrammarError as `sampleGbnf` does
 *
 * @example
 * ```ts
 * new Set(sampleMany('root ::= "yes" | "no" | "maybe"', 9)).size // 3
 * ```
 */
export function sampleMany(
  grammar: GbnfInput,
  count: number,
  options: SampleOptions = {},
): string[] {
  const sample = createSampler(compileGbnf(grammar), options)
  return Array.from({ length: count }, sample)
}

function createSampler(program: GbnfProgram, options: SampleOptions): () => string {
  const { code, classes, tokens, root } = program
  const { seed = 1, maxLength = 200, tokenText = () => undefined } = options
  const random = createRandom(seed)
  const anything = sampleClass(null)
  const members = classes.map(sampleClass)
  const texts = tokens.map(({ token, negated }) =>
    negated ? '' : typeof token === 'string' ? token : tokenText(token),
  )
  const shortest = shortestFrom(program, terminalLength)
  const choose = createChooser(program, shortest, random)

  function terminalLength(place: number): number {
    const argument = code[place + 1] ?? 0
    switch (code[place]) {
      case Op.Point:
        return argument < 0 || isHalf(argument) ? Infinity : 1
      case Op.Class:
        return members[argument]?.all.length === 0 ? Infinity : 1
      case Op.Token: {
        const text = texts[argument]
        return text === undefined ? Infinity : Math.max(1, text.length)
      }
      default:
        return 1
    }
  }

  function terminalText(place: number): string {
    const argument = code[place + 1] ?? 0
    if (code[place] === Op.Point) return String.fromCodePoint(argument)
    const text = code[place] === Op.Token ? texts[argument] : undefined
    if (text !== undefined && text !== '') return text
    const from: SampleClass = (code[place] === Op.Class ? members[argument] : undefined) ?? anything
    return String.fromCodePoint(pickPoint(from, random))
  }

  return () => {
    choose.begin()
    let out = ''
    let left = maxLength
    // The places that are still to be written, and how many characters they need at the least.
    const stack: number[] = []
    let owed = 0
    const push = (place: number): void => {
      if (code[place] === Op.End) return
      stack.push(place)
      owed += shortest[place] ?? 0
    }
    push(choose.alternative(root, left))
    for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
      owed -= shortest[place] ?? 0
      push(place + 2)
      if (code[place] === Op.Rule) push(choose.alternative(code[place + 1] ?? 0, left - owed))
      else {
        out += terminalText(place)
        left -= terminalLength(place)
      }
    }
    return out
  }
}

interface Chooser {
  /** Draws how much the next sentence likes to go on repeating. */
  readonly begin: () => void
  /** An alternative of a rule that needs at most `budget` characters, or else the shortest one. */
  readonly alternative: (rule: number, budget: number) => number
}

function createChooser(program: GbnfProgram, shortest: Float64Array, random: Random): Chooser {
  const { code } = program
  const alternatives: number[][] = []
  const uses = new Map<number, number>()
  let goOn = 0.5
  let steps = 0

  if (alternativesAt(program, program.root).every((place) => lengthOf(place) === Infinity)) {
    const hint = 'give every recursive rule an alternative that ends'
    const message = 'the grammar has no sentence that ends'
    throw new GrammarError([diagnose('gbnf-endless', message, { rule: 'root', hint })])
  }

  function lengthOf(place: number): number {
    return shortest[place] ?? 0
  }

  function pick(places: readonly number[], isOptional: boolean): number {
    const [first, second] = places
    // Repetitions are rules of this shape: to balance them would make each go on just once.
    if (isOptional && first !== undefined && second !== undefined) {
      return random.chance(goOn) ? first : second
    }
    const weights = places.map((place) => 1 / (1 + (uses.get(place) ?? 0)) ** 2)
    const sum = weights.reduce((total, weight) => total + weight, 0)
    let rest = (random.below(2 ** 20) / 2 ** 20) * sum
    const index = weights.findIndex((weight) => (rest -= weight) < 0)
    const place = places[index] ?? first ?? 0
    uses.set(place, (uses.get(place) ?? 0) + 1)
    return place
  }

  return {
    begin() {
      goOn = [0.2, 0.5, 0.8, 0.95][random.below(4)] ?? 0.5
      steps = 0
    },
    alternative(rule, budget) {
      const places = (alternatives[rule] ??= alternativesAt(program, rule))
      // Empty items repeated cost nothing: the number of choices is bounded as well.
      const isLate = ++steps > maxChoices
      const affordable = isLate ? [] : places.filter((place) => lengthOf(place) <= budget)
      if (affordable.length > 0) {
        const isOptional = affordable.length === 2 && code[places[1] ?? 0] === Op.End
        return pick(affordable, isOptional)
      }
      return places.reduce((best, place) => (lengthOf(place) < lengthOf(best) ? place : best))
    },
  }
}

const maxChoices = 100_000

function isHalf(point: number): boolean {
  return point >= 0xd800 && point <= 0xdfff
}
