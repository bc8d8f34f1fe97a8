import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptGbnf } from '../src/gbnf/accept.ts'
import { emitGbnf, type EmitOptions } from '../src/gbnf/emit.ts'
import { emitLazyGbnf } from '../src/gbnf/lazy.ts'
import { optimise } from '../src/gbnf/optimise.ts'
import { printGbnf } from '../src/gbnf/print.ts'
import { checkGbnf, compileGbnf, readGbnf } from '../src/gbnf/read.ts'
import { buildGrammar } from '../src/grammar.ts'
import type { Arena } from '../src/peg/arena.ts'
import type { Builder, Operand } from '../src/peg/builder.ts'
import { describeWithOracle, grammarOracle } from './support/oracle.ts'
import { buildPlan, printPlan } from './support/plan.ts'
import { arenaPlans } from './support/random-arenas.ts'
import { createRandom, mutateText, randomSentence } from './support/random-texts.ts'
import { matchReference, TooMuchWork } from './support/reference.ts'
import { sentencesOver, textsOver } from './support/texts-over.ts'
import { matchesUnordered } from './support/unordered.ts'

type Make = (p: Builder) => Operand

const { CI, TEST_HARDER } = process.env
const factor = TEST_HARDER !== undefined ? 100 : CI !== undefined ? 8 : 1
const seed = TEST_HARDER !== undefined ? Date.now() : 20_251_130
const timeout = 180_000

function emitted(make: Make, options: EmitOptions = {}): string {
  return emitGbnf(buildGrammar(make), options).gbnf
}

/** The rules of what is emitted, one a line; the last line break is left out. */
function check(make: Make, expected: string, options: EmitOptions = {}): void {
  const gbnf = emitted(make, options)
  expect(gbnf.trimEnd()).toBe(expected)
  const reading = readGbnf(gbnf)
  expect(reading.diagnostics).toEqual([])
}

/** Compares the grammar with a judge on every text over an alphabet, up to a length. */
function checkTexts(
  make: Make,
  alphabet: string,
  length: number,
  judge: (text: string) => boolean,
): void {
  const gbnf = emitted(make)
  const sentences = sentencesOver(gbnf, alphabet, length)
  for (const text of textsOver(alphabet, length)) {
    if (sentences.has(text) === judge(text)) continue
    const verdict = sentences.has(text) ? 'admits' : 'refuses'
    throw new Error(`${JSON.stringify(text)}: the grammar ${verdict} it\n${gbnf}`)
  }
}

