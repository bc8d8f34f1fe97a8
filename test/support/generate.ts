import { createRandom, type Random } from './random-texts.ts'

/**
 * Texts that went wrong on their way: cut off, with parts missing, doubled, swapped, replaced, with
 * markers where they do not belong, and with halves of surrogate pairs.
 */
export function damagedTexts(
  text: string,
  markers: readonly string[],
  count: number,
  seed: number,
): string[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    let out = text
    for (let left = 1 + random(2); left > 0; left--) out = damage(out, markers, random)
    return out
  })
}

/** The markers of a text: what stands in angle brackets or square ones. */
export function markersOf(text: string): string[] {
  return [...new Set(text.match(/<[^<>\s]{1,40}>|\[[A-Z_/]+\]/g) ?? ['<tool_call>'])]
}

function damage(text: string, markers: readonly string[], random: Random): string {
  const at = random(text.length + 1)
  const to = Math.min(text.length, at + 1 + random(12))
  const insert = (what: string): string => text.slice(0, at) + what + text.slice(at)
  const marker = markers[random(Math.max(1, markers.length))] ?? '<x>'
  const kinds: (() => string)[] = [
    () => text.slice(0, at),
    () => text.slice(0, at) + text.slice(to),
    () => insert(text.slice(at, to)),
    () => text.slice(0, at) + text.slice(to, to + 6) + text.slice(at, to) + text.slice(to + 6),
    () => insert(marker),
    () => insert(marker.slice(0, 1 + random(marker.length))),
    () => insert(text.slice(random(text.length + 1), to)),
    () => insert(randomText(random)),
    () => insert(random(2) === 0 ? '\ud83d' : '\ude00'),
    () => text.slice(0, at) + randomText(random) + text.slice(to),
    () => text + marker + randomText(random),
  ]
  return (kinds[random(kinds.length)] ?? kinds[0])?.() ?? text
}

function randomText(random: Random): string {
  const pieces = [
    '{',
    '}',
    '"',
    '\\',
    '\n',
    ' ',
    '<',
    '>',
    'é',
    '😀',
    '\u0000',
    '\ufeff',
    '[',
    ',',
    ':',
    '7',
    'null',
    '</',
  ]
  return Array.from({ length: 1 + random(4) }, () => pieces[random(pieces.length)] ?? '').join('')
}
