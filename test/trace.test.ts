import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildGrammar } from '../src/grammar.ts'
import { compileArena } from '../src/machine/compile.ts'
import { createMachine } from '../src/machine/machine.ts'
import { MaxTraceDepth } from '../src/machine/trace.ts'
import { traceParse } from '../src/machine/trace-text.ts'
import { isTractable } from './support/machine-laws.ts'
import { buildPlan } from './support/plan.ts'
import { arenaPlans } from './support/random-arenas.ts'
import { createRandom, mutateText, randomSentence } from './support/random-texts.ts'

const calls = buildGrammar((p) =>
  p.oneOrMore(
    p.rule(
      'call',
      p.sequence('<', p.tag('name', p.chars('[a-z]')), '(', p.cut(), p.choice(p.json(), ''), ')>'),
    ),
  ),
)

const lines = (...text: string[]): string => text.join('\n')

describe('traceParse', () => {
  it('tells where rules, tags and choices begin, what is compared, and what comes out', () => {
    expect(traceParse(calls, '<f()>')).toBe(
      lines(
        '0 repeat +',
        '0   call',
        '1     "<" = "<"',
        '1     name:',
        '2       [a-z]+ = "f"',
        '2     name: = "f"',
        '3     "(" = "("',
        '3     ~ settles the choices so far',
        '3     choice',
        '3       json fails at ")>"',
        '3       ε = ""',
        '3     choice = ""',
        '5     ")>" = ")>"',
        '5   call = "<f()>"',
        '5   call',
        '5     "<" fails at the end of the text',
        '5   call fails at the end of the text',
        '5 repeat + = "<f()>"',
        'success at 5',
      ),
    )
  })

  it('tells how a choice went back', () => {
    const arena = buildGrammar((p) => p.choice('ab', p.tag('t', 'ac')))
    expect(traceParse(arena, 'ac')).toBe(
      lines(
        '0 choice',
        '0   "ab" fails at "ac"',
        '0   t:',
        '2     "ac" = "ac"',
        '2   t: = "ac"',
        '2 choice = "ac"',
        'success at 2',
      ),
    )
  })

  it('tells what failed', () => {
    const arena = buildGrammar((p) => p.choice('ab', p.sequence('a', p.not('c'), 'd')))
    expect(traceParse(arena, 'ac')).toBe(
      lines(
        '0 choice',
        '0   "ab" fails at "ac"',
        '1   "a" = "a"',
        '1   not',
        '2     "c" = "c"',
        '1   not fails at "c"',
        '0 choice fails at "ac"',
        'failure',
      ),
    )
  })

  it('tells where it waits while the end is not known', () => {
    const trace = traceParse(calls, '<f(1', { final: false })
    expect(trace.split('\n').slice(-2)).toEqual([
      '3       json waits for more than "1"',
      'needs more text',
    ])
  })

  it('tells what trails', () => {
    const arena = buildGrammar((p) => p.choice('a', 'ab'))
    expect(traceParse(arena, 'ab').split('\n').at(-1)).toBe('failure: "b" trails')
  })

  it('looks inside the JSON nodes when asked to', () => {
    const arena = buildGrammar((p) => p.jsonBool())
    expect(traceParse(arena, 'false', { families: true })).toBe(
      lines(
        '0 json:bool',
        '0   choice',
        '0     "true" fails at "false"',
        '5     "false" = "false"',
        '5   choice = "false"',
        '5 json:bool = "false"',
        'success at 5',
      ),
    )
  })

  it('shows at most 20 characters of what it found, and 40 of what it read', () => {
    const arena = buildGrammar((p) => p.choice('b', p.rest()))
    expect(traceParse(arena, 'a'.repeat(100)).split('\n').slice(1, 3)).toEqual([
      `  0   "b" fails at "${'a'.repeat(20)}…"`,
      `100   .* = "${'a'.repeat(40)}…"`,
    ])
  })

  it('ends after its lines, and where the nesting is too deep', () => {
    const list = buildGrammar((p) =>
      p.rule('list', p.sequence('[', p.optional(p.ref('list')), ']')),
    )
    expect(traceParse(list, '[[]]', { maxLines: 2 })).toBe(
      lines('0 list', '1   "[" = "["', 'the trace ends here: maxLines is reached'),
    )
    const deep = '['.repeat(MaxTraceDepth)
    expect(traceParse(list, deep, { maxLines: 10_000 }).split('\n').at(-1)).toBe(
      'the trace ends here: it is nested too deeply',
    )
  })

  it('comes to what the machine comes to', () => {
    const property = fc.property(arenaPlans, fc.integer(), fc.boolean(), (plan, seed, final) => {
      const arena = buildPlan(plan)
      fc.pre(arena !== null)
      if (arena === null) return
      const random = createRandom(seed)
      const text = mutateText(randomSentence(arena, random), random)
      const options = { plain: true, final }
      if (!isTractable(arena, text, options) || /[\ud800-\udfff]/.test(text)) return
      const machine = createMachine(compileArena(arena, options))
      machine.feed(text)
      if (final) machine.finish()
      const last = traceParse(arena, text, { final, maxLines: 100_000 }).split('\n').at(-1) ?? ''
      const kind = /^(success|failure|needs more)/.exec(last)?.[0]
      expect(kind).toBe(machine.status === 'needMoreInput' ? 'needs more' : machine.status)
    })
    fc.assert(property, { numRuns: 100, seed: 1 })
  })
})
