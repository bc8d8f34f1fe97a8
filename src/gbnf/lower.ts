import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Code } from '../diagnostics/codes.ts'
import { MaxCodePoint } from '../peg/charset.ts'
import { assertNever } from '../util/assert-never.ts'
import type { CharRange } from './expr.ts'
import { createProgramTable, type Linked } from './program-table.ts'
import { Op } from './program.ts'
import type { SourceItem, SourceRule, SourceSequence } from './source.ts'

/** A program, as far as it could be built, with what was found on the way. */
export interface Lowered extends Linked {
  readonly diagnostics: readonly Diagnostic[]
  readonly repeated: readonly RepeatedRules[]
}

/** A repetition of something that is empty if all these rules of the program are. */
export interface RepeatedRules {
  readonly rules: readonly number[]
  readonly rule: string
  readonly offset: number
}

type Repetition = Extract<SourceItem, { kind: 'repetition' }>
type Terminal = Exclude<SourceItem, { kind: 'repetition' | 'group' }>

// llama.cpp's bound on a repetition, and on the rules that one repetition makes.
const maxRepetition = 2000

// No grammar that a model was given came near this; a literal of megabytes, repeated, would.
const maxCode = 16 * 1024 * 1024

/**
 * Takes a grammar apart into rules of alternatives, just as llama.cpp does: the same rules with the
 * same numbers, so that stacks, limits and checks come out equal.
 *
 * `x{2,4}` becomes `x x s` with `s ::= x r | ""` and `r ::= x | ""`; `x*` becomes `r ::= x r | ""`.
 */
export function lower(source: readonly SourceRule[]): Lowered {
  const table = createProgramTable()
  const diagnostics: Diagnostic[] = []
  const repeated: RepeatedRules[] = []
  let size = 0
  let ruleName = ''

  function alternatives(list: readonly SourceSequence[]): number[] {
    const out: number[] = []
    list.forEach((items, i) => {
      sequence(items, out)
      out.push(Op.End, i + 1 < list.length ? 1 : 0)
    })
    size += out.length
    return out
  }

  function sequence(items: SourceSequence, out: number[]): void {
    let last = out.length
    // How many rules the item before a repetition brought with it.
    let rules = 1
    for (const item of items) {
      if (item.kind === 'repetition') {
        rules *= repetition(item, out, last, rules)
        continue
      }
      last = out.length
      rules = 1
      if (item.kind === 'group') {
        const before = table.count()
        const number = table.fresh(ruleName)
        table.define(number, alternatives(item.alternatives))
        rules = table.count() - before
        out.push(Op.Rule, number)
      } else terminal(item, out)
    }
  }

  function terminal(item: Terminal, out: number[]): void {
    switch (item.kind) {
      case 'literal':
        for (const point of item.points) pushPoint(point, out)
        return
      case 'class':
        pushClass(item.ranges, item.negated, out)
        return
      case 'any':
        out.push(Op.Any, 0)
        return
      case 'token':
        out.push(Op.Token, table.token(item.token, item.negated))
        return
      case 'ref':
        out.push(Op.Rule, table.rule(item.name))
        return
      default:
        assertNever(item)
    }
  }

  function pushClass(ranges: readonly CharRange[], negated: boolean, out: number[]): void {
    // llama.cpp reads a class without members as no item at all.
    const point = ranges[0]?.[0]
    if (point === undefined) return
    // A class may name its only member twice.
    const isOne = ranges.every(([from, to]) => from === point && to === point)
    if (isOne && !negated) pushPoint(point, out)
    else out.push(Op.Class, table.charClass(ranges, negated))
  }

  // Returns by how much the repetition multiplies the rules of its item.
  function repetition(item: Repetition, out: number[], last: number, rules: number): number {
    const checked = checkRepetition(item, last < out.length, rules)
    for (const finding of checked.findings) report(finding, item.offset)
    if (checked.times === 0) return 1
    unroll(out, last, item.min, checked.max, item.offset)
    return checked.times
  }

  function report([code, message, hint]: Finding, offset: number): void {
    diagnostics.push(diagnose(code, message, { rule: ruleName, offset, hint }))
  }

  function unroll(out: number[], last: number, min: number, max: number | null, at: number): void {
    const item = out.slice(last)
    const optional = max === null ? 1 : max - min
    if (max === null || max > 1) noteRepeated(item, at)
    // Counted before it is built: the item's length and the bounds are both the author's.
    const grown = item.length * (min + optional)
    if (size + grown > maxCode) {
      const hint = 'give the repeated item a rule of its own'
      report(['gbnf-size-limit', `the grammar unrolls to more than ${maxCode} places`, hint], at)
      return
    }
    size += grown
    if (min === 0) out.length = last
    for (let i = 1; i < min; i++) for (const slot of item) out.push(slot)
    let next = -1
    for (let i = 0; i < optional; i++) {
      const number = table.fresh(ruleName)
      const link = max === null ? number : next
      const body = link < 0 ? item : [...item, Op.Rule, link]
      table.define(number, [...body, Op.End, 1, Op.End, 0])
      next = number
    }
    if (next >= 0) out.push(Op.Rule, next)
  }

  function noteRepeated(item: readonly number[], offset: number): void {
    const rules: number[] = []
    for (let i = 0; i < item.length; i += 2) {
      if (item[i] !== Op.Rule) return
      rules.push(item[i + 1] ?? 0)
    }
    repeated.push({ rules, rule: ruleName, offset })
  }

  for (const rule of source) {
    ruleName = rule.name
    const number = table.rule(rule.name)
    table.define(number, alternatives(rule.alternatives))
  }
  return { ...table.link(), diagnostics, repeated }
}

