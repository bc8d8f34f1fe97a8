import { readString } from './string-literal.ts'
import type { Fault, Token, TokenKind } from './token.ts'

// Read as Hugging Face's and llama.cpp's engines are set up: a block tag takes the newline behind it
// (trim_blocks) and the blanks before it on its line (lstrip_blocks), and one final newline is dropped.

// The longer ones first.
const operators = '// ** == != >= <= + - * / % ~ = > < . : | , ; ( ) [ ] { }'.split(' ')

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** The tokens of a template's text; the last one is `end`. */
export function readTokens(source: string, fault: Fault): Token[] {
  const tokens: Token[] = []
  let at = 0
  /** The tag before the text wants the white space behind it gone. */
  let trimStart: 'all' | 'newline' | 'none' = 'none'

  while (at < source.length) {
    const tag = nextTag(source, at)
    pushText(at, tag)
    if (tag === source.length) break
    const opener = source.slice(tag, tag + 2)
    if (opener === '{#') readComment(tag)
    else readTag(tag, opener === '{%')
  }
  tokens.push({ kind: 'end', text: '', offset: source.length })
  return tokens

  function pushText(start: number, end: number): void {
    let from = start
    if (trimStart === 'all') while (from < end && isBlank(source, from)) from += 1
    else if (trimStart === 'newline' && source[from] === '\n' && from < end) from += 1
    let to = end
    const sign = source[end + 2]
    if (sign === '-') while (to > from && isBlank(source, to - 1)) to -= 1
    else if (end < source.length && source[end + 1] !== '{' && sign !== '+') {
      to = Math.max(from, beforeLineBlanks(source, end))
    }
    if (to > from) tokens.push({ kind: 'text', text: source.slice(from, to), offset: from })
  }

  function readComment(tag: number): void {
    const close = source.indexOf('#}', tag + 2)
    if (close < 0) throw fault('the comment has no end', tag)
    trimStart = trimBehind(source[close - 1], close - 1 > tag + 1, true)
    at = close + 2
  }

  function readTag(tag: number, isBlock: boolean): void {
    const signed = source[tag + 2] === '-' || source[tag + 2] === '+'
    tokens.push({ kind: isBlock ? 'block-open' : 'output-open', text: '', offset: tag })
    const first = tokens.length
    at = readInside(tag + (signed ? 3 : 2), tag, isBlock)
    if (isBlock && tokens[first]?.text === 'raw') readRaw(first - 1, tag)
  }

  /** Reads up to the end of the tag and gives the offset behind it. */
  function readInside(start: number, tag: number, isBlock: boolean): number {
    const close = isBlock ? '%}' : '}}'
    const open: string[] = []
    for (let i = start; ;) {
      while (i < source.length && isBlank(source, i)) i += 1
      if (i >= source.length) throw fault(`the tag has no ${close}`, tag)
      const sign = source[i] === '-' || source[i] === '+' ? 1 : 0
      if (open.length === 0 && source.startsWith(close, i + sign)) {
        trimStart = trimBehind(source[i], sign === 1, isBlock)
        tokens.push({ kind: isBlock ? 'block-close' : 'output-close', text: '', offset: i })
        return i + sign + 2
      }
      const { token, end } = readToken(source, i, fault)
      if (token.kind === 'operator') follow(token, open)
      tokens.push(token)
      i = end
    }
  }

  function follow({ text, offset }: Token, open: string[]): void {
    const closer = closers[text]
    if (closer !== undefined) open.push(closer)
    else if (text === ')' || text === ']' || text === '}') {
      if (open.pop() !== text) throw fault(`${JSON.stringify(text)} closes nothing`, offset)
    }
  }

  /** Text between `raw` and `endraw` is no template: the two tags are dropped. */
  function readRaw(first: number, tag: number): void {
    tokens.length = first
    const end = findEndRaw(source, at)
    if (end === null) throw fault('the raw block has no endraw', tag)
    pushText(at, end.tag)
    trimStart = trimBehind(source[end.close - 1], true, true)
    at = end.close + 2
  }
}

function findEndRaw(source: string, from: number): { tag: number; close: number } | null {
  for (let tag = source.indexOf('{%', from); tag >= 0; tag = source.indexOf('{%', tag + 2)) {
    const close = source.indexOf('%}', tag)
    if (close < 0) return null
    if (
      source
        .slice(tag + 2, close)
        .replaceAll(/[-+]/g, '')
        .trim() === 'endraw'
    ) {
      return { tag, close }
    }
  }
  return null
}

function trimBehind(
  sign: string | undefined,
  isSign: boolean,
  isBlock: boolean,
): 'all' | 'newline' | 'none' {
  if (isSign && sign === '-') return 'all'
  return isBlock && !(isSign && sign === '+') ? 'newline' : 'none'
}

function nextTag(source: string, from: number): number {
  for (let at = source.indexOf('{', from); at >= 0; at = source.indexOf('{', at + 1)) {
    const next = source[at + 1]
    if (next === '{' || next === '%' || next === '#') return at
  }
  return source.length
}

/** Where the blanks begin that stand between the line's start and the tag, else the tag itself. */
function beforeLineBlanks(source: string, tag: number): number {
  let at = tag
  while (at > 0 && source[at - 1] !== '\n' && isBlank(source, at - 1)) at -= 1
  return at === 0 || source[at - 1] === '\n' ? at : tag
}

function readToken(source: string, start: number, fault: Fault): { token: Token; end: number } {
  const c = source[start] ?? ''
  const made = (kind: TokenKind, text: string, end: number) => ({
    token: { kind, text, offset: start },
    end,
  })
  if (c === '"' || c === "'") {
    const { text, end } = readString(source, start, fault)
    return made('string', text, end)
  }
  if (isDigit(c)) {
    const { text, end, kind } = readNumber(source, start)
    return made(kind, text, end)
  }
  if (isNameStart(c)) {
    let end = start + 1
    while (end < source.length && (isNameStart(source[end] ?? '') || isDigit(source[end] ?? ''))) {
      end += 1
    }
    return made('name', source.slice(start, end), end)
  }
  const operator = operators.find((text) => source.startsWith(text, start))
  if (operator === undefined) throw fault(`unexpected ${JSON.stringify(c)} in a tag`, start)
  return made('operator', operator, start + operator.length)
}

function readNumber(
  source: string,
  start: number,
): { text: string; end: number; kind: 'integer' | 'float' } {
  let end = start
  const digits = (): void => {
    while (isDigit(source[end] ?? '') || (source[end] === '_' && isDigit(source[end + 1] ?? ''))) {
      end += 1
    }
  }
  digits()
  let kind: 'integer' | 'float' = 'integer'
  if (source[end] === '.' && isDigit(source[end + 1] ?? '')) {
    kind = 'float'
    end += 1
    digits()
  }
  const exponent = source[end] === 'e' || source[end] === 'E'
  const signed = source[end + 1] === '-' || source[end + 1] === '+' ? 2 : 1
  if (exponent && isDigit(source[end + signed] ?? '')) {
    kind = 'float'
    end += signed
    digits()
  }
  return { text: source.slice(start, end).replaceAll('_', ''), end, kind }
}

function isDigit(c: string): boolean {
  return c >= '0' && c <= '9'
}

function isNameStart(c: string): boolean {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c === '_' || c > '\x7f'
}

function isBlank(source: string, at: number): boolean {
  const c = source[at]
  return c === ' ' || c === '\n' || c === '\t' || c === '\r' || c === '\f' || c === '\v'
}
