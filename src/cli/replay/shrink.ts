/** How many texts are tried at most: each costs as many readings as it has characters. */
const MaxTries = 300

/**
 * Removes stretches of a text as long as the fault stays, first long ones, then single characters.
 * The result still has the fault.
 */
export function shrinkText(text: string, hasFault: (text: string) => boolean): string {
  let best = text
  let tries = 0
  for (let size = text.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < best.length && tries < MaxTries;) {
      const shorter = best.slice(0, at) + best.slice(at + size)
      tries++
      if (hasFault(shorter)) best = shorter
      else at += size
    }
  }
  return best
}
