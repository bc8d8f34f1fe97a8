import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { JsonSchema } from '../../src/peg/node.ts'
import { projectRoot } from './sources.ts'

/**
 * One case of `fixtures/schema/*.txt`: a fence of `=` around the name and its settings (`:whitespace
 * compact`), the schema, then parts behind fences of `-`: the grammar, texts that it accepts and
 * texts that it rejects (one a line), and what the report says beside `exact`.
 */
export interface SchemaCase {
  readonly file: string
  readonly name: string
  readonly settings: Readonly<Record<string, string>>
  /** `none` where no validator says what the draft says. */
  readonly validator: string | undefined
  readonly schema: JsonSchema
  readonly grammar: string
  readonly accepts: readonly string[]
  readonly rejects: readonly string[]
  readonly report: readonly string[]
}

const folder = `${projectRoot}fixtures/schema/`
const fence = '='.repeat(40)
const rule = '-'.repeat(10)

/** All cases, in the order of files and of cases in them. */
export function readSchemaCases(): SchemaCase[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  const cases = files.toSorted().flatMap(readFile)
  const names = cases.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new Error(`two schema cases are named ${JSON.stringify(twice)}`)
  return cases
}

/** Writes the grammars and reports of a file's cases anew. */
export function writeSchemaCases(file: string, cases: readonly SchemaCase[]): void {
  writeFileSync(folder + file, cases.map(printCase).join('\n'))
}

function readFile(file: string): SchemaCase[] {
  const blocks = readFileSync(folder + file, 'utf8')
    .split(`${fence}\n`)
    .slice(1)
  if (blocks.length === 0) throw new Error(`${file} holds no case`)
  const cases: SchemaCase[] = []
  for (let i = 0; i + 1 < blocks.length; i += 2) {
    cases.push(readCase(file, blocks[i] ?? '', blocks[i + 1] ?? ''))
  }
  return cases
}

function readCase(file: string, head: string, body: string): SchemaCase {
  const [name = '', ...attributes] = head.trimEnd().split('\n')
  const attributesByName: Record<string, string> = {}
  for (const attribute of attributes) {
    const [key = '', value = ''] = attribute.slice(1).split(' ')
    attributesByName[key] = value
  }
  const { validator, ...settings } = attributesByName
  const [schema = '', ...parts] = body.split(`${rule} `)
  const found = new Map<string, string[]>()
  for (const part of parts) {
    const [title = '', ...lines] = part.trimEnd().split('\n')
    found.set(title, lines)
  }
  const { accepts = [], rejects = [], report = [], grammar = [] } = Object.fromEntries(found)
  return {
    file,
    name,
    settings,
    validator,
    schema: JSON.parse(schema) as JsonSchema,
    grammar: grammar.join('\n'),
    accepts,
    rejects,
    report,
  }
}

function printCase(given: SchemaCase): string {
  const { settings, validator } = given
  const attributes = Object.entries({
    ...settings,
    ...(validator === undefined ? {} : { validator }),
  })
  const parts: [string, readonly string[]][] = [
    ['grammar', [given.grammar]],
    ['accepts', given.accepts],
    ['rejects', given.rejects],
    ['report', given.report],
  ]
  return [
    fence,
    given.name,
    ...attributes.map(([key, value]) => `:${key} ${value}`),
    fence,
    JSON.stringify(given.schema),
    ...parts.flatMap(([title, lines]) => (lines.length > 0 ? [`${rule} ${title}`, ...lines] : [])),
    '',
  ].join('\n')
}
