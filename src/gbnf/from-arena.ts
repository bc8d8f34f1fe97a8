import { GapMax, GapSet, nodeAt, type Arena } from '../peg/arena.ts'
import { charRanges, MaxCodePoint, type CharSet } from '../peg/charset.ts'
import type { Delimiter, Handlers, NodeId, StringContentNode } from '../peg/node.ts'
import { isTokenText } from './escape.ts'
import { readExpression } from './expression.ts'
import { charClass, literal, nothing, ref, type CharRange, type GbnfExpr } from './expr.ts'
import { createRuleTable, type MakeRule, type RuleTable } from './rule-table.ts'
import { alt, never, rebuild, rep, seq } from './simplify.ts'
import { surveyArena, type Survey } from './survey.ts'
import { throughOf, untilOf } from './until.ts'

/**
 * How `token` nodes are printed: as their text (`literal`), as tokens of the vocabulary named by
 * their text (`text`: `<tool_call>`), or by the ids given; a marker without an id stays its text.
 */
export type TokenStyle = 'literal' | 'text' | Readonly<Record<string, number>>

/** An arena's rules as expressions, before anything is rearranged. */
export interface ArenaRules {
  /** Empty but for what the rules share, until they are made. */
  readonly table: RuleTable
  /** Makes the rules that expressions name. */
  readonly rules: MakeRule
  /** What a node prints where it is used: its rule's name, if it has a rule. */
  exprOf(id: NodeId): GbnfExpr
}

/**
 * Turns the grammar view of an arena into expressions: each rule that the given roots lead to.
 * Lookaheads, cuts and anchors print nothing, recoveries match nothing.
 */
export function rulesOfArena(
  arena: Arena,
  roots: readonly NodeId[],
  tokens: TokenStyle,
): ArenaRules {
  const survey = surveyArena(arena, roots)
  const table = createRuleTable(survey.freshName)
  const { exprOf, bodyOf } = createPrinter(arena, survey, table, tokens)
  const rules: MakeRule = {
    bodyOf(name) {
      const id = survey.nodeOf(name)
      return id === undefined ? undefined : bodyOf(id)
    },
    isNameless(name) {
      const id = survey.nodeOf(name)
      const node = id === undefined ? null : nodeAt(arena, id)
      return node !== null && (node.kind !== 'rule' || node.silent)
    },
  }
  return { table, exprOf, rules }
}

interface NodePrinter {
  exprOf(id: NodeId): GbnfExpr
  /** The same without the node's own name. */
  bodyOf(id: NodeId): GbnfExpr
}

function createPrinter(
  arena: Arena,
  survey: Survey,
  table: RuleTable,
  tokens: TokenStyle,
): NodePrinter {
  const bodyOf = (id: NodeId): GbnfExpr => {
    const node = nodeAt(arena, id)
    // The table is indexed by the node's own kind, which the compiler cannot follow.
    const handler: (node: never, id: NodeId) => GbnfExpr = handlers[node.kind]
    return handler(node as never, id)
  }
  // A node with several parents is one expression: what is found out about it is found out once.
  const exprs: (GbnfExpr | undefined)[] = []
  exprs.length = arena.nodes.length
  const exprOf = (id: NodeId): GbnfExpr => {
    const known = exprs[id]
    if (known !== undefined) return known
    const name = survey.nameOf(id)
    const expr = name === undefined ? bodyOf(id) : ref(name)
    if (survey.isShared(id)) exprs[id] = expr
    return expr
  }
  let gap: GbnfExpr | null = null
  const inside = ({ item }: { readonly item: NodeId }): GbnfExpr => exprOf(item)

  const handlers: Handlers<GbnfExpr> = {
    start: none,
    end: none,
    eps: none,
    peek: none,
    not: none,
    cut: none,
    recover: () => never,
    literal: ({ text }) => literal(text),
    token: ({ text }) => tokenOf(text, tokens),
    sequence: ({ items }) => seq(items.map(exprOf)),
    choice: ({ items }) => alt(items.map(exprOf)),
    repeat: ({ item, min, max }) => rep(exprOf(item), min, max),
    any: () => ({ kind: 'any' }),
    rest: () => rep({ kind: 'any' }, 0, null),
    chars: ({ set, min, max }) => rep(classOf(set), min, max),
    space: () => (gap ??= table.share('space', rep(classOf(GapSet), 0, GapMax))),
    until: ({ delimiters }) => untilExpr(table, delimiters, tokens),
    through: ({ delimiters }) => throughExpr(table, delimiters, tokens),
    stringContent: (node) => rep(table.share(...stringChar(node)), 0, null),
    atomic: inside,
    tag: inside,
    json: inside,
    python: inside,
    rule: inside,
    ref: ({ target }) => exprOf(target),
    dual: ({ strict }) => exprOf(strict),
    schema: ({ strict }) => exprOf(strict),
    gbnf: ({ text }) => rebuild(readExpression(text), (used) => used),
  }
  return { exprOf, bodyOf }
}

