import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptGbnf } from '../src/gbnf/accept.ts'
import { emitGbnf } from '../src/gbnf/emit.ts'
import { sampleMany } from '../src/gbnf/sample.ts'
import { parseText } from '../src/machine/parse.ts'
import type { JsonSchema, SchemaSettings } from '../src/peg/node.ts'
import { schemaToArena } from '../src/text/schema-to-gbnf.ts'

const { CI, TEST_HARDER } = process.env
const numRuns = 40 * (TEST_HARDER !== undefined ? 100 : CI !== undefined ? 5 : 1)
const seed = TEST_HARDER !== undefined ? Date.now() : 20_251_130
const timeout = 20_000 + numRuns * 500

const names = ['a', 'b', 'ab', 'é"', '']
const someNames = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 4 })
const scalar = fc.constantFrom<unknown>(0, 1, 12, -3, 1.5, 'a', 'ab', '', null, true, false)
const bound = fc.integer({ min: -120, max: 1200 })

function optional<T>(key: string, value: fc.Arbitrary<T>): fc.Arbitrary<object> {
  return fc.option(value, { nil: undefined }).map((v) => (v === undefined ? {} : { [key]: v }))
}

function merged(...parts: fc.Arbitrary<object>[]): fc.Arbitrary<object> {
  return fc.tuple(...parts).map((all) => Object.assign({}, ...all) as object)
}

const { schema: schemas } = fc.letrec<{ schema: object; leaf: object }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom<object>(
      {},
      { type: 'boolean' },
      { type: 'null' },
      { type: 'number' },
      { type: 'string' },
      { type: ['integer', 'string', 'null'] },
      { type: 'array' },
      { type: 'object' },
    ),
    merged(
      fc.constant({ type: 'string' }),
      optional('minLength', fc.nat(3)),
      optional('maxLength', fc.integer({ min: 3, max: 6 })),
    ),
    merged(
      fc.constant({ type: 'integer' }),
      optional('minimum', bound),
      optional('maximum', bound),
    ),
    merged(
      fc.constant({ type: 'number' }),
      optional('exclusiveMinimum', fc.constantFrom(-1.5, 0, 0.25, 3)),
      optional('maximum', fc.constantFrom(-0.5, 0.75, 12, 120.5)),
      optional('multipleOf', fc.constantFrom(0.25, 0.5, 1, 3, 7)),
    ),
    fc.array(scalar, { minLength: 1, maxLength: 5 }).map((values) => ({ enum: values })),
    scalar.map((value) => ({ const: value })),
  ),
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    merged(
      fc.constant({ type: 'object' }),
      fc
        .tuple(someNames, fc.array(tie('schema'), { minLength: 4, maxLength: 4 }))
        .map(([keys, list]) => ({
          properties: Object.fromEntries(keys.map((key, i) => [key, list[i]])),
        })),
      optional('required', someNames),
      optional('additionalProperties', fc.oneof(fc.boolean(), tie('leaf'))),
      optional('minProperties', fc.nat(2)),
      optional('maxProperties', fc.integer({ min: 1, max: 3 })),
      optional(
        'dependentRequired',
        fc.tuple(fc.constantFrom(...names), someNames).map(([key, list]) => ({ [key]: list })),
      ),
    ),
    merged(
      fc.constant({ type: 'array' }),
      optional('items', tie('schema')),
      optional('prefixItems', fc.array(tie('schema'), { minLength: 1, maxLength: 2 })),
      optional('minItems', fc.nat(2)),
      optional('maxItems', fc.integer({ min: 2, max: 4 })),
      optional('contains', tie('leaf')),
      optional('uniqueItems', fc.boolean()),
    ),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((list) => ({ anyOf: list })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((list) => ({ allOf: list })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((list) => ({ oneOf: list })),
    merged(tie('schema'), optional('not', tie('schema'))),
    merged(
      optional('if', tie('schema')),
      optional('then', tie('schema')),
      optional('else', tie('schema')),
    ),
  ),
}))

const settings = fc.record<SchemaSettings>({
  order: fc.constantFrom('listed', 'required-first', 'any'),
  whitespace: fc.constantFrom('compact', 'one-space', 'free'),
  additionalProperties: fc.constantFrom('open', 'closed'),
})

function validatorOf(schema: object): (value: unknown) => boolean {
  // A validator that refuses the values of `enum` twice is no use here.
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  return ajv.compile(schema)
}

// Beyond what doubles hold, which the validator computes with.
const extreme = /\d{15}|[eE][+-]?\d{3}|e\+/

describe('random schemas', () => {
  it(
    'what the grammar writes is valid, and the parser reads it',
    () => {
      fc.assert(
        fc.property(schemas, settings, fc.nat(), (schema, options, sampleSeed) => {
          const { arena, report } = schemaToArena(schema as JsonSchema, options)
          if (!report.entries.every(({ effect }) => effect === 'exact' || effect === 'narrowed'))
            return
          const validate = validatorOf(schema)
          for (const text of sampleMany(emitGbnf(arena).gbnf, 6, { seed: sampleSeed })) {
            if (!extreme.test(text)) expect(validate(JSON.parse(text)), text).toBe(true)
            const result = parseText(arena, text, { view: 'grammar' }).result()
            expect([result.kind, result.kind === 'success' && result.end], text).toEqual([
              'success',
              text.length,
            ])
          }
        }),
        { numRuns, seed },
      )
    },
    timeout,
  )

  it(
    'where the report is exact, the grammar admits a value exactly when it is valid',
    () => {
      const options = { order: 'any', additionalProperties: 'open', whitespace: 'compact' } as const
      fc.assert(
        fc.property(schemas, schemas, fc.nat(), (schema, other, sampleSeed) => {
          const { arena, report } = schemaToArena(schema as JsonSchema, options)
          if (!report.exact) return
          const validate = validatorOf(schema)
          const gbnf = emitGbnf(arena).gbnf
          // Values of another schema are near enough to fit now and then.
          const far = schemaToArena(other as JsonSchema, options)
          const isImpossible = far.report.entries.some(({ effect }) => effect === 'refused')
          const farTexts = isImpossible ? [] : sampleMany(emitGbnf(far.arena).gbnf, 5)
          const texts = [...sampleMany(gbnf, 3, { seed: sampleSeed }), ...farTexts]
          // Numbers that JavaScript writes otherwise, or not at all, are read once more.
          for (const text of texts.map((found) => JSON.stringify(JSON.parse(found)))) {
            // An integer with an exponent is valid, and no grammar need admit it.
            if (extreme.test(text)) continue
            const isAdmitted = acceptGbnf(gbnf, text).kind === 'complete'
            expect([text, isAdmitted]).toEqual([text, validate(JSON.parse(text))])
          }
        }),
        { numRuns, seed },
      )
    },
    timeout,
  )
})
