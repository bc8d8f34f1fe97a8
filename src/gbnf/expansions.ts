import { alternativesAt, Op, type Expansion, type GbnfProgram } from './program.ts'
import { createStackNodes } from './stack-nodes.ts'

// More parallel stacks than this are of no use to anybody.
const maxNodes = 1 << 18

/**
 * Expansions by place, found when they are asked for and then kept; null when one needs more than
 * 262,144 nodes. Rules that grow without end have been refused when the grammar was read.
 */
export function createExpansions(
  program: Pick<GbnfProgram, 'code' | 'starts'>,
): (place: number) => Expansion | null {
  const { code } = program
  const alternatives: number[][] = []
  const known = new Map<number, Expansion | null>()

  function find(start: number): Expansion | null {
    const nodes = createStackNodes()
    const first = nodes.node(start, 0)
    const seen = new Set([first])
    const todo = [first]
    const tops: number[] = []
    let isEmpty = false
    for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
      const place = nodes.place(node)
      if (node === 0) isEmpty = true
      else if (code[place] !== Op.Rule) tops.push(node)
      else {
        const rule = code[place + 1]!
        const below = nodes.below(node)
        const rest = code[place + 2] === Op.End ? below : nodes.node(place + 2, below)
        const starts = (alternatives[rule] ??= alternativesAt(program, rule))
        // The last one is pushed first, so that the first one is found first.
        for (let i = starts.length - 1; i >= 0; i--) {
          const next = code[starts[i]!] === Op.End ? rest : nodes.node(starts[i]!, rest)
          if (seen.has(next)) continue
          seen.add(next)
          todo.push(next)
        }
        if (seen.size > maxNodes) return null
      }
    }
    const stacks = Int32Array.from(tops)
    const size = nodes.compact(stacks)
    const numbers = Int32Array.from({ length: size - 1 }, (_, i) => i + 1)
    return {
      places: numbers.map(nodes.place),
      belows: numbers.map(nodes.below),
      tops: stacks,
      isEmpty,
    }
  }

  return (place) => {
    let expansion = known.get(place)
    if (expansion === undefined) known.set(place, (expansion = find(place)))
    return expansion
  }
}