const none = (): GbnfExpr => nothing

/** One code point of a set. */
export function classOf(set: CharSet): GbnfExpr {
  if (set.length === 0) return never
  if (set.length === 2 && set[0] === set[1]) return literal(String.fromCodePoint(set[0] ?? 0))
  if (set[set.length - 1] !== MaxCodePoint) return charClass(charRanges(set))
  // A set that reaches the last code point reads better as what it leaves out.
  const out = rangesLeftOut(set)
  return out.length === 0 ? { kind: 'any' } : charClass(out, true)
}

/** What a set leaves out before its last range. Surrogates do not occur in a text and need no mention. */
function rangesLeftOut(set: CharSet): CharRange[] {
  const out: CharRange[] = []
  let next = 0
  for (let i = 0; i + 1 < set.length; i += 2) {
    const [low, high] = [set[i] ?? 0, set[i + 1] ?? 0]
    if (low > next && (next < 0xd800 || low > 0xe000)) out.push([next, low - 1])
    next = high + 1
  }
  return out
}

function tokenOf(text: string, tokens: TokenStyle): GbnfExpr {
  const token = tokenName(text, tokens)
  return token === null ? literal(text) : { kind: 'token', token, negated: false }
}

function tokenName(text: string, tokens: TokenStyle): string | number | null {
  if (tokens === 'literal') return null
  if (tokens === 'text') return isTokenText(text) ? text : null
  return Object.hasOwn(tokens, text) ? (tokens[text] ?? null) : null
}

/**
 * Text without a delimiter. One that counts only as a token is left out token by token; GBNF cannot
 * leave out two tokens at once, so several are left out by their text, which refuses a little more.
 */
function untilExpr(
  table: RuleTable,
  delimiters: readonly Delimiter[],
  tokens: TokenStyle,
): GbnfExpr {
  const token = onlyToken(delimiters, tokens)
  if (token !== null) return rep({ kind: 'token', token, negated: true }, 0, null)
  return table.automaton(untilOf(delimiters.map(({ text }) => text)))
}

function throughExpr(
  table: RuleTable,
  delimiters: readonly Delimiter[],
  tokens: TokenStyle,
): GbnfExpr {
  const token = onlyToken(delimiters, tokens)
  if (token === null) return table.automaton(throughOf(delimiters.map(({ text }) => text)))
  return seq([
    rep({ kind: 'token', token, negated: true }, 0, null),
    { kind: 'token', token, negated: false },
  ])
}

function onlyToken(delimiters: readonly Delimiter[], tokens: TokenStyle): string | number | null {
  const [only, second] = delimiters
  return only?.token === true && second === undefined ? tokenName(only.text, tokens) : null
}

/** The characters that a string's content is made of, as the parser reads them. */
export function stringChar({ quote, flavour }: StringContentNode): [name: string, expr: GbnfExpr] {
  const json = flavour === 'json'
  const controls = json ? [0, 0x1f] : [0x0a, 0x0a, 0x0d, 0x0d]
  const point = quote.charCodeAt(0)
  const plain = charClass(charRanges([...controls, point, point, 0x5c, 0x5c]), true)
  const escapes = json
    ? [oneOf('"/\\bfnrt'), escape('u', 4)]
    : [oneOf('\n"\'0\\abfnrtv'), escape('x', 2), escape('u', 4), escape('U', 8)]
  const name = `${flavour}-${quote === '"' ? '' : 'single-'}char`
  return [name, alt([plain, seq([literal('\\'), alt(escapes)])])]
}

function oneOf(chars: string): GbnfExpr {
  return charClass(Array.from(chars, (char) => [char.charCodeAt(0), char.charCodeAt(0)] as const))
}

function escape(letter: string, digits: number): GbnfExpr {
  const hex = charClass(charRanges([0x30, 0x39, 0x41, 0x46, 0x61, 0x66]))
  return seq([literal(letter), rep(hex, digits, digits)])
}