describe('each kind of node', () => {
  it('literals are joined and quoted', () => {
    check((p) => p.sequence('say "', p.literal('hi'), p.eps(), '"\n'), 'root ::= "say \\"hi\\"\\n"')
  })

  it('anchors, lookaheads and cuts print nothing', () => {
    check(
      (p) => p.sequence(p.start(), p.peek('ab'), p.not('b'), 'a', p.cut(), p.any(), p.end()),
      'root ::= "a" .',
    )
  })

  it('tags and atomics are transparent', () => {
    check((p) => p.tag('t', p.atomic(p.sequence('a', p.tag('u', 'b')))), 'root ::= "ab"')
  })

  it('classes keep their bounds', () => {
    check(
      (p) =>
        p.sequence(
          p.chars('[a-z]'),
          p.chars('[^"]', 0),
          p.chars('[0-9]', 2, 5),
          p.chars('[x]', 1, 1),
        ),
      'root ::= [a-z]+ [^"]* [0-9]{2,5} "x"',
    )
  })

  it('the rest of the text is any character, repeated', () => {
    check((p) => p.rest(), 'root ::= .*')
  })

  it('white space is one shared rule with a bound', () => {
    check(
      (p) => p.sequence('a', p.space(), 'b', p.space(), 'c'),
      'root ::= "a" space "b" space "c"\nspace ::= [\\t\\n ]{0,32}',
    )
  })

  it('a recovery is no alternative, and what needs one is gone', () => {
    check(
      (p) =>
        p.sequence(
          p.choice(p.recover('x'), 'y'),
          p.optional(p.recover('z')),
          p.zeroOrMore(p.recover('z')),
          p.choice(p.sequence('a', p.recover('b')), 'c'),
        ),
      'root ::= "yc"',
    )
  })

  it('a rule without a finite text is gone', () => {
    check(
      (p) =>
        p.choice(
          'b',
          p.rule('endless', () => p.sequence('a', p.ref('endless'))),
        ),
      'root ::= "b"',
    )
  })

  it('a grammar of nothing holds a class of nothing', () => {
    expect(emitted((p) => p.sequence('a', p.recover('b')))).toBe('root ::= [^\\x00-\\U0010FFFF]\n')
  })

  it('an item with two readings prints the strict one', () => {
    check((p) => p.dual(p.chars('[a-z]'), 'abc'), 'root ::= "abc"')
  })

  it('a GBNF expression stands for itself', () => {
    check(
      (p) => p.sequence(p.gbnf(p.rest(), '[0-9]+ # digits\n | "x"'), ';'),
      'root ::= ([0-9]+ | "x") ";"',
    )
  })

  it('a GBNF expression that cannot be read is a fault', () => {
    const built = (text: string) => () =>
      buildGrammar((p) => p.rule('x', p.sequence('x', p.gbnf(p.rest(), text))))
    expect(built('"a" (')).toThrow(/gbnf-syntax/)
    expect(built('"a" b')).toThrow(/gbnf-undefined-rule[^]* x > sequence\[1\] > gbnf at 1:5/)
    expect(built('root')).toThrow(/gbnf-undefined-rule|gbnf-left-recursion/)
  })

  it('markers are their text, tokens by text, or tokens by id', () => {
    const make: Make = (p) => p.sequence(p.token('<think>'), 'a', p.token('[END]'))
    check(make, 'root ::= "<think>a[END]"')
    check(make, 'root ::= <think> "a[END]"', { tokens: 'text' })
    check(make, 'root ::= <[7]> "a" <[8]>', { tokens: { '<think>': 7, '[END]': 8 } })
    check(make, 'root ::= <[7]> "a[END]"', { tokens: { '<think>': 7 } })
  })

  it('text up to a marker leaves out its token', () => {
    const end = { text: '<end>', token: true }
    const make: Make = (p) => p.sequence(p.until(end), p.token('<end>'), p.through(end))
    check(make, 'root ::= !<end>* <end> !<end>* <end>', { tokens: 'text' })
  })

  it('the content of strings', () => {
    check(
      (p) => p.sequence(p.stringContent('"', 'json'), '"'),
      'root ::= json-char* "\\""\njson-char ::= [^\\x00-\\x1F"\\\\] | "\\\\" (["/\\\\bfnrt] | "u" [0-9A-Fa-f]{4})',
    )
  })
})

describe('rules', () => {
  it('keep their names, as far as GBNF can write them', () => {
    check(
      (p) => p.sequence(p.rule('get_x.y', 'a'), p.rule('get-x-y', 'b'), p.rule('…', 'c')),
      'root ::= get-x-y get-x-y-2 rule\nget-x-y ::= "a"\nget-x-y-2 ::= "b"\nrule ::= "c"',
    )
  })

  it('named root are the root only when they are', () => {
    check((p) => p.rule('root', 'a'), 'root ::= "a"')
    check((p) => p.sequence('b', p.rule('root', 'a')), 'root ::= "b" root-2\nroot-2 ::= "a"')
  })

  it('that nothing leads to are left out', () => {
    check((p) => {
      p.rule('unused', 'x')
      return p.sequence(p.peek(p.rule('looked-at', 'a')), 'a')
    }, 'root ::= "a"')
  })

  it('that are equal stand once, also where their circle named them before', () => {
    check((p) => {
      p.rule('other', p.choice('x', p.ref('list'), p.ref('same')), { silent: true })
      p.rule('same', () => p.ref('list'), { silent: true })
      p.rule('list', p.sequence('[', p.ref('other'), ']'), { silent: true })
      return p.sequence(p.ref('same'), '-', p.ref('list'))
    }, 'root ::= list "-" list\nlist ::= "[" other "]"\nother ::= "x" | list | same\nsame ::= list')
  })

  it('do not depend on the order of definition', () => {
    const one = emitted((p) => {
      p.rule('a', p.sequence('(', p.permute(['1', '2']), ')'))
      p.rule('b', p.sequence('[', p.permute(['3', '4']), ']'))
      return p.choice(p.ref('a'), p.ref('b'))
    })
    const other = emitted((p) => {
      p.rule('b', p.sequence('[', p.permute(['3', '4']), ']'))
      p.rule('a', p.sequence('(', p.permute(['1', '2']), ')'))
      return p.choice(p.ref('a'), p.ref('b'))
    })
    expect(other).toBe(one)
  })

  it('hold what is used in several places', () => {
    const gbnf = emitted((p) => {
      let node = p.choice('ab', 'cd')
      for (let i = 0; i < 40; i++) node = p.sequence(node, node)
      return node
    })
    expect(gbnf.length).toBeLessThan(2000)
  })
})

