/** Source text while it is written, a line at a time. */
export interface Lines {
  line(text: string): void
  /** Lines inside braces: `head {` … `}`. */
  block(head: string, body: () => void, tail?: string): void
  /** UTF-16 code units so far. */
  readonly length: number
  toString(): string
}

/** Makes an empty text. */
export function createLines(): Lines {
  const written: string[] = []
  let indent = ''
  let length = 0

  function line(text: string): void {
    const whole = text === '' ? '' : indent + text
    length += whole.length + 1
    written.push(whole)
  }

  return {
    line,
    block(head, body, tail = '') {
      line(head === '' ? '{' : `${head} {`)
      const outer = indent
      indent += '  '
      body()
      indent = outer
      line(`}${tail}`)
    },
    get length() {
      return length
    },
    toString: () => written.join('\n'),
  }
}
