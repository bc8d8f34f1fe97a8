import { describe, expect, it } from 'vitest'
import { buildGrammar } from '../src/grammar.ts'
import { openMachine } from '../src/machine/parse.ts'
import type { Builder, Operand } from '../src/peg/builder.ts'
import { MaxPermuted } from '../src/peg/compositions.ts'
import { printArena, printNode } from '../src/peg/print.ts'
import { faultsOf, sketch, type Make } from './support/inspect.ts'

function print(make: Make): string {
  const arena = buildGrammar(make)
  return printNode(arena, arena.root)
}

function reads(make: Make, text: string): boolean {
  const machine = openMachine(buildGrammar((p) => p.sequence(make(p), p.end())))
  machine.feed(text)
  machine.finish()
  return machine.status === 'success'
}

describe('operands', () => {
  it('may be strings wherever a node is expected', () => {
    const make: Make = (p) =>
      p.sequence(
        'a',
        p.choice('b', 'c'),
        p.optional('d'),
        p.zeroOrMore('e'),
        p.peek('f'),
        p.not('g'),
        p.atomic('h'),
        p.tag('t', 'i'),
        p.rule('r', 'j'),
        p.rule('s', () => 'k'),
        p.recover('l'),
        p.gbnf('m', '"m"'),
        p.dual('n', 'o'),
        p.separatedBy('p', ','),
      )
    expect(print(make)).toBe(
      '"a" ("b" / "c") "d"? "e"* &"f" !"g" atomic("h") t:"i" r s recover("l") gbnf("m", "\\"m\\"") dual("n") ("p" ("," "p")*)',
    )
  })

  it('may be the whole grammar', () => {
    expect(print(() => 'a')).toBe('"a"')
  })

  it('that are empty stand for nothing', () => {
    expect(print((p) => p.sequence('', p.literal('')))).toBe('ε ε')
  })

  it('may be used in several places', () => {
    expect(
      print((p) => {
        const word = p.chars('[a-z]')
        return p.sequence(word, ' ', word)
      }),
    ).toBe('[a-z]+ " " [a-z]+')
  })
})

describe('the builder', () => {
  it('can be taken apart', () => {
    expect(print(({ sequence, tag, until }) => sequence(tag('t', until('b')), 'b'))).toBe(
      't:(!"b" .)* "b"',
    )
  })

  it('is closed when the grammar is made', () => {
    let kept: Builder | undefined
    buildGrammar((p) => {
      kept = p
      return p.end()
    })
    const message = 'this builder is closed: make nodes inside the function given to buildGrammar'
    expect(() => kept?.any()).toThrow(new TypeError(message))
    expect(() => kept?.json()).toThrow(new TypeError(message))
  })

  it('makes arenas that cannot be changed', () => {
    const arena = buildGrammar((p) => p.literal('a'))
    expect(Object.isFrozen(arena)).toBe(true)
    expect(Object.isFrozen(arena.nodes)).toBe(true)
    expect(Object.isFrozen(arena.nodes[0])).toBe(true)
  })

  it('leaves surrogates out of classes', () => {
    const arena = buildGrammar((p) => p.chars('[^a]'))
    const [node] = arena.nodes
    expect(node?.kind === 'chars' && node.set).toEqual([0, 96, 98, 0xd7ff, 0xe000, 0x10ffff])
  })

  it('takes until without delimiters for the rest', () => {
    expect(print((p) => p.until())).toBe('.*')
  })
})

