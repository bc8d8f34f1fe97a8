import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatByName } from '../src/formats/index.ts'
import { acceptGbnf } from '../src/gbnf/accept.ts'
import { emitGbnf } from '../src/gbnf/emit.ts'
import { compileGbnf } from '../src/gbnf/read.ts'
import { sampleMany } from '../src/gbnf/sample.ts'
import { printXgrammar } from '../src/gbnf/xgrammar.ts'
import { buildGrammar } from '../src/grammar.ts'
import type { Arena } from '../src/peg/arena.ts'
import type { JsonSchema } from '../src/peg/node.ts'
import { fromPeggy } from '../src/peggy.ts'
import { emitLark, emitStructuralTag, emitXgrammar } from '../src/targets/index.ts'
import { loadXgrammar, type Xgrammar } from './oracles/xgrammar.ts'
import { createTestFolder, runCli } from './support/cli.ts'
import { combinators, lossy } from './support/combinators.ts'
import { expectGolden } from './support/golden.ts'
import { readLark } from './support/lark-reader.ts'
import { createRandom, mutateText } from './support/random-texts.ts'

const tools = [
  {
    type: 'function',
    function: {
      name: 'weather',
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string' },
          days: { type: 'integer', minimum: 1, maximum: 14 },
        },
        required: ['city'],
      },
    },
  },
  { type: 'function', function: { name: 'now', parameters: { type: 'object', properties: {} } } },
] as const

const families = [
  'hermes',
  'qwen3-coder',
  'deepseek-v3',
  'deepseek-v3.1',
  'glm-4.5',
  'gpt-oss',
  'kimi-k2',
  'llama-3',
  'mistral',
  'minimax-m2',
]

function chatOf(name: string, toolChoice: 'auto' | 'required' = 'auto') {
  const format = formatByName(name)
  if (format === undefined) throw new Error(`there is no ${name}`)
  return format({ tools, toolChoice, reasoning: 'on' })
}

/** Grammars that stress what engines write otherwise: escapes, classes, bounds, recursion, free text. */
const odd: readonly (readonly [string, Arena])[] = [
  [
    'odd characters',
    buildGrammar((p) => p.sequence('"\\\n\t\u0001-^[]日本😀/', p.chars('[\\]^\\\\"-]', 2, 4))),
  ],
  ['any character', buildGrammar((p) => p.sequence(p.any(), p.rest()))],
  [
    'classes',
    buildGrammar((p) => p.sequence(p.chars('[^a-z\\n日😀-😂]', 0, 3), p.chars('[a-z/]'))),
  ],
  ['recursion', fromPeggy('e = t ("+" t)*\nt = [0-9]|1..3| / "(" e ")"')],
  [
    'a list up to a marker',
    buildGrammar((p) =>
      p.sequence(p.separatedBy(p.chars('[a-c]'), ','), ';', p.until(';;', '#'), ';;'),
    ),
  ],
  [
    'free text and calls',
    buildGrammar((p) => {
      const call = p.rule('call', p.sequence('<a>', p.until('</a>'), '</a>'))
      const text = p.until('<a>')
      return p.sequence(text, p.zeroOrMore(p.sequence(call, text)), p.end())
    }),
  ],
  ['names with digits', buildGrammar((p) => p.sequence(p.rule('1', 'a'), p.optional(p.ref('1'))))],
  ['any JSON', buildGrammar((p) => p.sequence(p.json(), p.through('!', '?')))],
  ['no text at all', buildGrammar((p) => p.choice('a', p.sequence('b', p.chars('[]', 1, 1))))],
]

/** Sentences of an arena's grammar, and texts near them. */
function textsOf(arena: Arena, count: number): string[] {
  const program = compileGbnf(emitGbnf(arena).gbnf)
  const sentences = sampleMany(program, count, { seed: 3, maxLength: 60 })
  const random = createRandom(5)
  return [
    ...sentences,
    ...sentences.map((each) => mutateText(each, random)),
    '',
    ...sentences.map((each) => each.slice(0, -1)),
  ].filter((each) => each.length <= 400 && !/\p{Surrogate}/u.test(each))
}

