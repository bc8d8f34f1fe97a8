import { type Arena, nodeAt } from '../../src/peg/arena.ts'
import { charRanges, type CharSet } from '../../src/peg/charset.ts'
import type { NodeId, StringContentNode } from '../../src/peg/node.ts'
import { mulberry32 } from '../../src/util/mulberry32.ts'

/** A random number from 0 up to but without `below`. */
export type Random = (below: number) => number

/** A seeded generator: the same seed gives the same texts everywhere. */
export function createRandom(seed: number): Random {
  const random = mulberry32(seed)
  return (below) => random() % below
}

function oneOf<T>(random: Random, values: readonly T[], otherwise: T): T {
  return values[random(values.length)] ?? otherwise
}

const MaxSentence = 40

/** A text that the arena probably reads: lookaheads and cuts are not heeded. */
export function randomSentence(arena: Arena, random: Random): string {
  let budget = 200

  function write(id: NodeId): string {
    if (--budget < 0) return ''
    const node = nodeAt(arena, id)
    switch (node.kind) {
      case 'literal':
      case 'token':
        return node.text
      case 'any':
        return oneOf(random, ['a', 'b', 'c', '😀', '<'], 'a')
      case 'chars':
        return times(node.min, node.max, () => charOf(node.set, random))
      case 'space':
        return oneOf(random, ['', '', ' ', '\n ', '\t'], '')
      case 'rest':
      case 'until':
        return filler(random)
      case 'through':
        return filler(random) + (node.delimiters[random(node.delimiters.length)]?.text ?? '')
      case 'stringContent':
        return contentOf(node, random)
      case 'sequence':
        return node.items.map(write).join('')
      case 'choice':
        return node.items.length === 0 ? '' : write(oneOf(random, node.items, id))
      case 'repeat':
        return times(node.min, node.max, () => write(node.item))
      case 'ref':
        return write(node.target)
      // What a lookahead looks at is mostly written by what follows it.
      case 'peek':
        return random(4) === 0 ? write(node.item) : ''
      case 'not':
      case 'start':
      case 'end':
      case 'eps':
      case 'cut':
        return ''
      default:
        return write(node.item)
    }
  }

  function times(min: number, max: number | null, make: () => string): string {
    const count = Math.min(min + random(3), max ?? Number.POSITIVE_INFINITY)
    return Array.from({ length: count }, make).join('')
  }

  return [...write(arena.root)].slice(0, MaxSentence).join('')
}

function charOf(set: CharSet, random: Random): string {
  const [lo, hi] = oneOf(random, charRanges(set), [97, 97])
  return String.fromCodePoint(lo + random(Math.min(hi - lo + 1, 3)))
}

function filler(random: Random): string {
  const pieces = ['a', 'b', 'c', 'ab', 'aa', '<', '😀', '']
  return oneOf(random, pieces, '') + oneOf(random, pieces, '')
}

function contentOf({ flavour }: StringContentNode, random: Random): string {
  const python = flavour === 'python' ? ["\\'", '\\x41', '\\U0001f600', '\\\n', '\\a'] : []
  const pieces = ['a', '\\n', '\\"', '\\u00e9', '😀', '\\\\', 'b', ...python]
  return Array.from({ length: random(4) }, () => oneOf(random, pieces, '')).join('')
}

const splinters = [
  'a',
  'b',
  'c',
  '<',
  '</',
  '"',
  "'",
  '\\',
  '\\u12',
  '\ud83d',
  '\ude00',
  '😀',
  '\n',
  '7',
  '{',
]

/** The text, damaged in up to two places, or as it is. */
export function mutateText(text: string, random: Random): string {
  let out = text
  for (let left = random(3); left > 0; left--) {
    const at = random(out.length + 1)
    const to = Math.min(out.length, at + 1 + random(2))
    const splinter = oneOf(random, splinters, '')
    const mended = [
      out.slice(0, at) + out.slice(to),
      out.slice(0, at) + splinter + out.slice(at),
      out.slice(0, at) + splinter + out.slice(to),
      out.slice(0, at),
      out.slice(0, to) + out.slice(at),
      out + splinter,
    ]
    out = oneOf(random, mended, out)
  }
  return out
}

/** Cuts a text into chunks, some of them empty, some between the halves of a pair. */
export function randomChunks(text: string, random: Random): string[] {
  const cuts = Array.from({ length: 1 + random(4) }, () => random(text.length + 1))
  const bounds = [0, ...cuts.toSorted((a, b) => a - b), text.length]
  return bounds.slice(1).map((to, i) => text.slice(bounds[i], to))
}
