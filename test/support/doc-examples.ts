import ts from 'typescript'
import { readSources } from './sources.ts'

/** An `@example` of a doc comment. */
export interface DocExample {
  /** Where it stands, from the project's root. */
  readonly file: string
  /** The line of its fence, from 1. */
  readonly line: number
  readonly code: string
}

/** What an example says of the value of one of its statements. */
export interface Claim {
  readonly value: unknown
  /** The comment behind the statement, without its slashes. */
  readonly said: string
}

/** Every example of the source, in the order of the files. */
export function findDocExamples(): DocExample[] {
  return readSources('src').flatMap(({ path, text }) =>
    [...text.matchAll(/\* @example\n\s*\* ```ts\n([\s\S]*?)\n\s*\* ```/g)].map((match) => ({
      file: path,
      line: text.slice(0, match.index).split('\n').length + 1,
      code: (match[1] ?? '').replaceAll(/^\s*\* ?/gm, ''),
    })),
  )
}

/** Runs an example with the names of a scope, and gives what it claims. */
export async function runDocExample(
  code: string,
  scope: Readonly<Record<string, unknown>>,
): Promise<Claim[]> {
  const claims: Claim[] = []
  const { outputText } = ts.transpileModule(markClaims(code), {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  })
  const declared = namesIn(code)
  const names = Object.keys(scope).filter((name) => !declared.has(name))
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
  const run = new AsyncFunction('claim', ...names, outputText)
  await run(
    (value: unknown, said: string) => claims.push({ value, said }),
    ...names.map((name) => scope[name]),
  )
  return claims
}

/**
 * Whether a value is what a comment says: an expression of an equal value, or the text itself, in
 * which `…` stands for any.
 */
export function agrees(
  { value, said }: Claim,
  equals: (a: unknown, b: unknown) => boolean,
): boolean {
  const expected = evaluate(said)
  if (expected !== undefined) return equals(value, expected.value)
  if (typeof value !== 'string') return false
  const text = said.startsWith("'") ? said.slice(1, -1).replaceAll('\\n', '\n') : said
  let from = 0
  for (const part of text.split('…')) {
    const at = value.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return value.startsWith(text.split('…')[0] ?? '')
}

function evaluate(said: string): { readonly value: unknown } | undefined {
  if (said.includes('…')) return undefined
  try {
    return { value: new Function(`return (${said})`)() }
  } catch {
    return undefined
  }
}

/** The code with each expression that a comment follows handed to `claim`. */
function markClaims(code: string): string {
  const file = ts.createSourceFile('example.ts', code, ts.ScriptTarget.ES2023, true)
  let marked = code
  for (const statement of file.statements.toReversed()) {
    if (!ts.isExpressionStatement(statement)) continue
    const said = commentBehind(code, statement.end)
    if (said === '') continue
    const expression = code.slice(statement.getStart(), statement.expression.end)
    const claim = `;claim(await (${expression}), ${JSON.stringify(said)});`
    marked = marked.slice(0, statement.getStart()) + claim + marked.slice(statement.end)
  }
  return marked
}

function commentBehind(code: string, end: number): string {
  const [same = '', ...next] = code.slice(end).split('\n')
  const own = /^;?\s*\/\/ ?(.*)$/.exec(same)?.[1]
  const lines: string[] = own === undefined ? [] : [own]
  if (own === undefined && same.trim() !== '') return ''
  for (const line of next) {
    const text = /^\/\/ ?(.*)$/.exec(line)?.[1]
    if (text === undefined) break
    lines.push(text)
  }
  return lines.join('\n')
}

function namesIn(code: string): ReadonlySet<string> {
  const file = ts.createSourceFile('example.ts', code, ts.ScriptTarget.ES2023, true)
  const names = new Set<string>()
  const addBinding = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) names.add(name.text)
    else for (const part of name.elements) if (ts.isBindingElement(part)) addBinding(part.name)
  }
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) addBinding(name)
    }
  }
  return names
}
