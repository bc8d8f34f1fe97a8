import { createToken, EmbeddedActionsParser, Lexer, type IToken, type TokenType } from 'chevrotain'

const token = (name: string, pattern: RegExp | string): TokenType => createToken({ name, pattern })
const gap = createToken({ name: 'Gap', pattern: /[ \t\n\r]+/, group: Lexer.SKIPPED })
const tokens = {
  open: token('Open', '{'),
  close: token('Close', '}'),
  start: token('Start', '['),
  stop: token('Stop', ']'),
  comma: token('Comma', ','),
  colon: token('Colon', ':'),
  string: token('String', /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/),
  number: token('Number', /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/),
  true: token('True', 'true'),
  false: token('False', 'false'),
  null: token('Null', 'null'),
}
const lexer = new Lexer([gap, ...Object.values(tokens)], { positionTracking: 'onlyOffset' })

/** The same rules for Chevrotain, its fastest kind of parser: actions embedded, no tree. */
class JsonParser extends EmbeddedActionsParser {
  readonly values: boolean

  constructor(values: boolean) {
    super(Object.values(tokens), { recoveryEnabled: false })
    this.values = values
    this.performSelfAnalysis()
  }

  text = this.RULE('text', (): unknown => this.SUBRULE(this.value))

  value = this.RULE('value', (): unknown =>
    this.OR([
      { ALT: () => this.SUBRULE(this.object) },
      { ALT: () => this.SUBRULE(this.array) },
      { ALT: () => this.string(this.CONSUME(tokens.string)) },
      {
        ALT: () => {
          const { image } = this.CONSUME(tokens.number)
          return this.values ? Number(image) : null
        },
      },
      { ALT: () => this.CONSUME(tokens.true) && true },
      { ALT: () => !this.CONSUME(tokens.false) },
      { ALT: () => this.CONSUME(tokens.null) && null },
    ]),
  )

  object = this.RULE('object', (): unknown => {
    const out: Record<string, unknown> = {}
    this.CONSUME(tokens.open)
    this.MANY_SEP({
      SEP: tokens.comma,
      DEF: () => {
        const key = this.string(this.CONSUME(tokens.string))
        this.CONSUME(tokens.colon)
        const value = this.SUBRULE(this.value)
        if (this.values) out[key] = value
      },
    })
    this.CONSUME(tokens.close)
    return out
  })

  array = this.RULE('array', (): unknown => {
    const out: unknown[] = []
    this.CONSUME(tokens.start)
    this.MANY_SEP({
      SEP: tokens.comma,
      DEF: () => {
        const value = this.SUBRULE(this.value)
        if (this.values) out.push(value)
      },
    })
    this.CONSUME(tokens.stop)
    return out
  })

  string({ image }: IToken): string {
    if (!this.values) return ''
    return image?.includes('\\') === true
      ? (JSON.parse(image) as string)
      : (image ?? '').slice(1, -1)
  }
}

const recogniser = new JsonParser(false)
const builder = new JsonParser(true)

function run(parser: JsonParser, text: string): unknown {
  const lexed = lexer.tokenize(text)
  if (lexed.errors.length > 0) throw new SyntaxError('not JSON')
  parser.input = lexed.tokens
  const value = parser.text()
  if (parser.errors.length > 0) throw new SyntaxError('not JSON')
  return value
}

/** Whether the text is JSON, by Chevrotain's parser of the same rules. */
export function recognise(text: string): boolean {
  try {
    run(recogniser, text)
    return true
  } catch {
    return false
  }
}

/** The value of the text, by Chevrotain's embedded actions. */
export function buildValue(text: string): unknown {
  return run(builder, text)
}