type Finding = readonly [code: Code, message: string, hint: string]

interface Checked {
  readonly findings: readonly Finding[]
  /** By how much the rules multiply; 0 when the repetition is refused. */
  readonly times: number
  readonly max: number | null
}

function checkRepetition({ min, max }: Repetition, hasItem: boolean, rules: number): Checked {
  const refuse = (code: Code, message: string, hint: string): Checked => ({
    findings: [[code, message, hint]],
    times: 0,
    max,
  })
  if (!hasItem) {
    return refuse('gbnf-syntax', 'there is nothing to repeat', 'put the repetition behind an item')
  }
  if (min > maxRepetition) {
    const hint = 'write a chain of rules with at most 1999 repetitions each'
    return refuse('gbnf-repetition-limit', `the minimum ${min} is above 2000`, hint)
  }
  if (max !== null && max >= 2 ** 64) {
    return refuse('gbnf-bad-bounds', 'the maximum does not fit in 64 bits', 'leave it out')
  }
  const kept = max !== null && max > maxRepetition ? null : max
  if (kept !== null && kept < min) {
    const hint = `write {${kept},${min}}; llama.cpp hangs on the other order`
    return refuse('gbnf-bad-bounds', `the maximum ${kept} is below the minimum ${min}`, hint)
  }
  const times = kept !== null && kept > 0 ? kept : Math.max(1, min)
  if (rules * times >= maxRepetition) {
    const what = rules === 1 ? `${times} repetitions` : `${times} repetitions of ${rules} rules`
    const hint = 'give the repeated item a rule of its own, or repeat it less often'
    return refuse('gbnf-repetition-limit', `${what} are too many: llama.cpp stops below 2000`, hint)
  }
  if (kept === max) return { findings: [], times, max }
  const hint = 'leave the maximum out, or write a chain of rules with at most 1999 repetitions each'
  const finding: Finding = ['gbnf-unbounded-maximum', `the maximum ${max} means no maximum`, hint]
  return { findings: [finding], times, max: kept }
}

function pushPoint(point: number, out: number[]): void {
  out.push(Op.Point, point > MaxCodePoint ? -1 : point)
}
