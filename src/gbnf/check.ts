import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { findComponents, findCycle, type Edges } from './cycles.ts'
import { checkLoadLimits } from './load-limits.ts'
import type { Lowered } from './lower.ts'
import { rootName } from './names.ts'
import { alternativesAt, Op, type GbnfProgram } from './program.ts'

/**
 * What llama.cpp finds wrong with a grammar when it loads it, and what makes it hang. Empty
 * repetitions that it lets pass are warnings.
 */
export function checkProgram(lowered: Lowered): Diagnostic[] {
  const { program, undefinedRules, repeated } = lowered
  if (undefinedRules.length > 0) return undefinedRules.map(undefinedRule)
  if (!isDefined(program, program.root)) {
    const hint = 'name the rule that the whole text must match "root"'
    return [diagnose('gbnf-no-root', `there is no rule named "${rootName}"`, { hint })]
  }
  const leftmost = leftmostRules(program, findEmptyAlternatives(program), () => true)
  const refused = findLeftRecursion(program, leftmost)
  if (refused.length > 0) return refused
  const nullable = findNullable(program)
  const growing = findGrowth(program, nullable)
  if (growing.length > 0) return growing
  const heavy = checkLoadLimits(program, leftmost)
  if (heavy.length > 0) return heavy
  const found: Diagnostic[] = []
  for (const { rules, rule, offset } of repeated) {
    if (!rules.every((each) => nullable[each] === 1)) continue
    const hint = 'let the item match at least one character'
    const message = 'a repeated item can match nothing, which multiplies the parallel stacks'
    found.push(diagnose('gbnf-nullable-repetition', message, { rule, offset, hint }))
  }
  return found
}

function undefinedRule(name: string): Diagnostic {
  const hint = `add a rule ${name} ::= …`
  return diagnose('gbnf-undefined-rule', `the rule "${name}" is used but not defined`, {
    rule: name,
    hint,
  })
}

// Rules with an alternative of no items. llama.cpp takes only these to be possibly empty.
function findEmptyAlternatives(program: GbnfProgram): Uint8Array {
  return Uint8Array.from(program.starts, (_, rule) =>
    isDefined(program, rule) &&
    alternativesAt(program, rule).some((at) => program.code[at] === Op.End)
      ? 1
      : 0,
  )
}

/** Which rules of the program can match the empty text, exactly. */
export function findNullable(program: GbnfProgram): Uint8Array {
  const { code, starts } = program
  const nullable = new Uint8Array(starts.length)
  // Alternatives that wait for a rule to become nullable; each is looked at once per item.
  const waiting = new Map<number, { rule: number; at: number }[]>()
  const ready: { rule: number; at: number }[] = []
  starts.forEach((_, rule) => {
    if (isDefined(program, rule))
      for (const at of alternativesAt(program, rule)) ready.push({ rule, at })
  })
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    let { at } = next
    while (code[at] === Op.Rule && nullable[code[at + 1] ?? 0] === 1) at += 2
    if (code[at] === Op.Rule) {
      const on = code[at + 1] ?? 0
      const others = waiting.get(on)
      if (others === undefined) waiting.set(on, [{ rule: next.rule, at }])
      else others.push({ rule: next.rule, at })
    } else if (code[at] === Op.End && nullable[next.rule] === 0) {
      nullable[next.rule] = 1
      for (const waiter of waiting.get(next.rule) ?? []) ready.push(waiter)
    }
  }
  return nullable
}

function findLeftRecursion(program: GbnfProgram, edges: Edges): Diagnostic[] {
  const found: Diagnostic[] = []
  for (const component of findComponents(edges)) {
    const cycle = findCycle(edges, component)
    if (cycle === null) continue
    const hint = 'put what is consumed first, as in list ::= item list | item, or use a repetition'
    found.push(leftRecursion(program, cycle, 'is left recursive', hint))
  }
  return found
}

// A rule that comes back to itself over empty rules, with more to follow, makes llama.cpp push
// without end; its own check does not see it.
function findGrowth(program: GbnfProgram, nullable: Uint8Array): Diagnostic[] {
  const edges = leftmostRules(program, nullable, () => true)
  const growing = leftmostRules(program, nullable, (at) => program.code[at + 2] !== Op.End)
  const found: Diagnostic[] = []
  for (const component of findComponents(edges)) {
    const inside = new Set(component)
    const start = component.find((rule) => growing[rule]?.some((target) => inside.has(target)))
    if (start === undefined) continue
    const rest = component.filter((rule) => rule !== start)
    const cycle = findCycle(edges, [start, ...rest]) ?? [start, start]
    const hint = 'llama.cpp hangs on it: make a rule on the way match at least one character'
    found.push(leftRecursion(program, cycle, 'is left recursive over empty rules', hint))
  }
  return found
}

// For each rule, those that an alternative can begin with, over items that may be empty.
function leftmostRules(
  program: GbnfProgram,
  nullable: Uint8Array,
  isKept: (at: number) => boolean,
): Edges {
  const { code } = program
  return Array.from(program.starts, (_, rule) => {
    const targets: number[] = []
    for (let at of alternativesAt(program, rule)) {
      for (; code[at] === Op.Rule; at += 2) {
        const target = code[at + 1] ?? 0
        if (isKept(at)) targets.push(target)
        if (nullable[target] !== 1) break
      }
    }
    return targets
  })
}

function leftRecursion(
  program: GbnfProgram,
  cycle: readonly number[],
  what: string,
  hint: string,
): Diagnostic {
  const names: string[] = []
  for (const rule of cycle) {
    const name = program.names[rule] ?? ''
    if (names.at(-1) !== name) names.push(name)
  }
  const first = names[0] ?? ''
  if (names.length === 1 || names.at(-1) !== first) names.push(first)
  const message = `the rule "${first}" ${what}: ${names.join(' → ')}`
  return diagnose('gbnf-left-recursion', message, { rule: first, hint })
}

function isDefined(program: GbnfProgram, rule: number): boolean {
  return (program.starts[rule] ?? -1) >= 0
}
