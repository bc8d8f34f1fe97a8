import type { Cursor } from './cursor.ts'
import { describe } from './cursor.ts'
import type { BinaryOperator, CallArguments, CompareOperator, Expression } from './syntax.ts'

/** No arguments: a filter or a test without parentheses. */
export const noArguments: CallArguments = { positional: [], named: [] }

// Each binary level of Jinja2's grammar, the loosest first.
const levels: readonly (readonly BinaryOperator[])[] = [
  ['+', '-'],
  ['~'],
  ['*', '/', '//', '%'],
  ['**'],
]

const comparisons: readonly CompareOperator[] = ['==', '!=', '<=', '>=', '<', '>']

/** An expression; with `tuple`, also several with commas between. */
export function parseExpression(c: Cursor, tuple = false): Expression {
  const { offset } = c.token
  const first = parseCondition(c)
  if (!tuple || !c.isOperator(',')) return first
  const items = [first]
  while (c.takeOperator(',')) {
    if (c.token.kind === 'block-close' || c.token.kind === 'output-close') break
    items.push(parseCondition(c))
  }
  return { kind: 'list', items, offset }
}

/** `a if test else b`, or what binds tighter. */
export function parseCondition(c: Cursor): Expression {
  return c.nested(() => {
    let then = parseOr(c)
    while (c.isName('if')) {
      const { offset } = c.next()
      const test = parseOr(c)
      const otherwise = c.takeName('else') ? parseCondition(c) : null
      then = { kind: 'condition', test, then, otherwise, offset }
    }
    return then
  })
}

/** What stands after `in` of a loop: its own `if` is the loop's. */
export function parseOr(c: Cursor): Expression {
  let left = parseAnd(c)
  while (c.isName('or')) {
    const { offset } = c.next()
    left = { kind: 'logic', operator: 'or', left, right: parseAnd(c), offset }
  }
  return left
}

function parseAnd(c: Cursor): Expression {
  let left = parseNot(c)
  while (c.isName('and')) {
    const { offset } = c.next()
    left = { kind: 'logic', operator: 'and', left, right: parseNot(c), offset }
  }
  return left
}

function parseNot(c: Cursor): Expression {
  if (!c.isName('not')) return parseComparison(c)
  const { offset } = c.next()
  return c.nested(() => ({ kind: 'unary', operator: 'not', value: parseNot(c), offset }))
}

function parseComparison(c: Cursor): Expression {
  const { offset } = c.token
  const first = parseBinary(c, 0)
  const rest: (readonly [CompareOperator, Expression])[] = []
  for (let operator = comparison(c); operator !== null; operator = comparison(c)) {
    rest.push([operator, parseBinary(c, 0)])
  }
  return rest.length === 0 ? first : { kind: 'compare', first, rest, offset }
}

function comparison(c: Cursor): CompareOperator | null {
  const found = comparisons.find((text) => c.takeOperator(text))
  if (found !== undefined) return found
  if (c.takeName('in')) return 'in'
  if (!c.isName('not') || c.ahead().kind !== 'name' || c.ahead().text !== 'in') return null
  c.next()
  c.next()
  return 'not in'
}

function parseBinary(c: Cursor, level: number): Expression {
  const operators = levels[level]
  if (operators === undefined) return parseUnary(c, true)
  let left = parseBinary(c, level + 1)
  for (;;) {
    const { offset } = c.token
    const operator = operators.find((text) => c.takeOperator(text))
    if (operator === undefined) return left
    left = { kind: 'binary', operator, left, right: parseBinary(c, level + 1), offset }
  }
}

/** Filters bind looser than a sign: `-x|abs` is `(-x)|abs`. */
function parseUnary(c: Cursor, filters: boolean): Expression {
  const { offset, text } = c.token
  if (c.isOperator('-') || c.isOperator('+')) {
    c.next()
    const operator = text === '-' ? '-' : '+'
    const value = c.nested(() => parseUnary(c, false))
    const signed: Expression = { kind: 'unary', operator, value, offset }
    return filters ? parseFilters(c, signed) : signed
  }
  const value = parsePostfix(c, parsePrimary(c))
  return filters ? parseFilters(c, value) : value
}

function parsePrimary(c: Cursor): Expression {
  const token = c.token
  const { offset } = token
  switch (token.kind) {
    case 'name':
      c.next()
      return nameOrConstant(token.text, offset)
    case 'string': {
      let value = ''
      // Literals side by side are one string, as in Python.
      while (c.token.kind === 'string') value += c.next().text
      return { kind: 'constant', value, offset }
    }
    case 'integer':
      c.next()
      return { kind: 'constant', value: Number(token.text), offset }
    case 'float':
      c.next()
      return { kind: 'float', value: Number(token.text), offset }
    case 'operator':
      if (token.text === '(') return parseParenthesis(c)
      if (token.text === '[') return parseList(c)
      if (token.text === '{') return parseDict(c)
  }
  return c.fail(`expected a value, found ${describe(token)}`)
}

function nameOrConstant(name: string, offset: number): Expression {
  switch (name) {
    case 'true':
    case 'True':
      return { kind: 'constant', value: true, offset }
    case 'false':
    case 'False':
      return { kind: 'constant', value: false, offset }
    case 'none':
    case 'None':
      return { kind: 'constant', value: null, offset }
    default:
      return { kind: 'name', name, offset }
  }
}

