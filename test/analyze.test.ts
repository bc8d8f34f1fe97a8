import { describe, expect, it } from 'vitest'
import { isLinear } from '../src/analyze/late-commit.ts'
import { MaxNesting } from '../src/analyze/nesting.ts'
import { buildGrammar } from '../src/grammar.ts'
import type { NodeId } from '../src/peg/node.ts'
import { faultsOf, sketch, type Make } from './support/inspect.ts'

function faults(make: Make, ...expected: string[]): void {
  expect(sketch(faultsOf(make))).toEqual(expected)
}

/** The warnings of the given codes; others are of no interest to a case. */
function warnings(make: Make, codes: readonly string[], ...expected: string[]): void {
  const found = buildGrammar(make).warnings.filter((d) => codes.includes(d.code))
  expect(sketch(found)).toEqual(expected)
}

describe('left recursion', () => {
  it('is found in a rule that begins with itself', () => {
    faults(
      (p) => p.rule('a', () => p.sequence(p.ref('a'), 'x')),
      'left-recursion at a > sequence[0] > a',
    )
  })

  it('is found behind what may be empty', () => {
    faults(
      (p) => p.rule('a', () => p.sequence(p.optional('x'), p.space(), p.not('y'), p.ref('a'))),
      'left-recursion at a > sequence[3] > a',
    )
  })

  it('names the rules on the way round', () => {
    const [fault] = faultsOf((p) => {
      p.rule('b', () => p.choice('x', p.ref('c')))
      p.rule('c', () => p.sequence(p.cut(), p.ref('a'), '!'))
      return p.rule('a', () => p.ref('b'))
    })
    expect(fault?.message).toBe('the rule "a" reaches itself without consuming text')
    expect(fault?.related).toEqual(['by way of a > b > c > a'])
  })

  it('is found inside lookaheads', () => {
    faults(
      (p) => p.rule('a', () => p.sequence(p.peek(p.ref('a')), 'x')),
      'left-recursion at a > sequence[0] > peek > a',
    )
  })

  it('is found in the half that only the grammar prints', () => {
    faults(
      (p) => p.rule('a', () => p.dual('x', p.sequence(p.ref('a'), 'x'))),
      'left-recursion at a > dual > sequence[0] > a',
    )
  })

  it('is no fault where text is consumed first', () => {
    expect(
      buildGrammar((p) => p.rule('a', () => p.sequence('(', p.optional(p.ref('a')), ')'))).root,
    ).toBeTypeOf('number')
  })
})

describe('repetition of something empty', () => {
  it('is found for every bound above one', () => {
    faults((p) => p.zeroOrMore(p.until('x')), 'empty-repetition at root > repeat')
    faults((p) => p.repeat(p.space(), 0, 2), 'empty-repetition at root > repeat')
    faults((p) => p.oneOrMore(p.optional('x')), 'empty-repetition at root > repeat')
  })

  it('is found in the half that only the grammar prints', () => {
    faults((p) => p.zeroOrMore(p.dual('x', p.optional('x'))), 'empty-repetition at root > repeat')
  })

  it('is no fault for an option', () => {
    expect(buildGrammar((p) => p.optional(p.until('x'))).root).toBeTypeOf('number')
  })

  it('is told together with all other faults', () => {
    faults(
      (p) => p.rule('a', () => p.sequence(p.zeroOrMore(p.eps()), p.ref('a'))),
      'left-recursion at a > sequence[1] > a',
      'empty-repetition at a > sequence[0] > repeat',
    )
  })
})

describe('a place', () => {
  it('is told from the nearest rule of the author, a long way shortened', () => {
    faults(
      (p) => {
        let item: NodeId = p.zeroOrMore(p.eps())
        for (let i = 0; i < 20; i++) item = p.sequence('(', item, ')')
        return p.rule('outer', p.sequence('<', p.rule('inner', p.tag('t', item)), '>'))
      },
      `empty-repetition at inner > … > ${'sequence[1] > '.repeat(6)}repeat`,
    )
  })
})

describe('nesting', () => {
  const nested =
    (depth: number): Make =>
    (p) => {
      let item: NodeId = p.literal('x')
      for (let i = 0; i < depth; i++) item = p.sequence('(', item, ')')
      return item
    }

  it('is bounded within a rule', () => {
    expect(buildGrammar(nested(MaxNesting)).warnings).toEqual([])
    faults(nested(MaxNesting + 1), 'nesting-limit at root > sequence')
    faults(nested(30_000), 'nesting-limit at root > sequence')
  })

  it('has no bound from rule to rule', () => {
    const arena = buildGrammar((p) => {
      let item: NodeId = p.literal('x')
      for (let i = 0; i < 5000; i++) item = p.rule(`r${i}`, p.sequence('(', item, ')'))
      return item
    })
    expect(arena.warnings).toEqual([])
  })
})

