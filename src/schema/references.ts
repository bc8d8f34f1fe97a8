import type { JsonSchema } from '../peg/node.ts'
import { isObject, isSchema, memberPath, ownMember, resolvePointer } from './raw-schema.ts'
import type { SchemaObject } from './raw-schema.ts'
import type { Located } from './shape.ts'

/** Follows references: within a schema, and to those that the caller knows. */
export interface References {
  /** What a schema's `$ref`, `$dynamicRef` or `$recursiveRef` leads to; `null` for nothing. */
  target(schema: SchemaObject, keyword: string): Located | null
  /** Whether what stands beside a `$ref` counts: not before draft 2019-09. */
  hasSiblings(schema: SchemaObject): boolean
}

/** Schemas by their URIs, for references that lead out of a schema. */
export type RemoteSchemas = Readonly<Record<string, JsonSchema>>

interface Resource {
  readonly uri: string
  readonly root: Located
  readonly draft: Draft
}

/** A draft of JSON Schema. */
export type Draft = '4' | '6' | '7' | '2019-09' | '2020-12'

const defaultBase = 'schema://root/'

/**
 * The references of a root schema: `$id` (`id` in draft 4) and `$anchor` name parts of it, JSON
 * pointers lead through it. JSON Schema 2020-12, section 8.2.
 */
export function createReferences(
  root: unknown,
  remote: SchemaObject,
  defaultDraft: Draft,
): References {
  const resources = new Map<string, Resource>()
  const anchors = new Map<string, Located>()
  const dynamic = new Map<string, number>()
  const owners = new Map<SchemaObject, Resource>()
  let isRead = false

  function resourceOf(schema: SchemaObject): Resource {
    if (!isRead) {
      isRead = true
      addDocument(root, defaultBase, '', defaultDraft)
    }
    return owners.get(schema) ?? rootResource()
  }

  function rootResource(): Resource {
    const found = resources.get(defaultBase)
    return (
      found ?? {
        uri: defaultBase,
        root: { schema: root, path: '' },
        draft: draftOf(root, defaultDraft),
      }
    )
  }

  function addDocument(schema: unknown, uri: string, path: string, draft: Draft): void {
    const first: Resource = { uri, root: { schema, path }, draft: draftOf(schema, draft) }
    resources.set(uri, first)
    const open: [unknown, string, Resource][] = [[schema, path, first]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [value, at, outer] = next
      if (!isObject(value) || owners.has(value)) continue
      const resource = enter(value, at, outer)
      owners.set(value, resource)
      for (const part of partsOf(value, at)) open.push([part.schema, part.path, resource])
    }
  }

  /** The resource that a schema is the root of, or belongs to; its anchors are noted. */
  function enter(schema: SchemaObject, path: string, outer: Resource): Resource {
    let resource = outer
    const id = ownMember(schema, outer.draft === '4' ? 'id' : '$id')
    const isNamed = typeof id === 'string' && !hasShadowedId(schema, outer)
    if (isNamed && !id.startsWith('#')) {
      const uri = withoutFragment(resolveUri(id, outer.uri))
      resource = { uri, root: { schema, path }, draft: draftOf(schema, outer.draft) }
      if (!resources.has(uri)) resources.set(uri, resource)
    }
    // Before 2019-09 an anchor was written as an `$id`.
    const names = [isNamed && id.includes('#') ? id.slice(id.indexOf('#') + 1) : undefined]
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = ownMember(schema, keyword)
      if (typeof name !== 'string') continue
      names.push(name)
      if (keyword === '$dynamicAnchor') dynamic.set(name, (dynamic.get(name) ?? 0) + 1)
    }
    if (ownMember(schema, '$recursiveAnchor') === true) {
      dynamic.set('', (dynamic.get('') ?? 0) + 1)
    }
    for (const name of names) {
      const key = `${resource.uri}#${name}`
      if (name !== undefined && name !== '' && !anchors.has(key)) {
        anchors.set(key, { schema, path })
      }
    }
    return resource
  }

  function target(schema: SchemaObject, keyword: string): Located | null {
    const reference = ownMember(schema, keyword)
    if (typeof reference !== 'string') return null
    const found = find(reference, resourceOf(schema))
    if (found === null || !isSchema(found.schema)) return null
    // Which of several dynamic anchors is meant depends on the way that led here.
    if (keyword === '$ref') return found
    const name = keyword === '$recursiveRef' ? '' : reference.slice(reference.indexOf('#') + 1)
    return (dynamic.get(name) ?? 0) > 1 ? null : found
  }

  function find(reference: string, { uri: base, draft }: Resource): Located | null {
    const uri = resolveUri(reference, base)
    const hash = uri.indexOf('#')
    const resource = documentOf(withoutFragment(uri), draft)
    if (resource === null) return null
    const fragment = decoded(hash < 0 ? '' : uri.slice(hash + 1))
    if (fragment !== '' && !fragment.startsWith('/')) {
      return anchors.get(`${resource.uri}#${fragment}`) ?? null
    }
    const schema = resolvePointer(resource.root.schema, fragment)
    if (schema === undefined) return null
    if (isObject(schema) && !owners.has(schema)) owners.set(schema, resource)
    return { schema, path: `${resource.root.path}${fragment}` }
  }

  function documentOf(uri: string, draft: Draft): Resource | null {
    const known = resources.get(uri)
    if (known !== undefined) return known
    for (const name of [uri, `${uri}#`]) {
      const schema = ownMember(remote, name)
      if (schema === undefined) continue
      const path = `${uri}#`
      addDocument(schema, uri, path, draft)
      return resources.get(uri) ?? { uri, root: { schema, path }, draft }
    }
    return null
  }

  return { target, hasSiblings: (schema) => !isOld(resourceOf(schema).draft) }
}

