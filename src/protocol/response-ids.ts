/** Sixteen random bytes in hexadecimal: what ids of responses are made of. */
export function randomHex(): string {
  return crypto.randomUUID().replaceAll('-', '')
}

/** Seconds since 1970, now. */
export function secondsNow(): number {
  return Math.floor(Date.now() / 1000)
}

/** The part of an id behind its prefix: `abc` of `resp_abc`. */
export function withoutPrefix(id: string): string {
  return id.slice(id.indexOf('_') + 1)
}
