import { Box, Caption, Padded } from './boxes.ts'
import type { Diagram, DiagramRepeat } from './diagram.ts'
import { Choice, FakeSVG, Group, OneOrMore, Sequence, Skip, Stack } from './railroad.js'
import { ruleId } from './rule-id.ts'

/** What the lines around the items of a choice or a loop take, in pixels. */
const ChoiceLines = 40
const LoopLines = 20
/** What the border of a labelled part takes. */
const LabelLines = 20
/** The lines before and behind each item of a sequence. */
const Gap = 20
/** However deep it stands, a part has this much room. */
const LeastRoom = 240

/**
 * Lays a diagram out within a width, in pixels: a sequence that does not fit goes on below. A single
 * box may be wider.
 */
export function layOut(diagram: Diagram, room: number): FakeSVG {
  const width = Math.max(room, LeastRoom)
  switch (diagram.kind) {
    case 'skip':
      return new Skip()
    case 'rule':
      return new Box({ kind: 'rule', text: diagram.name, href: `#${ruleId(diagram.name)}` })
    case 'sequence':
      return layOutSequence(diagram.items, width)
    case 'choice':
      return layOutChoice(diagram.items, width - ChoiceLines)
    case 'repeat':
      return layOutLoop(diagram, width)
    case 'label':
      return new Group(
        new Padded(layOut(diagram.item, width - LabelLines)),
        new Caption(diagram.label),
      )
    case 'never':
      return new Box({ kind: 'note', text: 'nothing matches' })
    default:
      return new Box(diagram)
  }
}

function layOutSequence(items: readonly Diagram[], room: number): FakeSVG {
  const rows: FakeSVG[][] = []
  let row: FakeSVG[] = []
  let used = 0
  for (const item of items) {
    const drawn = layOut(item, room - LoopLines)
    if (row.length > 0 && used + drawn.width + Gap > room - LoopLines) {
      rows.push(row)
      row = []
      used = 0
    }
    row.push(drawn)
    used += drawn.width + Gap
  }
  rows.push(row)
  const lines = rows.map((each) => new Sequence(...each))
  const [only] = lines
  return lines.length === 1 && only !== undefined ? only : new Stack(...lines)
}

/** The line goes straight through the first item; a way around all of them lies above it. */
function layOutChoice(items: readonly Diagram[], room: number): FakeSVG {
  const drawn = items.filter((each) => each.kind !== 'skip').map((each) => layOut(each, room))
  return drawn.length < items.length ? choiceOf(1, [new Skip(), ...drawn]) : choiceOf(0, drawn)
}

function choiceOf(straight: number, items: readonly FakeSVG[]): FakeSVG {
  const choice = new Choice(straight, ...items)
  // The library forgets that the last item may end below where it begins.
  choice.down += items.at(-1)?.height ?? 0
  return choice
}

function layOutLoop(loop: DiagramRepeat, room: number): FakeSVG {
  const inside = room - LoopLines - (loop.min === 0 ? ChoiceLines : 0)
  const count = countOf(loop)
  const back = [loop.between, ...(count === null ? [] : [{ kind: 'note', text: count } as const])]
  const kept = back.filter((each) => each.kind !== 'skip').map((each) => layOut(each, inside))
  const drawn = new OneOrMore(
    layOut(loop.item, inside),
    kept.length > 1 ? new Sequence(...kept) : (kept[0] ?? new Skip()),
  )
  return loop.min === 0 ? choiceOf(1, [new Skip(), drawn]) : drawn
}

/** How often, where the picture alone does not tell. */
function countOf({ min, max }: DiagramRepeat): string | null {
  if (max === null) return min <= 1 ? null : `at least ${min} times`
  if (min === max) return `${min} times`
  return min <= 1 ? `at most ${max} times` : `${min} to ${max} times`
}
