import { quote } from '../../diagnostics/format.ts'
import type { Fault, Token, TokenKind } from './token.ts'

/** Deepest nesting of expressions or blocks in a template; real ones stay below twenty. */
const maxNesting = 200

/** A place in the tokens of a template, and what a parser asks of it. */
export interface Cursor {
  readonly token: Token
  next(): Token
  /** The token after this one. */
  ahead(): Token
  isOperator(text: string): boolean
  isName(text: string): boolean
  /** Takes the operator if it is there. */
  takeOperator(text: string): boolean
  takeName(text: string): boolean
  expectOperator(text: string): Token
  expectName(text?: string): string
  expect(kind: TokenKind, what: string): Token
  fail(message: string, offset?: number): never
  limit(message: string): never
  /** Runs a part of the parser one level deeper. */
  nested<T>(part: () => T): T
}

/** Opens a cursor on tokens that end with `end`. */
export function openCursor(tokens: readonly Token[], fault: Fault, limit: Fault): Cursor {
  const end: Token = { kind: 'end', text: '', offset: 0 }
  const last = tokens[tokens.length - 1] ?? end
  let at = 0
  let depth = 0
  const current = (): Token => tokens[at] ?? last
  const is = (kind: TokenKind, text: string): boolean =>
    current().kind === kind && current().text === text
  const fail = (message: string, offset = current().offset): never => {
    throw fault(message, offset)
  }
  const next = (): Token => {
    const token = current()
    at += 1
    return token
  }
  const take = (kind: TokenKind, text: string): boolean => {
    const found = is(kind, text)
    if (found) at += 1
    return found
  }
  const cursor: Cursor = {
    get token() {
      return current()
    },
    next,
    ahead: () => tokens[at + 1] ?? last,
    isOperator: (text) => is('operator', text),
    isName: (text) => is('name', text),
    takeOperator: (text) => take('operator', text),
    takeName: (text) => take('name', text),
    expectOperator: (text) =>
      is('operator', text) ? next() : fail(`expected ${quote(text)}, found ${describe(current())}`),
    expectName(text) {
      const token = current()
      if (token.kind === 'name' && (text === undefined || token.text === text)) return next().text
      return fail(
        `expected ${text === undefined ? 'a name' : quote(text)}, found ${describe(token)}`,
      )
    },
    expect: (kind, what) =>
      current().kind === kind ? next() : fail(`expected ${what}, found ${describe(current())}`),
    fail,
    limit(message) {
      throw limit(message, current().offset)
    },
    nested(part) {
      depth += 1
      if (depth > maxNesting) throw limit(`nested deeper than ${maxNesting}`, current().offset)
      const made = part()
      depth -= 1
      return made
    },
  }
  return cursor
}

/** A token as a message names it. */
export function describe(token: Token): string {
  switch (token.kind) {
    case 'text':
    case 'end':
      return 'the end of the template'
    case 'output-open':
    case 'block-open':
      return 'a tag'
    case 'output-close':
    case 'block-close':
      return 'the end of the tag'
    default:
      return quote(token.text)
  }
}
