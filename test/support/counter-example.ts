import { createAcceptor } from '../../src/gbnf/accept.ts'
import { compileGbnf } from '../../src/gbnf/read.ts'
import { sampleMany } from '../../src/gbnf/sample.ts'
import type { JsonSchema } from '../../src/peg/node.ts'
import type { ReportEntry, SchemaReport } from '../../src/schema/report.ts'
import { schemaToGbnf, type SchemaOptions } from '../../src/text/schema-to-gbnf.ts'
import { validatorOf, type Validator } from './json-validator.ts'

/** A JSON value whose objects are lists of members, so that a name may come twice. */
type Tree = null | boolean | number | string | readonly Tree[] | Members
interface Members {
  readonly members: readonly (readonly [string, Tree])[]
}

/** Strings that few formats admit, and that a grammar may take for one of theirs. */
const oddStrings = [
  '(',
  Array(60).fill('abcd').join('.'),
  '\\a',
  'xn--X',
  'a-'.repeat(40),
  '〮실례.테스트',
  '1.2.3',
  '',
  'a'.repeat(9),
]

/** A value of each type. */
const plainValues: readonly Tree[] = [null, true, 0, '', [], { members: [] }]

/** What a report marks as followed in part or not at all, of which a value could tell. */
export function marksOf({ entries }: SchemaReport): readonly ReportEntry[] {
  return entries.filter(
    ({ effect, reason }) =>
      effect !== 'exact' &&
      effect !== 'narrowed' &&
      // A format that no draft defines has no value that breaks it.
      !reason.startsWith('is none that'),
  )
}

/**
 * What shows that a mark of the report is right: a text that the grammar of the schema that holds
 * the keyword admits though its value breaks it, or such a text of the whole schema.
 */
export function counterExampleOf(
  schema: JsonSchema,
  options: SchemaOptions,
  mark: ReportEntry,
  seed: number,
): string | null {
  for (const one of new Set([schemaAt(schema, mark.path), schema])) {
    const validate = validatorOf(one)
    if (validate === null) continue
    const { gbnf, report } = schemaToGbnf(one, options)
    // A reference that leads nowhere admits anything, and shows nothing.
    if (report.entries.some((entry) => entry.effect === 'refused' && entry.path === '')) continue
    const found = counterExample(gbnf, validate, mark, seed)
    if (found !== null) return found
  }
  return null
}

/** A schema that stands at a pointer in another one, whose references still lead where they led. */
function schemaAt(schema: JsonSchema, path: string): JsonSchema {
  if (typeof schema === 'boolean' || path === '') return schema
  const { $schema, id: _, ...rest } = schema
  const place = path.split('/').map(encodeURIComponent).join('/')
  // Draft 4 names schemas by another keyword.
  const isOldest = /draft-0[34]/.test(String($schema))
  const root = { ...rest, [isOldest ? 'id' : '$id']: rootName }
  return {
    ...($schema === undefined ? {} : { $schema }),
    $ref: `${rootName}#${place}`,
    definitions: { root },
  }
}

const rootName = 'https://schemas.example/root'

/**
 * A text that a grammar admits though its value breaks the keyword of a mark: sentences of the
 * grammar, and what is near to them.
 */
function counterExample(
  gbnf: string,
  validate: Validator,
  { path, keyword }: ReportEntry,
  seed: number,
): string | null {
  const program = compileGbnf(gbnf)
  const isSentence = (text: string): boolean => {
    const acceptor = createAcceptor(program)
    acceptor.feed(text)
    return acceptor.result().kind === 'complete'
  }
  const place = keyword === '' ? path : `${path}/${keyword}`
  const isBroken = (text: string): boolean =>
    validate(JSON.parse(text)).some((at) => at === place || at.startsWith(`${place}/`))
  const objects: Members[] = []
  for (const text of sampleMany(gbnf, 40, { seed })) {
    if (isBroken(text)) return text
    const tree = treeOf(JSON.parse(text))
    const joined = isObject(tree) ? objects.map((other) => joinMembers(other, tree)) : []
    if (isObject(tree)) objects.push(tree)
    for (const near of [...nearTo(tree), ...joined]) {
      const changed = textOf(near)
      if (isBroken(changed) && isSentence(changed)) return changed
    }
  }
  return null
}

/** The value with one of its parts changed, in each place where one can be. */
function* nearTo(tree: Tree): Generator<Tree> {
  if (typeof tree === 'string') {
    yield* oddStrings
    if (tree !== '') yield tree.repeat(Math.ceil(10_001 / tree.length))
    yield* pumped(tree)
  } else if (isList(tree)) {
    for (const [i, item] of tree.entries()) {
      yield [...tree.slice(0, i), item, ...tree.slice(i)]
      for (const near of nearTo(item)) yield tree.map((other, k) => (k === i ? near : other))
    }
  } else if (isObject(tree)) {
    const { members } = tree
    for (const [i, [name, value]] of members.entries()) {
      const rest = members.slice(0, i)
      yield { members: [...rest, [name, value], ...members.slice(i)] }
      // The same name again, with a value of its own: a reader keeps the last.
      for (const other of [...plainValues, ...members.map(([, own]) => own)]) {
        yield { members: [...members, [name, other]] }
      }
      for (const near of nearTo(value)) {
        yield { members: [...rest, [name, near], ...members.slice(i + 1)] }
      }
    }
  }
}

/** A long run of one of a string's characters. */
function* pumped(text: string): Generator<string> {
  const characters = Array.from(text)
  const seen = new Set<string>()
  for (const [i, character] of characters.entries()) {
    if (seen.has(character) || seen.size >= 8) continue
    seen.add(character)
    const run = character.repeat(10_001)
    yield [...characters.slice(0, i), run, ...characters.slice(i)].join('')
  }
}

/** An object with the members of both, as far as their names differ. */
function joinMembers(a: Members, b: Members): Members {
  const names = new Set(a.members.map(([name]) => name))
  return { members: [...a.members, ...b.members.filter(([name]) => !names.has(name))] }
}

function isObject(tree: Tree): tree is Members {
  return typeof tree === 'object' && tree !== null && !isList(tree)
}

function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree)
}

function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(treeOf)
  if (typeof value !== 'object' || value === null) return value as Tree
  return { members: Object.entries(value).map(([name, item]) => [name, treeOf(item)]) }
}

function textOf(tree: Tree): string {
  if (isList(tree)) return `[${tree.map(textOf).join()}]`
  if (typeof tree !== 'object' || tree === null) return JSON.stringify(tree)
  const members = tree.members.map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`)
  return `{${members.join()}}`
}
