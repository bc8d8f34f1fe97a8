/**
 * What is drawn of a rule, whatever notation it was written in: a closed union on `kind`. Texts are
 * as a reader sees them, quotes and escapes included.
 */
export type Diagram =
  | DiagramBox
  | DiagramRule
  | DiagramSkip
  | DiagramNever
  | DiagramSequence
  | DiagramChoice
  | DiagramRepeat
  | DiagramLabel

/** A box: a text that stands there (`literal`), a class of characters, or a remark (`note`). */
export interface DiagramBox {
  readonly kind: 'literal' | 'class' | 'note'
  readonly text: string
}

/** A box that leads to a rule. */
export interface DiagramRule {
  readonly kind: 'rule'
  readonly name: string
}

/** Nothing. */
export interface DiagramSkip {
  readonly kind: 'skip'
}

/** What no text matches: it is left out where something else may stand. */
export interface DiagramNever {
  readonly kind: 'never'
}

/** One after the other. */
export interface DiagramSequence {
  readonly kind: 'sequence'
  readonly items: readonly Diagram[]
}

/** One of them. */
export interface DiagramChoice {
  readonly kind: 'choice'
  readonly items: readonly Diagram[]
}

/** The item `min` to `max` times (`null`: without bound), with what stands between two of them. */
export interface DiagramRepeat {
  readonly kind: 'repeat'
  readonly item: Diagram
  readonly between: Diagram
  readonly min: number
  readonly max: number | null
}

/** A part with a meaning: a tag, a lookahead. */
export interface DiagramLabel {
  readonly kind: 'label'
  readonly label: string
  readonly item: Diagram
}

/** A named diagram. */
export interface DrawnRule {
  readonly name: string
  readonly diagram: Diagram
}

/** A grammar to be drawn: its rules, the first one for the whole text. */
export interface Drawing {
  readonly title: string
  readonly rules: readonly DrawnRule[]
}

export const skip: DiagramSkip = { kind: 'skip' }
export const never: DiagramNever = { kind: 'never' }

/** The items in order; what stands for nothing is left out. A loop that repeats what comes before it is one loop. */
export function sequenceOf(items: readonly Diagram[]): Diagram {
  if (items.some(({ kind }) => kind === 'never')) return never
  const kept: Diagram[] = []
  for (const item of items.flatMap((each) => (each.kind === 'sequence' ? each.items : [each]))) {
    if (item.kind === 'skip') continue
    const loop = joinLoop(kept, item)
    if (loop === null) kept.push(item)
    else kept.splice(kept.length - loop.replaced, loop.replaced, loop.repeat)
  }
  const [only] = kept
  if (only === undefined) return skip
  return kept.length === 1 ? only : { kind: 'sequence', items: kept }
}

/** One of the items; a choice between them inside is one with it, one that may be nothing comes last. */
export function choiceOf(items: readonly Diagram[]): Diagram {
  const flat = items
    .flatMap((each) => (each.kind === 'choice' ? each.items : [each]))
    .filter(({ kind }) => kind !== 'never')
  if (flat.length === 0) return never
  const rest = flat.filter((each) => each.kind !== 'skip')
  const kept = rest.length < flat.length ? [...rest, skip] : rest
  const [only] = kept
  if (only === undefined) return skip
  return kept.length === 1 ? only : { kind: 'choice', items: kept }
}

/** A part with a meaning, if it can match at all. */
export function labelOf(label: string, item: Diagram): Diagram {
  return item.kind === 'never' ? never : { kind: 'label', label, item }
}

/** A repetition, in which nothing stands between. */
export function repeatOf(item: Diagram, min: number, max: number | null): Diagram {
  if (item.kind === 'skip' || max === 0) return skip
  if (item.kind === 'never') return min === 0 ? skip : never
  if (min === 1 && max === 1) return item
  if (min === 0 && max === 1) return choiceOf([item, skip])
  return { kind: 'repeat', item, between: skip, min, max }
}

/**
 * `a (, a)*` is a loop over `a` with `,` on its way back. The parts before the loop that it repeats
 * are compared one by one, so that the cost is that of the loop.
 */
function joinLoop(
  before: readonly Diagram[],
  loop: Diagram,
): { readonly repeat: DiagramRepeat; readonly replaced: number } | null {
  if (loop.kind !== 'repeat' || loop.between.kind !== 'skip' || loop.min !== 0) return null
  const parts = loop.item.kind === 'sequence' ? loop.item.items : [loop.item]
  let replaced = 0
  while (replaced < parts.length && replaced < before.length) {
    const [a, b] = [parts.at(-1 - replaced), before.at(-1 - replaced)]
    if (a === undefined || b === undefined || !areEqual(a, b)) break
    replaced++
  }
  if (replaced === 0) return null
  const item = sequenceOf(parts.slice(parts.length - replaced))
  const between = sequenceOf(parts.slice(0, parts.length - replaced))
  const max = loop.max === null ? null : loop.max + 1
  return { repeat: { kind: 'repeat', item, between, min: 1, max }, replaced }
}

function areEqual(a: Diagram, b: Diagram): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
