import { Ajv2020 } from 'ajv/dist/2020.js'

/**
 * Reads what llguidance's docs/syntax.md says of Lark, as far as pegbnf writes it, and nothing else:
 * rules in lower case, terminals in upper case, lazy rules, `%json`. What is not in there throws.
 */
export interface Lark {
  /** Whether a text is a sentence; every lexeme is as long as it can be, lazy ones as short. */
  accepts(text: string): boolean
}

type Expr =
  | { readonly kind: 'lexeme'; readonly ends: Lexeme; readonly lazy: boolean }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'sequence' | 'choice'; readonly items: readonly Expr[] }
  | { readonly kind: 'repeat'; readonly item: Expr; readonly min: number; readonly max: number }

/** The ends of a lexeme that begins at a place, in order. */
type Lexeme = (text: string, at: number) => number[]

const token =
  /\s*(?:("(?:[^"\\\n]|\\.)*")|(\/(?:[^/\\\n]|\\.)+\/)|(%json )|([a-z][a-z0-9_]*)|([A-Z][A-Z0-9_]*)|(\{\d+(?:,\d*)?\})|([|?*+()&~]))/y

export function readLark(source: string): Lark {
  const bodies = new Map<string, { readonly text: string; readonly lazy: boolean }>()
  for (const line of source.trimEnd().split('\n')) {
    const [, name = '', lazy, text = ''] =
      /^([a-z][a-z0-9_]*|[A-Z][A-Z0-9_]*)(\[lazy\])?: (.+)$/.exec(line) ?? []
    if (name === '' || bodies.has(name)) throw new Error(`not a rule, or twice: ${line}`)
    bodies.set(name, { text, lazy: lazy !== undefined })
  }
  const rules = new Map<string, Expr>()
  const terminals = new Map<string, Lexeme>()

  function terminalOf(name: string): Lexeme {
    const known = terminals.get(name)
    const body = bodies.get(name)
    if (known !== undefined) return known
    if (body === undefined) throw new Error(`there is no ${name}`)
    // A terminal is regular expressions joined by `&`, some turned round by `~`.
    const parts = body.text.split(' & ').map((part) => {
      const negated = part.startsWith('~')
      const regex = regexOf(part.slice(negated ? 1 : 0))
      return (text: string) => regex.test(text) !== negated
    })
    const lexeme: Lexeme = (text, at) => endsWhere(text, at, (part) => parts.every((p) => p(part)))
    terminals.set(name, lexeme)
    return lexeme
  }

  function parse(text: string, lazy: boolean): Expr {
    let at = 0
    const peek = (): RegExpExecArray | null => {
      token.lastIndex = at
      return token.exec(text)
    }
    const take = (): RegExpExecArray => {
      const found = peek()
      if (found === null) throw new Error(`not Lark at ${at}: ${text.slice(at, at + 40)}`)
      at += found[0].length
      return found
    }
    const choice = (): Expr => {
      const items = [sequence()]
      while (peek()?.[7] === '|') {
        take()
        items.push(sequence())
      }
      return { kind: 'choice', items }
    }
    const sequence = (): Expr => {
      const items: Expr[] = []
      for (let next = peek(); next !== null && !['|', ')'].includes(next[7] ?? ''); next = peek()) {
        items.push(repeated(item()))
      }
      return { kind: 'sequence', items }
    }
    const repeated = (inner: Expr): Expr => {
      const next = peek()
      const [min, max] = boundsOf(next?.[6] ?? next?.[7] ?? '')
      if (min === null) return inner
      take()
      return { kind: 'repeat', item: inner, min, max }
    }
    const lexeme = (ends: Lexeme): Expr => ({ kind: 'lexeme', ends, lazy })
    const item = (): Expr => {
      const [, string, regex, json, rule, terminal, , sign] = take()
      if (string !== undefined) {
        const value: string = JSON.parse(string)
        return lexeme((whole, from) => (whole.startsWith(value, from) ? [from + value.length] : []))
      }
      if (regex !== undefined) {
        const compiled = regexOf(regex)
        return lexeme((whole, from) => endsWhere(whole, from, (part) => compiled.test(part)))
      }
      if (terminal !== undefined) return lexeme(terminalOf(terminal))
      if (rule !== undefined) {
        if (!bodies.has(rule)) throw new Error(`there is no ${rule}`)
        return { kind: 'rule', name: rule }
      }
      if (json !== undefined) {
        const end = jsonEnd(text, at)
        const validate = new Ajv2020({ strict: false }).compile(JSON.parse(text.slice(at, end)))
        at = end
        return lexeme((whole, from) =>
          endsWhere(whole, from, (part) => {
            if (/^\s|\s$/.test(part)) return false
            try {
              return validate(JSON.parse(part)) === true
            } catch {
              return false
            }
          }),
        )
      }
      if (sign !== '(') throw new Error(`unexpected ${sign} in ${text}`)
      const inner = choice()
      if (take()[7] !== ')') throw new Error(`")" is missing in ${text}`)
      return inner
    }
    const whole = choice()
    if (at < text.length) throw new Error(`not Lark: ${text.slice(at, at + 40)}`)
    return whole
  }

  for (const [name, { text, lazy }] of bodies) {
    if (/^[A-Z]/.test(name)) terminalOf(name)
    else rules.set(name, parse(text, lazy))
  }

  return {
    accepts(text) {
      const seen = new Map<string, ReadonlySet<number>>()
      const match = (expr: Expr, at: number): ReadonlySet<number> => {
        switch (expr.kind) {
          case 'lexeme': {
            const ends = expr.ends(text, at)
            const end = expr.lazy ? ends[0] : ends.at(-1)
            return new Set(end === undefined ? [] : [end])
          }
          case 'rule': {
            const key = `${expr.name} ${at}`
            const known = seen.get(key)
            if (known !== undefined) return known
            // Left recursion is not written.
            const body = rules.get(expr.name)
            const ends = body === undefined ? new Set<number>() : match(body, at)
            seen.set(key, ends)
            return ends
          }
          case 'choice':
            return new Set(expr.items.flatMap((item) => [...match(item, at)]))
          case 'sequence': {
            let ends: ReadonlySet<number> = new Set([at])
            for (const item of expr.items)
              ends = new Set([...ends].flatMap((end) => [...match(item, end)]))
            return ends
          }
          case 'repeat': {
            const all = new Set<number>(expr.min === 0 ? [at] : [])
            let ends: ReadonlySet<number> = new Set([at])
            for (let n = 1; n <= expr.max && ends.size > 0; n++) {
              const next = new Set([...ends].flatMap((end) => [...match(expr.item, end)]))
              ends = new Set([...next].filter((end) => n < expr.min || !all.has(end)))
              if (n >= expr.min) for (const end of ends) all.add(end)
            }
            return all
          }
        }
      }
      const start = rules.get('start')
      return start !== undefined && match(start, 0).has(text.length)
    },
  }
}

