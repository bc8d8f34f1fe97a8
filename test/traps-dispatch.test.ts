import { describe, expect, it } from 'vitest'
import { buildGrammar } from '../src/grammar.ts'
import { parseText } from '../src/machine/parse.ts'
import type { Builder } from '../src/peg/builder.ts'
import type { NodeId } from '../src/peg/node.ts'
import { check, outcomeOf } from './support/outcome.ts'

// What the optimised code does otherwise than the plain one: it looks at the next character first,
// and leaves out the entries of loops that could not use them. Each case breaks if it does so where
// that is not sound.

describe('dispatch by the next character', () => {
  it('is left out where an alternative may be empty', () => {
    check((p) => p.choice(p.chars('[a]', 0), 'b'), 'b', 'trailing-input at 0, expected the end')
    check(
      (p) => p.sequence(p.choice(p.not('x'), 'a'), p.tag('t', p.rest())),
      'b',
      '(text (:t "b"))',
    )
  })

  it('is left out where an alternative may cut before it reads', () => {
    check(
      (p) => p.choice(p.sequence(p.cut(), 'a'), p.tag('late', 'b')),
      'b',
      'no-match at 0, expected "a"',
    )
  })

  it('keeps the order of alternatives that begin alike', () => {
    check(
      (p) => p.choice(p.tag('x', 'ab'), p.tag('y', 'b'), p.tag('z', p.chars('[a-c]', 2, 2))),
      'ac',
      '(text (:z "ac"))',
    )
  })

  it('takes one class for everything beyond ASCII', () => {
    check(
      (p) => p.choice(p.tag('x', 'é'), p.tag('y', '😀'), p.tag('z', 'ü')),
      'ü',
      '(text (:z "ü"))',
    )
  })

  it('says what was expected as the plain code would', () => {
    const arena = buildGrammar((p) => p.choice('ab', 'cd', p.sequence('e', p.choice('f', 'g'))))
    expect(parseText(arena, 'x').result()).toMatchObject({
      offset: 0,
      expected: [
        { kind: 'literal', text: 'ab' },
        { kind: 'literal', text: 'cd' },
        { kind: 'literal', text: 'e' },
      ],
    })
  })
})

/** The same loop written in place and as a rule: the two are found to need no entry separately. */
const loops: Readonly<Record<string, (p: Builder, item: NodeId) => NodeId>> = {
  'in place': (p, item) => p.zeroOrMore(item),
  'in a rule': (p, item) => p.rule('loop', p.zeroOrMore(item)),
}

describe.each(Object.entries(loops))('a loop %s keeps its entry', (_, loop) => {
  const pairs = (p: Builder): NodeId => loop(p, p.sequence('a', 'b'))

  it('at the end of an alternative before another one', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(p.choice(pairs(p), p.tag('late', 'a')), p.tag('t', 'c')),
    )
    expect(outcomeOf(grammar, 'ac')).toMatch(/^no-match/)
    expect(outcomeOf(grammar, 'abc')).toMatch(/:t "c"/)
  })

  it('at the end of an alternative that shares its first character', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(p.choice(p.sequence('x', pairs(p)), p.tag('late', 'xa')), p.tag('t', 'c')),
    )
    expect(outcomeOf(grammar, 'xac')).toMatch(/^no-match/)
    expect(outcomeOf(grammar, 'xabc')).toMatch(/:t "c"/)
  })

  it('at the end of a lookahead', () => {
    const peek = buildGrammar((p) =>
      p.sequence(p.peek(p.sequence('c', pairs(p))), p.tag('t', 'cac')),
    )
    expect(outcomeOf(peek, 'cac')).toMatch(/:t "cac"/)
    const not = buildGrammar((p) => p.sequence(p.not(p.sequence('c', pairs(p))), p.tag('t', 'cac')))
    expect(outcomeOf(not, 'cac')).toMatch(/^no-match/)
  })

  it('before a cut', () => {
    const grammar = buildGrammar((p) =>
      p.choice(p.sequence(pairs(p), p.cut(), 'c'), p.tag('late', 'ad')),
    )
    expect(outcomeOf(grammar, 'ad')).toMatch(/^no-match/)
    expect(outcomeOf(grammar, 'abc')).toMatch(/^\(text/)
  })

  it('at the end of an iteration of a loop that keeps its own', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(p.zeroOrMore(p.sequence('a', loop(p, p.sequence('c', 'd')))), p.tag('t', 'aca')),
    )
    expect(outcomeOf(grammar, 'aca')).toMatch(/^no-match/)
  })

  it('where its item may begin with a cut', () => {
    const grammar = buildGrammar((p) => p.sequence(loop(p, p.sequence(p.cut(), 'a')), 'b'))
    expect(outcomeOf(grammar, 'b')).toMatch(/^no-match/)
  })

  it('where what follows may begin as its item does', () => {
    const grammar = buildGrammar((p) => p.sequence(pairs(p), p.tag('t', 'ac')))
    expect(outcomeOf(grammar, 'abac')).toMatch(/:t "ac"/)
  })
})

describe('a rule with a loop', () => {
  it('is held to what follows at each of its uses', () => {
    // The loop must let go of the last "a" in "ab"; a plain global FOLLOW would not.
    check(
      (p) => {
        p.rule('loop', p.zeroOrMore(p.sequence('a', 'c')))
        return p.choice(p.sequence(p.ref('loop'), 'b'), p.sequence(p.ref('loop'), p.tag('t', 'ab')))
      },
      'acab',
      '(text (loop "ac") (:t "ab"))',
    )
  })
})

describe('a loop without entry', () => {
  it('waits for the character that decides whether it goes on', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(p.oneOrMore(p.tag('t', p.choice('a', 'b'))), p.optional(p.tag('u', 'c')), 'd'),
    )
    check(grammar, 'abcd', '(text (:t "a") (:t "b") (:u "c"))')
    check(grammar, 'ad', '(text (:t "a"))')
    check(grammar, 'a', '(text (:t "a") …)', { partial: true })
  })

  it('waits where it may begin with one character only', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(p.zeroOrMore(p.tag('t', p.sequence('a', 'b'))), 'd'),
    )
    check(grammar, 'ababd', '(text (:t "ab") (:t "ab"))')
    check(grammar, 'd', '(text "d")')
    check(grammar, '', '(text "" …)', { partial: true })
  })
})

describe('instructions made one', () => {
  it('leave what follows an option whole, for when the option is left out', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(p.optional(p.sequence('x', p.chars('[a]', 0))), 'c', p.tag('t', p.rest())),
    )
    check(grammar, 'cd', '(text (:t "d"))')
    check(grammar, 'xacd', '(text (:t "d"))')
  })

  it('are a string with its own quote only', () => {
    const grammar = buildGrammar((p) => p.sequence(p.stringContent('"', 'json'), 'x'))
    expect(outcomeOf(grammar, 'a"')).toMatch(/^no-match at 1/)
    expect(outcomeOf(grammar, 'ax')).toMatch(/^no-match at 2/)
  })
})