const packages = fileURLToPath(new URL('oracles/node_modules', import.meta.url))

if (existsSync(`${packages}/@mlc-ai/web-xgrammar`)) {
  describe('the real XGrammar', () => {
    let engine: Xgrammar
    beforeAll(async () => {
      engine = await loadXgrammar(packages)
    })

    /** Both say the same of every text. */
    async function agree(
      arena: Arena,
      grammar: ReturnType<Xgrammar['read']>,
      texts: readonly string[],
    ): Promise<void> {
      const program = compileGbnf(emitGbnf(arena).gbnf)
      const accepts = await engine.matcher(await grammar)
      for (const text of texts) {
        expect([text, accepts(text)]).toEqual([text, acceptGbnf(program, text).kind === 'complete'])
      }
    }

    const arenas = [
      ...odd,
      ...families.flatMap((name) =>
        (['auto', 'required'] as const).map(
          (choice) => [`${name}, ${choice}`, chatOf(name, choice).arena()] as const,
        ),
      ),
    ]

    it.each(arenas)('reads the EBNF of %s as we do', async (_, arena) => {
      await agree(arena, engine.read(emitXgrammar(arena).ebnf), textsOf(arena, 12))
    })

    it.each(arenas)('reads the structural tag of %s as we do', async (_, arena) => {
      const { tag } = emitStructuralTag(arena, { schemas: 'grammar' })
      await agree(arena, engine.readTag(tag), textsOf(arena, 12))
    })

    it('reads few characters beyond ASCII as we do, and does not leave them out', async () => {
      const few = buildGrammar((p) => p.chars('[a-c日😀-😂]', 1, 2))
      await agree(few, engine.read(emitXgrammar(few).ebnf), [...'abd日本😀😁😂😃é', '日a', '😀日'])
      const none = buildGrammar((p) => p.choice('a', p.sequence('b', p.chars('[]', 1, 1))))
      await agree(none, engine.read(emitXgrammar(none).ebnf), ['a', 'b', 'ba'])
      const { ebnf, warnings } = emitXgrammar(buildGrammar((p) => p.chars('[^a日]', 1, 1)))
      expect(warnings.map(({ code }) => code)).toEqual(['xgrammar-lossy-class'])
      const accepts = await engine.matcher(await engine.read(ebnf))
      expect([...'ab日'].map(accepts)).toEqual([false, true, true])
    })

    const message = {
      content: 'Let me look.',
      toolCalls: [{ name: 'weather', arguments: '{"city": "Oslo", "days": 3}' }],
    }
    it.each(families.filter((name) => chatOf(name).grammar().lazy))(
      'is triggered as %s writes its calls, and checks their arguments',
      async (name) => {
        const chat = chatOf(name)
        const triggers = chat.grammar().triggers.map(({ value }) => value)
        const { tag } = emitStructuralTag(chat.arena(), { lazy: true, triggers })
        const accepts = await engine.matcher(await engine.readTag(tag))
        const { text } = chat.write(message)
        expect([text, accepts(text)]).toEqual([text, true])
        expect(accepts('Only text.')).toBe(true)
        const wrong = text.replace('weather', 'wether')
        expect([wrong, accepts(wrong)]).toEqual([wrong, false])
      },
    )
  })
} else {
  it.skip('the real XGrammar (it is not installed in test/oracles: run npm test)')
}

describe('XGrammar EBNF', () => {
  it('names tokens by their ids, and writes those named by text as text', () => {
    const arena = buildGrammar((p) => p.gbnf(p.any(), '<[7]> !<[8]> "a"'))
    expect(emitXgrammar(arena).ebnf).toBe('root ::= Token(7) ExcludeToken(8) "a"\n')
    const token = { kind: 'token', token: '<x>', negated: false } as const
    expect(printXgrammar({ rules: [{ name: 'root', expr: token }] })).toBe('root ::= "<x>"\n')
  })
})

