import { alternativesAt, Op, type GbnfProgram } from './program.ts'

// What a rule costs beside its characters: next to nothing, but more than nothing, so that of two
// ways to the same length the one with fewer rules is shorter, and going the shortest way ends.
const ruleCost = 2 ** -20

/**
 * The least number of characters from each place of a program to the end of its alternative;
 * Infinity where no text gets there. `terminalCost` is the length of one element that is no rule.
 */
export function shortestFrom(
  program: GbnfProgram,
  terminalCost: (place: number) => number,
): Float64Array {
  const { code, starts } = program
  const rules = new Float64Array(starts.length).fill(Infinity)
  const users = findUsers(program)
  const todo = Array.from(starts.keys())
  const isQueued = new Uint8Array(starts.length).fill(1)
  for (const rule of todo) {
    isQueued[rule] = 0
    const least = ruleLength(rule)
    if (least >= rules[rule]!) continue
    rules[rule] = least
    for (const user of users[rule]!) {
      if (isQueued[user] === 0) todo.push(user)
      isQueued[user] = 1
    }
  }

  function ruleLength(rule: number): number {
    return alternativesAt(program, rule)
      .map(alternativeCost)
      .reduce((least, each) => Math.min(least, each), Infinity)
  }

  function cost(place: number): number {
    if (code[place] !== Op.Rule) return terminalCost(place)
    return ruleCost + rules[code[place + 1]!]!
  }

  function alternativeCost(start: number): number {
    let sum = 0
    for (let at = start; code[at] !== Op.End && sum < Infinity; at += 2) sum += cost(at)
    return sum
  }

  const from = new Float64Array(code.length)
  for (let at = code.length - 2; at >= 0; at -= 2) {
    from[at] = code[at] === Op.End ? 0 : cost(at) + from[at + 2]!
  }
  return from
}

// For each rule, the rules with an alternative that uses it.
function findUsers(program: GbnfProgram): number[][] {
  const { code, starts } = program
  const users: Set<number>[] = Array.from(starts, () => new Set())
  starts.forEach((start, rule) => {
    for (let at = start; code[at] !== Op.End || code[at + 1] === 1; at += 2) {
      if (code[at] === Op.Rule) users[code[at + 1]!]!.add(rule)
    }
  })
  return users.map((each) => [...each])
}
