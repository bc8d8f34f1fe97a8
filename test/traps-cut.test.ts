import { describe, expect, it } from 'vitest'
import { buildGrammar } from '../src/grammar.ts'
import { openMachine } from '../src/machine/parse.ts'
import type { Builder } from '../src/peg/builder.ts'
import { check, outcomeOf } from './support/outcome.ts'

// Each trap that a resumable machine with cuts and lookaheads can fall into, by a small case. Every
// case is read in all cuttings, by plain and by optimised code, and compared with the reference.

describe('cut', () => {
  it('settles the choices opened since the rule began', () => {
    const grammar = buildGrammar((p) =>
      p.rule('r', p.choice(p.sequence('a', p.cut(), 'b'), p.tag('late', 'ac'))),
    )
    check(grammar, 'ab', '(text (r "ab"))')
    check(grammar, 'ac', 'no-match at 1, expected "b"')
  })

  it('leaves the choices of the calling rule open', () => {
    const grammar = buildGrammar((p) =>
      p.choice(p.rule('r', p.sequence('a', p.cut(), 'b')), p.tag('late', 'ac')),
    )
    check(grammar, 'ac', '(text (:late "ac"))')
  })

  it('is kept in a silent rule too', () => {
    const inner = buildGrammar((p) =>
      p.choice(p.sequence(p.permute([p.sequence('a', p.cut(), 'b'), 'c']), 'd'), p.tag('t', 'ac')),
    )
    check(inner, 'ac', '(text (:t "ac"))')
  })

  it('is not kept in by an atomic, a tag or a sequence', () => {
    for (const wrap of ['atomic', 'tag', 'sequence'] as const) {
      const grammar = buildGrammar((p) => {
        const cutting = p.sequence('a', p.cut())
        const wrapped = wrap === 'tag' ? p.tag('t', cutting) : p[wrap](cutting)
        return p.choice(p.sequence(wrapped, 'b'), p.tag('late', 'ac'))
      })
      check(grammar, 'ac', 'no-match at 1, expected "b"')
    }
  })

  it('does not leak out of a peek', () => {
    check(
      (p) => p.choice(p.sequence(p.peek(p.sequence('a', p.cut())), 'ab'), p.tag('late', 'ac')),
      'ac',
      '(text (:late "ac"))',
    )
  })

  it('does not leak out of a peek that fails after it', () => {
    check(
      (p) => p.choice(p.peek(p.sequence('a', p.cut(), 'b')), p.tag('late', 'ac')),
      'ac',
      '(text (:late "ac"))',
    )
  })

  it('does not leak out of a not that fails after it, which so succeeds', () => {
    const grammar = buildGrammar((p) =>
      p.choice(
        p.sequence(p.not(p.sequence('a', p.cut(), 'b')), p.tag('t', 'a'), 'd'),
        p.tag('late', 'ac'),
      ),
    )
    check(grammar, 'ad', '(text (:t "a"))')
    check(grammar, 'ac', '(text (:late "ac"))')
    check(grammar, 'ab', 'no-match at 0, expected "ac"')
  })

  it('does not leak out of a not whose item matches', () => {
    check(
      (p) => p.choice(p.sequence(p.not(p.sequence('a', p.cut())), 'b'), p.tag('late', 'ac')),
      'ac',
      '(text (:late "ac"))',
    )
  })

  it('settles a choice inside a lookahead', () => {
    check(
      (p) => p.sequence(p.peek(p.choice(p.sequence('a', p.cut(), 'b'), 'ac')), p.rest()),
      'ac',
      'no-match at 1, expected "b"',
    )
    check(
      (p) => p.sequence(p.not(p.choice(p.sequence('a', p.cut(), 'b'), 'ac')), p.rest()),
      'ac',
      '(text "ac")',
    )
  })

  it('makes a repetition fail whose iteration fails after it', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(p.zeroOrMore(p.sequence('a', p.cut(), 'b')), p.tag('t', p.rest())),
    )
    check(grammar, 'abab', '(text (:t ""))')
    check(grammar, 'abac', 'no-match at 3, expected "b"')
  })

  it('in one iteration lets a later iteration end the repetition before its own cut', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(p.zeroOrMore(p.sequence('a', 'b', p.cut())), p.tag('t', p.rest())),
    )
    check(grammar, 'ababac', '(text (:t "ac"))')
    check(grammar, 'aba', '(text (:t "a"))')
  })

  it('in an iteration settles the choice around the repetition', () => {
    const grammar = buildGrammar((p) =>
      p.choice(
        p.sequence(p.oneOrMore(p.sequence('a', p.cut())), 'b'),
        p.tag('late', p.chars('[ac]')),
      ),
    )
    check(grammar, 'aab', '(text "aab")')
    check(grammar, 'aac', 'no-match at 2, expected "a" or "b"')
  })

  it('leaves a choice open that begins after it', () => {
    check(
      (p) =>
        p.choice(p.sequence('a', p.cut(), p.choice('bc', p.tag('t', 'bd'))), p.tag('late', 'abe')),
      'abd',
      '(text (:t "bd"))',
    )
  })

  it('does not restore a settled choice when the frame around it closes', () => {
    // The inner choice closes after a cut settled both: neither may come back to life.
    check(
      (p) =>
        p.choice(p.sequence(p.choice(p.sequence('a', p.cut()), 'x'), 'b'), p.tag('late', 'ac')),
      'ac',
      'no-match at 1, expected "b"',
    )
  })

  it('acts in its own rule again after a lookahead, a rule, or a rule that failed', () => {
    const before = {
      peek: (p: Builder) => p.sequence(p.peek('a'), 'a'),
      not: (p: Builder) => p.sequence(p.not('b'), 'a'),
      rule: (p: Builder) => p.rule('r', 'a'),
      failed: (p: Builder) => p.choice(p.rule('r', p.sequence(p.not('a'), p.any())), 'a'),
    }
    for (const make of Object.values(before)) {
      const grammar = buildGrammar((p) =>
        p.choice(p.sequence(make(p), p.cut(), 'b'), p.tag('late', 'ac')),
      )
      expect(outcomeOf(grammar, 'ac')).toMatch(/^no-match at 1/)
      expect(outcomeOf(grammar, 'ab')).toMatch(/^\(text/)
    }
  })

  it('takes nothing from the choices of the caller when the rule returns', () => {
    check(
      (p) => {
        p.rule('r', p.choice(p.sequence('a', p.cut()), 'x'))
        return p.choice(p.sequence(p.ref('r'), p.ref('r'), 'b'), p.tag('late', 'aac'))
      },
      'aac',
      '(text (:late "aac"))',
    )
  })
})