describe('faults of the author', () => {
  it('are told all together', () => {
    const found = faultsOf((p) => {
      p.rule('r', 'a')
      p.rule('r', 'b')
      return p.sequence(p.repeat('a', 3, 1), p.chars('[z-a]'), p.until(''), p.ref('nowhere'))
    })
    expect(found.map((d) => d.code)).toEqual([
      'duplicate-rule',
      'bad-bounds',
      'bad-class',
      'empty-delimiter',
      'undefined-rule',
    ])
  })

  it('are bounds that no repetition can keep', () => {
    const bounds: [number, number | null, string][] = [
      [-1, null, 'the minimum -1 is not a whole number from 0 in repeat'],
      [0.5, null, 'the minimum 0.5 is not a whole number from 0 in repeat'],
      [Number.NaN, null, 'the minimum NaN is not a whole number from 0 in repeat'],
      [0, 1.5, 'the maximum 1.5 is not a whole number in repeat'],
      [2, 1, 'the maximum 1 is below the minimum 2 in repeat'],
    ]
    for (const [min, max, message] of bounds) {
      expect(faultsOf((p) => p.repeat('a', min, max))[0]?.message).toBe(message)
    }
  })

  it('are classes that cannot be read', () => {
    const classes: [string, string][] = [
      ['[a-z', 'the class "[a-z" is not closed'],
      ['[z-a]', 'the class "[z-a]" has a range that ends before it starts'],
      ['[\\x4]', 'the escape \\x needs 2 hexadecimal digits'],
      ['[\\U00110000]', 'the escape \\U00110000 is above U+10FFFF'],
    ]
    for (const [source, message] of classes) {
      expect(faultsOf((p) => p.chars(source))[0]?.message).toBe(message)
    }
  })

  it('are a function that returns nothing', () => {
    expect(sketch(faultsOf((() => undefined) as unknown as Make))).toEqual(['no-root at ?'])
  })

  it('name the rules that there are', () => {
    const [fault] = faultsOf((p) => p.sequence(p.rule('known', 'a'), p.json(), p.ref('unknown')))
    expect(fault?.hint).toBe('rules here: known')
  })
})

describe('permute', () => {
  const items = ['a', 'b', 'c']

  it('reads every order, each item once', () => {
    const make: Make = (p) => p.permute(items, { separator: ',' })
    for (const order of ['a,b,c', 'a,c,b', 'b,a,c', 'b,c,a', 'c,a,b', 'c,b,a'])
      expect(reads(make, order)).toBe(true)
    for (const other of ['a,b', 'a,a,b', 'a,b,c,a', 'abc', ''])
      expect(reads(make, other)).toBe(false)
  })

  it('makes one rule a subset', () => {
    const rules = (count: number): number =>
      buildGrammar((p) => p.permute(Array.from({ length: count }, (_, i) => `${i}`))).rules.size
    expect(rules(3)).toBe(7)
    expect(rules(MaxPermuted)).toBe(2 ** MaxPermuted - 1)
  })

  it('keeps the order given above its limit, and says so', () => {
    const many = Array.from({ length: MaxPermuted + 1 }, (_, i) => `${i}`)
    const arena = buildGrammar((p) => p.permute(many))
    expect(arena.rules.size).toBe(0)
    expect(arena.warnings.map((d) => d.code)).toEqual(['permute-order-fixed'])
    expect(reads((p) => p.permute(many), many.join(''))).toBe(true)
    expect(reads((p) => p.permute(many), many.toReversed().join(''))).toBe(false)
  })

  it('of none or one item is nothing, or the item', () => {
    expect(print((p) => p.permute([]))).toBe('ε')
    expect(print((p) => p.permute([p.any()]))).toBe('.')
    expect(print((p) => p.permute(['a']))).toBe('"a"')
  })

  it('may be used several times', () => {
    expect(reads((p) => p.sequence(p.permute(['a', 'b']), p.permute(['b', 'c'])), 'bacb')).toBe(
      true,
    )
  })
})

describe('prefix', () => {
  it('is the text before the delimiter', () => {
    const prefix = (text: string, delimiter: string): string =>
      print((p) => p.prefix(text, delimiter))
    expect(prefix('<a>{x}', '{')).toBe('"<a>"')
    expect(prefix('<a>', '{')).toBe('"<a>"')
    expect(prefix('{x}', '{')).toBe('ε')
    expect(prefix('<a>', '')).toBe('"<a>"')
  })
})

describe('optspace', () => {
  it('makes the blanks around a text optional', () => {
    for (const text of [' x \n', 'x \n', ' x', 'x', 'x\n\n'])
      expect(reads((p) => p.optspace(' x \n'), text)).toBe(true)
    for (const text of ['  x', 'x  \n\n', 'x\t', ''])
      expect(reads((p) => p.optspace(' x \n'), text)).toBe(false)
  })

  it('may be all blanks, or without any', () => {
    expect(print((p) => p.optspace('\n\n'))).toBe('[\\n]{0,2}')
    expect(print((p) => p.optspace('x'))).toBe('"x"')
    expect(print((p) => p.optspace(''))).toBe('ε')
  })
})