describe('alternatives', () => {
  it('become a radix trie', () => {
    check(
      (p) => p.choice('"red"', '"reddish"', '"green"', '"grey"'),
      'root ::= "\\"" ("red" ("\\"" | "dish\\"") | "gre" ("en\\"" | "y\\""))',
    )
  })

  it('of one character are one class', () => {
    check((p) => p.choice('a', p.chars('[c-e]', 1, 1), 'b', 'xy'), 'root ::= [a-e] | "xy"')
  })

  it('share the beginning of the rules that they name', () => {
    const tool = (p: Builder, name: string): Operand =>
      p.rule(`tool-${name}`, p.sequence(`<call>${name}(`, p.json(), p.space(), ')</call>'))
    const gbnf = emitted((p) => p.choice(tool(p, 'get'), tool(p, 'go'), tool(p, 'set')))
    expect(gbnf.split('\n').slice(0, 2)).toEqual([
      'root ::= "<call>" ("g" ("et(" tool-get-rest | "o(" tool-get-rest) | "set(" tool-get-rest)',
      'tool-get-rest ::= json-value space ")</call>"',
    ])
  })

  it('keep the halves of a surrogate pair together', () => {
    check((p) => p.choice('😀a', '😁a'), 'root ::= [😀😁] "a"')
  })

  it('of 1,000 words cost few stacks', () => {
    const random = createRandom(7)
    const letter = (): string => String.fromCharCode(97 + random(26))
    const words = Array.from({ length: 1000 }, () => Array.from({ length: 8 }, letter).join(''))
    const gbnf = emitted((p) => p.sequence('"', p.choice(...words), '"'))
    for (const word of words.slice(0, 50)) {
      const result = acceptGbnf(gbnf, `"${word}"`)
      expect(result.kind).toBe('complete')
      expect(result.stacks.max).toBeLessThanOrEqual(32)
      expect(result.stacks.average).toBeLessThanOrEqual(12)
    }
  })
})

describe('repetitions', () => {
  it('name what they repeat', () => {
    check(
      (p) => p.repeat(p.choice('ab', 'cd'), 2, 30),
      'root ::= root-item{2,30}\nroot-item ::= "ab" | "cd"',
    )
  })

  it('of repetitions are one where that is exact', () => {
    check((p) => p.repeat(p.chars('[a]', 1, 20), 0, 10), 'root ::= "a"{0,200}')
    check(
      (p) => p.sequence('a', p.chars('[b]', 2, 3), p.chars('[b]', 0, 4)),
      'root ::= "a" "b"{2,7}',
    )
    check(
      (p) => p.repeat(p.chars('[a]', 5, 6), 0, 2),
      'root ::= root-item{0,2}\nroot-item ::= "a"{5,6}',
    )
  })

  it.each([
    [0, 1999],
    [0, 2000],
    [0, 2001],
    [1, 2500],
    [2000, 2000],
    [3999, 4001],
    [4500, 10_000],
  ])('keep their bounds: %d to %d', (min, max) => {
    const program = compileGbnf(emitted((p) => p.sequence(p.chars('[a-z]', min, max), ';')))
    for (const count of [min - 1, min, min + 1, max - 1, max, max + 1]) {
      if (count < 0) continue
      const result = acceptGbnf(program, `${'a'.repeat(count)};`)
      expect([count, result.kind]).toEqual([
        count,
        count >= min && count <= max ? 'complete' : 'refused',
      ])
      expect(result.stacks.max).toBeLessThanOrEqual(6)
    }
  })

  it('of millions take a few rules', () => {
    const gbnf = emitted((p) => p.chars('[a-z]', 0, 5_000_000))
    expect(gbnf.length).toBeLessThan(500)
    expect(readGbnf(gbnf).diagnostics).toEqual([])
  })
})

/** Delimiters that overlap, contain each other, begin alike, and lie beyond the first plane. */
const delimiterSets = [
  ['ab'],
  ['aa'],
  ['aba'],
  ['abab'],
  ['aab', 'b'],
  ['abcX', 'bc'],
  ['abcX', 'bc', 'cX'],
  ['abcabX', 'cab', 'b'],
  ['ab', 'abc'],
  ['abc', 'ba', 'cb'],
  ['a', 'b'],
  ['aXbX', 'Xb', 'bX'],
]

