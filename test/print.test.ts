import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildGrammar } from '../src/grammar.ts'
import { fieldsOf } from '../src/peg/fields.ts'
import type { NodeKind } from '../src/peg/node.ts'
import { printArena, printNode } from '../src/peg/print.ts'
import type { Make } from './support/inspect.ts'
import { buildPlan } from './support/plan.ts'
import { arenaPlans } from './support/random-arenas.ts'

/** Each kind of node as it is printed, alone. */
const notation: Readonly<Record<NodeKind, readonly (readonly [Make, string])[]>> = {
  start: [[(p) => p.start(), '^']],
  end: [[(p) => p.end(), '!.']],
  eps: [[(p) => p.eps(), 'ε']],
  any: [[(p) => p.any(), '.']],
  space: [[(p) => p.space(), '_']],
  rest: [[(p) => p.rest(), '.*']],
  cut: [[(p) => p.cut(), '~']],
  literal: [[(p) => p.literal('say "\n"'), '"say \\"\\n\\""']],
  token: [
    [(p) => p.token('<tool_call>'), '<tool_call>'],
    [(p) => p.token('[CALL]'), '<"[CALL]">'],
  ],
  sequence: [
    [(p) => p.sequence('a', p.choice('b', 'c'), p.sequence('d', 'e')), '"a" ("b" / "c") ("d" "e")'],
    [(p) => p.sequence(), 'ε'],
  ],
  choice: [
    [(p) => p.choice(p.sequence('a', 'b'), p.choice('c', 'd'), 'e'), '"a" "b" / ("c" / "d") / "e"'],
  ],
  repeat: [
    [(p) => p.optional('a'), '"a"?'],
    [(p) => p.zeroOrMore(p.choice('a', 'b')), '("a" / "b")*'],
    [(p) => p.oneOrMore(p.tag('t', 'a')), '(t:"a")+'],
    [(p) => p.repeat('a', 2), '"a"{2,}'],
    [(p) => p.repeat('a', 2, 2), '"a"{2}'],
    [(p) => p.repeat(p.optional('a'), 0, 1), '("a"?)?'],
    [(p) => p.repeat('a', 0, 3), '"a"{0,3}'],
  ],
  peek: [[(p) => p.peek(p.sequence('a', 'b')), '&("a" "b")']],
  not: [[(p) => p.not(p.oneOrMore('a')), '!"a"+']],
  chars: [
    [(p) => p.chars('[a-z_]'), '[_a-z]+'],
    [(p) => p.chars('[^"\\\\]', 0), '[^"\\\\]*'],
    [(p) => p.chars('[0-9]', 1, 1), '[0-9]'],
    [(p) => p.chars('[\\n\\]]', 2, 5), '[\\n\\]]{2,5}'],
  ],
  until: [
    [(p) => p.until('</a>'), '(!"</a>" .)*'],
    [(p) => p.until('a', { text: '<b>', token: true }), '(!("a" / <b>) .)*'],
  ],
  through: [[(p) => p.zeroOrMore(p.through('\n')), '((!"\\n" .)* "\\n")*']],
  stringContent: [
    [(p) => p.jsonStringContent(), 'json-string-content'],
    [(p) => p.stringContent("'", 'python'), "python-string-content(')"],
  ],
  atomic: [[(p) => p.atomic(p.choice('a', 'b')), 'atomic("a" / "b")']],
  tag: [
    [(p) => p.tag('content', p.until('<')), 'content:(!"<" .)*'],
    [(p) => p.tag('content', p.choice('a', 'b')), 'content:("a" / "b")'],
  ],
  rule: [[(p) => p.rule('r', 'a'), 'r']],
  ref: [[(p) => p.sequence(p.rule('r', 'a'), p.ref('r')), 'r r']],
  schema: [[(p) => p.schema({ type: 'null' }, { name: 'nothing' }), 'schema:nothing(json)']],
  gbnf: [[(p) => p.gbnf(p.json(), '"x" | "y"'), 'gbnf(json, "\\"x\\" | \\"y\\"")']],
  dual: [[(p) => p.dual(p.rest(), 'a'), 'dual(.*)']],
  recover: [[(p) => p.recover('a'), 'recover("a")']],
  json: [
    [(p) => p.json(), 'json'],
    [(p) => p.jsonObject(), 'json-object'],
  ],
  python: [
    [(p) => p.python(), 'python'],
    [(p) => p.pythonDict(), 'python-dict'],
  ],
}

function print(make: Make): string {
  const arena = buildGrammar(make)
  return printNode(arena, arena.root)
}

describe('a node', () => {
  for (const [kind, cases] of Object.entries(notation)) {
    it(`${kind} is printed in PEG notation`, () => {
      for (const [make, expected] of cases) expect(print(make)).toBe(expected)
    })
  }

  it('is printed in one of its two readings', () => {
    const arena = buildGrammar((p) => p.dual(p.rest(), p.sequence('a', 'b')))
    expect(printNode(arena, arena.root)).toBe('dual(.*)')
    expect(printNode(arena, arena.root, { view: 'grammar' })).toBe('dual("a" "b")')
  })

  it('has a notation for each kind', () => {
    expect(Object.keys(notation).toSorted()).toEqual(Object.keys(fieldsOf).toSorted())
  })
})

describe('an arena', () => {
  it('is printed rule by rule, from the root on', () => {
    const arena = buildGrammar((p) => {
      p.rule('call', p.sequence('<', p.ref('name'), p.json(), '>'), { trigger: true })
      p.rule('name', p.chars('[a-z]'))
      p.rule('lost', 'x')
      return p.sequence(p.tag('content', p.until('<')), p.zeroOrMore(p.ref('call')), p.end())
    })
    expect(printArena(arena)).toBe(
      [
        'root -> content:(!"<" .)* call* !.',
        'call @trigger -> "<" name json ">"',
        'name -> [a-z]+',
        '',
      ].join('\n'),
    )
  })

  it('begins with its root rule', () => {
    expect(
      printArena(
        buildGrammar((p) => p.rule('list', () => p.sequence('(', p.optional(p.ref('list')), ')'))),
      ),
    ).toBe('list -> "(" list? ")"\n')
  })

  it('spells out what is neither a rule of the author nor a family', () => {
    expect(printArena(buildGrammar((p) => p.permute(['a', 'b'])))).toBe(
      [
        'permute:1-11 -> "a" permute:1-10 / "b" permute:1-1',
        'permute:1-10 -> "b"',
        'permute:1-1 -> "a"',
        '',
      ].join('\n'),
    )
  })

  it('breaks long rules at their alternatives and parts', () => {
    const arena = buildGrammar((p) =>
      p.sequence(
        p.rule('one', p.choice('alpha', 'beta', 'gamma')),
        p.rule('two', p.sequence('alpha', 'beta', 'gamma', 'delta')),
      ),
    )
    expect(printArena(arena, { width: 24 })).toBe(
      [
        'root -> one two',
        'one ->',
        '    "alpha"',
        '  / "beta"',
        '  / "gamma"',
        'two -> "alpha" "beta"',
        '    "gamma" "delta"',
        '',
      ].join('\n'),
    )
  })

  it('is printed the same each time it is built', () => {
    fc.assert(
      fc.property(arenaPlans, (plan) => {
        const [first, second] = [buildPlan(plan), buildPlan(plan)]
        if (first === null || second === null) return
        for (const view of ['reading', 'grammar'] as const) {
          expect(printArena(first, { view })).toBe(printArena(second, { view }))
        }
      }),
    )
  })
})
