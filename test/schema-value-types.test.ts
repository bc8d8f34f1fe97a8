import { describe, expect, it } from 'vitest'
import { classifyType, stringEnum, valueTypes } from '../src/schema/value-types.ts'
import type { JsonSchema } from '../src/peg/node.ts'

const types = (schema: JsonSchema, root?: JsonSchema): string[] => [...valueTypes(schema, root)]

describe('valueTypes', () => {
  it.each<[JsonSchema, string[]]>([
    [{ type: 'integer' }, ['number']],
    [{ type: ['string', 'null'] }, ['null', 'string']],
    [{ type: 'string', nullable: true }, ['null', 'string']],
    [{ enum: ['a', 1, null] }, ['null', 'number', 'string']],
    [{ type: 'string', enum: ['a', 1] }, ['string']],
    [{ const: [1] }, ['array']],
    [{ anyOf: [{ type: 'string' }, { type: 'object' }] }, ['string', 'object']],
    [{ oneOf: [{ const: 1 }, { const: false }] }, ['boolean', 'number']],
    [{ allOf: [{ type: ['string', 'null'] }, { type: ['string', 'number'] }] }, ['string']],
    [false, []],
  ])('%j', (schema, expected) => {
    expect(types(schema)).toEqual(expected)
  })

  it('knows every type where a schema says none', () => {
    expect(types(true)).toHaveLength(6)
    expect(types({ properties: {} })).toHaveLength(6)
    expect(types({ type: 'quaternion' })).toHaveLength(6)
  })

  it('follows references, through cycles too', () => {
    const root = {
      $defs: {
        'a/b': { type: 'string' },
        loop: { anyOf: [{ $ref: '#/$defs/loop' }, { type: 'null' }] },
        empty: { $ref: '#/$defs/empty' },
      },
    }
    expect(types({ $ref: '#/$defs/a~1b' }, root)).toEqual(['string'])
    expect(types({ $ref: '#/$defs/loop' }, root)).toEqual(['null'])
    expect(types({ $ref: '#/$defs/empty' }, root)).toHaveLength(6)
    expect(types({ $ref: '#/nowhere' }, root)).toHaveLength(6)
  })

  it('ends in time on exponentially many paths', () => {
    let schema: JsonSchema = { type: 'string' }
    for (let i = 0; i < 60; i++) schema = { anyOf: [schema, schema] }
    expect(classifyType(schema)).toMatch(/string|mixed/)
  })
})

describe('classifyType', () => {
  it.each<[JsonSchema, string]>([
    [{ type: 'string' }, 'string'],
    [{ enum: ['a', 'b'] }, 'string'],
    [{ type: 'number' }, 'json'],
    [{ type: ['string', 'null'] }, 'mixed'],
    [{}, 'mixed'],
  ])('%j is %s', (schema, expected) => {
    expect(classifyType(schema)).toBe(expected)
  })
})

describe('stringEnum', () => {
  it.each<[JsonSchema, string[] | null]>([
    [{ enum: ['a', 'b', 'a'] }, ['a', 'b']],
    [{ const: 'x' }, ['x']],
    [{ anyOf: [{ const: 'a' }, { enum: ['b'] }] }, ['a', 'b']],
    [{ allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }, ['b']],
    [{ enum: ['a', null] }, null],
    [{ type: 'string' }, null],
    [{ anyOf: [{ const: 'a' }, { type: 'string' }] }, null],
  ])('%j', (schema, expected) => {
    expect(stringEnum(schema)).toEqual(expected)
  })
})
