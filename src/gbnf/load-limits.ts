import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { findComponents, type Edges } from './cycles.ts'
import type { GbnfProgram } from './program.ts'
import { createStacks } from './stacks.ts'

// llama.cpp looks for left recursion by trying every way anew: 2^24 steps take it about a second.
const maxSteps = 2 ** 28
// It does so recursively; a chain of 100,000 rules overflows its stack.
const maxChain = 50_000
// It compares every new stack with all others: 16,384 at the start take it a second or more.
const maxFirstStacks = 65_536

/**
 * What makes llama.cpp hang or crash while it loads a grammar that is otherwise sound. `leftmost`
 * gives for each rule those that it can begin with, each as often as it does, without cycles.
 */
export function checkLoadLimits(program: GbnfProgram, leftmost: Edges): Diagnostic[] {
  const found: Diagnostic[] = []
  const { steps, chain } = costOfSearch(leftmost)
  if (steps > maxSteps) {
    const what = 'rules begin with other rules in too many ways: llama.cpp hangs when it loads them'
    found.push(refuse(what, 'left-factor them: a ::= b c | b d is a ::= b (c | d)'))
  }
  if (chain > maxChain) {
    const what = `a chain of ${chain} rules begin with each other: llama.cpp crashes when it loads them`
    found.push(refuse(what, 'make the chain shorter'))
  }
  if (found.length === 0 && hasTooManyStacks(program)) {
    const what = `the grammar begins in more than ${maxFirstStacks} ways: llama.cpp hangs on them`
    found.push(refuse(what, 'left-factor alternatives, and write x{0,n} in place of x? x? x?'))
  }
  return found
}

function hasTooManyStacks(program: GbnfProgram): boolean {
  const stacks = createStacks(program, maxFirstStacks)
  return stacks.work() === Infinity || stacks.count() > maxFirstStacks
}

function refuse(message: string, hint: string): Diagnostic {
  return diagnose('gbnf-load-limit', message, { hint })
}

function costOfSearch(leftmost: Edges): { steps: number; chain: number } {
  const steps = new Float64Array(leftmost.length)
  const chains = new Int32Array(leftmost.length)
  let most = 0
  let longest = 0
  // Each component is one rule here, and comes after all that it leads to.
  for (const [rule = 0] of findComponents(leftmost)) {
    let sum = 1
    let chain = 0
    for (const target of leftmost[rule] ?? []) {
      sum += steps[target] ?? 0
      chain = Math.max(chain, chains[target] ?? 0)
    }
    steps[rule] = sum
    chains[rule] = chain + 1
    most = Math.max(most, sum)
    longest = Math.max(longest, chain + 1)
  }
  return { steps: most, chain: longest }
}
