import { describe, expect, it } from 'vitest'
import { buildGrammar } from '../src/grammar.ts'
import { openMachine, parseText } from '../src/machine/parse.ts'
import { check } from './support/outcome.ts'

// Each trap that a resumable machine with cuts and lookaheads can fall into, by a small case. Every
// case is read in all cuttings, by plain and by optimised code, and compared with the reference.

describe('scanning that is resumed', () => {
  it('keeps its count, so that bounds hold over all chunks', () => {
    const grammar = buildGrammar((p) => p.sequence(p.tag('t', p.chars('[ab]', 2, 3)), 'b'))
    check(grammar, 'aaab', '(text (:t "aaa"))')
    check(grammar, 'ab', 'no-match at 2, expected "b"')
    check(grammar, 'aaaab', 'no-match at 3, expected "b"')
  })

  it('forgets the count of an earlier run', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(p.chars('[a]', 1, 2), p.chars('[b]', 2, 2), p.chars('[a]', 2, 3)),
    )
    check(grammar, 'abbaa', '(text "abbaa")')
    check(grammar, 'aabba', 'no-match at 5, expected [a]')
  })

  it('forgets the count when the run fails inside a choice', () => {
    check(
      (p) => p.choice(p.chars('[a]', 3, 3), p.tag('t', p.chars('[a-c]', 2, 2))),
      'ab',
      '(text (:t "ab"))',
    )
  })

  it('does not count the iterations of a loop before it', () => {
    const grammar = buildGrammar((p) => p.sequence(p.repeat('ab', 0), p.chars('[a]', 2, 3)))
    check(grammar, 'ababa', 'no-match at 5, expected [a]')
    check(grammar, 'ababaaa', '(text "ababaaa")')
  })

  it('counts code points, not units', () => {
    check((p) => p.chars('[^a]', 2, 2), '😀😀', '(text "😀😀")')
    check(
      (p) => p.sequence(p.chars('[😀]', 1, 2), p.tag('t', p.any())),
      '😀😀😀',
      '(text (:t "😀"))',
    )
  })

  it('restarts a literal', () => {
    check((p) => p.choice('aab', p.tag('t', 'aac')), 'aac', '(text (:t "aac"))')
  })
})

describe('a run before a character', () => {
  it('takes the character too, if it is of its class', () => {
    const grammar = buildGrammar((p) => p.sequence(p.chars('[ab]', 0), 'b'))
    check(grammar, 'b', 'no-match at 1, expected "b"')
    check(grammar, 'ab', 'no-match at 2, expected "b"')
  })

  it('is held open until the character comes', () => {
    const grammar = buildGrammar((p) => p.tag('t', p.sequence(p.chars('[ab]', 0), 'c')))
    check(grammar, 'abc', '(text (:t "abc"))')
    check(grammar, 'ab', '(text (:t "ab" …) …)', { partial: true })
    check(grammar, 'c', '(text (:t "c"))')
    check(grammar, 'd', 'no-match at 0, expected "c"')
  })

  it('may be a string before its quote', () => {
    const grammar = buildGrammar((p) => p.sequence(p.stringContent('"', 'json'), '"', p.rest()))
    check(grammar, 'a"b', '(text "a\\"b")')
    check(grammar, 'ab', 'no-match at 2, expected "\\"" or a character or an escape of a string')
  })
})