describe('text up to a delimiter', () => {
  const naive = (
    delimiters: readonly string[],
    text: string,
  ): { start: number; end: number } | null => {
    for (let start = 0; start < text.length; start++) {
      const here = delimiters.filter((d) => text.startsWith(d, start)).map((d) => d.length)
      if (here.length > 0) return { start, end: start + Math.min(...here) }
    }
    return null
  }

  it.each(delimiterSets.map((set) => [set]))('is what the parser reads: %j', (delimiters) => {
    const first = (text: string): ReturnType<typeof naive> => naive(delimiters, text)
    checkTexts(
      (p) => p.until(...delimiters),
      'abcX',
      6,
      (t) => first(t) === null,
    )
    checkTexts(
      (p) => p.through(...delimiters),
      'abcX',
      6,
      (t) => first(t)?.end === t.length,
    )
  })

  it.each(delimiterSets.map((set) => [set]))('with its delimiter behind it: %j', (delimiters) => {
    const first = (text: string): ReturnType<typeof naive> => naive(delimiters, text)
    const found = (text: string): string => text.slice(first(text)?.start, first(text)?.end)
    const closed: Make = (p) =>
      p.sequence(p.tag('t', p.until(...delimiters)), p.choice(...delimiters))
    checkTexts(closed, 'abcX', 6, (t) => first(t)?.end === t.length)
    const maybe: Make = (p) =>
      p.sequence(p.until(...delimiters), p.optional(p.choice(...delimiters)))
    checkTexts(maybe, 'abcX', 6, (t) => first(t) === null || first(t)?.end === t.length)
    // Each delimiter with another end, so that the automaton must know which one came.
    const ends = new Map(delimiters.map((d, i) => [d, `${i}`]))
    const kept = delimiters.filter((d) => !delimiters.some((e) => e !== d && d.startsWith(e)))
    const marked: Make = (p) =>
      p.sequence(p.until(...delimiters), p.choice(...kept.map((d) => `${d}${ends.get(d)}`)))
    checkTexts(marked, 'abcX01', 5, (t) => {
      const at = first(t)
      return at !== null && t.slice(at.end) === ends.get(found(t)) && kept.includes(found(t))
    })
  })

  it('reads the delimiter through rules, options and repetitions', () => {
    const make: Make = (p) => {
      const text = p.rule('text', p.tag('content', p.until('aba')))
      const call = p.rule('call', p.sequence('aba', p.chars('[c]'), p.optional('X')))
      return p.sequence(text, p.zeroOrMore(call))
    }
    checkTexts(make, 'abcX', 7, (t) => {
      const at = naive(['aba'], t)
      return at === null || /^(?:abac+X?)+$/.test(t.slice(at.start))
    })
    expect(emitted(make)).toMatch(/^root ::= text|^root ::= to-aba/)
  })

  it('keeps three stacks at most', () => {
    const gbnf = emitted((p) => p.sequence('<think>', p.until('</think>'), '</think>', p.rest()))
    const { kind, stacks } = acceptGbnf(gbnf, '<think>a < b </ c </thin </think>so')
    expect(kind).toBe('complete')
    expect(stacks.max).toBeLessThanOrEqual(3)
  })

  it('lies beyond the first plane', () => {
    checkTexts(
      (p) => p.sequence(p.until('😀b'), '😀b'),
      '😀b😁',
      5,
      (t) => t.indexOf('😀b') === t.length - 3 && t.length > 2,
    )
  })
})

describe('a lazy grammar', () => {
  const make: Make = (p) => {
    const zoo = p.rule('zoo', p.sequence('<zoo>', p.jsonNumber()), { trigger: true })
    const ant = p.rule('ant', p.sequence('<ant>', p.jsonBool()), { trigger: true })
    return p.sequence(p.until('<zoo>', '<ant>'), p.optional(p.choice(zoo, ant)))
  }

  it('begins with the triggers, by name, and holds only what they lead to', () => {
    expect(emitLazyGbnf(buildGrammar(make))?.gbnf).toBe(
      [
        'root ::= "<" ("ant>" json-bool | "zoo>" json-number)',
        'json-bool ::= "true" | "false"',
        'json-number ::= "-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)? ([Ee] [+-]? [0-9]+)?',
        '',
      ].join('\n'),
    )
  })

  it('is none without triggers', () => {
    expect(emitLazyGbnf(buildGrammar((p) => p.rest()))).toBeNull()
  })
})

