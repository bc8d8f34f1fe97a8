import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sampleMany } from '../src/gbnf/sample.ts'
import type { JsonSchema } from '../src/peg/node.ts'
import { parseSchema } from '../src/schema/parse-schema.ts'
import { schemaToGbnf, type SchemaOptions } from '../src/text/schema-to-gbnf.ts'
import { counterExampleOf, marksOf } from './support/counter-example.ts'
import { validatorOf } from './support/json-validator.ts'
import { readSchemaCases } from './support/schema-cases.ts'
import { projectRoot } from './support/sources.ts'

const options: SchemaOptions = {
  additionalProperties: 'open',
  integers: 'any',
  order: 'any',
  whitespace: 'compact',
}
// Beyond what doubles hold, which the validator computes with.
const extreme = /\d{15}|[eE][+-]?\d{3}/

const shared = `${projectRoot}../shared/schema/maskbench-dev.jsonl`
const collected: [string, JsonSchema][] = existsSync(shared)
  ? readFileSync(shared, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; schema: unknown })
      .map(({ id, schema }) => [id, parseSchema(JSON.stringify(schema))])
  : []
const own = readSchemaCases()
  .filter(({ validator }) => validator !== 'none')
  .map(({ name, schema }): [string, JsonSchema] => [name, schema])

describe('sentences of what is reported exact are valid', { timeout: 600_000 }, () => {
  const check = (schemas: readonly [string, JsonSchema][]): string[] =>
    schemas.flatMap(([name, schema]) => {
      const { gbnf, report } = schemaToGbnf(schema, options)
      const validate = report.exact ? validatorOf(schema) : null
      if (validate === null) return []
      return sampleMany(gbnf, 3, { seed: 7 })
        .filter((text) => !extreme.test(text) && validate(JSON.parse(text)).length > 0)
        .map((text) => `${name}: ${text}`)
    })

  it('the cases', () => expect(check(own)).toEqual([]))
  it.runIf(collected.length > 0)('schemas from the wild', () =>
    expect(check(collected)).toEqual([]),
  )
})

describe('what is reported as followed in part or not at all is not followed', () => {
  const tooMany = Array.from({ length: 16 }, (_, i) => ({
    required: [`k${i}`],
    properties: { [`k${i}`]: { type: 'integer' } },
  }))
  const cases: [string, JsonSchema][] = [
    ['uniqueItems', { type: 'array', items: { type: 'integer' }, uniqueItems: true }],
    ['uniqueItems of a property', { properties: { a: { type: 'array', uniqueItems: true } } }],
    ['hostname', { type: 'string', format: 'hostname' }],
    ['regex', { type: 'string', format: 'regex' }],
    ['minProperties', { type: 'object', minProperties: 2 }],
    ['oneOf', { type: 'object', oneOf: tooMany }],
    ['a negated property', { not: { additionalProperties: { type: 'number' } } }],
    ['a condition', { if: { items: { type: 'string' }, uniqueItems: true }, else: false }],
    ['a negated array', { type: 'array', not: { uniqueItems: true } }],
    ['maxLength beside a pattern', { type: 'string', pattern: '^(ab|c)*d?$', maxLength: 9_000 }],
    ['multipleOf', { type: 'integer', multipleOf: 99_991, minimum: 1 }],
  ]

  it.each(cases)('%s', (_, schema) => {
    const marks = marksOf(schemaToGbnf(schema, options).report)
    expect(marks.length).toBeGreaterThan(0)
    for (const mark of marks)
      expect(counterExampleOf(schema, options, mark, 7), mark.keyword).not.toBeNull()
  })
})
