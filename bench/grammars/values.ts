import type { Arena } from '../../src/peg/arena.ts'
import type { GeneratedParser } from '../support/generated.ts'

/** Builds the values of a text that a generated parser reads, in one pass over its tape. */
type Builder = (text: string) => unknown

/** A grammar whose actions build values, and what builds the same from a tape. */
export interface ValueLanguage {
  /** In Peggy's syntax, with actions: Peggy runs them, this library leaves them out. */
  readonly source: string
  builder(parser: GeneratedParser, arena: Arena): Builder
}

const csv: ValueLanguage = {
  source: `
file = @line|1.., newline| newline?
line = fields:field|1.., ","| { return fields }
field = quoted / plain
quoted = '"' text:$('""' / [^"])* '"' { return text.replaceAll('""', '"') }
plain = text:$[^",\\r\\n]* { return text }
newline = "\\r\\n" / "\\n"
`,
  builder(parser, arena) {
    const kinds = kindsOf(arena, ['', 'fields', 'text'])
    return (text) => {
      const { records, length } = tapeOf(parser, text)
      const lines: string[][] = []
      let fields: string[] = []
      for (let at = 0; at < length; at += 2) {
        const record = records[at]!
        if (record < 0) continue
        if ((kinds[record] ?? 0) === 1) lines.push((fields = []))
        else {
          // Nothing is recorded inside: its close is the next record.
          const field = text.slice(records[at + 1]!, records[at + 3]!)
          fields.push(field.includes('""') ? field.replaceAll('""', '"') : field)
          at += 2
        }
      }
      return lines
    }
  },
}

const script: ValueLanguage = {
  source: `
program = _ @list
list = list:(@statement _)* { return list }
statement = let / if / block / @expression _ ";"
let = "let" ![a-z0-9_]i _ let_:(@name _ "=" _ @expression) _ ";" { return { name: let_[0], value: let_[1] } }
if = "if" _ "(" _ if_:(@expression _ ")" _ @block) { return { test: if_[0], then: if_[1] } }
block = "{" _ @list "}"
expression = sum:(@term @(_ @operator _ @term)*) { return [sum[0], ...sum[1].flat()] }
operator = operator:$("==" / "+" / "-" / "<") { return operator }
term = call / name / number / string / "(" _ @expression _ ")"
call = call:(@name "(" _ @expression|.., _ "," _| _ ")") { return [call[0], ...call[1]] }
name = !("let" ![a-z0-9_]i / "if" ![a-z0-9_]i) name:$([a-z_$]i [a-z0-9_$]i*) { return name }
number = number:$[0-9]+ { return Number(number) }
string = string:$("\`" (!"\`" .)* "\`") { return string }
_ = ([ \\t\\n] / "//" [^\\n]*)*
`,
  builder(parser, arena) {
    const names = ['', 'list', 'sum', 'call', 'let_', 'if_', 'number', 'name', 'operator', 'string']
    const kinds = kindsOf(arena, names)
    return (text) => {
      const { records, length } = tapeOf(parser, text)
      const outer: unknown[][] = []
      let inside: unknown[] = []
      for (let at = 0; at < length; at += 2) {
        const record = records[at]!
        if (record >= 0) {
          const kind = kinds[record]!
          if (kind >= 6) {
            const part = text.slice(records[at + 1]!, records[at + 3]!)
            inside.push(kind === 6 ? Number(part) : part)
            at += 2
          } else {
            outer.push(inside)
            inside = []
          }
          continue
        }
        const parts = inside
        const kind = kinds[~record]!
        inside = outer.pop() ?? []
        if (kind <= 3) inside.push(parts)
        else if (kind === 4) inside.push({ name: parts[0], value: parts[1] })
        else inside.push({ test: parts[0], then: parts[1] })
      }
      return inside[0]
    }
  },
}

export const valueLanguages: Readonly<Record<string, ValueLanguage>> = { csv, script }

/** The place of each label in a list, else 0. */
function kindsOf(arena: Arena, names: readonly string[]): Uint8Array {
  return Uint8Array.from(arena.nodes, (node) => (node.kind === 'tag' ? names.indexOf(node.tag) : 0))
}

function tapeOf(
  parser: GeneratedParser,
  text: string,
): ReturnType<GeneratedParser['parse']>['tape'] {
  const { status, tape } = parser.parse(text)
  if (status !== 'success') throw new SyntaxError('the text does not match')
  return tape
}