describe('optimise', () => {
  it('keeps the language and drops what nothing leads to', () => {
    const reading = readGbnf(
      'root ::= "cat" | a | "car" | "a"? "b"\na ::= "dog" | "do"\nunused ::= "x"',
    )
    if (!reading.ok) throw new Error('not read')
    const optimised = optimise(reading.grammar)
    expect(checkGbnf(optimised)).toEqual([])
    expect(printGbnf(optimised)).toBe('root ::= "ca" [rt] | a | "a"? "b"\na ::= "do" "g"?\n')
  })
})

/** Whether the grammar admits a text; null when it takes too many stacks to say. */
function admits(gbnf: string, text: string): boolean | null {
  const { kind } = acceptGbnf(gbnf, text, { maxStacks: 1000, maxWork: 300_000 })
  return kind === 'limited' ? null : kind === 'complete'
}

/** Random arenas without given GBNF texts, which need not fit what is read. */
const plans = arenaPlans.filter((plan) => !JSON.stringify(plan).includes('"gbnf"'))

/** Whether the parser reads a text whole; null when that takes a naive matcher too long. */
function parses(arena: Arena, text: string): boolean | null {
  try {
    const { kind, end } = matchReference(arena, text, { final: true, view: 'grammar' })
    return kind === 'success' && end === text.length
  } catch (error) {
    if (error instanceof TooMuchWork) return null
    throw error
  }
}

function textsOf(arena: Arena, textSeed: number): string[] {
  const random = createRandom(textSeed)
  const texts = Array.from({ length: 6 }, () => mutateText(randomSentence(arena, random), random))
  // Lone surrogates do not reach a grammar.
  return texts.filter((text) => !/\p{Surrogate}/u.test(text))
}

describe('random arenas', () => {
  const property = (holds: (arena: Arena, text: string, gbnf: string) => boolean) =>
    fc.property(plans, fc.integer(), (plan, textSeed) => {
      const arena = buildPlan(plan)
      fc.pre(arena !== null)
      if (arena === null) return
      const { gbnf } = emitGbnf(arena)
      for (const text of textsOf(arena, textSeed)) {
        if (holds(arena, text, gbnf)) continue
        throw new Error(`${JSON.stringify(text)}\n${printPlan(plan)}\n${gbnf}`)
      }
    })

  it('give grammars that admit whatever the parser reads', { timeout }, () => {
    const covers = property((arena, text, gbnf) => {
      return parses(arena, text) !== true || admits(gbnf, text) !== false
    })
    fc.assert(covers, { numRuns: 400 * factor, seed })
  })

  it('give grammars that admit no more than the arena read without order', { timeout }, () => {
    const exact = property((arena, text, gbnf) => {
      return admits(gbnf, text) !== true || matchesUnordered(arena, text)
    })
    fc.assert(exact, { numRuns: 300 * factor, seed: seed + 1 })
  })

  it('keep every text when no delimiter is in play', { timeout }, () => {
    const equal = property((arena, text, gbnf) => {
      if (arena.nodes.some((node) => node.kind === 'until')) return true
      const admitted = admits(gbnf, text)
      return admitted === null || admitted === matchesUnordered(arena, text)
    })
    fc.assert(equal, { numRuns: 300 * factor, seed: seed + 2 })
  })
})

describeWithOracle('the real llama.cpp', () => {
  const oracle = grammarOracle()

  it('loads the grammars of random arenas and judges texts alike', { timeout }, async () => {
    const samples = fc.sample(fc.tuple(plans, fc.nat()), { numRuns: 150 * factor, seed })
    const cases = samples.flatMap(([plan, textSeed]) => {
      const arena = buildPlan(plan)
      if (arena === null) return []
      const { gbnf } = emitGbnf(arena)
      // What is too ambiguous for us would keep llama.cpp busy for minutes.
      const texts = textsOf(arena, textSeed).filter(
        (text) => !text.includes('\0') && admits(gbnf, text) !== null,
      )
      return [{ gbnf, texts }]
    })
    const verdicts = await oracle.check(cases)
    verdicts.forEach((verdict, i) => {
      const { gbnf = '', texts = [] } = cases[i] ?? {}
      if (!verdict.loads) throw new Error(`${verdict.error}\n${gbnf}`)
      const theirs = verdict.texts.map((text) => text.accepts)
      expect(theirs, gbnf).toEqual(texts.map((text) => admits(gbnf, text)))
    })
  })
})
