import * as fc from 'fast-check'
import { soundPlan, type ArenaPlan, type Plan } from './plan.ts'

// Few characters, so that texts and grammars meet; one of them beyond the first plane.
const words = ['a', 'b', 'ab', 'ba', 'aab', 'abc', 'c', '<', '</', '</a>', 'a😀', '😀']
// Delimiters that overlap, contain each other, or begin alike.
const delimiters = ['</', '</a>', 'abca', 'bc', 'ab', 'a', 'aab', '😀', 'b😀', 'cc', 'aac']
const classes = ['[ab]', '[a]', '[^a]', '[a-c]', '[😀]', '[^😀]', '[^<]', '[b😀]', '[0-9]']

const parts = ['value', 'string', 'number', 'bool', 'null', 'array', 'object'] as const

const pick = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
/** The kind as it is, not as a string. */
const kind = <K extends Plan['kind']>(...kinds: readonly K[]): fc.Arbitrary<K> => pick(...kinds)

const weighted = (weight: number, arbitrary: fc.Arbitrary<Plan>): fc.WeightedArbitrary<Plan> => ({
  weight,
  arbitrary,
})

const leaf = fc.oneof(
  weighted(8, fc.record({ kind: kind('literal'), text: pick(...words) })),
  weighted(1, fc.record({ kind: kind('token'), text: pick('</', 'ab') })),
  weighted(
    5,
    fc.record({
      kind: kind('chars'),
      set: pick(...classes),
      min: pick(0, 1, 1, 2),
      max: pick(null, null, 2, 3),
    }),
  ),
  weighted(2, fc.constant({ kind: 'chars', set: '[a-c]', min: 1, max: 1 })),
  weighted(
    4,
    fc.record({
      kind: kind('until', 'through'),
      delimiters: fc.uniqueArray(pick(...delimiters), { minLength: 1, maxLength: 3 }),
    }),
  ),
  weighted(
    2,
    fc.record({
      kind: kind('stringContent'),
      quote: pick('"' as const, "'" as const),
      flavour: pick('json' as const, 'python' as const),
    }),
  ),
  weighted(
    1,
    fc.record({
      kind: kind('json', 'python'),
      part: pick(...parts),
    }),
  ),
  // A run before a character that it may take itself.
  weighted(
    3,
    fc
      .tuple(pick(...classes), pick('a', 'b', 'c', '<'), pick(0, 0, 1))
      .map(([set, text, min]): Plan => {
        const items: Plan[] = [
          { kind: 'chars', set, min, max: null },
          { kind: 'literal', text },
        ]
        return { kind: 'sequence', items }
      }),
  ),
  weighted(4, fc.record({ kind: kind('cut') })),
  weighted(4, fc.record({ kind: kind('any', 'any', 'space', 'eps', 'end', 'start', 'rest') })),
  weighted(6, fc.record({ kind: kind('call'), rule: fc.nat(3) })),
)

const { plan } = fc.letrec<{ plan: Plan; items: Plan[]; trap: Plan; loop: Plan }>((tie) => ({
  plan: fc.oneof(
    { depthSize: 'small', maxDepth: 5, withCrossShrink: true },
    weighted(9, leaf),
    weighted(7, fc.record({ kind: kind('sequence'), items: tie('items') })),
    weighted(6, fc.record({ kind: kind('choice'), items: tie('items') })),
    weighted(
      5,
      fc.record({
        kind: kind('repeat'),
        item: tie('plan'),
        min: pick(0, 0, 1, 2),
        max: pick(null, null, 1, 2, 3),
      }),
    ),
    weighted(
      5,
      fc.record({
        kind: kind(
          'peek',
          'not',
          'atomic',
          'tag',
          'tag',
          'scope',
          'recover',
          'gbnf',
          'schema',
          'dual',
        ),
        item: tie('plan'),
      }),
    ),
    weighted(4, tie('trap')),
    weighted(3, tie('loop')),
  ),
  items: fc.array(tie('plan'), { minLength: 1, maxLength: 4, size: 'max' }),
  // Mostly a loop that needs no entry: what follows cannot begin as its item does.
  loop: fc
    .tuple(pick('a', 'b', '<'), tie('plan'), tie('plan'), pick(null, null, 1), pick('c', '</', 'b'))
    .map(([first, one, other, max, after]): Plan => {
      const items: Plan[] = [
        { kind: 'sequence', items: [{ kind: 'literal', text: first }, one] },
        { kind: 'sequence', items: [{ kind: 'literal', text: '😀' }, other] },
      ]
      const item: Plan = { kind: 'choice', items }
      return {
        kind: 'sequence',
        items: [
          { kind: 'repeat', item, min: 0, max },
          { kind: 'literal', text: after },
        ],
      }
    }),
  trap: fc
    .tuple(
      kind('peek', 'not', 'scope', 'repeat', 'atomic', 'tag', 'sequence'),
      tie('plan'),
      tie('plan'),
      tie('plan'),
    )
    .map(makeTrap),
}))

/**
 * What uniform choice seldom makes: a cut inside a lookahead, loop or rule, then a failure outside
 * it, in a choice whose later alternatives could still read the text.
 */
function makeTrap([wrapper, before, after, other]: [Plan['kind'], Plan, Plan, Plan]): Plan {
  const cutting: Plan = { kind: 'sequence', items: [before, { kind: 'cut' }, after] }
  const wrapped = ((): Plan => {
    switch (wrapper) {
      case 'peek':
      case 'not':
      case 'scope':
      case 'atomic':
      case 'tag':
        return { kind: wrapper, item: cutting }
      case 'repeat':
        return { kind: wrapper, item: cutting, min: 0, max: null }
      default:
        return cutting
    }
  })()
  return {
    kind: 'choice',
    items: [{ kind: 'sequence', items: [wrapped, other] }, before, other],
  }
}

/** Arenas of one to four rules, of every kind of node, weighted towards the machine's traps. */
export const arenaPlans: fc.Arbitrary<ArenaPlan> = fc
  .array(plan, { minLength: 1, maxLength: 4, size: 'max' })
  .map(soundPlan)
