import type { Builder, Operand } from '../../src/peg/builder.ts'
import type { NodeKind } from '../../src/peg/node.ts'

type Grammars = Readonly<Record<string, (p: Builder) => Operand>>

/**
 * The grammars that the cases of `fixtures/combinators/<kind>.txt` name; a case without a name
 * takes `plain`. The table stops compiling when a kind of node has none.
 */
export const combinators: Readonly<Record<NodeKind, Grammars>> = {
  start: {
    plain: (p) => p.sequence(p.start(), p.tag('t', 'a')),
    later: (p) => p.choice(p.sequence('a', p.start(), 'b'), p.tag('t', p.rest())),
  },
  end: {
    plain: (p) => p.sequence(p.tag('t', 'a'), p.end()),
    choice: (p) => p.choice(p.sequence(p.tag('short', 'a'), p.end()), p.tag('long', 'ab')),
  },
  eps: {
    plain: (p) => p.eps(),
    tagged: (p) => p.sequence(p.tag('t', p.eps()), 'a'),
  },
  any: {
    plain: (p) => p.sequence(p.tag('t', p.any()), p.tag('u', p.any())),
  },
  space: {
    plain: (p) => p.sequence('a', p.tag('t', p.space()), 'b'),
    last: (p) => p.sequence('a', p.tag('t', p.space())),
  },
  rest: {
    plain: (p) => p.sequence('a', p.tag('t', p.rest())),
  },
  cut: {
    plain: (p) => p.choice(p.sequence('a', p.cut(), 'b'), p.tag('late', p.rest())),
    rule: (p) => p.choice(p.rule('r', p.sequence('a', p.cut(), 'b')), p.tag('late', p.rest())),
    peek: (p) =>
      p.choice(p.sequence(p.peek(p.sequence('a', p.cut())), 'ab'), p.tag('late', p.rest())),
    not: (p) =>
      p.choice(
        p.sequence(p.not(p.sequence('a', p.cut(), 'b')), p.tag('early', 'ad')),
        p.tag('late', p.rest()),
      ),
    atomic: (p) =>
      p.choice(p.sequence(p.atomic(p.sequence('a', p.cut())), 'b'), p.tag('late', p.rest())),
    repeat: (p) =>
      p.sequence(
        p.zeroOrMore(p.sequence('a', p.cut(), p.tag('item', 'b'))),
        p.tag('late', p.rest()),
      ),
  },
  literal: {
    plain: (p) => p.sequence('abc', p.tag('t', 'def')),
    astral: (p) => p.tag('t', '😀!'),
    one: (p) => p.tag('t', 'a'),
  },
  token: {
    plain: (p) =>
      p.sequence(
        p.token('<a>'),
        p.tag('t', p.until({ text: '</a>', token: true })),
        p.token('</a>'),
      ),
  },
  sequence: {
    plain: (p) => p.sequence(p.tag('a', 'a'), p.tag('b', 'b'), p.tag('c', 'c')),
    empty: (p) => p.sequence(p.tag('t', p.sequence()), 'a'),
  },
  choice: {
    plain: (p) => p.choice(p.tag('ab', 'ab'), p.tag('ac', 'ac'), p.tag('b', 'b')),
    prefix: (p) => p.sequence(p.choice(p.tag('short', 'a'), p.tag('long', 'ab')), 'c'),
    none: (p) => p.sequence('a', p.choice()),
  },
  repeat: {
    plain: (p) => p.repeat(p.tag('item', p.sequence('a', 'b')), 0),
    bounded: (p) => p.sequence(p.repeat(p.tag('item', 'a'), 2, 3), p.tag('t', p.rest())),
    optional: (p) => p.sequence(p.optional(p.tag('item', 'ab')), p.tag('t', p.rest())),
    oneOrMore: (p) => p.oneOrMore(p.tag('item', 'a')),
    never: (p) => p.sequence(p.repeat('a', 0, 0), p.tag('t', p.rest())),
  },
  peek: {
    plain: (p) => p.sequence(p.peek(p.tag('seen', 'ab')), p.tag('t', p.rest())),
  },
  not: {
    plain: (p) => p.sequence(p.not(p.tag('seen', 'ab')), p.tag('t', p.rest())),
  },
  chars: {
    plain: (p) => p.sequence(p.tag('t', p.chars('[a-c]', 1)), p.tag('u', p.rest())),
    bounded: (p) => p.sequence(p.tag('t', p.chars('[a-c😀]', 2, 3)), p.tag('u', p.rest())),
    negated: (p) => p.sequence(p.tag('t', p.chars('[^,]', 0)), p.tag('u', p.rest())),
  },
  until: {
    plain: (p) => p.sequence(p.tag('t', p.until('</t>')), p.tag('u', p.rest())),
    nested: (p) => p.sequence(p.tag('t', p.until('</a>', '</')), p.tag('u', p.rest())),
    overlapping: (p) => p.sequence(p.tag('t', p.until('abcX', 'bc')), p.tag('u', p.rest())),
  },
  through: {
    plain: (p) => p.sequence(p.tag('t', p.through('</t>')), p.tag('u', p.rest())),
    nested: (p) => p.sequence(p.tag('t', p.through('</a>', '</')), p.tag('u', p.rest())),
  },
  stringContent: {
    plain: (p) => p.sequence('"', p.tag('t', p.stringContent('"', 'json')), '"'),
    python: (p) => p.sequence("'", p.tag('t', p.stringContent("'", 'python')), "'"),
  },
  atomic: {
    plain: (p) =>
      p.sequence(p.tag('a', 'a'), p.atomic(p.sequence(p.tag('b', 'b'), p.tag('c', 'c')))),
    run: (p) => p.tag('t', p.atomic(p.chars('[a-z]'))),
  },
  tag: {
    plain: (p) => p.sequence('<', p.tag('name', p.chars('[a-z]')), '>'),
    nested: (p) => p.tag('outer', p.sequence('(', p.tag('inner', p.until(')')), ')')),
  },
  rule: {
    plain: (p) => p.sequence('<', p.rule('name', p.chars('[a-z]')), '>'),
    recursive: (p) => p.rule('list', p.sequence('[', p.zeroOrMore(p.ref('list')), ']')),
  },
  ref: {
    plain: (p) => {
      const root = p.sequence(p.ref('word'), ' ', p.ref('word'))
      p.rule('word', p.chars('[a-z]'))
      return root
    },
  },
  schema: {
    plain: (p) => p.tag('t', p.schema({ type: 'integer' })),
    item: (p) => p.tag('t', p.schema({ const: 'a' }, { item: p.until('<') })),
  },
  gbnf: {
    plain: (p) => p.tag('t', p.gbnf(p.until('\n'), '[^\\n]*')),
  },
  recover: {
    plain: (p) => p.choice(p.tag('good', 'ab'), p.recover(p.tag('bad', p.rest()))),
  },
  dual: {
    plain: (p) => p.dual(p.tag('loose', p.space()), p.tag('strict', ' ')),
  },
  json: {
    plain: (p) => p.tag('t', p.json()),
    object: (p) => p.jsonObject(),
    array: (p) => p.jsonArray(),
    string: (p) => p.tag('t', p.jsonString()),
    number: (p) => p.sequence(p.tag('t', p.jsonNumber()), p.tag('u', p.rest())),
    bool: (p) => p.tag('t', p.jsonBool()),
    null: (p) => p.tag('t', p.jsonNull()),
  },
  python: {
    plain: (p) => p.tag('t', p.python()),
    dict: (p) => p.pythonDict(),
    list: (p) => p.pythonList(),
    string: (p) => p.tag('t', p.pythonString()),
    number: (p) => p.tag('t', p.pythonNumber()),
    bool: (p) => p.tag('t', p.pythonBool()),
    none: (p) => p.tag('t', p.pythonNone()),
  },
}
