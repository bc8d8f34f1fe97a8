import { findGbnfLoss } from '../../analyze/gbnf-loss.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { GrammarError } from '../../diagnostics/errors.ts'
import type { CharRange, GbnfExpr, GbnfGrammar } from '../../gbnf/expr.ts'
import { readGbnf, type GbnfReading } from '../../gbnf/read.ts'
import { buildGrammar } from '../../grammar.ts'
import { charSet, complement, type CharSet } from '../../peg/charset.ts'
import type { Arena } from '../../peg/arena.ts'
import type { Builder } from '../../peg/builder.ts'
import type { NodeId } from '../../peg/node.ts'
import { verify, type CounterExample } from '../../verify/verify.ts'
import { checkText } from '../../util/wrong-argument.ts'

/** What a GBNF text comes to as a parser. */
export type GbnfArena =
  /** The parser reads just what the grammar admits. */
  | { readonly kind: 'exact'; readonly arena: Arena; readonly diagnostics: readonly Diagnostic[] }
  /** The parser reads no other texts, but it may not read all of them: each place that may lose some is named. */
  | {
      readonly kind: 'lossy'
      readonly arena: Arena
      readonly diagnostics: readonly Diagnostic[]
      /** A text that the grammar admits and the parser does not read, where one was found. */
      readonly counterExample: CounterExample | null
    }
  /** The text is no grammar, or one that a parser cannot follow. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }

type Read = Extract<GbnfReading, { ok: true }>

/**
 * Makes a parser of a GBNF text. GBNF has unordered alternatives and repetitions that stop where it pleases; a parser takes
 * the first that matches, and as much as it can. Alternatives that are beginnings of others are therefore tried after them.
 * Where the two still differ the result says so, with the places and, if one is found, a text that shows it.
 *
 * @example
 * ```ts
 * fromGbnf('root ::= "a" | "ab"').kind // 'exact'
 * const found = fromGbnf('root ::= [a-z]* "z"')
 * found.kind === 'lossy' && found.counterExample?.text // 'z'
 * ```
 */
export function fromGbnf(text: string): GbnfArena {
  checkText('the GBNF text', text)
  const reading = readGbnf(text)
  if (!reading.ok) return { kind: 'refused', diagnostics: reading.diagnostics }
  const place = (found: readonly Diagnostic[]): Diagnostic[] =>
    found.map((each) => placeAtRule(each, reading, text))
  let arena: Arena
  try {
    arena = buildGrammar((p) => compileGrammar(p, reading.grammar))
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error
    return { kind: 'refused', diagnostics: place(error.diagnostics) }
  }
  const losses = findGbnfLoss(arena)
  const warnings = reading.diagnostics
  if (losses.length === 0) return { kind: 'exact', arena, diagnostics: warnings }
  const { counterExamples } = verify(arena, { gbnf: text, budget: 400 })
  return {
    kind: 'lossy',
    arena,
    diagnostics: [...warnings, ...place(losses)],
    counterExample: counterExamples[0] ?? null,
  }
}

function compileGrammar(p: Builder, { rules }: GbnfGrammar): NodeId {
  const compile = createCompiler(p, new Map(rules.map(({ name, expr }) => [name, expr])))
  for (const { name, expr } of rules) p.rule(name, () => compile(expr))
  return p.sequence(p.ref('root'), p.end())
}

function createCompiler(
  p: Builder,
  bodies: ReadonlyMap<string, GbnfExpr>,
): (expr: GbnfExpr) => NodeId {
  function compile(expr: GbnfExpr): NodeId {
    switch (expr.kind) {
      case 'literal':
        return p.literal(expr.text)
      case 'any':
        return p.any()
      case 'class':
        return p.chars(setOf(expr.ranges, expr.negated), 1, 1)
      case 'ref':
        return p.ref(expr.name)
      case 'token':
        // Without ids a token is its text; one by its id alone has none, and never matches.
        return typeof expr.token === 'string' && !expr.negated ? p.token(expr.token) : p.choice()
      case 'sequence':
        return p.sequence(...expr.items.map(compile))
      case 'choice':
        return p.choice(...inOrder(expr.alternatives, bodies).map(compile))
      case 'repeat':
        return expr.item.kind === 'class'
          ? p.chars(setOf(expr.item.ranges, expr.item.negated), expr.min, expr.max)
          : p.repeat(compile(expr.item), expr.min, expr.max)
    }
  }
  return compile
}

/** More alternatives keep their order: each is held against all others. */
const maxOrdered = 2000

/** Alternatives in an order in which a parser loses none: what is the beginning of another comes after it. */
function inOrder(
  alternatives: readonly GbnfExpr[],
  bodies: ReadonlyMap<string, GbnfExpr>,
): readonly GbnfExpr[] {
  if (alternatives.length > maxOrdered) return alternatives
  const ordered: { readonly expr: GbnfExpr; readonly head: Head }[] = []
  for (const expr of alternatives) {
    const head = headOf(expr, bodies, 3)
    const at = ordered.findIndex(
      ({ head: { text, whole } }) => whole && text !== head.text && head.text.startsWith(text),
    )
    // What begins in a way that is not known may begin with nothing, but not with the empty text alone.
    const beforeEmpty = ordered.findIndex((other) => other.head.whole && other.head.text === '')
    const isEmpty = head.whole && head.text === ''
    const place = at >= 0 ? at : isEmpty ? -1 : beforeEmpty
    ordered.splice(place < 0 ? ordered.length : place, 0, { expr, head })
  }
  return ordered.map(({ expr }) => expr)
}

interface Head {
  readonly text: string
  readonly whole: boolean
}

/** The text that an expression certainly begins with, and whether that is all of it. */
function headOf(
  expr: GbnfExpr,
  bodies: ReadonlyMap<string, GbnfExpr>,
  hops: number,
): Head {
  if (expr.kind === 'literal') return { text: expr.text, whole: true }
  if (expr.kind === 'ref' && hops > 0) {
    const body = bodies.get(expr.name)
    return body === undefined ? { text: '', whole: false } : headOf(body, bodies, hops - 1)
  }
  if (expr.kind !== 'sequence') return { text: '', whole: false }
  let text = ''
  for (const item of expr.items) {
    const head = headOf(item, bodies, hops - 1)
    text += head.text
    if (!head.whole) return { text, whole: false }
  }
  return { text, whole: true }
}

function setOf(ranges: readonly CharRange[], negated: boolean): CharSet {
  const set = charSet(ranges)
  return negated ? complement(set) : set
}

function placeAtRule(found: Diagnostic, { offsets }: Read, text: string): Diagnostic {
  const offset = found.offset ?? offsets.get(found.rule ?? '')
  if (offset === undefined) return found
  const before = text.slice(0, offset).split(/\r\n|\n|\r/)
  return { ...found, offset, line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