describe('the tape', () => {
  it('is restored when a choice fails', () => {
    check(
      (p) => p.choice(p.sequence(p.tag('x', 'a'), 'b'), p.sequence(p.tag('y', 'a'), 'c')),
      'ac',
      '(text (:y "a"))',
    )
  })

  it('is restored when an iteration fails', () => {
    check(
      (p) => p.sequence(p.zeroOrMore(p.sequence(p.tag('x', 'a'), 'b')), p.tag('y', 'a')),
      'aba',
      '(text (:x "a") (:y "a"))',
    )
  })

  it('is restored after a peek and after a not', () => {
    check(
      (p) => p.sequence(p.peek(p.tag('x', 'a')), p.not(p.tag('y', 'b')), p.tag('z', 'a')),
      'a',
      '(text (:z "a"))',
    )
  })

  it('is restored when a rule fails with records open', () => {
    check(
      (p) =>
        p.choice(
          p.rule('r', p.tag('x', p.sequence(p.tag('y', 'a'), p.tag('z', 'b')))),
          p.tag('late', 'ac'),
        ),
      'ac',
      '(text (:late "ac"))',
    )
  })

  it('tells a reader that it was cut and grew again, by its low-water mark', () => {
    const arena = buildGrammar((p) =>
      p.choice(p.sequence(p.tag('x', 'a'), 'b'), p.sequence(p.tag('y', 'a'), 'c')),
    )
    const machine = openMachine(arena)
    machine.feed('a')
    const before = machine.tape.length
    machine.tape.lowWater = before
    machine.feed('c')
    expect(machine.tape.length).toBe(before)
    expect(machine.tape.lowWater).toBe(0)
  })
})
