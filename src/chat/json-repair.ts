import { MaxJsonDepth } from './json-check.ts'

/**
 * JSON out of what models write in its place: single quotes, names without quotes, Python's words,
 * trailing commas, comments, line breaks inside strings, and closers that are missing or one too many.
 * Reads each character once.
 *
 * @returns `null` where the text does not begin with an object, or is nested too deeply
 */
export function repairJson(text: string): string | null {
  const reader = new Repairer(text)
  reader.skipBlank()
  if (reader.peek() !== '{') return null
  return reader.value()
}

const words: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  undefined: 'null',
  NaN: 'null',
  true: 'true',
  false: 'false',
  null: 'null',
}

const numberText = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/** A container that is open, and what was written of it. */
interface Container {
  readonly close: '}' | ']'
  readonly parts: string[]
}

class Repairer {
  private at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  peek(): string {
    return this.text.charAt(this.at)
  }

  /** White space, commas and comments: none of them is needed to know what follows. */
  skipBlank(): void {
    for (; this.at < this.text.length; this.at++) {
      if (this.text.startsWith('//', this.at)) this.skipTo('\n')
      else if (this.text.startsWith('/*', this.at)) this.skipTo('*/')
      else if (!' \t\r\n,;'.includes(this.peek())) return
    }
  }

  private skipTo(end: string): void {
    const found = this.text.indexOf(end, this.at)
    this.at = found < 0 ? this.text.length : found + end.length - 1
  }

  /** A value, without recursion: the containers that are open are a stack. */
  value(): string | null {
    const open: Container[] = []
    for (;;) {
      const done = this.step(open)
      if (done !== undefined) return done
      if (open.length > MaxJsonDepth) return null
    }
  }

  /** Reads one item, or one closer; gives the outermost value once it is whole. */
  private step(open: Container[]): string | null | undefined {
    this.skipBlank()
    const top = open[open.length - 1]
    const char = this.peek()
    if (top !== undefined && (char === '' || char === '}' || char === ']')) {
      return this.close(open, top, char)
    }
    const name = top?.close === '}' ? `${this.name()}:` : ''
    if (name !== '') this.skipColon()
    const first = this.peek()
    if (first === '{' || first === '[') {
      this.at++
      open.push({ close: first === '{' ? '}' : ']', parts: [] })
      top?.parts.push(name)
      return undefined
    }
    const scalar = this.scalar()
    if (top === undefined) return scalar
    top.parts.push(name + scalar)
    return undefined
  }

  private close(open: Container[], top: Container, char: string): string | undefined {
    // A closer of the other kind belongs to a container further out: this one is closed for it.
    const matches = char === '' || char === top.close || !open.some((c) => c.close === char)
    if (matches) this.at++
    open.pop()
    const text = `${top.close === '}' ? '{' : '['}${top.parts.join(',')}${top.close}`
    const outer = open[open.length - 1]
    if (outer === undefined) return text
    // Its name was put there when it was opened.
    outer.parts.push((outer.parts.pop() ?? '') + text)
    return undefined
  }

  private name(): string {
    const char = this.peek()
    if (char === '"' || char === "'") return this.string(char)
    const from = this.at
    while (this.at < this.text.length && !':{}[],"\n'.includes(this.peek())) this.at++
    // A character that cannot stand here must not stop the reading.
    if (this.at === from) this.at++
    return JSON.stringify(this.text.slice(from, this.at).trim())
  }

  private skipColon(): void {
    this.skipBlank()
    if (this.peek() !== ':') return
    this.at++
    this.skipBlank()
  }

  private scalar(): string {
    const char = this.peek()
    if (char === '"' || char === "'") return this.string(char)
    const from = this.at
    while (this.at < this.text.length && !',{}[]\n'.includes(this.peek())) this.at++
    const raw = this.text.slice(from, this.at).trim()
    if (raw === '') return 'null'
    if (numberText.test(raw)) return raw
    return Object.hasOwn(words, raw) ? (words[raw] ?? 'null') : JSON.stringify(raw)
  }

  private string(quote: string): string {
    const parts: string[] = []
    let from = ++this.at
    for (; this.at < this.text.length && this.peek() !== quote; this.at++) {
      const char = this.peek()
      if (char === '\\') {
        parts.push(this.text.slice(from, this.at), this.escape())
        from = this.at + 1
      } else if (char < ' ' || char === '"') {
        parts.push(this.text.slice(from, this.at), JSON.stringify(char).slice(1, -1))
        from = this.at + 1
      }
    }
    parts.push(this.text.slice(from, this.at))
    this.at++
    return `"${parts.join('')}"`
  }

  /** An escape as JSON writes it; the reader stands on its last character then. */
  private escape(): string {
    const next = this.text.charAt(this.at + 1)
    if (next === 'u' && /^[0-9a-fA-F]{4}$/.test(this.text.slice(this.at + 2, this.at + 6))) {
      this.at += 5
      return this.text.slice(this.at - 5, this.at + 1)
    }
    if (next === '') return ''
    this.at++
    if ('"\\/bfnrt'.includes(next)) return `\\${next}`
    return next === "'" ? "'" : `\\\\${JSON.stringify(next).slice(1, -1)}`
  }
}
