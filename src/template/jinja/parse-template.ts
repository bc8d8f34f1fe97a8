import { quote } from '../../diagnostics/format.ts'
import type { Cursor } from './cursor.ts'
import { describe } from './cursor.ts'
import { parseCondition, parseExpression, parseFilterCall, parseOr } from './parse-expression.ts'
import type { BlockFilter, Body, Expression, Parameter, Statement, Target } from './syntax.ts'

/** A whole template. */
export function parseTemplate(c: Cursor): Body {
  const body = parseBody(c, [])
  if (c.token.kind !== 'end') c.fail(`unexpected ${describe(c.token)}`)
  return body
}

/** Statements up to a tag that begins with one of the names; the cursor then stands on that name. */
function parseBody(c: Cursor, ends: readonly string[]): Body {
  const body: Statement[] = []
  for (;;) {
    const { kind, text, offset } = c.token
    if (kind === 'end') {
      if (ends.length === 0) return body
      c.fail(`the block has no ${ends.map((end) => quote(end)).join(' or ')}`)
    }
    c.next()
    if (kind === 'text') body.push({ kind: 'text', text, offset })
    else if (kind === 'output-open') {
      const value = parseExpression(c, true)
      c.expect('output-close', '"}}"')
      body.push({ kind: 'output', value, offset })
    } else {
      if (c.token.kind === 'name' && ends.includes(c.token.text)) return body
      body.push(c.nested(() => parseStatement(c)))
    }
  }
}

function parseStatement(c: Cursor): Statement {
  const { offset } = c.token
  const keyword = c.expectName()
  const parser = Object.hasOwn(statements, keyword) ? statements[keyword] : undefined
  if (parser === undefined) return c.fail(`there is no statement ${quote(keyword)}`, offset)
  return parser(c, offset)
}

const statements: Readonly<Record<string, (c: Cursor, offset: number) => Statement>> = {
  if: parseIf,
  for: parseFor,
  set: parseSet,
  macro: parseMacro,
  call: parseCallBlock,
  filter: parseFilterBlock,
  with: parseWith,
  block: parseBlock,
  // Hugging Face's mark of the assistant's part: it prints nothing.
  generation(c, offset) {
    closeTag(c)
    return { kind: 'scope', values: [], body: bodyThrough(c, 'endgeneration'), offset }
  },
  do(c, offset) {
    const value = parseExpression(c, true)
    closeTag(c)
    return { kind: 'do', value, offset }
  },
  break(c, offset) {
    closeTag(c)
    return { kind: 'break', offset }
  },
  continue(c, offset) {
    closeTag(c)
    return { kind: 'continue', offset }
  },
}

function closeTag(c: Cursor): void {
  c.expect('block-close', '"%}"')
}

function bodyThrough(c: Cursor, end: string): Body {
  const body = parseBody(c, [end])
  c.expectName(end)
  closeTag(c)
  return body
}

function parseIf(c: Cursor, offset: number): Statement {
  const branches: { test: Expression; body: Body }[] = []
  let otherwise: Body = []
  do {
    const test = parseExpression(c, true)
    closeTag(c)
    branches.push({ test, body: parseBody(c, ['elif', 'else', 'endif']) })
  } while (c.takeName('elif'))
  if (c.takeName('else')) {
    closeTag(c)
    otherwise = parseBody(c, ['endif'])
  }
  c.expectName('endif')
  closeTag(c)
  return { kind: 'if', branches, otherwise, offset }
}

function parseFor(c: Cursor, offset: number): Statement {
  const target = parseTarget(c)
  c.expectName('in')
  const iterable = parseIterable(c)
  const filter = c.takeName('if') ? parseCondition(c) : null
  const recursive = c.takeName('recursive')
  closeTag(c)
  const body = parseBody(c, ['else', 'endfor'])
  let otherwise: Body = []
  if (c.takeName('else')) {
    closeTag(c)
    otherwise = parseBody(c, ['endfor'])
  }
  c.expectName('endfor')
  closeTag(c)
  return { kind: 'for', target, iterable, filter, body, otherwise, recursive, offset }
}

/** `a, b, c` is a list here; an `if` belongs to the loop. */
function parseIterable(c: Cursor): Expression {
  const { offset } = c.token
  const first = parseOr(c)
  if (!c.isOperator(',')) return first
  const items = [first]
  while (c.takeOperator(',')) items.push(parseOr(c))
  return { kind: 'list', items, offset }
}

function parseTarget(c: Cursor): Target {
  const items = [parseTargetItem(c)]
  while (c.takeOperator(',')) items.push(parseTargetItem(c))
  const [only] = items
  return items.length === 1 && only !== undefined ? only : { kind: 'tuple', items }
}

function parseTargetItem(c: Cursor): Target {
  if (c.takeOperator('(')) {
    const inner = c.nested(() => parseTarget(c))
    c.expectOperator(')')
    return inner
  }
  const name = c.expectName()
  return c.takeOperator('.')
    ? { kind: 'attribute', object: name, name: c.expectName() }
    : { kind: 'name', name }
}

function parseSet(c: Cursor, offset: number): Statement {
  const target = parseTarget(c)
  if (c.takeOperator('=')) {
    const value = parseExpression(c, true)
    closeTag(c)
    return { kind: 'set', target, value, offset }
  }
  const filters: BlockFilter[] = []
  while (c.isOperator('|')) filters.push({ offset: c.next().offset, ...parseFilterCall(c) })
  closeTag(c)
  return { kind: 'set-block', target, filters, body: bodyThrough(c, 'endset'), offset }
}

function parseMacro(c: Cursor, offset: number): Statement {
  const name = c.expectName()
  const parameters = parseParameters(c)
  closeTag(c)
  return { kind: 'macro', name, parameters, body: bodyThrough(c, 'endmacro'), offset }
}

function parseParameters(c: Cursor): Parameter[] {
  const parameters: Parameter[] = []
  c.expectOperator('(')
  while (!c.isOperator(')')) {
    const name = c.expectName()
    parameters.push({ name, value: c.takeOperator('=') ? parseCondition(c) : null })
    if (!c.takeOperator(',')) break
  }
  c.expectOperator(')')
  return parameters
}

function parseCallBlock(c: Cursor, offset: number): Statement {
  const parameters = c.isOperator('(') ? parseParameters(c) : []
  const call = parseCondition(c)
  if (call.kind !== 'call') c.fail('a call block needs a call', call.offset)
  closeTag(c)
  return { kind: 'call-block', call, parameters, body: bodyThrough(c, 'endcall'), offset }
}

function parseFilterBlock(c: Cursor, offset: number): Statement {
  const filters: BlockFilter[] = [{ offset, ...parseFilterCall(c) }]
  while (c.isOperator('|')) filters.push({ offset: c.next().offset, ...parseFilterCall(c) })
  closeTag(c)
  return { kind: 'filter-block', filters, body: bodyThrough(c, 'endfilter'), offset }
}

function parseWith(c: Cursor, offset: number): Statement {
  const values: (readonly [Target, Expression])[] = []
  while (c.token.kind === 'name') {
    const target = parseTargetItem(c)
    c.expectOperator('=')
    values.push([target, parseCondition(c)])
    if (!c.takeOperator(',')) break
  }
  closeTag(c)
  return { kind: 'scope', values, body: bodyThrough(c, 'endwith'), offset }
}

function parseBlock(c: Cursor, offset: number): Statement {
  c.expectName()
  closeTag(c)
  const body = parseBody(c, ['endblock'])
  c.expectName('endblock')
  if (c.token.kind === 'name') c.next()
  closeTag(c)
  return { kind: 'scope', values: [], body, offset }
}