describe('a structural tag', () => {
  it('is lazy from the trigger rules on', () => {
    const chat = chatOf('hermes')
    expect(emitStructuralTag(chat.arena(), { lazy: true }).tag.format).toMatchObject({
      type: 'triggered_tags',
      triggers: ['<tool_call>'],
      tags: [{ type: 'tag', begin: '<tool_call>', end: '</tool_call>' }],
      stop_after_first: false,
    })
  })

  it('says why it cannot be lazy', () => {
    const arena = buildGrammar((p) => p.rule('call', p.json(), { trigger: true }))
    expect(() => emitStructuralTag(arena, { lazy: true })).toThrow(
      'no trigger rule begins with a text',
    )
    expect(emitStructuralTag(arena).tag.format).toEqual({ type: 'json_schema', json_schema: true })
  })

  it('writes a rule that leads to itself as a grammar, and any text as such', () => {
    const arena = buildGrammar((p) =>
      p.sequence(
        'a',
        p.rule('r', () => p.sequence('[', p.optional(p.ref('r')), ']')),
        p.rest(),
      ),
    )
    expect(emitStructuralTag(arena).tag.format).toMatchObject({
      type: 'sequence',
      elements: [{ type: 'const_string', value: 'a' }, { type: 'sequence' }, { type: 'any_text' }],
    })
  })
})

describe('Lark', () => {
  const arenas = [
    ...odd.filter(([name]) => name !== 'no text at all'),
    ...families.map((name) => [name, chatOf(name).arena()] as const),
    ...families.map((name) => [`${name}, required`, chatOf(name, 'required').arena()] as const),
  ]

  it.each(arenas)('of %s admits what we do', (_, arena) => {
    const lark = readLark(emitLark(arena, { schemas: 'grammar' }).lark)
    const program = compileGbnf(emitGbnf(arena).gbnf)
    for (const text of textsOf(arena, 8)) {
      expect([text, lark.accepts(text)]).toEqual([
        text,
        acceptGbnf(program, text).kind === 'complete',
      ])
    }
  })

  it.each(families)('of %s checks arguments by schemas', (name) => {
    const chat = chatOf(name)
    const lark = readLark(emitLark(chat.arena()).lark)
    const args = '{"city": "Oslo", "days": 3}'
    const { text } = chat.write({
      content: 'So:',
      toolCalls: [{ name: 'weather', arguments: args }],
    })
    expect([text, lark.accepts(text)]).toEqual([text, true])
    expect(lark.accepts(text.replace('weather', 'wether'))).toBe(false)
  })

  it('names markers as tokens on request', () => {
    const arena = buildGrammar((p) => p.sequence(p.token('<|x|>'), 'a', p.token('not one')))
    expect(emitLark(arena, { tokens: 'text' }).lark).toBe('start: <|x|> "a" "not one"\n')
    expect(emitLark(arena).lark).toBe('start: "<|x|>" "a" "not one"\n')
  })
})

describe('pegbnf grammar --target', () => {
  const folder = createTestFolder()
  afterAll(() => folder.remove())
  const file = folder.file('tools.json', tools)
  const print = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await runCli(['grammar', 'hermes', '--tools', file, ...args])
    expect([code, err]).toEqual([0, ''])
    return out
  }

  it("prints what each engine takes, and vLLM's fields", async () => {
    expect(await print('--target', 'xgrammar')).toBe(emitXgrammar(chatOf('hermes').arena()).ebnf)
    expect(JSON.parse(await print('--target', 'structural-tag'))).toMatchObject({
      type: 'structural_tag',
      format: { type: 'triggered_tags' },
    })
    const fields = JSON.parse(await print('--target', 'structural-tag', '--eager', '--json'))
    expect(JSON.parse(fields.structured_outputs.structural_tag).format.type).toBe('sequence')
    const lark = JSON.parse(await print('--target', 'lark', '--json')).structured_outputs.grammar
    expect(readLark(lark).accepts('Ahoy')).toBe(true)
  })
})

/** What a target says less exactly than GBNF does, by combinator. */
const looser: Readonly<Record<string, readonly [xgrammar: string, tag: string, lark: string]>> = {
  token: ['its text', 'its text', ''],
  schema: ['', "as XGrammar's compiler reads it", "as llguidance's compiler reads it"],
  json: ['', "as XGrammar's compiler reads it", "as llguidance's compiler reads it"],
  until: ['', '', 'greedy, unless a delimiter follows'],
}