function parseParenthesis(c: Cursor): Expression {
  const { offset } = c.expectOperator('(')
  const items: Expression[] = []
  let isTuple = c.isOperator(')')
  while (!c.isOperator(')')) {
    items.push(parseCondition(c))
    if (!c.takeOperator(',')) break
    isTuple = true
  }
  c.expectOperator(')')
  const [only] = items
  return isTuple || only === undefined ? { kind: 'list', items, offset } : only
}

function parseList(c: Cursor): Expression {
  const { offset } = c.expectOperator('[')
  const items: Expression[] = []
  while (!c.isOperator(']')) {
    items.push(parseCondition(c))
    if (!c.takeOperator(',')) break
  }
  c.expectOperator(']')
  return { kind: 'list', items, offset }
}

function parseDict(c: Cursor): Expression {
  const { offset } = c.expectOperator('{')
  const entries: (readonly [Expression, Expression])[] = []
  while (!c.isOperator('}')) {
    const key = parseCondition(c)
    c.expectOperator(':')
    entries.push([key, parseCondition(c)])
    if (!c.takeOperator(',')) break
  }
  c.expectOperator('}')
  return { kind: 'dict', entries, offset }
}

function parsePostfix(c: Cursor, start: Expression): Expression {
  let value = start
  for (;;) {
    const { offset } = c.token
    if (c.takeOperator('.')) {
      const token = c.next()
      if (token.kind !== 'name' && token.kind !== 'integer') {
        c.fail(`expected a name after the dot, found ${describe(token)}`, token.offset)
      }
      value =
        token.kind === 'name'
          ? { kind: 'attribute', object: value, name: token.text, offset }
          : { kind: 'item', object: value, index: indexOf(token.text, offset), offset }
    } else if (c.takeOperator('[')) value = parseSubscript(c, value, offset)
    else if (c.isOperator('(')) {
      value = { kind: 'call', callee: value, arguments: parseArguments(c), offset }
    } else return value
  }
}

function indexOf(text: string, offset: number): Expression {
  return { kind: 'constant', value: Number(text), offset }
}

function parseSubscript(c: Cursor, object: Expression, offset: number): Expression {
  const bound = (): Expression | null =>
    c.isOperator(':') || c.isOperator(']') ? null : parseCondition(c)
  const start = bound()
  if (!c.isOperator(':')) {
    c.expectOperator(']')
    return start === null
      ? c.fail('expected an index between the brackets', offset)
      : { kind: 'item', object, index: start, offset }
  }
  c.expectOperator(':')
  const stop = bound()
  const step = c.takeOperator(':') ? bound() : null
  c.expectOperator(']')
  return { kind: 'slice', object, start, stop, step, offset }
}

/** The arguments of a call, parentheses included. */
export function parseArguments(c: Cursor): CallArguments {
  const positional: Expression[] = []
  const named: (readonly [string, Expression])[] = []
  const unpacked: { items?: Expression; members?: Expression } = {}
  c.expectOperator('(')
  while (!c.isOperator(')')) {
    const isNamed =
      c.token.kind === 'name' && c.ahead().kind === 'operator' && c.ahead().text === '='
    if (c.isOperator('*') || c.isOperator('**')) {
      const part = c.next().text === '*' ? 'items' : 'members'
      if (unpacked[part] !== undefined) c.fail('only one value of a kind can be unpacked')
      unpacked[part] = parseCondition(c)
    } else if (isNamed) {
      const name = c.expectName()
      c.expectOperator('=')
      named.push([name, parseCondition(c)])
    } else positional.push(parseCondition(c))
    if (!c.takeOperator(',')) break
  }
  c.expectOperator(')')
  return { positional, named, ...unpacked }
}

function parseFilters(c: Cursor, start: Expression): Expression {
  let value = start
  for (;;) {
    const { offset } = c.token
    if (c.takeOperator('|')) value = { kind: 'filter', value, ...parseFilterCall(c), offset }
    else if (c.isName('is')) value = parseTest(c, value)
    else if (c.isOperator('(')) {
      value = { kind: 'call', callee: value, arguments: parseArguments(c), offset }
    } else return value
  }
}

/** The name of a filter and its arguments, behind the bar. */
export function parseFilterCall(c: Cursor): { name: string; arguments: CallArguments } {
  const name = dottedName(c)
  return { name, arguments: c.isOperator('(') ? parseArguments(c) : noArguments }
}

function dottedName(c: Cursor): string {
  let name = c.expectName()
  while (c.takeOperator('.')) name += `.${c.expectName()}`
  return name
}

const notArguments = ['else', 'or', 'and', 'is', 'if', 'in', 'not', 'recursive']

function parseTest(c: Cursor, value: Expression): Expression {
  const { offset } = c.next()
  const negated = c.takeName('not')
  const name = dottedName(c)
  const test = (given: CallArguments): Expression => ({
    kind: 'test',
    value,
    name,
    negated,
    arguments: given,
    offset,
  })
  if (c.isOperator('(')) return test(parseArguments(c))
  const { kind, text } = c.token
  const isArgument =
    (kind === 'name' && !notArguments.includes(text)) ||
    kind === 'string' ||
    kind === 'integer' ||
    kind === 'float' ||
    c.isOperator('[') ||
    c.isOperator('{')
  if (!isArgument) return test(noArguments)
  return test({ positional: [parsePostfix(c, parsePrimary(c))], named: [] })
}
