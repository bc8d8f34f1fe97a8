import { createAdmits } from './admits.ts'
import { applyKeywords } from './applicators.ts'
import { createAlgebra } from './algebra.ts'
import { baseShapes } from './base-shapes.ts'
import { groupsOf } from './keyword-groups.ts'
import { MaxDepth, MaxSchemas } from './limits.ts'
import { unread } from './plain-copy.ts'
import { isObject, memberPath, ownMember, type SchemaObject } from './raw-schema.ts'
import type { References } from './references.ts'
import { nestedTooDeeply, type Reporter } from './report.ts'
import { anything, anythingInstead } from './shape.ts'
import type { Conjunction, Located, Origin, Shape } from './shape.ts'
import { unseen } from './unevaluated.ts'

/** The schemas below one root, as shapes. */
export interface Schemas {
  /** The shapes of which a value must have one. None: no value will do. */
  shapesOf(schemas: Conjunction): readonly Shape[]
  /** Equal for conjunctions that mean the same schemas: references are followed. */
  keyOf(schemas: Conjunction): string
  /** What reading took so far: schemas, and pairs of shapes by their weight. */
  steps(): number
}

/** What schemas are read with. */
export interface SchemasInput {
  readonly references: References
  readonly reporter: Reporter
  /** Some `unevaluated…` keyword asks which keywords have seen a value. */
  readonly tracksEvaluated: boolean
}

