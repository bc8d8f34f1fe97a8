import { buildGrammar } from '../../src/grammar.ts'
import type { Arena } from '../../src/peg/arena.ts'
import type { Builder, Operand } from '../../src/peg/builder.ts'

const weather = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer', minimum: 1, maximum: 14 },
    unit: { enum: ['celsius', 'fahrenheit'] },
  },
  required: ['city'],
}

const makers: Readonly<Record<string, (p: Builder) => Operand>> = {
  text: (p) =>
    p.sequence(
      p.start(),
      'say "hi" \\ tab\t é 😀\n',
      p.eps(),
      p.any(),
      p.chars('[a-zA-Z_]', 1, 1),
      p.chars('[a-zA-Z0-9_-]', 0, 63),
      p.chars('[^"\\\\ \\t\\n=]'),
      p.space(),
      '=',
      p.space(),
      p.rest(),
      p.end(),
    ),

  alternatives: (p) =>
    p.choice(
      p.sequence('"', p.choice('red', 'reddish', 'green', 'grey', 'blue', 'b', 'c', 'd'), '"'),
      p.sequence('#', p.choice('😀', '😁', p.chars('[0-4]', 1, 1), p.chars('[5-9]', 1, 1))),
      p.sequence('"', p.chars('[A-Z]'), '"'),
    ),

  repetitions: (p) =>
    p.sequence(
      p.zeroOrMore(p.sequence('a', p.chars('[0-9]'), ';')),
      p.optional('x'),
      p.oneOrMore(p.choice('ab', 'cd')),
      p.repeat(p.sequence('(', p.chars('[a-z]'), ')'), 2, 40),
      p.chars('[a-z]', 0, 5000),
      '.',
      p.chars('[0-9]', 2500, 2500),
      p.repeat(p.sequence('-', p.any()), 3, 4_000_000),
    ),

  delimiters: (p) =>
    p.choice(
      p.sequence('1', p.until('</think>')),
      p.sequence('2', p.through('aba', 'b😀')),
      p.sequence('3', p.until('</', '</a>', '<b>')),
      p.sequence('4', p.through('abcX', 'bc')),
      p.sequence('5', p.until('\n\n')),
    ),

  'joined-delimiters': (p) => {
    const call = p.rule('call', p.sequence('<call>', p.json(), '</call>'))
    const thought = p.sequence('<think>', p.tag('reasoning', p.until('</think>')), '</think>\n')
    const end = p.choice(p.sequence('<end>', p.chars('[0-9]')), p.sequence('<eot>', '!'))
    return p.choice(
      p.sequence('1', p.optional(thought), p.until('<call>'), p.zeroOrMore(call)),
      p.sequence('2', p.until('<end>', '<eot>'), end),
    )
  },

  strings: (p) =>
    p.choice(
      p.sequence('"', p.stringContent('"', 'json'), '"'),
      p.sequence('p"', p.stringContent('"', 'python'), '"'),
      p.sequence("'", p.stringContent("'", 'python'), "'"),
    ),

  json: (p) => p.json(),

  python: (p) =>
    p.sequence(
      p.rule('name', p.chars('[a-z_]')),
      '(',
      p.separatedBy(p.sequence(p.ref('name'), '=', p.python()), ', ', { min: 0 }),
      ')',
    ),

  unseen: (p) =>
    p.sequence(
      p.not('</'),
      p.peek(p.chars('[<a-z]')),
      p.choice(p.recover('&'), p.sequence('<', p.cut(), p.atomic(p.tag('name', p.chars('[a-z]'))))),
      p.optional(p.recover(p.chars('[ ]'))),
      p.dual(p.chars('[!-~]'), '>'),
    ),

  rules: (p) => {
    const item = p.rule('list item', () => p.choice(p.chars('[a-z]'), p.ref('list')))
    p.rule('list', p.sequence('(', p.separatedBy(item, ' '), ')'))
    const swap = p.rule('swap', p.sequence('swap ', p.ref('list')), { trigger: true })
    const sort = p.rule('sort', p.sequence('sort ', p.ref('list')), { trigger: true })
    return p.sequence(p.until('swap ', 'sort '), p.optional(p.choice(swap, sort)), p.end())
  },

  permute: (p) =>
    p.permute(['a', p.chars('[0-9]'), p.sequence('b', '='), 'c'], { separator: ', ' }),

  schema: (p) => p.schema(weather, { name: 'weather' }),

  given: (p) =>
    p.sequence(p.token('<n>'), p.gbnf(p.rest(), '[0-9]+ ("." [0-9]{2})? # money'), p.token('</n>')),
}

/** Arenas of every kind of node, by the names of their golden grammars. */
export const goldenArenas: ReadonlyMap<string, Arena> = new Map(
  Object.entries(makers).map(([name, make]) => [name, buildGrammar(make)]),
)
