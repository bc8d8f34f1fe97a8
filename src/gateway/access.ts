import type { Fault } from '../protocol/fault.ts'

/** Who may ask. */
export interface Access {
  /** A key that every request but `/health` must have; none by default. */
  readonly key?: string
  /** Web pages that may ask, as `https://example.org`, or `*` for all; none by default. */
  readonly origins?: readonly string[]
}

/**
 * Why a request is refused. A browser names the page that asks in `Origin`: pages that are not listed are
 * refused, or any page could make a model on this machine work.
 */
export function refuseAccess(headers: Headers, path: string, access: Access): Fault | null {
  const origin = headers.get('origin')
  if (origin !== null && !allowsOrigin(origin, access)) {
    return { kind: 'permission', message: 'this page may not ask: its origin is not allowed' }
  }
  if (access.key === undefined || path === '/health') return null
  const bearer = /^bearer\s+(.*)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const given = bearer ?? headers.get('x-api-key') ?? ''
  return sameText(given, access.key)
    ? null
    : { kind: 'authentication', message: 'the key is missing or wrong' }
}

/** The headers that let an allowed page read the answer. */
export function originHeaders(headers: Headers, access: Access): Readonly<Record<string, string>> {
  const origin = headers.get('origin')
  if (origin === null || !allowsOrigin(origin, access)) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-headers': headers.get('access-control-request-headers') ?? '*',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    vary: 'origin',
  }
}

function allowsOrigin(origin: string, { origins = [] }: Access): boolean {
  return origins.includes('*') || origins.includes(origin)
}

/** Compares in a time that does not tell how much of it was right. */
function sameText(given: string, wanted: string): boolean {
  const utf8 = new TextEncoder()
  const [a, b] = [utf8.encode(given), utf8.encode(wanted)]
  let difference = a.length ^ b.length
  b.forEach((byte, at) => (difference |= byte ^ (a[at] ?? 0)))
  return difference === 0
}