/** Reads the schemas below a root, each once. */
export function createSchemas({ references, reporter, tracksEvaluated }: SchemasInput): Schemas {
  const known = [
    new Map<SchemaObject, readonly Shape[]>(),
    new Map<SchemaObject, readonly Shape[]>(),
  ]
  const joined = new Map<string, readonly Shape[]>()
  const ids = new Map<unknown, number>()
  const open = new Set<SchemaObject>()
  let read = 0
  let cuts = 0
  const admits = createAdmits(shapesOf)
  const algebra = createAlgebra({ admits, reporter, contradicts, shapesOf, tracksEvaluated })

  function shapesOf(schemas: Conjunction): readonly Shape[] {
    const parts = simplify(schemas)
    const [only] = parts
    if (parts.length === 1 && only !== undefined) {
      const own = shapesOfOne(only)
      if (isNegated(only)) algebra.noteLoss(own, own, originOf(only))
      return own
    }
    const key = keyOfParts(parts)
    const found = joined.get(key)
    if (found !== undefined) return found
    const path = schemas[0]?.path ?? ''
    const cutsBefore = cuts
    // First what must hold: it leaves less for what must not.
    const ordered = parts.toSorted((a, b) => Number(isNegated(a)) - Number(isNegated(b)))
    const shapes = ordered.reduce<readonly Shape[]>((all, part) => {
      const own = shapesOfOne(part)
      return isNegated(part)
        ? algebra.exclude(all, own, originOf(part))
        : algebra.meet(all, own, part.path, 'allOf')
    }, anything(path))
    if (cuts === cutsBefore || open.size === 0) joined.set(key, shapes)
    return shapes
  }

  function shapesOfOne(located: Located): readonly Shape[] {
    const { schema, path, negated = false } = located
    if (typeof schema === 'boolean') return schema === negated ? [] : anything(path)
    if (!isObject(schema) || schema === unread) {
      const reason = schema === unread ? nestedTooDeeply : 'is no schema, and any value is admitted'
      reporter.note(path, '', 'refused', reason)
      return anythingInstead(path)
    }
    const found = known[negated ? 1 : 0]?.get(schema)
    if (found !== undefined) return found
    if (!negated) return readShapes(schema, path)
    if (isOnlyNot(schema)) {
      reporter.note(path, 'not', 'exact')
      const twice = { schema: ownMember(schema, 'not'), path: memberPath(path, 'not') }
      const held = shapesOfOne(twice)
      return tracksEvaluated ? held.map(unseen) : held
    }
    const cutsBefore = cuts
    const shapes = algebra.complement(shapesOfOne({ schema, path }), path, originOf(located))
    if (cuts === cutsBefore || open.size === 0) known[1]?.set(schema, shapes)
    return shapes
  }

  function readShapes(schema: SchemaObject, path: string): readonly Shape[] {
    // A union that holds itself gains nothing by it.
    if (open.has(schema)) {
      cuts++
      return []
    }
    if (++read > MaxSchemas || open.size > MaxDepth) {
      reporter.note(path, '', 'refused', nestedTooDeeply)
      return anythingInstead(path)
    }
    open.add(schema)
    const cutsBefore = cuts
    const shapes = combine(schema, path)
    open.delete(schema)
    // What was cut short by a schema that is still open must be read again on its own.
    if (cuts === cutsBefore || open.size === 0) known[0]?.set(schema, shapes)
    return shapes
  }

  function combine(schema: SchemaObject, path: string): readonly Shape[] {
    const reading = { schema, path, reporter }
    const isAlone = ownMember(schema, '$ref') !== undefined && !references.hasSiblings(schema)
    const groups = groupsOf(schema)
    const own = isAlone ? anything(path) : baseShapes(reading, groups, admits)
    if (!groups.combines) return own
    const tools = { algebra, references, tracksEvaluated, shapesOf: shapesOfOne }
    return applyKeywords(reading, own, tools, isAlone)
  }

  /** Whether schemas plainly exclude each other. `true` is certain; nothing open is read for it. */
  function contradicts(schemas: Conjunction): boolean {
    if (schemas.some(({ schema, negated = false }) => schema === negated)) return true
    const parts = simplify(schemas)
    const isBoth = (part: Located): boolean =>
      parts.some((other) => other.schema === part.schema && isNegated(other) !== isNegated(part))
    if (parts.some(isBoth)) return true
    const flat = parts.filter(isFlat)
    return flat.length > 1 && shapesOf(flat).length === 0
  }

  /** Without what says nothing, and with plain references followed. */
  function simplify(schemas: Conjunction): readonly Located[] {
    const [only] = schemas
    if (only !== undefined && schemas.length === 1) {
      const part = follow(only)
      return part.schema === !isNegated(part) ? [] : [part]
    }
    const parts = new Map<string, Located>()
    for (const schema of schemas) {
      const part = follow(schema)
      if (part.schema !== !isNegated(part)) parts.set(idOf(part), part)
    }
    return [...parts.values()]
  }

  function follow(located: Located): Located {
    let at = located
    for (let i = 0; i < 64 && isObject(at.schema) && isPlainReference(at.schema); i++) {
      const target = references.target(at.schema, '$ref')
      if (target === null) return at
      reporter.note(at.path, '$ref', 'exact')
      at = isNegated(located) ? { ...located, ...target } : target
    }
    return at
  }

  function keyOfParts(parts: readonly Located[]): string {
    const [only] = parts
    if (only !== undefined && parts.length === 1) return idOf(only)
    return parts.map(idOf).toSorted().join('&')
  }

  function idOf(part: Located): string {
    const { schema } = part
    let id = ids.get(schema)
    if (id === undefined) ids.set(schema, (id = ids.size))
    return isNegated(part) ? `!${id}` : String(id)
  }

  return {
    shapesOf,
    keyOf: (schemas) => keyOfParts(simplify(schemas)),
    steps: () => read + algebra.work(),
  }
}

function isNegated({ negated = false }: Located): boolean {
  return negated
}

function originOf({ origin, path }: Located): Origin {
  return origin ?? { path, keyword: '' }
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

/** Whether a schema is a `not` and nothing else but notes. */
function isOnlyNot(schema: SchemaObject): boolean {
  const said = Object.keys(schema).filter(
    (keyword) => keyword === '$ref' || constraints.test(keyword),
  )
  return said.length === 1 && said[0] === 'not'
}

const combining =
  /^(\$ref|\$dynamicRef|\$recursiveRef|allOf|anyOf|oneOf|not|if|depend.*|unevaluated.*)$/

/** Whether a schema's shapes are told by its own keywords alone. */
function isFlat({ schema }: Located): boolean {
  return isObject(schema) && !Object.keys(schema).some((keyword) => combining.test(keyword))
}
