import { emitGbnf } from '../gbnf/emit.ts'
import type { GbnfProgram } from '../gbnf/program.ts'
import { createRandom } from '../gbnf/random.ts'
import { compileGbnf } from '../gbnf/read.ts'
import { sampleMany } from '../gbnf/sample.ts'
import { compileArena } from '../machine/compile.ts'
import type { Program } from '../machine/program.ts'
import type { Arena, View } from '../peg/arena.ts'
import { sentencesByLength } from './enumerate.ts'
import { admits, readText, type Reading } from './judge.ts'
import { mutate } from './mutate.ts'
import { shrinkText } from './shrink.ts'
import { checkArena, checkOptions, type OptionNames } from '../util/wrong-argument.ts'

/** How hard to look. */
export interface VerifyOptions {
  /** Sentences to enumerate, the shortest first; 1,000 unless told. */
  readonly budget?: number
  /** Random sentences after those; a quarter of the budget unless told. */
  readonly samples?: number
  /** The same seed draws the same sentences; 1 unless told. */
  readonly seed?: number
  /** The grammar to hold against the arena; what `emitGbnf` prints unless given. */
  readonly gbnf?: string
}

/** A text on which grammar and parser disagree, made as small as it would get. */
export interface CounterExample {
  /**
   * `not-read`: the grammar admits the text, the parser does not read it. `prefix-fails`: the same,
   * and the parser already fails inside the text. `not-admitted`: the parser reads it, the grammar
   * refuses it.
   */
  readonly kind: 'not-read' | 'prefix-fails' | 'not-admitted'
  /** The reading of the arena: `grammar`, or `reading`, which must read all that `grammar` reads. */
  readonly view: View
  readonly text: string
  /** Where it goes wrong, in UTF-16 code units. */
  readonly offset: number
}

/** What was tried, and what was found. */
export interface VerifyReport {
  /** No counter-example was found. */
  readonly ok: boolean
  /** Sentences enumerated, the shortest first. */
  readonly sentences: number
  /** Random sentences. */
  readonly sampled: number
  /** Prefixes of sentences that were read. */
  readonly prefixes: number
  /** Damaged sentences; the parser read so many of them. */
  readonly damaged: number
  readonly read: number
  /** Texts left out because a limit of the parser or of the acceptor stopped them. */
  readonly undecided: number
  /** At most one of each kind and view, the first that was found. */
  readonly counterExamples: readonly CounterExample[]
}

/** Steps of the enumeration for each sentence wanted. */
const effortPerSentence = 100
/** Sentences longer than the shortest one by more than this are left to chance. */
const spanOfLengths = 64

const optionNames = {
  budget: true,
  samples: true,
  seed: true,
  gbnf: true,
} satisfies OptionNames<VerifyOptions>

/**
 * Holds the grammar of an arena against its parser: every short sentence and some random ones must
 * be read, and so must each of their prefixes; damaged sentences that the parser reads all the same
 * must be admitted. A disagreement comes as a small counter-example.
 *
 * @example
 * ```ts
 * const arena = buildGrammar((p) => p.sequence(p.choice('a', 'ab'), 'c'))
 * verify(arena).counterExamples[0] // { kind: 'prefix-fails', view: 'grammar', text: 'abc', offset: 1 }
 * ```
 */
export function verify(arena: Arena, options: VerifyOptions = {}): VerifyReport {
  checkArena('argument 1 of verify', arena)
  checkOptions('options of verify', options, optionNames)
  const { budget = 1000, seed = 1, samples = Math.ceil(budget / 4) } = options
  const grammar = compileGbnf(options.gbnf ?? emitGbnf(arena).gbnf)
  const trial = createTrial(arena, grammar)
  const short: string[] = []
  for (const sentence of sentencesByLength(grammar, budget * effortPerSentence)) {
    // A single repetition has a sentence of every length.
    const longest = (short[0] ?? sentence).length + spanOfLengths
    if (short.length === budget || sentence.length > longest) break
    short.push(sentence)
  }
  const random = samplesOf(grammar, samples, seed, short)
  for (const sentence of [...short, ...random]) trial.checkSentence(sentence)
  const all = [...random, ...short]
  const dice = createRandom(seed)
  const damaged = Math.min(all.length, 2 * samples)
  for (let i = 0; i < damaged; i++) {
    trial.checkDamaged(mutate(all[i] ?? '', all[dice.below(all.length)] ?? '', dice))
  }
  return { ...trial.report(), sentences: short.length, sampled: random.length, damaged }
}

/** A grammar without a finite sentence has no samples. */
function samplesOf(
  grammar: GbnfProgram,
  count: number,
  seed: number,
  short: readonly string[],
): string[] {
  return short.length === 0 ? [] : sampleMany(grammar, count, { seed })
}

interface Trial {
  checkSentence(text: string): void
  checkDamaged(text: string): void
  report(): Pick<VerifyReport, 'ok' | 'prefixes' | 'read' | 'undecided' | 'counterExamples'>
}

function createTrial(arena: Arena, grammar: GbnfProgram): Trial {
  const programs: Record<View, Program> = {
    grammar: compileArena(arena, { view: 'grammar', ruleRecords: false }),
    reading: compileArena(arena, { view: 'reading', ruleRecords: false }),
  }
  const found = new Map<string, CounterExample>()
  let prefixes = 0
  let read = 0
  let undecided = 0

  function note(text: string, view: View, judge: (text: string) => Disagreement | null): void {
    const first = judge(text)
    const key = `${first?.kind} ${view}`
    if (first === null || found.has(key)) return
    const small = shrinkText(text, (candidate) => judge(candidate)?.kind === first.kind)
    found.set(key, { ...(judge(small) ?? first), view, text: small })
  }

  return {
    checkSentence(text) {
      prefixes += text.length
      for (const view of ['grammar', 'reading'] as const) {
        const outcome = readText(programs[view], text)
        if (outcome.kind === 'limit') undecided++
        else if (outcome.kind === 'fails') {
          note(text, view, (each) => {
            return admits(grammar, each).kind === 'yes'
              ? asDisagreement(readText(programs[view], each))
              : null
          })
        }
      }
    },
    checkDamaged(text) {
      if (readText(programs.grammar, text).kind !== 'reads') return
      read++
      const { kind } = admits(grammar, text)
      if (kind === 'limit') undecided++
      if (kind !== 'no') return
      note(text, 'grammar', (each) => {
        const verdict =
          readText(programs.grammar, each).kind === 'reads' ? admits(grammar, each) : null
        return verdict?.kind === 'no' ? { kind: 'not-admitted', offset: verdict.offset } : null
      })
    },
    report: () => ({
      ok: found.size === 0,
      prefixes,
      read,
      undecided,
      counterExamples: [...found.values()],
    }),
  }
}

type Disagreement = Pick<CounterExample, 'kind' | 'offset'>

function asDisagreement(reading: Reading): Disagreement | null {
  if (reading.kind !== 'fails') return null
  return { kind: reading.early ? 'prefix-fails' : 'not-read', offset: reading.offset }
}
