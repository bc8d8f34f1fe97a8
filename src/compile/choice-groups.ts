import type { ChoicePlan } from '../machine/flow.ts'

/** Alternatives that share first characters, one with the next. */
export interface AlternativeGroup {
  /** Indices of alternatives, in their order. */
  readonly members: readonly number[]
  /** The ASCII characters that any of them may begin with. */
  readonly units: readonly number[]
  /** Whether one may begin beyond ASCII. */
  readonly wide: boolean
}

/** Parts the alternatives of a choice so that one character tells which part is meant. */
export function groupAlternatives({ subsets }: ChoicePlan, count: number): AlternativeGroup[] {
  const leader = Array.from({ length: count }, (_, i) => i)
  const find = (i: number): number => {
    let at = i
    while (leader[at] !== at) at = leader[at] ?? at
    return at
  }
  for (const [first, ...others] of subsets) {
    if (first === undefined) continue
    for (const other of others) {
      const [a, b] = [find(first), find(other)]
      leader[Math.max(a, b)] = Math.min(a, b)
    }
  }
  const groups = new Map<number, { members: number[]; units: number[]; wide: boolean }>()
  for (let i = 0; i < count; i++) {
    const group = groups.get(find(i))
    if (group === undefined) groups.set(find(i), { members: [i], units: [], wide: false })
    else group.members.push(i)
  }
  for (const [klass, [first]] of subsets.entries()) {
    const group = first === undefined ? undefined : groups.get(find(first))
    if (group === undefined) continue
    if (klass < 128) group.units.push(klass)
    else group.wide = true
  }
  // What begins with no character never matches.
  return [...groups.values()].filter(({ units, wide }) => wide || units.length > 0)
}
