import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import type { CompileOptions } from '../src/machine/compile.ts'
import type { MachineLimits } from '../src/machine/machine-types.ts'
import {
  checkCommitted,
  checkLimits,
  checkPrefixes,
  checkReference,
  checkResume,
  checkTrial,
  createSubject,
  isTractable,
  reparsePrefixes,
  type Subject,
} from './support/machine-laws.ts'
import { buildPlan, printPlan, type ArenaPlan } from './support/plan.ts'
import { arenaPlans } from './support/random-arenas.ts'
import { createRandom, mutateText, randomChunks, randomSentence } from './support/random-texts.ts'

// CI looks longer, and someone who looks for trouble looks elsewhere each time.
const { CI, TEST_HARDER, TEST_FACTOR } = process.env
const harder = TEST_HARDER !== undefined
const factor = Number(TEST_FACTOR ?? (harder ? 100 : CI === undefined ? 1 : 8))
const runs = (count: number): number => Math.ceil(count * factor)
const seed = harder ? Date.now() : 20_251_130
const timeout = harder ? 3_600_000 : 180_000

const TextsPerArena = 3

const programs: Readonly<Record<string, CompileOptions>> = {
  'plain code': { plain: true },
  'code with dispatch and entry-free loops': {},
  'plain code of the grammar view, without rule records': {
    plain: true,
    view: 'grammar',
    ruleRecords: false,
  },
}

const tightLimits = fc.record({
  maxDepth: fc.nat(4),
  maxTapeRecords: fc.nat(8),
  maxHeld: fc.nat(6),
  maxTextLength: fc.constantFrom(0, 5, 20, 20, 20),
})

type Check = (subject: Subject, text: string, cuts: readonly (readonly string[])[]) => void

/** Runs a check on random arenas, texts and cuts; a failure is said with the smallest text found. */
function checkAll(
  count: number,
  options: CompileOptions,
  check: Check,
  limits: fc.Arbitrary<Partial<MachineLimits>> = fc.constant({}),
): void {
  const property = fc.property(arenaPlans, fc.integer(), limits, (plan, textSeed, limited) => {
    const arena = buildPlan(plan)
    fc.pre(arena !== null)
    if (arena === null) return
    const subject = createSubject(arena, options, limited)
    const random = createRandom(textSeed)
    for (let i = 0; i < TextsPerArena; i++) {
      const text = mutateText(randomSentence(arena, random), random)
      if (!isTractable(arena, text, options)) continue
      try {
        check(subject, text, [splitUnits(text), randomChunks(text, random)])
      } catch (error) {
        throw smaller(plan, subject, text, check, error)
      }
    }
  })
  fc.assert(property, { numRuns: runs(count), seed })
}

/** The failure of the shortest text that still fails, fed one unit at a time. */
function smaller(
  plan: ArenaPlan,
  subject: Subject,
  text: string,
  check: Check,
  found: unknown,
): Error {
  let [shortest, reason] = [text, found]
  for (let i = 0; i < shortest.length;) {
    const candidate = shortest.slice(0, i) + shortest.slice(i + 1)
    try {
      check(subject, candidate, [splitUnits(candidate)])
      i++
    } catch (error) {
      ;[shortest, reason] = [candidate, error]
    }
  }
  const what = reason instanceof Error ? reason.message : String(reason)
  return new Error(`${what}\n${printPlan(plan)}\ntext ${JSON.stringify(shortest)}`, {
    cause: reason,
  })
}

function splitUnits(text: string): string[] {
  return Array.from({ length: text.length }, (_, i) => text.charAt(i))
}

describe.each(Object.entries(programs))('%s', (_, options) => {
  it('resumes to what a reparse comes to, and to what the reference comes to', { timeout }, () => {
    checkAll(400, options, (subject, text, cuts) => {
      const prefixes = reparsePrefixes(subject, text)
      checkReference(subject, text, prefixes)
      checkPrefixes(prefixes)
      for (const chunks of cuts) {
        checkResume(subject, chunks, prefixes)
        checkCommitted(subject, chunks)
      }
    })
  })

  it('tries to finish without changing anything', { timeout }, () => {
    checkAll(40, options, (subject, _text, cuts) => {
      for (const chunks of cuts) checkTrial(subject, chunks)
    })
  })

  it('meets a limit at the same place however the text is cut', { timeout }, () => {
    const check: Check = (subject, text, cuts) => {
      for (const chunks of cuts) checkLimits(subject, text, chunks)
    }
    checkAll(100, options, check, tightLimits)
  })
})