describe('unreachable alternatives', () => {
  const codes = ['unreachable-choice']

  it('stand behind a literal that begins them', () => {
    warnings((p) => p.choice('a', 'b', 'ab'), codes, 'unreachable-choice at root > choice[2]')
    warnings(
      (p) => p.choice('a', p.sequence(p.tag('t', 'ab'), 'c')),
      codes,
      'unreachable-choice at root > choice[1]',
    )
    warnings((p) => p.choice('ab', 'a'), codes)
  })

  it('stand behind what never fails', () => {
    for (const make of [
      (p) => p.choice(p.until('x'), 'a'),
      (p) => p.choice(p.rest(), 'a'),
      (p) => p.choice(p.space(), 'a'),
      (p) => p.choice(p.optional('x'), 'a'),
      (p) => p.choice(p.sequence(p.zeroOrMore('x'), p.chars('[a]', 0)), 'a'),
      (p) => p.choice(p.tag('t', p.choice('x', p.eps())), 'a'),
    ] satisfies Make[]) {
      warnings(make, codes, 'unreachable-choice at root > choice[1]')
    }
  })

  it('stand behind a class that holds their first character', () => {
    warnings(
      (p) => p.choice(p.chars('[a-z]'), 'begin'),
      codes,
      'unreachable-choice at root > choice[1]',
    )
    warnings(
      (p) => p.choice(p.any(), p.chars('[0-9]')),
      codes,
      'unreachable-choice at root > choice[1]',
    )
    warnings((p) => p.choice(p.chars('[a-z]', 2), 'begin'), codes)
  })

  it('are reached where the earlier one may fail after a cut', () => {
    warnings((p) => p.choice(p.zeroOrMore(p.sequence('x', p.cut(), 'y')), 'a'), codes)
  })

  it('are reached where a marker counts only as a token', () => {
    warnings((p) => p.choice(p.token('<a>'), '<a>'), codes)
  })
})

describe('unreachable rules', () => {
  it('are named', () => {
    warnings(
      (p) => {
        p.rule('lost', p.ref('also-lost'))
        p.rule('also-lost', 'x')
        return p.rule('root', p.ref('found'), {}) && p.rule('found', 'y')
      },
      ['unreachable-rule'],
      'unreachable-rule at lost',
      'unreachable-rule at also-lost',
      'unreachable-rule at root',
    )
  })

  it('are not those of one half of a node with two readings', () => {
    warnings((p) => p.dual(p.rule('a', 'x'), p.rule('b', 'x')), ['unreachable-rule'])
  })
})

describe('late commits', () => {
  const codes = ['late-commit']

  it('are options that read without bound before they are settled', () => {
    warnings(
      (p) =>
        p.sequence(
          p.optional(p.sequence('<think>', p.until('</think>'), '</think>')),
          p.until('<tool>'),
          p.end(),
        ),
      codes,
      'late-commit at root > sequence[0] > repeat',
    )
  })

  it('are missing in what is linear', () => {
    expect(isLinear(buildGrammar((p) => p.sequence(p.json(), p.end())))).toBe(true)
    expect(isLinear(buildGrammar((p) => p.choice(p.sequence(p.until('a'), 'a'), p.rest())))).toBe(
      false,
    )
  })

  it('are prevented by a cut', () => {
    warnings(
      (p) =>
        p.sequence(
          p.optional(p.sequence('<think>', p.cut(), p.until('</think>'), '</think>')),
          p.until('<tool>'),
          p.end(),
        ),
      codes,
    )
  })

  it('are not prevented by a cut in a rule that is called', () => {
    warnings(
      (p) =>
        p.sequence(
          p.optional(
            p.rule('think', p.sequence('<think>', p.cut(), p.until('</think>'), '</think>')),
          ),
          p.until('<tool>'),
          p.end(),
        ),
      codes,
      'late-commit at root > sequence[0] > repeat',
    )
  })

  it('are no choices that the next character decides', () => {
    warnings(
      (p) =>
        p.sequence(
          p.choice(p.sequence('<', p.until('>'), '>'), p.sequence('[', p.until(']'), ']')),
          p.end(),
        ),
      codes,
    )
    warnings((p) => p.sequence(p.space(), p.json(), p.space(), p.end()), codes)
  })

  it('are alternatives that share their first character', () => {
    warnings(
      (p) =>
        p.sequence(
          p.choice(p.sequence('<a>', p.until('<')), p.sequence('<b>', p.until('<'))),
          '<',
          p.end(),
        ),
      codes,
      'late-commit at root > choice'.replace('root >', 'root > sequence[0] >'),
    )
  })

  it('are loops that may stop where an iteration begins', () => {
    warnings(
      (p) =>
        p.sequence(
          p.zeroOrMore(p.sequence('<a>', p.until('</a>'), '</a>')),
          p.optional('<b>'),
          p.end(),
        ),
      codes,
      'late-commit at root > sequence[0] > repeat',
    )
  })

  it('are not what only malformed text waits for', () => {
    warnings(
      (p) =>
        p.sequence(
          p.choice('<a>', p.recover(p.sequence('<', p.until('>'))), p.until('>')),
          p.end(),
        ),
      codes,
    )
  })

  it('are found where a rule contains itself', () => {
    warnings(
      (p) => {
        const list = p.rule('list', () => p.sequence('(', p.optional(p.ref('list')), ')'))
        return p.sequence(p.choice(p.sequence(list, '!'), p.sequence(p.ref('list'), '?')), p.end())
      },
      codes,
      'late-commit at root > sequence[0] > choice',
    )
  })
})
