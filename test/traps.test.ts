import { describe, expect, it } from 'vitest'
import { buildGrammar } from '../src/grammar.ts'
import { compileArena } from '../src/machine/compile.ts'
import { createMachine } from '../src/machine/machine.ts'
import { parseText } from '../src/machine/parse.ts'
import { check, uncheckedArena } from './support/outcome.ts'

// Each trap that a resumable machine with cuts and lookaheads can fall into, by a small case. Every
// case is read in all cuttings, by plain and by optimised code, and compared with the reference.

describe('what is shown', () => {
  it('hides from the outermost atomic on, also when an inner one is whole', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(
        p.tag('a', 'a'),
        p.atomic(p.sequence(p.tag('b', 'b'), p.atomic(p.tag('c', 'c')), p.tag('d', 'd'))),
      ),
    )
    check(grammar, 'abc', '(text (:a "a") …)', { partial: true })
    check(grammar, 'abcd', '(text (:a "a") (:b "b") (:c "c") (:d "d"))', { partial: true })
  })

  it('stays hidden in and behind a lookahead inside an atomic', () => {
    for (const kind of ['peek', 'not'] as const) {
      const grammar = buildGrammar((p) => {
        const looks = kind === 'peek' ? p.peek('bc') : p.not('bd')
        return p.atomic(p.sequence(p.tag('x', 'a'), looks, 'bcd'))
      })
      check(grammar, 'ab', '(text "" …)', { partial: true })
      check(grammar, 'abc', '(text "" …)', { partial: true })
      check(grammar, 'abcd', '(text (:x "a"))', { partial: true })
    }
  })

  it('hides no longer when the atomic that hid has failed', () => {
    check(
      (p) =>
        p.choice(
          p.sequence(p.atomic(p.sequence(p.tag('x', 'a'), 'b'))),
          p.sequence(p.tag('y', 'a'), p.tag('z', p.rest())),
        ),
      'acd',
      '(text (:y "a") (:z "cd" …) …)',
      { partial: true },
    )
  })

  it('hides no longer when the lookahead that hid has ended', () => {
    check(
      (p) => p.sequence(p.peek('ab'), p.not('ac'), p.tag('t', p.rest())),
      'abc',
      '(text (:t "abc" …) …)',
      { partial: true },
    )
  })

  it('ends at the beginning of a literal, a lookahead and a delimiter that are not whole', () => {
    check((p) => p.sequence('a', p.tag('t', 'bcd')), 'abc', '(text (:t "" …) …)', { partial: true })
    check((p) => p.sequence('a', p.peek('bcd'), p.rest()), 'abc', '(text "a" …)', { partial: true })
    check((p) => p.tag('t', p.until('</t>')), 'ab</', '(text (:t "ab" …) …)', { partial: true })
  })

  it('stays open to the last character before the end: a run may go on', () => {
    const grammar = buildGrammar((p) => p.tag('t', p.chars('[a-z]', 1, 3)))
    check(grammar, 'ab', '(text (:t "ab" …) …)', { partial: true })
    check(grammar, 'abc', '(text (:t "abc"))', { partial: true })
  })
})

describe('a repetition', () => {
  it('ends at an iteration that consumes nothing, and keeps its records if the minimum needs them', () => {
    const empty = (min: number) =>
      uncheckedArena((p) =>
        p.sequence(p.repeat(p.tag('t', p.chars('[a]', 0, 1)), min, null), p.tag('u', p.rest())),
      )
    check(empty(0), 'aab', '(text (:t "a") (:t "a") (:u "b"))')
    check(empty(3), 'aab', '(text (:t "a") (:t "a") (:t "") (:u "b"))')
  })

  it('updates its entry in place: a thousand iterations do not make it hold the text', () => {
    const arena = buildGrammar((p) => p.zeroOrMore(p.tag('t', p.chars('[a-c]', 1, 1))))
    for (const plain of [true, false]) {
      const machine = createMachine(compileArena(arena, { plain }))
      machine.feed('abc'.repeat(1000))
      expect(machine.committedLength).toBe(4 * 3000)
    }
  })

  it('goes back to the end of the last whole iteration', () => {
    check(
      (p) => p.sequence(p.zeroOrMore(p.tag('t', 'ab')), p.tag('u', 'ac')),
      'ababac',
      '(text (:t "ab") (:t "ab") (:u "ac"))',
    )
  })

  it('fails below its minimum', () => {
    check((p) => p.repeat('ab', 2), 'aba', 'no-match at 2, expected "ab"')
  })

  it('stops at its maximum', () => {
    check((p) => p.sequence(p.repeat('a', 1, 2), p.tag('t', p.rest())), 'aaa', '(text (:t "a"))')
  })
})

describe('before the end is known', () => {
  it('end and rest wait', () => {
    check((p) => p.sequence('a', p.end()), 'a', '(text "a" …)', { partial: true })
    check((p) => p.rest(), 'a', '(text "a" …)', { partial: true })
    check((p) => p.sequence('a', p.end()), 'ab', 'no-match at 1, expected the end', {
      partial: true,
    })
  })

  it('a success is final: later text is trailing text', () => {
    check((p) => p.choice('a', 'ab'), 'a', '(text "a")', { partial: true })
    check((p) => p.choice('a', 'ab'), 'ab', 'trailing-input at 1, expected the end')
  })

  it('waits inside a lookahead and an atomic as anywhere', () => {
    check((p) => p.sequence(p.not('ab'), p.rest()), 'a', '(text "" …)', { partial: true })
    check((p) => p.sequence(p.atomic('ab'), p.rest()), 'a', '(text "" …)', { partial: true })
  })
})

describe('the stack', () => {
  it('grows with the nesting, and holds its frames however deep they are', () => {
    const arena = buildGrammar((p) =>
      p.rule('r', p.choice(p.sequence('[', p.optional(p.ref('r')), ']'), p.tag('t', 'x'))),
    )
    for (const plain of [true, false]) {
      for (const depth of [10, 100, 500]) {
        const text = `${'['.repeat(depth)}x${']'.repeat(depth)}`
        const machine = parseText(arena, text, { plain })
        expect(machine.status).toBe('success')
        expect(machine.tape.length).toBe(4 * (depth + 2))
      }
    }
  })
})
