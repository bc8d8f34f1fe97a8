/**
 * A grammar that this library printed, in the words of XGrammar's EBNF: its `\x` takes any number
 * of digits, so characters are written as `\u`, and it has no sign for any character but an empty
 * class turned round.
 */
export function toXgrammar(gbnf: string): string {
  let inside: '"' | '[' | null = null
  return gbnf.replace(piece, (found, hex: string | undefined) => {
    if (hex !== undefined) return `\\u00${hex}`
    if (found.startsWith('\\')) return found
    if (inside === null && found === '.') return '[^]'
    if (inside === null && (found === '"' || found === '[')) inside = found
    else if ((inside === '"' && found === '"') || (inside === '[' && found === ']')) inside = null
    return found
  })
}

const piece = /\\x([0-9A-Fa-f]{2})|\\.|["[\].]/g
