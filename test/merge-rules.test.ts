import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emitGbnf } from '../src/gbnf/emit.ts'
import { buildGrammar } from '../src/grammar.ts'
import { hermes } from '../src/formats/index.ts'
import { loadArena } from '../src/index.ts'
import { parseText } from '../src/machine/parse.ts'
import { encodeArena } from '../src/peg/codec.ts'
import { buildPlan, type ArenaPlan } from './support/plan.ts'
import { arenaPlans } from './support/random-arenas.ts'

const silent = { silent: true }

describe('silent rules that are made of the same', () => {
  it('are one, also by way of others, and in a saved arena', () => {
    const arena = buildGrammar((p) => {
      const digits = (name: string) => p.rule(name, p.chars('[0-9]', 1, 3), silent)
      const list = (name: string) =>
        p.rule(name, p.sequence('[', digits(`${name}-item`), ']'), silent)
      return p.sequence(list('a'), ',', list('b'), p.optional(p.ref('b-item')))
    })
    expect([...arena.rules.keys()]).toEqual(['a-item', 'a'])
    const gbnf = 'root ::= a "," a a-item?\na ::= "[" a-item "]"\na-item ::= [0-9]{1,3}\n'
    expect(emitGbnf(arena).gbnf).toBe(gbnf)
    expect(emitGbnf(loadArena(encodeArena(arena))).gbnf).toBe(gbnf)
    expect(parseText(arena, '[1],[23]4').status).toBe('success')
  })

  it('stay apart where they lead to themselves', () => {
    const arena = buildGrammar((p) => {
      const nest = (name: string) =>
        p.rule(name, () => p.sequence('(', p.optional(p.ref(name)), ')'), silent)
      return p.sequence(nest('a'), nest('b'))
    })
    expect([...arena.rules.keys()]).toEqual(['a', 'b'])
    expect(parseText(arena, '(())((()))').status).toBe('success')
  })

  it('stay apart where their schemas say something else of them', () => {
    const names = (schemas: readonly object[]): string[] =>
      [
        ...buildGrammar((p) =>
          p.sequence(
            ...schemas.map((schema, i) =>
              p.rule(`r${i}`, p.schema({ type: 'boolean', ...schema }), silent),
            ),
          ),
        ).rules.keys(),
      ].filter((name) => name.startsWith('r'))
    expect(names([{ title: 'one' }, { title: 'other' }])).toEqual(['r0', 'r1'])
    expect(names([{ title: 'one' }, { title: 'one' }])).toEqual(['r0'])
  })

  it('leaves rules of the author and triggers as they are', () => {
    const arena = buildGrammar((p) =>
      p.sequence(
        p.rule('a', 'x'),
        p.rule('b', 'x'),
        p.rule('c', 'x', { ...silent, trigger: true }),
      ),
    )
    expect([...arena.rules.keys()]).toEqual(['a', 'b', 'c'])
  })

  it('read as they did apart', () => {
    let merged = 0
    const texts = fc.array(fc.constantFrom(...'abc<>/😀"1'), { maxLength: 12 })
    const judge = (plan: ArenaPlan, chars: readonly string[]): void => {
      const apart = buildPlan(plan, () => false)
      // Each rule a second time; the last one, which is made of the same, is the root.
      const twice = buildPlan([...plan, ...plan], () => true)
      if (apart === null || twice === null) return
      const names = [...twice.rules.keys()].filter((name) => /^r\d/.test(name))
      merged += plan.length * 2 - names.length
      const [one, other] = [apart, twice].map((arena) => {
        const machine = parseText(arena, chars.join(''))
        return { status: machine.status, end: machine.position }
      })
      expect(other).toEqual(one)
    }
    fc.assert(fc.property(arenaPlans, texts, judge), { numRuns: 2000, seed: 20_261_130 })
    expect(merged).toBeGreaterThan(1000)
  })

  it('make a list of tools that share their parameters small', () => {
    const size = (count: number): number => {
      const tools = Array.from({ length: count }, (_, i) => ({
        type: 'function' as const,
        function: {
          name: `tool_${i}`,
          parameters: {
            type: 'object',
            properties: {
              [`id_${i}`]: { type: 'string' },
              limit: { type: 'integer', minimum: 1, maximum: 500 },
            },
          },
        },
      }))
      return hermes({ tools, toolChoice: 'auto' }).arena().rules.size
    }
    expect(size(11) - size(10)).toBeLessThanOrEqual(3)
  })
})
