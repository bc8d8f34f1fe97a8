import type { FormatEntry } from '../../formats/registry.ts'
import type { Answer } from './probe-texts.ts'
import { createReader, type Check } from './read-back.ts'
import type { Turns } from './turns.ts'

/** A format, and how well it reads what a template prints. */
export interface Recognition {
  readonly name: string
  readonly make: FormatEntry['make']
  readonly checks: readonly Check[]
  /** The share of the printed answers that it reads back, from 0 to 1. */
  readonly confidence: number
  /** The same, but for those that its grammar would not have let the model write so. */
  readonly exactness: number
}

/** The answers that are tried first: a format that reads none of them is not looked at further. */
const telling: readonly Answer[] = ['call', 'reasoningAndCall', 'contentAndCall']

// A family's chats cost some milliseconds each, and those whose markers fit best come first.
const maxTried = 8

/**
 * The known format that reads back most of what a template prints; null when none reads a call.
 * Formats whose markers the template does not print are not tried.
 */
export function recogniseFormat(
  turns: Turns,
  candidates: readonly FormatEntry[],
): Recognition | null {
  const withCalls = telling.some((answer) => turns.texts[answer] !== null)
  const fitting = withCalls ? fittingFormats(turns, candidates) : withoutCalls(candidates)
  let best: Recognition | null = null
  for (const { name, make } of fitting) {
    const reader = createReader(make, turns)
    const reads = !withCalls || telling.some((answer) => isRead(reader.check(answer)))
    if (!reads) continue
    const found = recognition(name, make, reader.all())
    if (found.exactness === 1) return found
    if (best === null || isSurer(found, best)) best = found
  }
  return best
}

/** Whether an answer was read back, in whatever notes. */
export function isRead({ outcome }: Check): boolean {
  return outcome === 'passed' || outcome === 'noted'
}

/** Whether one format reads more than another; of two that read as much, the one with fewer notes. */
export function isSurer(a: Recognition, b: Recognition): boolean {
  return a.confidence > b.confidence || (a.confidence === b.confidence && a.exactness > b.exactness)
}

/** A format and its checks. */
export function recognition(
  name: string,
  make: FormatEntry['make'],
  checks: readonly Check[],
): Recognition {
  const printed = checks.filter(({ outcome }) => outcome !== 'not-printed')
  const share = (part: readonly Check[]): number =>
    printed.length === 0 ? 0 : part.length / printed.length
  return {
    name,
    make,
    checks,
    confidence: share(printed.filter(isRead)),
    exactness: share(printed.filter(({ outcome }) => outcome === 'passed')),
  }
}

/** Any format reads plain text: only the plain one is meant by it, or the one that is asked for alone. */
function withoutCalls(candidates: readonly FormatEntry[]): readonly FormatEntry[] {
  return candidates.length === 1 ? candidates : candidates.filter(({ name }) => name === 'plain')
}

/** The formats whose markers a template prints, those first whose markers are longest. */
function fittingFormats(turns: Turns, candidates: readonly FormatEntry[]): FormatEntry[] {
  const calls = Object.entries(turns.texts).map(([answer, text]) => (isCall(answer) ? text : ''))
  const text = [turns.generationPrompt, ...calls].join('\n')
  const origins = new Set(candidates.map(({ make }) => make.family.writesAs))
  const ranked = candidates.flatMap((entry) => {
    const turn = marksTurns(entry, turns)
    const length = markersIn(entry, text) ?? (turn === 2 && hasNoMarkers(entry) ? 0 : null)
    return length === null ? [] : [{ entry, length, turn }]
  })
  return ranked
    .toSorted(
      (a, b) =>
        b.turn - a.turn ||
        b.length - a.length ||
        opensAlike(b.entry, turns) - opensAlike(a.entry, turns) ||
        // Of families that write alike, the one that the others took it from, or that most models are known by.
        Number(origins.has(b.entry.name)) - Number(origins.has(a.entry.name)) ||
        b.entry.aliases.length - a.entry.aliases.length,
    )
    .slice(0, maxTried)
    .map(({ entry }) => entry)
}

function isCall(answer: string): boolean {
  return telling.some((name) => name === answer) || answer === 'calls'
}

/** How long the markers of a family's calls are; null when the text has none of them. */
function markersIn({ make: { family } }: FormatEntry, text: string): number | null {
  const { markers } = family
  if (markers === undefined) return null
  const all = [...markers.openers, ...markers.closers, ...(markers.tokens ?? [])]
  const found = all.filter((marker) => text.includes(marker))
  const opens = markers.openers.length === 0 || markers.openers.some((one) => text.includes(one))
  return opens && found.length > 0 ? found.join('').length - (all.length - found.length) : null
}

/** A family may tell its calls from text by their place in the turn alone. */
function hasNoMarkers({ make: { family } }: FormatEntry): boolean {
  const { openers = [], closers = [] } = family.markers ?? {}
  return family.turn !== undefined && openers.length + closers.length === 0
}

/** Whether a family's prompts leave the model in its reasoning, as the template's do or do not. */
function opensAlike({ make: { family } }: FormatEntry, { generationPrompt }: Turns): 0 | 1 {
  const { open = '', opened = false } = family.reasoning ?? {}
  return opened === (open !== '' && generationPrompt.trimEnd().endsWith(open)) ? 1 : 0
}

/** How much of a family's turns is as the template's: both their beginning and end, their end, or nothing. */
function marksTurns(
  { make: { family } }: FormatEntry,
  { generationPrompt, end }: Turns,
): 0 | 1 | 2 {
  if (!family.ends.includes(end.trim())) return 0
  return family.header !== '' && generationPrompt.startsWith(family.header.trim()) ? 2 : 1
}
