/**
 * Which resource names a dynamic anchor first on the way to a schema: by the anchor's name, the
 * resource's URI. `$recursiveAnchor` is the anchor without a name.
 */
export type DynamicScope = ReadonlyMap<string, string>

/** Where no resource was entered that has dynamic anchors. */
export const outermost: DynamicScope = new Map()

/** The scope within a resource: its names are its own, as far as none further out has them. */
export function enterScope(
  scope: DynamicScope,
  uri: string,
  names: Iterable<string>,
): DynamicScope {
  const inner = new Map(scope)
  for (const name of names) if (!inner.has(name)) inner.set(name, uri)
  return inner.size === scope.size ? scope : inner
}

/** Equal for scopes in which each name is the same resource's. */
export function scopeKey(scope: DynamicScope): string {
  return JSON.stringify([...scope].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
