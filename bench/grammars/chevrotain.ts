import { createToken, EmbeddedActionsParser, Lexer, type TokenType } from 'chevrotain'

const token = (name: string, pattern: RegExp | string, more: object = {}): TokenType =>
  createToken({ name, pattern, ...more })

/** Whether a parser of Chevrotain's reads a text. */
function recogniser(lexer: Lexer, parser: EmbeddedActionsParser & { start(): void }) {
  return (text: string): boolean => {
    const lexed = lexer.tokenize(text)
    if (lexed.errors.length > 0) return false
    parser.input = lexed.tokens
    parser.start()
    return parser.errors.length === 0
  }
}

const csv = {
  quoted: token('Quoted', /"(?:""|[^"])*"/),
  plain: token('Plain', /[^",\r\n]+/),
  comma: token('Comma', ','),
  newline: token('Newline', /\r\n|\n/, { line_breaks: true }),
}

class CsvParser extends EmbeddedActionsParser {
  constructor() {
    super(Object.values(csv), { recoveryEnabled: false })
    this.performSelfAnalysis()
  }

  start = this.RULE('start', (): void => {
    this.AT_LEAST_ONE_SEP({ SEP: csv.newline, DEF: () => this.SUBRULE(this.line) })
  })

  line = this.RULE('line', (): void => {
    this.AT_LEAST_ONE_SEP({
      SEP: csv.comma,
      DEF: () =>
        this.OPTION(() =>
          this.OR([
            { ALT: () => this.CONSUME(csv.quoted) },
            { ALT: () => this.CONSUME(csv.plain) },
          ]),
        ),
    })
  })
}

const name = token('Name', /[a-z_$][a-z0-9_$]*/i)
const script = {
  gap: token('Gap', /(?:[ \t\n]|\/\/[^\n]*)+/, { group: Lexer.SKIPPED, line_breaks: true }),
  let: token('Let', /let/, { longer_alt: name }),
  if: token('If', /if/, { longer_alt: name }),
  name,
  number: token('Number', /[0-9]+/),
  string: token('String', /`[^`]*`/, { line_breaks: true }),
  equal: token('Equal', '=='),
  is: token('Is', '='),
  operator: token('Operator', /[+\-<]/),
  open: token('Open', '('),
  close: token('Close', ')'),
  begin: token('Begin', '{'),
  end: token('End', '}'),
  comma: token('Comma', ','),
  semicolon: token('Semicolon', ';'),
}

class ScriptParser extends EmbeddedActionsParser {
  constructor() {
    super(Object.values(script), { recoveryEnabled: false })
    this.performSelfAnalysis()
  }

  start = this.RULE('start', (): void => {
    this.MANY(() => this.SUBRULE(this.statement))
  })

  statement = this.RULE('statement', (): void => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(script.let)
          this.CONSUME(script.name)
          this.CONSUME(script.is)
          this.SUBRULE(this.expression)
          this.CONSUME(script.semicolon)
        },
      },
      {
        ALT: () => {
          this.CONSUME(script.if)
          this.CONSUME(script.open)
          this.SUBRULE2(this.expression)
          this.CONSUME(script.close)
          this.SUBRULE(this.block)
        },
      },
      { ALT: () => this.SUBRULE2(this.block) },
      {
        ALT: () => {
          this.SUBRULE3(this.expression)
          this.CONSUME2(script.semicolon)
        },
      },
    ])
  })

  block = this.RULE('block', (): void => {
    this.CONSUME(script.begin)
    this.MANY(() => this.SUBRULE(this.statement))
    this.CONSUME(script.end)
  })

  expression = this.RULE('expression', (): void => {
    this.SUBRULE(this.term)
    this.MANY(() => {
      this.OR([
        { ALT: () => this.CONSUME(script.equal) },
        { ALT: () => this.CONSUME(script.operator) },
      ])
      this.SUBRULE2(this.term)
    })
  })

  term = this.RULE('term', (): void => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(script.name)
          this.OPTION(() => {
            this.CONSUME(script.open)
            this.MANY_SEP({ SEP: script.comma, DEF: () => this.SUBRULE(this.expression) })
            this.CONSUME(script.close)
          })
        },
      },
      { ALT: () => this.CONSUME(script.number) },
      { ALT: () => this.CONSUME(script.string) },
      {
        ALT: () => {
          this.CONSUME2(script.open)
          this.SUBRULE2(this.expression)
          this.CONSUME2(script.close)
        },
      },
    ])
  })
}

/** Whether the text is CSV, by Chevrotain's fastest kind of parser. */
export const recogniseCsv: (text: string) => boolean = recogniser(
  new Lexer(Object.values(csv), { positionTracking: 'onlyOffset' }),
  new CsvParser(),
)

/** Whether the text is a program of the small language. */
export const recogniseScript: (text: string) => boolean = recogniser(
  new Lexer(Object.values(script), { positionTracking: 'onlyOffset' }),
  new ScriptParser(),
)
