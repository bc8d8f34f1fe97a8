/**
 * A smaller text of which something is still true: without the parts that it does not need, and with
 * plain characters where any will do. Asks at most `effort` times.
 *
 * @example
 * ```ts
 * shrinkText('xx<y>zz', (text) => text.includes('<')) // '<'
 * ```
 */
export function shrinkText(
  text: string,
  holds: (text: string) => boolean,
  effort: number = 2000,
): string {
  let asked = 0
  const tryHolds = (candidate: string): boolean => asked++ < effort && holds(candidate)
  let best = [...text]
  let before: number
  do {
    before = best.length
    best = withoutParts(best, tryHolds)
  } while (best.length < before)
  return withPlainCharacters(best, tryHolds).join('')
}

/** Takes out parts, large ones first. */
function withoutParts(chars: string[], holds: (text: string) => boolean): string[] {
  let best = chars
  for (let size = best.length; size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.length;) {
      const shorter = [...best.slice(0, at), ...best.slice(at + size)]
      if (holds(shorter.join(''))) best = shorter
      else at += size
    }
  }
  return best
}

function withPlainCharacters(chars: string[], holds: (text: string) => boolean): string[] {
  const best = [...chars]
  best.forEach((char, i) => {
    if (char === 'a') return
    const plain = best.with(i, 'a')
    if (holds(plain.join(''))) best[i] = 'a'
  })
  return best
}
