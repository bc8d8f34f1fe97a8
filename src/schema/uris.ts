/** A reference as seen from a base; as it stands where it is none. RFC 3986. */
export function resolveUri(reference: string, base: string): string {
  if (reference.startsWith('#')) return `${withoutFragment(base)}${reference}`
  try {
    return new URL(reference, base).href
  } catch {
    return reference
  }
}

/** A URI up to its fragment. */
export function withoutFragment(uri: string): string {
  const hash = uri.indexOf('#')
  return hash < 0 ? uri : uri.slice(0, hash)
}

/** A fragment without its percent signs. */
export function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    // A stray percent sign stands for itself.
    return fragment
  }
}
