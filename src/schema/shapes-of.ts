import { baseShapes } from './base-shapes.ts'
import { createAdmits } from './admits.ts'
import { areDisjoint } from './disjoint.ts'
import { keywordReader } from './keyword-reader.ts'
import { MaxDepth, MaxSchemas, MaxShapes } from './limits.ts'
import { meetShapes, uniteShapes } from './meet-shapes.ts'
import { isObject, isSchema, memberPath, ownMember, resolveReference } from './raw-schema.ts'
import type { SchemaObject } from './raw-schema.ts'
import { nestedTooDeeply, type Reporter } from './report.ts'
import { anything, type Conjunction, type Located, type Shape } from './shape.ts'

/** The schemas below one root, as shapes. */
export interface Schemas {
  /** The shapes of which a value must have one. None: no value will do. */
  shapesOf(schemas: Conjunction): readonly Shape[]
  /** Equal for conjunctions that mean the same schemas: references are followed. */
  keyOf(schemas: Conjunction): string
}

const unenforced = ['not', 'if', 'then', 'else']
const unresolved = ['$dynamicRef', '$recursiveRef']

/** Reads the schemas below a root, each once. */
export function createSchemas(root: unknown, reporter: Reporter): Schemas {
  const known = new Map<SchemaObject, readonly Shape[]>()
  const joined = new Map<string, readonly Shape[]>()
  const ids = new Map<unknown, number>()
  const open = new Set<SchemaObject>()
  let read = 0
  let cuts = 0
  const admits = createAdmits(shapesOf)

  function shapesOf(schemas: Conjunction): readonly Shape[] {
    const parts = simplify(schemas)
    if (parts.length === 1 && parts[0] !== undefined) return shapesOfOne(parts[0])
    const key = keyOfParts(parts)
    const found = joined.get(key)
    if (found !== undefined) return found
    const path = schemas[0]?.path ?? ''
    const shapes = parts.reduce<readonly Shape[]>(
      (all, part) => meet(all, shapesOfOne(part), part.path, 'allOf'),
      anything(path),
    )
    joined.set(key, shapes)
    return shapes
  }

  function shapesOfOne({ schema, path }: Located): readonly Shape[] {
    if (schema === false) return []
    if (schema === true) return anything(path)
    if (!isObject(schema)) {
      reporter.note(path, '', 'refused', 'is no schema, and any value is admitted')
      return anything(path)
    }
    const found = known.get(schema)
    if (found !== undefined) return found
    // A union that holds itself gains nothing by it.
    if (open.has(schema)) {
      cuts++
      return []
    }
    if (++read > MaxSchemas || open.size > MaxDepth) {
      reporter.note(path, '', 'refused', nestedTooDeeply)
      return anything(path)
    }
    open.add(schema)
    const cutsBefore = cuts
    const shapes = combine(schema, path)
    open.delete(schema)
    // What was cut short by a schema that is still open must be read again on its own.
    if (cuts === cutsBefore || open.size === 0) known.set(schema, shapes)
    return shapes
  }

  function combine(schema: SchemaObject, path: string): readonly Shape[] {
    const at = keywordReader({ schema, path, reporter })
    for (const keyword of unenforced) {
      if (at.has(keyword)) at.note(keyword, 'ignored', 'is not enforced by the grammar')
    }
    for (const keyword of unresolved) {
      if (at.has(keyword)) at.note(keyword, 'refused', 'is not followed')
    }
    let shapes = baseShapes({ schema, path, reporter }, admits)
    if (at.has('$ref')) shapes = meet(shapes, referred(schema, path), path, '$ref')
    for (const [i, part] of (at.list('allOf') ?? []).entries()) {
      at.exact('allOf')
      const located = { schema: part, path: memberPath(memberPath(path, 'allOf'), i) }
      shapes = meet(shapes, shapesOfOne(located), path, 'allOf')
    }
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const parts = at.list(keyword)
      if (parts === null || parts.length === 0) continue
      shapes = meet(shapes, union(parts, path, keyword), path, keyword)
    }
    return shapes
  }

  function referred(schema: SchemaObject, path: string): readonly Shape[] {
    const target = targetOf(schema)
    if (target === null) {
      reporter.note(path, '$ref', 'refused', 'leads to no schema, and any value is admitted')
      return anything(path)
    }
    reporter.note(path, '$ref', 'exact')
    return shapesOfOne(target)
  }

  function union(
    parts: readonly unknown[],
    path: string,
    keyword: 'anyOf' | 'oneOf',
  ): readonly Shape[] {
    const alternatives = parts.map((schema, i) =>
      shapesOfOne({ schema, path: memberPath(memberPath(path, keyword), i) }),
    )
    if (keyword === 'anyOf' || areDisjoint(alternatives, shapesOf)) {
      reporter.note(path, keyword, 'exact')
    } else reporter.note(path, keyword, 'relaxed', 'is read as anyOf')
    return uniteShapes(alternatives.flat())
  }

  function meet(
    a: readonly Shape[],
    b: readonly Shape[],
    path: string,
    keyword: string,
  ): readonly Shape[] {
    const shapes: Shape[] = []
    for (const x of a) {
      for (const y of b) {
        const both = meetShapes(x, y, admits)
        if (both !== null) shapes.push(both)
        if (shapes.length > MaxShapes) {
          reporter.note(path, keyword, 'relaxed', `has more than ${MaxShapes} combinations`)
          return a.length < b.length ? a : b
        }
      }
    }
    return uniteShapes(shapes)
  }

  function targetOf(schema: SchemaObject): Located | null {
    const reference = ownMember(schema, '$ref')
    if (typeof reference !== 'string') return null
    const target = resolveReference(root, reference)
    return isSchema(target) ? { schema: target, path: pointerOf(reference) } : null
  }

  /** Without what says nothing, and with plain references followed. */
  function simplify(schemas: Conjunction): readonly Located[] {
    const parts = new Map<unknown, Located>()
    for (const schema of schemas) {
      const part = follow(schema)
      if (part.schema !== true) parts.set(part.schema, part)
    }
    return [...parts.values()]
  }

  function follow(located: Located): Located {
    let at = located
    for (let i = 0; i < 64 && isObject(at.schema) && isPlainReference(at.schema); i++) {
      const target = targetOf(at.schema)
      if (target === null) return at
      reporter.note(at.path, '$ref', 'exact')
      at = target
    }
    return at
  }

  function keyOfParts(parts: readonly Located[]): string {
    const numbers = parts.map(({ schema }) => {
      if (!ids.has(schema)) ids.set(schema, ids.size)
      return ids.get(schema)
    })
    return numbers.join('&')
  }

  return { shapesOf, keyOf: (schemas) => keyOfParts(simplify(schemas)) }
}

const constraints =
  /^(type|enum|const|nullable|allOf|anyOf|oneOf|not|if|then|else|\$dynamicRef|\$recursiveRef|properties|required|patternProperties|additional.*|propertyNames|depend.*|unevaluated.*|min.*|max.*|exclusive.*|multipleOf|pattern|format|items|prefixItems|contains|uniqueItems)$/

/** Whether a schema is a reference and nothing else but notes and definitions. */
function isPlainReference(schema: SchemaObject): boolean {
  return (
    typeof ownMember(schema, '$ref') === 'string' &&
    !Object.keys(schema).some((keyword) => constraints.test(keyword))
  )
}

function pointerOf(reference: string): string {
  return reference === '#' ? '' : reference.slice(1)
}
