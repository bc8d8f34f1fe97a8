import { createAcceptor } from '../../src/gbnf/accept.ts'
import { compileGbnf } from '../../src/gbnf/read.ts'
import { sampleMany } from '../../src/gbnf/sample.ts'
import type { JsonSchema } from '../../src/peg/node.ts'
import { resolvePointer } from '../../src/schema/raw-schema.ts'
import { admitsNone, type ReportEntry, type SchemaReport } from '../../src/schema/report.ts'
import { schemaToGbnf, type SchemaOptions } from '../../src/text/schema-to-gbnf.ts'
import { validatorOf } from './json-validator.ts'

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
      // A format that no draft defines has no value that breaks it; where nothing fits, nothing is lost.
      !reason.startsWith('is none that') &&
      reason !== admitsNone,
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
  const places = mark.path === '' ? [''] : [mark.path, '']
  for (const place of places) {
    const judge = judgeOf(schema, mark, place)
    if (judge === null) continue
    const { gbnf, report } = schemaToGbnf(schemaAt(schema, place), options)
    // A reference that leads nowhere admits anything, and shows nothing.
    const isLost = ({ path, keyword, effect }: ReportEntry): boolean =>
      effect === 'refused' && path === '' && /^(|\$ref)$/.test(keyword)
    if (report.entries.some(isLost)) continue
    const found = counterExample(gbnf, judge, candidates(schema, options, mark, place, seed))
    if (found !== null) return found
  }
  return null
}

/** Whether a text breaks the keyword of a mark. */
type Judge = (text: string) => boolean

/**
 * A value breaks a keyword that is named by what it breaks, or without which it is valid. `null` where
 * no validator reads the schema.
 */
function judgeOf(schema: JsonSchema, { path, keyword }: ReportEntry, place: string): Judge | null {
  const validate = validatorOf(schemaAt(schema, place))
  if (validate === null) return null
  const without = keyword === '' ? null : withoutKeyword(schema, path, keyword)
  const validateRest = without === null ? null : validatorOf(schemaAt(without, place))
  const at = keyword === '' ? path : `${path}/${keyword}`
  return (text) => {
    const value: unknown = JSON.parse(text)
    const broken = validate(value)
    if (broken.length === 0) return false
    if (broken.some((found) => found === at || found.startsWith(`${at}/`))) return true
    return validateRest !== null && validateRest(value).length === 0
  }
}

/** The schema without a keyword of one of its parts, and without what means nothing but beside it. */
function withoutKeyword(schema: JsonSchema, path: string, keyword: string): JsonSchema | null {
  const copy: JsonSchema = structuredClone(schema)
  const holder = resolvePointer(copy, path)
  if (typeof holder !== 'object' || holder === null) return null
  const companions = { if: ['then', 'else'], contains: ['minContains', 'maxContains'] }
  for (const [first, others] of Object.entries(companions)) {
    if (keyword === first) for (const other of others) Reflect.deleteProperty(holder, other)
  }
  return Reflect.deleteProperty(holder, keyword) ? copy : null
}

/** A schema that stands at a pointer in another one, whose references still lead where they led. */
function schemaAt(schema: JsonSchema, path: string): JsonSchema {
  return path === '' ? schema : schemaOfAll(schema, [path])
}

/** What fits all schemas at some pointers of another one. */
function schemaOfAll(schema: JsonSchema, paths: readonly string[]): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const { $schema, id: _, ...rest } = schema
  // Draft 4 names schemas by another keyword.
  const isOldest = /draft-0[34]/.test(String($schema))
  const root = { ...rest, [isOldest ? 'id' : '$id']: rootName }
  const parts = paths.map((path) => {
    const place = path.split('/').map(encodeURIComponent).join('/')
    return { $ref: `${rootName}#${place}` }
  })
  return {
    ...($schema === undefined ? {} : { $schema }),
    ...(parts.length === 1 ? parts[0] : { allOf: parts }),
    definitions: { root },
  }
}

const rootName = 'https://schemas.example/root'

/** Texts that may break a keyword: what the grammar admits, and what its own parts have in common. */
function* candidates(
  schema: JsonSchema,
  options: SchemaOptions,
  { path, keyword }: ReportEntry,
  place: string,
  seed: number,
): Generator<string> {
  const sampled = function* (of: JsonSchema, count: number): Generator<string> {
    const { gbnf, report } = schemaToGbnf(of, options)
    if (report.entries.some(({ reason }) => reason === admitsNone)) return
    yield* sampleMany(gbnf, count, { seed })
  }
  yield* sampled(schemaAt(schema, place), 40)
  const without = keyword === '' ? null : withoutKeyword(schema, path, keyword)
  if (place !== path || without === null) return
  yield* sampled(schemaAt(without, path), 40)
  const parts = resolvePointer(schema, `${path}/${keyword}`)
  if (keyword === 'not' || keyword === 'if') {
    yield* sampled(schemaOfAll(schema, [path, `${path}/${keyword}`]), 20)
  }
  if (!Array.isArray(parts) || keyword !== 'oneOf') return
  // Both of two alternatives: more than one.
  for (const i of parts.keys()) {
    for (let j = 0; j < i && j < 12; j++) {
      yield* sampled(schemaOfAll(schema, [`${path}/oneOf/${i}`, `${path}/oneOf/${j}`]), 4)
    }
  }
}

// Beyond it a text shows nothing.
const maxWork = 3_000_000

/** A candidate, or what is near to one, that a grammar admits though it breaks a keyword. */
function counterExample(gbnf: string, isBroken: Judge, texts: Iterable<string>): string | null {
  const program = compileGbnf(gbnf)
  const isShown = (text: string): boolean => {
    if (!isBroken(text)) return false
    const acceptor = createAcceptor(program, { maxWork })
    acceptor.feed(text)
    return acceptor.result().kind === 'complete'
  }
  const objects: Members[] = []
  for (const text of texts) {
    if (isShown(text)) return text
    const tree = treeOf(JSON.parse(text))
    const joined = isObject(tree) ? objects.map((other) => joinMembers(other, tree)) : []
    if (isObject(tree)) objects.push(tree)
    for (const near of [...nearTo(tree), ...joined]) {
      const changed = textOf(near)
      if (isShown(changed)) return changed
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
      // The same name before, which a reader drops.
      for (const other of plainValues) yield { members: [[name, other], ...members] }
      // The same name again, with a value of its own: a reader keeps the last.
      for (const other of [...plainValues, ...members.map(([, own]) => own)]) {
        yield { members: [...members, [name, other]] }
      }
      // The name of the member before or behind, so that there is one less.
      for (const [other] of [...members.slice(i + 1, i + 2), ...rest.slice(-1)]) {
        yield { members: [...rest, [other, value], ...members.slice(i + 1)] }
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