describe('half a surrogate pair', () => {
  it('is not text before its other half', () => {
    const grammar = buildGrammar((p) => p.sequence(p.tag('t', p.any()), p.tag('u', p.rest())))
    check(grammar, '\ud83d', '(text (:t "" …) …)', { partial: true })
    check(grammar, 'a\ud83d', '(text (:t "a") (:u "" …) …)', { partial: true })
    check(grammar, '\ud83d\ude00', '(text (:t "😀") (:u "" …) …)', { partial: true })
  })

  it('is not text above the minimum of a run either, nor in until and strings', () => {
    check((p) => p.tag('t', p.chars('[^b]', 1)), 'a\ud83d', '(text (:t "a" …) …)', {
      partial: true,
    })
    check((p) => p.tag('t', p.until('b')), 'a\ud83d', '(text (:t "a" …) …)', { partial: true })
    check((p) => p.tag('t', p.stringContent('"', 'json')), 'a\ud83d', '(text (:t "a" …) …)', {
      partial: true,
    })
  })

  it('is U+FFFD when the other half does not come', () => {
    const grammar = buildGrammar((p) => p.sequence(p.tag('t', p.any()), p.tag('u', p.rest())))
    check(grammar, '\ud83da', '(text (:t "\ufffd") (:u "a"))')
    check(grammar, '\ud83d', '(text (:t "\ufffd") (:u ""))')
    check(grammar, '\ude00\ud83d\ud83d\ude00', '(text (:t "\ufffd") (:u "\ufffd😀"))')
  })

  it('after the end of the match is trailing text only when it is text', () => {
    check((p) => p.literal('a'), 'a\ud83d', '(text "a")', { partial: true })
    check((p) => p.literal('a'), 'a\ud83d', 'trailing-input at 1, expected the end')
  })
})

describe('until and through', () => {
  it('take a complete delimiter before a partial one at the same place', () => {
    check(
      (p) => p.sequence(p.tag('t', p.until('</a>', '</')), p.tag('u', p.rest())),
      'x</',
      '(text (:t "x") (:u "</" …) …)',
      { partial: true },
    )
    check(
      (p) => p.sequence(p.through('</a>', '</'), p.tag('t', p.rest())),
      'x</a>',
      '(text (:t "a>"))',
    )
  })

  it('wait for a partial delimiter before a complete one further on', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(p.tag('t', p.until('abcX', 'bc')), p.tag('u', p.rest())),
    )
    check(grammar, 'abc', '(text (:t "" …) …)', { partial: true })
    check(grammar, 'abcX', '(text (:t "") (:u "abcX"))')
    check(grammar, 'abcY', '(text (:t "a") (:u "bcY"))')
    check(grammar, 'abc', '(text (:t "a") (:u "bc"))')
  })

  it('go on at the place that was held back', () => {
    const grammar = buildGrammar((p) =>
      p.sequence(p.tag('t', p.until('aab')), p.tag('u', p.rest())),
    )
    check(grammar, 'aaab', '(text (:t "a") (:u "aab"))')
    check(grammar, 'aaa', '(text (:t "a" …) …)', { partial: true })
  })

  it('read a delimiter that the end of the text cuts short as text', () => {
    check((p) => p.tag('t', p.until('</t>')), 'ab</', '(text (:t "ab</"))')
    check((p) => p.tag('t', p.through('</t>')), 'ab</', 'no-match at 4, expected "</t>"')
  })

  it('hold back delimiters beyond the first plane', () => {
    check((p) => p.tag('t', p.until('😀b')), 'a😀', '(text (:t "a" …) …)', { partial: true })
    check((p) => p.tag('t', p.until('😀b')), 'a😀a', '(text (:t "a😀a" …) …)', { partial: true })
  })
})

describe('a long text', () => {
  const arena = buildGrammar((p) => p.tag('t', p.rest()))
  const halves = ['\ud83d', '\ude00', '\ud83d\ude00', '']

  it('is taken in at once as it is unit by unit, halves of pairs at its ends and inside', () => {
    for (const before of halves) {
      for (const inside of halves) {
        for (const after of halves) {
          const text = `${before}é${'a'.repeat(3000)}${inside}日${after}`
          const whole = openMachine(arena)
          whole.feed('\ud83d')
          whole.feed(text)
          whole.feed(text)
          whole.finish()
          const pieces = openMachine(arena)
          for (const unit of `\ud83d${text}${text}`.split('')) pieces.feed(unit)
          pieces.finish()
          expect(whole.slice(0, whole.length)).toBe(pieces.slice(0, pieces.length))
          expect(whole.loneSurrogates).toEqual(pieces.loneSurrogates)
        }
      }
    }
  })

  it('has each lone half replaced', () => {
    const text = `${'a'.repeat(4095)}😀é\ud83d${'b'.repeat(5000)}`
    const whole = parseText(arena, text)
    expect(whole.slice(0, whole.length)).toBe(text.replace('\ud83db', '\ufffdb'))
    expect(whole.loneSurrogates).toEqual([4098])
  })
})