function boundsOf(sign: string): [min: number | null, max: number] {
  if (sign === '?') return [0, 1]
  if (sign === '*') return [0, Infinity]
  if (sign === '+') return [1, Infinity]
  const [, min, comma, max] = /^\{(\d+)(,?)(\d*)\}$/.exec(sign) ?? []
  if (min === undefined) return [null, 0]
  return [Number(min), comma === '' ? Number(min) : max === '' ? Infinity : Number(max)]
}

/** The ends of all non-empty texts from a place on for which a test holds. */
function endsWhere(text: string, at: number, holds: (part: string) => boolean): number[] {
  const ends: number[] = []
  for (let end = at + 1; end <= text.length; end++) if (holds(text.slice(at, end))) ends.push(end)
  return ends
}

/** A regular expression of Rust's in JavaScript's words. */
function regexOf(source: string): RegExp {
  const body = source
    .slice(1, -1)
    .replace(/\(\?s:\.|\\x\{([0-9A-F]+)\}|\\(.)/g, (found, hex?: string, char?: string) => {
      if (hex !== undefined) return `\\u{${hex}}`
      if (char !== undefined) return `\\u{${char.charCodeAt(0).toString(16)}}`
      return found === '(?s:.' ? '(?:[^]' : found
    })
  return new RegExp(`^(?:${body})$`, 'u')
}

function jsonEnd(text: string, at: number): number {
  for (let end = at + 1; end <= text.length; end++) {
    if (end < text.length && text[end] !== ' ' && text[end] !== ')') continue
    try {
      JSON.parse(text.slice(at, end))
      return end
    } catch {
      continue
    }
  }
  throw new Error(`no JSON at ${at}: ${text}`)
}