describe('safeContent', () => {
  const make: Make = (p) =>
    p.safeContent('content', '<a>', p.sequence('<a>', p.chars('[0-9]'), '</a>'))

  it('is items between free text', () => {
    expect(printArena(buildGrammar(make))).toBe(
      'root -> ("<a>" [0-9]+ "</a>" / content:(. (!"<a>" .)*))*\n',
    )
  })

  it('reads a marker without its item as text', () => {
    for (const text of ['', 'x<a>1</a>y<a>2</a>', '<a>', '<a>x<a>1</a>', '<a><a>'])
      expect(reads(make, text)).toBe(true)
  })
})

describe('separatedBy', () => {
  const list =
    (options: object): Make =>
    (p) =>
      p.separatedBy('a', ',', options)

  it('is items with a separator between them', () => {
    expect(reads(list({}), 'a,a,a')).toBe(true)
    for (const text of ['', 'a,', ',a', 'aa']) expect(reads(list({}), text)).toBe(false)
  })

  it('keeps its bounds', () => {
    const counts = (options: object): number[] =>
      [0, 1, 2, 3, 4].filter((count) =>
        reads(list(options), Array.from({ length: count }, () => 'a').join(',')),
      )
    expect(counts({})).toEqual([1, 2, 3, 4])
    expect(counts({ min: 0 })).toEqual([0, 1, 2, 3, 4])
    expect(counts({ min: 2, max: 3 })).toEqual([2, 3])
    expect(counts({ min: 0, max: 1 })).toEqual([0, 1])
    expect(counts({ min: 0, max: 0 })).toEqual([0])
  })
})

describe('the families', () => {
  const accepted: [string, (p: Builder) => Operand, string[], string[]][] = [
    [
      'json',
      (p) => p.json(),
      ['{"a": [1, -2.5e3, "x\\u00e9"], "b": {}}', '[]', 'true', 'null', '0'],
      ['01', "'a'", '{a:1}', 'True', '[1,]', '+1', '.5', '1.'],
    ],
    ['jsonObject', (p) => p.jsonObject(), ['{}', '{ "a" : 1 }'], ['[]', '1']],
    ['jsonArray', (p) => p.jsonArray(), ['[]', '[ 1 , 2 ]'], ['{}']],
    ['jsonString', (p) => p.jsonString(), ['""', '"\\n"'], ['"\n"', '"\\x"', "''"]],
    ['jsonNumber', (p) => p.jsonNumber(), ['-0', '12', '1E-5'], ['1e', '--1']],
    ['jsonBool', (p) => p.jsonBool(), ['true', 'false'], ['True']],
    ['jsonNull', (p) => p.jsonNull(), ['null'], ['None']],
    [
      'python',
      (p) => p.python(),
      ["{'a': [1, True, None]}", '"x"', 'null', 'false'],
      ['{a: 1}', '(1,)'],
    ],
    ['pythonDict', (p) => p.pythonDict(), ['{}', '{\'a\': 1, "b": 2}'], ['[]']],
    ['pythonList', (p) => p.pythonList(), ['[]', "['a', 1]"], ['{}']],
    ['pythonString', (p) => p.pythonString(), ["'a\\'b'", '"a\'b"', "'\\x41'"], ["'a", "'\n'"]],
    ['pythonNumber', (p) => p.pythonNumber(), ['1', '-1.5'], ['x']],
    ['pythonBool', (p) => p.pythonBool(), ['True', 'False', 'true', 'false'], ['TRUE']],
    ['pythonNone', (p) => p.pythonNone(), ['None', 'null'], ['none']],
  ]
  for (const [name, make, good, bad] of accepted) {
    it(`${name} reads its values and no others`, () => {
      for (const text of good) expect(reads(make, text), text).toBe(true)
      for (const text of bad) expect(reads(make, text), text).toBe(false)
    })
  }

  it('are added to an arena once', () => {
    const once = buildGrammar((p) => p.json()).rules.size
    expect(buildGrammar((p) => p.sequence(p.json(), p.jsonString(), p.json())).rules.size).toBe(
      once,
    )
  })
})
