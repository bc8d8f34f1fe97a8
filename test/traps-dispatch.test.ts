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

/** The same loop written in place, as a small rule, and as one that is called: what must follow is found for each. */
const loops: Readonly<Record<string, (p: Builder, item: NodeId) => NodeId>> = {
  'in place': (p, item) => p.zeroOrMore(item),
  'in a rule': (p, item) => p.rule('loop', p.zeroOrMore(item)),
  'in a rule that uses another': (p, item) => {
    p.rule('nothing', p.literal(''))
    return p.rule('loop', p.sequence(p.zeroOrMore(item), p.ref('nothing')))
  },
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

describe('a rule that is called', () => {
  it('is held to what follows at each of its uses', () => {
    check(
      (p) => {
        p.rule('item', p.sequence('a', 'c'))
        p.rule('loop', p.zeroOrMore(p.ref('item')))
        return p.choice(p.sequence(p.ref('loop'), 'b'), p.sequence(p.ref('loop'), p.tag('t', 'ab')))
      },
      'acab',
      '(text\n  (loop (item "ac"))\n  (:t "ab"))',
    )
  })
})

describe('a small rule that is written in place', () => {
  it('leaves a record at each of its uses', () => {
    check(
      (p) => {
        p.rule('word', p.chars('[a-z]'))
        return p.sequence(p.ref('word'), ' ', p.ref('word'))
      },
      'ab c',
      '(text (word "ab") (word "c"))',
    )
  })

  it('is none where it cuts: a rule is a scope of cuts', () => {
    check(
      (p) => {
        p.rule('word', p.choice(p.sequence('a', p.cut(), 'b'), 'ac'))
        return p.choice(p.ref('word'), p.tag('t', 'ac'))
      },
      'ac',
      '(text (:t "ac"))',
    )
  })
})

describe('what the next character decides', () => {
  it('is not passed: a gap that is there, before what may begin there', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(p.choice('x', p.sequence(p.chars('[ y]', 0), p.tag('t', 'z'))), p.end()),
    )
    check(grammar, ' yz', '(text (:t "z"))')
    check(grammar, 'z', '(text (:t "z"))')
  })

  it('is not taken beyond ASCII, where one class stands for all', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(p.choice(p.sequence(p.chars('[é😀]', 1, 1), 'a'), 'b'), p.end()),
    )
    check(grammar, '😀a', '(text "😀a")')
    expect(outcomeOf(grammar, 'üa')).toMatch(/^no-match at 0/)
  })

  it('leads out of a loop of a choice, and into a loop in a loop', () => {
    const grammar = buildGrammar((p) => {
      const option = p.optional(p.choice(p.tag('x', 'a'), p.tag('y', 'b')))
      return p.sequence(
        p.zeroOrMore(p.sequence(option, p.zeroOrMore(p.choice('c', 'd')), ';')),
        p.tag('t', p.choice('e', 'f')),
      )
    })
    check(grammar, 'acd;;bd;e', '(text (:x "a") (:y "b") (:t "e"))')
    check(grammar, 'f', '(text (:t "f"))')
    check(grammar, 'a;', '(text (:x "a") …)', { partial: true })
  })

  it('ends a loop of a choice with the text', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(p.tag('t', p.zeroOrMore(p.choice('a', 'b'))), p.end()),
    )
    check(grammar, 'abba', '(text (:t "abba"))')
    check(grammar, '', '(text (:t ""))')
  })

  it('is called from where the call stands, behind a choice too', () => {
    const grammar = buildGrammar((p) => {
      p.rule('nest', p.choice(p.sequence('(', p.ref('nest'), ')'), 'n'))
      return p.sequence(p.choice('a', 'b'), p.ref('nest'), p.tag('t', p.rest()))
    })
    check(grammar, 'b((n))c', '(text\n  (nest\n    (nest (nest "n")))\n  (:t "c"))')
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
