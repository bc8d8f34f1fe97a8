import { GrammarError } from '../../src/diagnostics/errors.ts'
import { buildGrammar } from '../../src/grammar.ts'
import type { Arena } from '../../src/peg/arena.ts'
import type { Builder } from '../../src/peg/builder.ts'
import type { NodeId } from '../../src/peg/node.ts'
import { createRandom } from './random-texts.ts'

const words = ['a', 'b', 'ab', 'ba', 'aa', 'bb', 'aab', 'aba', 'abb']
const delimiters = [
  ['a'],
  ['ab'],
  ['aa'],
  ['ba'],
  ['a', 'bb'],
  ['aba', 'b'],
  ['abab', 'ba'],
  ['abba', 'bb'],
]

/**
 * A small arena over two letters, so that nearly everything in it begins like something else; null
 * where the plan is no grammar. The same seed gives the same arena.
 */
export function tightArena(seed: number): Arena | null {
  const random = createRandom(seed)
  const pick = <T>(values: readonly [T, ...T[]] | readonly T[], otherwise: T): T =>
    values[random(values.length)] ?? otherwise
  const count = 1 + random(3)

  function make(p: Builder, depth: number): NodeId {
    const inner = (): NodeId => make(p, depth - 1)
    const several = (): NodeId[] => Array.from({ length: 2 + random(2) }, inner)
    const leaves: readonly (() => NodeId)[] = [
      () => p.literal(pick(words, 'a')),
      () => p.literal(pick(words, 'a')),
      () => p.chars(pick(['[a]', '[ab]', '[b]'], '[a]'), random(3), pick([null, 2, 3], null)),
      () => p.until(...pick(delimiters, ['a'])),
      () => p.through(...pick(delimiters, ['a'])),
      () => p.ref(`r${random(count)}`),
      () => pick([p.cut, p.end, p.eps, p.any, p.rest], p.any)(),
    ]
    const branches: readonly (() => NodeId)[] = [
      () => p.sequence(...several()),
      () => p.sequence(...several()),
      () => p.choice(...several()),
      () => p.optional(inner()),
      () => p.repeat(inner(), random(3), pick([null, 2, 3], null)),
      () => p.peek(inner()),
      () => p.not(inner()),
      () => p.tag('t', inner()),
    ]
    const makers = depth === 0 ? leaves : [...leaves, ...branches, ...branches]
    return pick(makers, p.any)()
  }

  try {
    return buildGrammar((p) => {
      for (let i = 0; i < count; i++) p.rule(`r${i}`, make(p, 3))
      return p.ref(`r${count - 1}`)
    })
  } catch (error) {
    if (error instanceof GrammarError) return null
    throw error
  }
}
