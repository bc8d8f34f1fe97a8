import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { MaxCodePoint } from '../peg/charset.ts'
import { assertNever } from '../util/assert-never.ts'
import {
  charClass,
  choice,
  literal,
  nothing,
  sequence,
  type GbnfExpr,
  type GbnfRule,
} from './expr.ts'
import type { SourceItem, SourceRule, SourceSequence } from './source.ts'

/** Rules as data, and what will surprise in them. */
export interface FromSource {
  readonly rules: readonly GbnfRule[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Turns written rules into data: groups become what they hold, repetitions take their item inside.
 * Of two rules with one name the last one counts, at the place of the first.
 */
export function fromSource(source: readonly SourceRule[]): FromSource {
  const rules = new Map<string, GbnfRule>()
  const diagnostics: Diagnostic[] = []
  for (const { name, alternatives, offset } of source) {
    if (rules.has(name)) {
      const hint = 'remove or rename one of them; llama.cpp uses the last one'
      const more = { rule: name, offset, hint }
      diagnostics.push(diagnose('gbnf-duplicate-rule', `the rule "${name}" is defined twice`, more))
    }
    const surprise: Surprise = (code, message, at, hint) =>
      diagnostics.push(diagnose(code, message, { rule: name, offset: at, hint }))
    rules.set(name, { name, expr: choiceOf(alternatives, surprise) })
  }
  return { rules: [...rules.values()], diagnostics }
}

type Surprise = (
  code: 'gbnf-empty-class' | 'gbnf-unmatchable',
  message: string,
  offset: number,
  hint: string,
) => void

function choiceOf(alternatives: readonly SourceSequence[], surprise: Surprise): GbnfExpr {
  return choice(
    alternatives.flatMap((items) => {
      const expr = sequenceOf(items, surprise)
      return expr.kind === 'choice' ? expr.alternatives : [expr]
    }),
  )
}

function sequenceOf(items: SourceSequence, surprise: Surprise): GbnfExpr {
  const out: GbnfExpr[] = []
  for (const item of items) {
    if (item.kind !== 'repetition') out.push(itemOf(item, surprise))
    else out.push({ kind: 'repeat', item: out.pop() ?? nothing, min: item.min, max: item.max })
  }
  return sequence(out.flatMap((expr) => (expr.kind === 'sequence' ? expr.items : [expr])))
}

function itemOf(item: Exclude<SourceItem, { kind: 'repetition' }>, surprise: Surprise): GbnfExpr {
  switch (item.kind) {
    case 'literal':
      return literalOf(item.points, item.offset, surprise)
    case 'class':
      if (item.ranges.length === 0) {
        const hint = 'leave it out, or write "" for the empty text'
        surprise(
          'gbnf-empty-class',
          'a class without members matches the empty text',
          item.offset,
          hint,
        )
        return nothing
      }
      if (!item.negated && item.ranges.every(([from, to]) => !isMatchable(from, to))) {
        surprise('gbnf-unmatchable', 'no character is in this class', item.offset, unmatchableHint)
      }
      return charClass(item.ranges, item.negated)
    case 'any':
      return { kind: 'any' }
    case 'token':
      return { kind: 'token', token: item.token, negated: item.negated }
    case 'ref':
      return { kind: 'ref', name: item.name }
    case 'group':
      return choiceOf(item.alternatives, surprise)
    default:
      return assertNever(item)
  }
}

const unmatchableHint =
  'a range ends at or above its start; characters above U+FFFF are one \\U escape, not two \\u ones'

// Points that no text holds are kept as classes: in a string, two halves of a pair would join.
function literalOf(points: readonly number[], offset: number, surprise: Surprise): GbnfExpr {
  if (points.every((point) => isMatchable(point, point))) {
    return literal(points.map((point) => String.fromCodePoint(point)).join(''))
  }
  surprise('gbnf-unmatchable', 'no text can match this literal', offset, unmatchableHint)
  return sequence(
    points.map((point) =>
      isMatchable(point, point)
        ? literal(String.fromCodePoint(point))
        : charClass([[point, point]]),
    ),
  )
}

function isMatchable(from: number, to: number): boolean {
  return from <= to && from <= MaxCodePoint && !(from >= 0xd800 && to <= 0xdfff)
}