/** Keywords that hold one schema, a list of them (`items` and others may be either), or some by name. */
const holders =
  /^(not|if|then|else|contains|propertyNames|items|additionalItems|additionalProperties|unevaluatedItems|unevaluatedProperties|allOf|anyOf|oneOf|prefixItems)$/
const maps = /^(\$defs|definitions|properties|patternProperties|dependentSchemas|dependencies)$/

/** The schemas right below one. What stands in other keywords is data, whatever it looks like. */
function partsOf(schema: SchemaObject, path: string): Located[] {
  const parts: Located[] = []
  const addAll = (value: unknown, at: string): void => {
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) parts.push({ schema: item, path: memberPath(at, i) })
    } else parts.push({ schema: value, path: at })
  }
  for (const key of Object.keys(schema)) {
    const value = ownMember(schema, key)
    const at = memberPath(path, key)
    if (holders.test(key)) addAll(value, at)
    else if (maps.test(key) && isObject(value)) {
      for (const name of Object.keys(value)) addAll(ownMember(value, name), memberPath(at, name))
    }
  }
  return parts
}

/** The draft that a schema names. */
export function draftOf(schema: unknown, otherwise: Draft): Draft {
  const said = isObject(schema) ? ownMember(schema, '$schema') : undefined
  if (typeof said !== 'string') return otherwise
  if (said.includes('draft-03')) return '4'
  return drafts.find((draft) => said.includes(draftNames[draft])) ?? otherwise
}

const drafts: readonly Draft[] = ['2020-12', '2019-09', '7', '6', '4']

const draftNames = {
  '4': 'draft-04',
  '6': 'draft-06',
  '7': 'draft-07',
  '2019-09': 'draft/2019-09',
  '2020-12': 'draft/2020-12',
} as const satisfies Record<Draft, string>

/** Whether a `$ref` hides all that stands beside it. */
function isOld(draft: Draft): boolean {
  return draft === '4' || draft === '6' || draft === '7'
}

/** In old drafts a `$ref` hides all that stands beside it, `$id` too. */
function hasShadowedId(schema: SchemaObject, { draft }: Resource): boolean {
  return isOld(draft) && ownMember(schema, '$ref') !== undefined
}

function resolveUri(reference: string, base: string): string {
  if (reference.startsWith('#')) return `${withoutFragment(base)}${reference}`
  try {
    return new URL(reference, base).href
  } catch {
    return reference
  }
}

function withoutFragment(uri: string): string {
  const hash = uri.indexOf('#')
  return hash < 0 ? uri : uri.slice(0, hash)
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    // A stray percent sign stands for itself.
    return fragment
  }
}
