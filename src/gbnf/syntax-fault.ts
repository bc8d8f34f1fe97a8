import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { lineAndColumn, quote } from '../diagnostics/format.ts'
import type { SyntaxError, SyntaxExpectation } from './gbnf-parser.js'
import { findOpened } from './text-limits.ts'

/** Says what is wrong with a text that is not GBNF, what could have stood there, and what to do. */
export function syntaxFault(text: string, error: SyntaxError): Diagnostic {
  const offset = error.location.start.offset
  const expected = new Set((error.expected ?? []).map(describe))
  const place: Place = { expected, before: text.slice(0, offset), after: text.slice(offset) }
  const hint = hints.find((each) => each.when(place))?.hint
  const isOpen = expected.has('text') || expected.has('a character')
  const opened = isOpen ? findOpened(text) : null
  return diagnose('gbnf-syntax', explain(place), {
    offset,
    ...(opened === null ? {} : { related: [`it begins at ${sayPlace(text, opened)}`] }),
    ...(hint === undefined ? {} : { hint }),
  })
}

function sayPlace(text: string, offset: number): string {
  const { line, column } = lineAndColumn(text, offset)
  return `${line}:${column}`
}

interface Place {
  readonly expected: ReadonlySet<string>
  readonly before: string
  readonly after: string
}

const items = ['a literal', 'a class', 'a group', 'a rule name', 'a token', "'.'"]

function explain({ expected, after }: Place): string {
  const found = foundText(after)
  if (expected.has('text'))
    return `the literal is not closed: expected a closing quote, found ${found}`
  if (expected.has('a character')) return `the class is not closed: expected "]", found ${found}`
  if (expected.has('an escape')) return `expected an escape behind the backslash, found ${found}`
  const rest = [...expected].filter((each) => each !== 'white space')
  const some = items.every((item) => expected.has(item))
    ? ['an item', ...rest.filter((each) => !items.includes(each))]
    : rest
  return `expected ${joinWords(some)}, found ${found}`
}

// The first that fits is shown.
const hints: readonly { readonly when: (place: Place) => boolean; readonly hint: string }[] = [
  {
    when: ({ expected }) => expected.has('an escape'),
    hint: 'the escapes are \\n \\r \\t \\\\ \\" \\[ \\] \\- \\xHH \\uHHHH \\UHHHHHHHH',
  },
  {
    when: ({ before, after }) => before === '' && after.startsWith('\ufeff'),
    hint: 'remove the byte order mark',
  },
  {
    when: ({ before, after }) => /[A-Za-z0-9-]$/.test(before) && /^[_.]?\w|^\p{L}/u.test(after),
    hint: "rule names may hold letters, digits and '-'",
  },
  {
    when: ({ expected }) => expected.has('text') || expected.has('a character'),
    hint: 'inside a literal or a class write \\" and \\] for the characters that would close it',
  },
  {
    when: ({ expected, after }) => expected.has('a literal') && /^\p{L}/u.test(after),
    hint: "rule names may hold letters a-z and A-Z, digits and '-'",
  },
  {
    when: ({ expected, after }) => expected.has('a literal') && after.startsWith('/'),
    hint: 'GBNF has no regular expressions: write literals, classes and repetitions',
  },
  {
    when: ({ before, after }) => before.endsWith('::=') && after.startsWith('='),
    hint: 'write ::= between the name and the rule',
  },
  {
    when: ({ expected, after }) =>
      expected.has('the end of the text') && /^[<"'][^\n]*::=/.test(after),
    hint: "write a rule's name without quotes or brackets",
  },
  { when: ({ after }) => after.startsWith("'"), hint: 'write literals in double quotes' },
  {
    when: ({ expected }) => expected.has('"::="'),
    hint: 'a rule begins with its name and ::=, on one line',
  },
  {
    when: ({ before, after }) => /\{\s*$/.test(before) && after.startsWith(','),
    hint: 'write {0,n} for at most n',
  },
  {
    when: ({ before, expected, after }) =>
      before !== '' && expected.has('the end of the text') && /^[|("[.<!]/.test(after),
    hint: 'a rule ends with its line: end the line with "|", or put parentheses around',
  },
  {
    when: ({ after }) => after.startsWith(';') || after.startsWith(','),
    hint: 'items are separated by spaces and rules by lines, without punctuation',
  },
  {
    when: ({ expected, after }) => expected.has('")"') && after === '',
    hint: 'close the parenthesis',
  },
  { when: ({ after }) => after.startsWith(')'), hint: 'no parenthesis is open here' },
  { when: ({ before }) => before.endsWith('!'), hint: 'write !<…> without a space' },
  { when: ({ after }) => after.startsWith(':'), hint: 'begin each rule on a line of its own' },
]

function describe(expectation: SyntaxExpectation): string {
  if (expectation.description !== undefined) return expectation.description
  if (expectation.text !== undefined) return JSON.stringify(expectation.text)
  return expectation.type === 'end' ? 'the end of the text' : 'a character'
}

function foundText(after: string): string {
  const point = after.codePointAt(0)
  return point === undefined ? 'the end of the text' : quote(String.fromCodePoint(point))
}

function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? 'nothing'
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
}
