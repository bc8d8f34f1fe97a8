import { printGbnf } from './print.ts'
import { readGbnf } from './read.ts'
import { tokensOfText, type TextToken } from './tokens-of-text.ts'
import { checkText } from '../util/wrong-argument.ts'

/** How a text is laid out. */
export interface FormatOptions {
  /** Columns that a rule may take before its alternatives get lines of their own; 100 unless told. */
  readonly width?: number
}

/**
 * Lays a GBNF text out: one space between items, a rule on one line where it fits, else each alternative on its own.
 * Comments and empty lines between rules stay. What the text means never changes; one that is not GBNF is given back as it
 * is.
 *
 * @example
 * ```ts
 * formatGbnf('root::=  ( "a"|item )+ # why\nitem ::=[a-z]')
 * // 'root ::= ("a" | item)+ # why\nitem ::= [a-z]\n'
 * ```
 */
export function formatGbnf(text: string, { width = 100 }: FormatOptions = {}): string {
  checkText('the GBNF text', text)
  const before = readGbnf(text)
  const tokens = before.ok ? tokensOfText(text) : null
  if (!before.ok || tokens === null) return text
  const lines = statementsOf(tokens).flatMap((statement) => layOut(statement, width))
  const formatted = `${lines.join('\n').trim()}\n`
  const after = readGbnf(formatted)
  // The layout is proved by reading it back.
  return after.ok && printGbnf(after.grammar) === printGbnf(before.grammar) ? formatted : text
}

/** A rule with the comments inside it, or a comment that stands alone. */
type Statement = readonly TextToken[]

function statementsOf(tokens: readonly TextToken[]): Statement[] {
  const statements: TextToken[][] = []
  let depth = 0
  let open: TextToken[] | null = null
  tokens.forEach((token, i) => {
    const begins = token.kind === 'name' && tokens[i + 1]?.kind === 'define'
    const last = open?.at(-1)
    // Behind a bar or inside parentheses a rule goes on over its line.
    const goesOn = open !== null && (depth > 0 || last?.kind === 'bar' || last?.kind === 'define')
    const alone = token.kind === 'comment' && token.breaks && !goesOn
    if (begins || alone || open === null) statements.push((open = []))
    open.push(token)
    if (token.kind === 'open') depth++
    if (token.kind === 'close') depth--
    if (alone) open = null
  })
  return statements
}

function layOut(statement: Statement, width: number): string[] {
  const gap = statement[0]?.gap === true ? [''] : []
  const flat = join(statement)
  const inner = statement.slice(0, -1).some(({ kind }) => kind === 'comment')
  if (!inner && flat.length <= width) return [...gap, flat]
  return [...gap, ...broken(statement)]
}

/** Items with their spaces: none inside parentheses or before a repetition. */
function join(tokens: readonly TextToken[]): string {
  let out = ''
  tokens.forEach(({ kind, text }, i) => {
    const before = tokens[i - 1]?.kind
    const tight = before === undefined || before === 'open' || kind === 'close' || kind === 'repeat'
    out += tight ? text : ` ${text}`
  })
  return out
}

/** Breaks where GBNF allows it: behind bars that stand in no parentheses, and behind comments. */
function broken(statement: Statement): string[] {
  const lines: TextToken[][] = [[]]
  let depth = 0
  for (const token of statement) {
    lines.at(-1)?.push(token)
    if (token.kind === 'open') depth++
    if (token.kind === 'close') depth--
    if (token.kind === 'comment' || (token.kind === 'bar' && depth === 0)) lines.push([])
  }
  return lines
    .filter((line) => line.length > 0)
    .map((line, i) => (i === 0 ? join(line) : `  ${join(line)}`))
}
