// What a program without types may give: each call says what it wanted, where, and never fails inside.
import { describe, expect, it } from 'vitest'
import { compileParser } from '../src/compile/index.ts'
import { formats } from '../src/formats/index.ts'
import { acceptGbnf, emitGbnf, formatGbnf, lintGbnf, readGbnf } from '../src/gbnf/index.ts'
import {
  buildGrammar,
  encodeArena,
  formatByName,
  fromGbnf,
  openMachine,
  parseText,
  printArena,
} from '../src/index.ts'
import { fromPeggy } from '../src/peggy.ts'
import { schemaToGbnf } from '../src/schema.ts'
import { verify } from '../src/verify/verify.ts'
import { emitLark, emitStructuralTag, emitXgrammar } from '../src/targets/index.ts'

const odd = [undefined, null, 3, -1, Number.NaN, true, /x/, {}, [], () => 1, Symbol('s'), 10n]

/** Messages of a program that ran into a value, not of one that looked at it. */
const raw =
  /Cannot (?:read|destructure|convert|use)|is not (?:a function|iterable|in this arena)|before init/

function call(run: unknown, ...args: readonly unknown[]): unknown {
  if (typeof run !== 'function') throw new Error('no function to call')
  try {
    Reflect.apply(run, undefined, args)
    return null
  } catch (error) {
    return error
  }
}

function expectClear(error: unknown): void {
  if (!(error instanceof Error)) return expect(error).toBeNull()
  expect(error).not.toBeInstanceOf(RangeError)
  expect(error.message).not.toMatch(raw)
}

describe('odd arguments', () => {
  const methods: string[] = []
  buildGrammar((p) => {
    methods.push(...Object.keys(p))
    return p.eps()
  })

  it.each(methods)('p.%s', (name) => {
    for (const value of odd) {
      for (const args of [[value], ['x', value], ['x', 'y', value]]) {
        const build = (): unknown =>
          buildGrammar((p) => {
            const method: unknown = Reflect.get(p, name)
            return typeof method === 'function' ? Reflect.apply(method, p, args) : p.eps()
          })
        expectClear(call(build))
      }
    }
  })

  const functions = {
    acceptGbnf,
    buildGrammar,
    compileParser,
    emitGbnf,
    emitLark,
    emitStructuralTag,
    emitXgrammar,
    encodeArena,
    formatByName,
    formatGbnf,
    fromGbnf,
    fromPeggy,
    hermes: formats.hermes,
    lintGbnf,
    openMachine,
    parseText,
    printArena,
    readGbnf,
  }

  it.each(Object.entries(functions))('%s', (_, run) => {
    for (const value of odd) expectClear(call(run, value, 'text'))
  })

  it.each(['tools', 'toolChoice', 'strict', 'parallelToolCalls', 'reasoning', 'reasoningFormat'])(
    'the option %s of a format',
    (name) => {
      for (const value of odd) expectClear(call(formats.hermes, { [name]: value }))
    },
  )

  it('a chunk of a session, and a whole text', () => {
    for (const value of odd) {
      const chat = formats.hermes()
      const { feed } = chat.open()
      expectClear(call(feed, value))
      expectClear(call(chat.parse, value))
      expectClear(call(chat.open, value))
      expectClear(call(openMachine(buildGrammar((p) => p.rest())).feed, value))
    }
  })

  it('are named, with what is expected there', () => {
    const sequence = call(() => buildGrammar((p) => Reflect.apply(p.sequence, p, [/x/])))
    expect(sequence).toBeInstanceOf(TypeError)
    expect(sequence).toMatchObject({
      code: 'wrong-argument',
      place: 'argument 1 of p.sequence',
      expected: 'a node of this grammar or a string',
    })
    expect(call(formats.hermes, { reasoning: true })).toMatchObject({
      message: "reasoning must be 'on' or 'off' or 'open', not true",
    })
    expect(call(formats.hermes().open().feed, 3)).toMatchObject({
      message: 'a chunk must be a string, bytes as a Uint8Array, or { text, ids }, not 3',
    })
  })
})

describe('options of a name that there is not', () => {
  const arena = buildGrammar((p) => p.literal('a'))
  const calls: Readonly<Record<string, () => unknown>> = {
    'did you mean toolChoice?': () => call(formats.hermes, { toolchoice: 'none' }),
    'did you mean includeReasoning?': () =>
      call(formats.hermes().open, { includeReasonning: false }),
    'did you mean partial?': () => call(formats.hermes().parse, 'a', { partail: true }),
    'did you mean whitespace?': () => call(schemaToGbnf, true, { whiteSpace: 'compact' }),
    'did you mean actions?': () => call(fromPeggy, 'a = "b"', { action: 'strip' }),
    'did you mean limits?': () => call(parseText, arena, 'a', { limit: { maxDepth: 3 } }),
    'did you mean tokens?': () => call(emitGbnf, arena, { token: 'literal' }),
    'did you mean source?': () => call(compileParser, arena, { sources: 'x' }),
    'there are budget, samples, seed, gbnf': () => call(verify, arena, { effort: 3 }),
  }

  it.each(Object.entries(calls))('are refused: %s', (hint, run) => {
    const error = run()
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain(hint)
  })

  it('are none where they are undefined', () => {
    expect(call(formats.hermes, { other: undefined })).toBeNull()
  })
})