it('docs/targets.md shows every combinator', () => {
  const code = (text: string): string =>
    `\`${text.trimEnd().replaceAll('\n', ' ⏎ ').replaceAll('|', '\\|')}\``
  const loss = (...texts: (string | undefined)[]): string => {
    const said = texts.filter((each) => each !== undefined && each !== '')
    return said.length === 0 ? '' : ` *lossy: ${said.join('; ')}*`
  }
  const shorten = (text: string): string => (text.length > 160 ? `${text.slice(0, 159)}…` : text)
  const rows = Object.entries(combinators).map(([name, [call, example]]) => {
    const arena = buildGrammar(example)
    const [inXgrammar, inTag, inLark] = looser[name] ?? []
    const shared = Object.entries(lossy).find(([key]) => key === name)?.[1]
    const tag = JSON.stringify(emitStructuralTag(arena).tag.format)
    return [
      code(call),
      code(shorten(emitXgrammar(arena).ebnf)) + loss(shared, inXgrammar),
      code(shorten(tag)) + loss(shared, inTag),
      code(shorten(emitLark(arena).lark)) + loss(shared, inLark),
    ].join(' | ')
  })
  expectGolden(
    'docs/targets.md',
    `<!-- Written by test/targets.test.ts: npm run update. -->

# Other engines' grammars

The arena that parses, and that \`emitGbnf\` prints for llama.cpp, is printed for other engines too: \`pegbnf/targets\` in code,
\`pegbnf grammar --target\` on the command line.

- \`emitXgrammar\`: XGrammar's EBNF, as vLLM and SGLang take it in \`structured_outputs.grammar\`. It differs from GBNF in a few words,
  and says the same; but XGrammar 0.1.27 lets through what a class leaves out beyond ASCII, and takes large classes beyond ASCII for bytes.
- \`emitStructuralTag\`: XGrammar's structural tags (\`structured_outputs.structural_tag\`). Only the words of XGrammar 0.1.27 are used;
  what they cannot say exactly is a grammar inside. With \`lazy\`, text is free up to a trigger: white space around calls and text
  between them is then not held to the grammar.
- \`emitLark\`: llguidance's Lark. Its lexer is greedy and never goes back, so free text is one lazy lexeme with the marker that ends it,
  and what is regular by itself is one lexeme.

The first two are read by the real XGrammar in the tests, which must say of every text what our own acceptor says; Lark by a small
reader of its documented syntax, as llguidance is no package for Node.

What no grammar says, none of them does: the order of choices, greed, lookaheads, cuts (see the README).

| call | XGrammar EBNF | structural tag | Lark |
|---|---|---|---|
${rows.map((row) => `| ${row} |`).join('\n')}
`,
  )
})

describe('a schema that JSON cannot carry', () => {
  const shared = (depth: number): JsonSchema =>
    Array.from({ length: depth }).reduce<JsonSchema>((inner) => ({ anyOf: [inner, inner] }), {
      type: 'string',
    })
  const deep = Array.from({ length: 20_000 }).reduce<JsonSchema>(
    (items) => ({ type: 'array', items }),
    {},
  )
  const circle: Record<string, unknown> = { type: 'array', items: null }
  circle['items'] = circle
  const thrower = {
    get type(): string {
      throw new Error('no type')
    },
  }

  it.each<[string, JsonSchema]>([
    ['is nested deeply', deep],
    ['holds itself', circle],
    ['stands in itself again and again', shared(40)],
    ['has a number of no end', { const: 10n }],
    ['throws', thrower],
  ])('is a grammar of ours where it %s', (_, schema) => {
    const arena = buildGrammar((p) => p.schema(schema))
    // What the grammar does not know either is any value.
    for (const written of [emitLark(arena).lark, JSON.stringify(emitStructuralTag(arena).tag)]) {
      expect(written).not.toMatch(/"(?:anyOf|items|const)":/)
      expect(written.length).toBeLessThan(100_000)
    }
  })
})
