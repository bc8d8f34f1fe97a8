import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findEmptyRepetitions } from '../src/analyze/empty-repetition.ts'
import { findLeftRecursion } from '../src/analyze/left-recursion.ts'
import { findDeepNesting, MaxNesting } from '../src/analyze/nesting.ts'
import { findNullableNodes } from '../src/analyze/nullable.ts'
import { findSuspicions } from '../src/analyze/suspicions.ts'
import { buildGrammar } from '../src/grammar.ts'
import type { NodeId, PegNode } from '../src/peg/node.ts'
import { readSchemaCases } from './support/schema-cases.ts'
import { schemaToArena } from '../src/text/schema-to-gbnf.ts'

const none = { nesting: false, leftRecursion: false, emptyRepetition: false }

const leaf: fc.Arbitrary<PegNode> = fc.constantFrom<PegNode>(
  { kind: 'literal', text: 'a' },
  { kind: 'eps' },
  { kind: 'chars', set: [97, 97], min: 0, max: 1 },
)

/** A node of a table: references lead anywhere, all others to what stands before them. */
function nodeOf(id: number, size: number): fc.Arbitrary<PegNode> {
  const target = fc.nat(size - 1).map((n) => n as NodeId)
  const reference = fc.record({ kind: fc.constant('ref' as const), name: fc.constant('r'), target })
  if (id === 0) return fc.oneof(leaf, reference)
  const item = fc.nat(id - 1).map((n) => n as NodeId)
  const items = fc.array(item, { minLength: 1, maxLength: 3 })
  return fc.oneof(
    leaf,
    reference,
    reference,
    fc.record({ kind: fc.constant('sequence' as const), items }),
    fc.record({ kind: fc.constant('choice' as const), items }),
    fc.record({
      kind: fc.constant('repeat' as const),
      item,
      min: fc.nat(1),
      max: fc.constantFrom(null, 1, 2),
    }),
    fc.record({ kind: fc.constant('dual' as const), item, strict: item }),
    fc.record({ kind: fc.constantFrom('peek' as const, 'not' as const, 'recover' as const), item }),
  )
}

/** A table of nodes with faults that no author would make at once. */
function tables(size: number): fc.Arbitrary<PegNode[]> {
  return fc.tuple(...Array.from({ length: size }, (_, id) => nodeOf(id, size)))
}

describe('suspicions', () => {
  it('fall on every table in which an analysis finds a fault', () => {
    const property = fc.property(fc.integer({ min: 1, max: 9 }).chain(tables), (nodes) => {
      const rules = new Map(nodes.map((_, id) => [`r${id}`, id as NodeId]))
      const arena = { nodes, rules, root: 0 as NodeId }
      const nullable = findNullableNodes(arena)
      const may = findSuspicions(arena, MaxNesting)
      if (findLeftRecursion(arena, nullable).length > 0) expect(may.leftRecursion).toBe(true)
      if (findEmptyRepetitions(arena, nullable).length > 0) expect(may.emptyRepetition).toBe(true)
    })
    fc.assert(property, { numRuns: 2_000, seed: 20_261_130 })
  })

  it('fall on deep nesting', () => {
    let nodes: PegNode[] = [{ kind: 'literal', text: 'a' }]
    for (let id = 0; id <= MaxNesting; id++) {
      nodes = [...nodes, { kind: 'tag', tag: 't', item: id as NodeId }]
    }
    const root = (nodes.length - 1) as NodeId
    const arena = { nodes, rules: new Map<string, NodeId>(), root }
    expect(findDeepNesting(arena)).toHaveLength(1)
    expect(findSuspicions(arena, MaxNesting).nesting).toBe(true)
    expect(findSuspicions({ nodes: nodes.slice(0, MaxNesting) }, MaxNesting)).toEqual(none)
  })

  it('fall on no grammar of a schema', () => {
    for (const { schema } of readSchemaCases()) {
      const { arena } = schemaToArena(schema)
      expect(findSuspicions(arena, MaxNesting)).toEqual(none)
    }
  })

  it('fall on no grammar that holds a schema', () => {
    const arena = buildGrammar((p) =>
      p.sequence('<', p.schema({ $ref: '#' }), p.zeroOrMore(p.sequence(',', p.schema({}))), '>'),
    )
    expect(findSuspicions(arena, MaxNesting)).toEqual(none)
  })
})
