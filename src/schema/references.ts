import { draftOf, isOld, type Draft } from './drafts.ts'
import { enterScope, outermost, scopeKey, type DynamicScope } from './dynamic-scope.ts'
import { plainCopy } from './plain-copy.ts'
import type { JsonSchema } from '../peg/node.ts'
import { isObject, isSchema, ownMember, resolvePointer } from './raw-schema.ts'
import type { SchemaObject } from './raw-schema.ts'
import type { Located } from './shape.ts'
import { partsOf } from './subschemas.ts'
import { decoded, resolveUri, withoutFragment } from './uris.ts'

export type { Draft } from './drafts.ts'

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
  /** The dynamic scope around it: known, or that of the resource in which it stands. */
  readonly around: DynamicScope | Resource
}

/** What a reference leads to, before any dynamic scope is asked. */
interface Found {
  readonly resource: Resource
  readonly located: Located
  readonly fragment: string
}

/** The most copies of resources, one for each dynamic scope. */
const MaxInstances = 64

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
  // By URI, then by name.
  const dynamic = new Map<string, Map<string, Located>>()
  const instances = new Map<string, Resource>()
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
        around: outermost,
      }
    )
  }

  function addDocument(schema: unknown, uri: string, path: string, draft: Draft): void {
    const located = { schema, path }
    const first = { uri, root: located, draft: draftOf(schema, draft), around: outermost }
    resources.set(uri, first)
    addParts(first)
  }

  function addParts(first: Resource): void {
    const open: [unknown, string, Resource][] = [[first.root.schema, first.root.path, first]]
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
      resource = { uri, root: { schema, path }, draft: draftOf(schema, outer.draft), around: outer }
      if (!resources.has(uri)) resources.set(uri, resource)
    }
    // Before 2019-09 an anchor was written as an `$id`.
    const names = [isNamed && id.includes('#') ? id.slice(id.indexOf('#') + 1) : undefined]
    const anchor = ownMember(schema, '$anchor')
    if (typeof anchor === 'string') names.push(anchor)
    const dynamicAnchor = ownMember(schema, '$dynamicAnchor')
    if (typeof dynamicAnchor === 'string') {
      names.push(dynamicAnchor)
      addDynamic(resource, dynamicAnchor, { schema, path })
    }
    if (ownMember(schema, '$recursiveAnchor') === true && resource.root.schema === schema) {
      addDynamic(resource, '', { schema, path })
    }
    for (const name of names) {
      const key = `${resource.uri}#${name}`
      if (name !== undefined && name !== '' && !anchors.has(key)) {
        anchors.set(key, { schema, path })
      }
    }
    return resource
  }

  function addDynamic({ uri }: Resource, name: string, located: Located): void {
    const own = dynamic.get(uri) ?? new Map<string, Located>()
    dynamic.set(uri, own)
    if (!own.has(name)) own.set(name, located)
  }

  function target(schema: SchemaObject, keyword: string): Located | null {
    const reference = ownMember(schema, keyword)
    if (typeof reference !== 'string') return null
    const from = resourceOf(schema)
    const found = find(reference, from)
    if (found === null || !isSchema(found.located.schema)) return null
    const { resource, located, fragment } = found
    if (dynamic.size === 0) return located
    const scope = scopeOf(from)
    // Only where an anchor of the kind stands at its end does a reference look further out.
    const isDynamic =
      keyword !== '$ref' &&
      (keyword === '$recursiveRef') === (fragment === '') &&
      dynamic.get(resource.uri)?.has(fragment) === true
    const first = resources.get((isDynamic ? scope.get(fragment) : undefined) ?? '')
    const anchor = first === undefined ? undefined : dynamic.get(first.uri)?.get(fragment)
    return first === undefined || anchor === undefined
      ? within(resource, located, scope)
      : within(first, anchor, scope)
  }

  function scopeOf({ uri, around }: Resource): DynamicScope {
    const outer = isScope(around) ? around : scopeOf(around)
    return enterScope(outer, uri, dynamic.get(uri)?.keys() ?? [])
  }

  /**
   * What stands somewhere in a resource, as read in a scope: each scope that a resource is read in
   * has a copy of it, so that what is known of a schema is known of it in its scope. `null` where
   * they are too many.
   */
  function within(resource: Resource, located: Located, scope: DynamicScope): Located | null {
    const inner = enterScope(scope, resource.uri, dynamic.get(resource.uri)?.keys() ?? [])
    if (scopeKey(inner) === scopeKey(scopeOf(resource))) return located
    const key = `${resource.uri} ${scopeKey(inner)}`
    let instance = instances.get(key)
    if (instance === undefined) {
      if (instances.size >= MaxInstances) return null
      const schema = plainCopy(resource.root.schema, () => {})
      instance = { ...resource, root: { ...resource.root, schema }, around: inner }
      instances.set(key, instance)
      addParts(instance)
    }
    const pointer = located.path.slice(resource.root.path.length)
    const schema = resolvePointer(instance.root.schema, pointer)
    if (schema === undefined) return null
    if (isObject(schema) && !owners.has(schema)) owners.set(schema, instance)
    return { schema, path: located.path }
  }

  function find(reference: string, { uri: base, draft }: Resource): Found | null {
    const uri = resolveUri(reference, base)
    const hash = uri.indexOf('#')
    const resource = documentOf(withoutFragment(uri), draft)
    if (resource === null) return null
    const fragment = decoded(hash < 0 ? '' : uri.slice(hash + 1))
    if (fragment !== '' && !fragment.startsWith('/')) {
      const located = anchors.get(`${resource.uri}#${fragment}`)
      return located === undefined ? null : { resource, located, fragment }
    }
    const schema = resolvePointer(resource.root.schema, fragment)
    if (schema === undefined) return null
    if (isObject(schema) && !owners.has(schema)) owners.set(schema, resource)
    return { resource, located: { schema, path: `${resource.root.path}${fragment}` }, fragment }
  }

  function documentOf(uri: string, draft: Draft): Resource | null {
    const known = resources.get(uri)
    if (known !== undefined) return known
    for (const name of [uri, `${uri}#`]) {
      const schema = ownMember(remote, name)
      if (schema === undefined) continue
      const path = `${uri}#`
      addDocument(schema, uri, path, draft)
      return resources.get(uri) ?? null
    }
    return null
  }

  return { target, hasSiblings: (schema) => !isOld(resourceOf(schema).draft) }
}

function isScope(around: DynamicScope | Resource): around is DynamicScope {
  return around instanceof Map
}

/** In old drafts a `$ref` hides all that stands beside it, `$id` too. */
function hasShadowedId(schema: SchemaObject, { draft }: Resource): boolean {
  return isOld(draft) && ownMember(schema, '$ref') !== undefined
}
