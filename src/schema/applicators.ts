import type { Algebra } from './algebra.ts'
import { keywordReader, type Reading } from './keyword-reader.ts'
import { isObject, memberPath, ownMember } from './raw-schema.ts'
import type { References } from './references.ts'
import { anything, anythingInstead, openShape, type Located, type Shape } from './shape.ts'
import { applyUnevaluated } from './unevaluated.ts'
import { jsonTypes } from './value-types.ts'

/** What schemas in schemas are read with. */
export interface ApplicatorTools {
  readonly algebra: Algebra
  readonly references: References
  readonly tracksEvaluated: boolean
  readonly shapesOf: (located: Located) => readonly Shape[]
}

interface Applying {
  readonly reading: Reading
  readonly tools: ApplicatorTools
}

/**
 * The shapes that references and combined schemas leave of what a schema's own keywords leave.
 *
 * @param isAlone whether a `$ref` hides what stands beside it
 */
export function applyKeywords(
  reading: Reading,
  own: readonly Shape[],
  tools: ApplicatorTools,
  isAlone: boolean,
): readonly Shape[] {
  const applying: Applying = { reading, tools }
  let shapes = own
  const meetWith = (found: readonly Shape[], keyword: string): void => {
    shapes = tools.algebra.meet(shapes, found, reading.path, keyword)
  }
  const at = keywordReader(reading)
  for (const keyword of references) {
    if (at.has(keyword)) meetWith(referred(applying, keyword), keyword)
  }
  if (isAlone) return shapes
  for (const [i, schema] of (at.list('allOf') ?? []).entries()) {
    at.exact('allOf')
    const path = memberPath(memberPath(reading.path, 'allOf'), i)
    meetWith(tools.shapesOf({ schema, path }), 'allOf')
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const parts = at.list(keyword) ?? []
    if (parts.length > 0) shapes = union(applying, shapes, parts, keyword)
  }
  if (at.has('if')) meetWith(conditional(applying, shapes), 'if')
  if (at.has('not')) meetWith(complement(applying, shapes, 'not'), 'not')
  for (const { keyword, found } of dependents(applying)) meetWith(found, keyword)
  return applyUnevaluated(reading, shapes)
}

const references = ['$ref', '$dynamicRef', '$recursiveRef']

function referred({ reading, tools }: Applying, keyword: string): readonly Shape[] {
  const { schema, path, reporter } = reading
  const target = tools.references.target(schema, keyword)
  if (target === null) {
    reporter.note(path, keyword, 'refused', 'leads to no known schema, and any value is admitted')
    return anythingInstead(path)
  }
  reporter.note(path, keyword, 'exact')
  return tools.shapesOf(target)
}

function below({ reading, tools }: Applying, keyword: string): readonly Shape[] {
  const path = memberPath(reading.path, keyword)
  return tools.shapesOf({ schema: ownMember(reading.schema, keyword), path })
}

/** What does not fit the schema of a keyword; as it is to be met with shapes, a loss is told. */
function complement(
  { reading, tools }: Applying,
  shapes: readonly Shape[],
  keyword: string,
): readonly Shape[] {
  const { path, reporter } = reading
  const origin = { path, keyword }
  reporter.note(path, keyword, 'exact')
  const schema = ownMember(reading.schema, keyword)
  const others = tools.shapesOf({
    schema,
    path: memberPath(path, keyword),
    negated: true,
    origin,
  })
  tools.algebra.noteLoss(shapes, others, origin)
  return others
}

/** What fits shapes and the alternatives of a keyword. */
function union(
  applying: Applying,
  shapes: readonly Shape[],
  parts: readonly unknown[],
  keyword: 'anyOf' | 'oneOf',
): readonly Shape[] {
  const { reading, tools } = applying
  const { path, reporter } = reading
  const lists = parts.map((schema, i) =>
    tools.shapesOf({ schema, path: memberPath(memberPath(path, keyword), i) }),
  )
  if (keyword === 'oneOf') {
    const found = tools.algebra.exactlyOne(shapes, lists, path)
    reporter.note(path, keyword, found === null ? 'relaxed' : 'exact', 'is read as anyOf')
    if (found !== null) return found
  } else reporter.note(path, keyword, 'exact')
  const all = tools.algebra.unite(tools.tracksEvaluated ? withOverlaps(applying, lists) : lists)
  return tools.algebra.meet(shapes, all, path, keyword)
}

const maxOverlapping = 5

/** What fits several alternatives is seen by all of them. */
function withOverlaps(
  { reading, tools }: Applying,
  lists: readonly (readonly Shape[])[],
): readonly (readonly Shape[])[] {
  if (lists.length > maxOverlapping) return lists
  let all: (readonly Shape[])[] = []
  for (const list of lists) {
    const met = all.map((other) => tools.algebra.meet(other, list, reading.path, 'anyOf'))
    all = [...all, list, ...met]
  }
  return all
}

function conditional(applying: Applying, shapes: readonly Shape[]): readonly Shape[] {
  const { reading, tools } = applying
  const { path, schema } = reading
  const at = keywordReader(reading)
  const branch = (keyword: string): readonly Shape[] => {
    if (ownMember(schema, keyword) === undefined) return anything(path)
    at.exact(keyword)
    return below(applying, keyword)
  }
  if (!at.has('then') && !at.has('else') && !tools.tracksEvaluated) return anything(path)
  const holds = below(applying, 'if')
  const fails = complement(applying, shapes, 'if')
  return tools.algebra.unite([
    tools.algebra.meet(holds, branch('then'), path, 'then'),
    tools.algebra.meet(fails, branch('else'), path, 'else'),
  ])
}

/** For each property that others depend on: it is not there, or what depends on it holds. */
function dependents(applying: Applying): { keyword: string; found: readonly Shape[] }[] {
  const { reading, tools } = applying
  const { path } = reading
  const at = keywordReader(reading)
  const all: { keyword: string; found: readonly Shape[] }[] = []
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const listed = at.value(keyword)
    if (!isObject(listed)) {
      if (at.has(keyword)) at.note(keyword, 'ignored', 'is not an object')
      continue
    }
    at.exact(keyword)
    for (const key of Object.keys(listed)) {
      const wanted = ownMember(listed, key)
      const where = memberPath(memberPath(path, keyword), key)
      const there = withRequired(path, [key, ...namesOf(wanted)])
      const found = Array.isArray(wanted)
        ? there
        : tools.algebra.meet(there, tools.shapesOf({ schema: wanted, path: where }), path, keyword)
      all.push({ keyword, found: [...withoutProperty(path, key), ...found] })
    }
  }
  return all
}

function namesOf(wanted: unknown): string[] {
  return Array.isArray(wanted) ? wanted.filter((name) => typeof name === 'string') : []
}

function withRequired(path: string, names: readonly string[]): readonly Shape[] {
  const open = openShape('object', path)
  return open.type === 'object' ? [{ ...open, required: new Set(names) }] : []
}

/** What has no property of a name, and what is no object. */
function withoutProperty(path: string, key: string): readonly Shape[] {
  return jsonTypes.map((type): Shape => {
    const open = openShape(type, path)
    if (open.type !== 'object') return open
    return { ...open, properties: new Map([[key, [{ schema: false, path }]]]) }
  })
}
