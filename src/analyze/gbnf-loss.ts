import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { quote } from '../diagnostics/format.ts'
import { nodeAt, type Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import { printNode } from '../peg/print.ts'
import { findCollision, type Collision } from './collision.ts'
import { findEscape } from './escape.ts'
import { findJoinedUntils } from './joined-until.ts'
import { findLateNodes } from './late-start.ts'
import { createNetwork } from './network.ts'
import type { Network, Overlap, Question } from './network-types.ts'
import { isPlainPrefix } from './plain-prefix.ts'
import { quoteCode } from './quote-code.ts'
import { createTrails, type Place } from './trail.ts'
import { createWalker, TooManyStacks, type Walker } from './walk.ts'

/** What is needed to answer one question. */
interface Scene {
  readonly arena: Omit<Arena, 'warnings'>
  readonly network: Network
  readonly walker: Walker
  readonly joined: ReadonlySet<NodeId>
  readonly late: ReadonlySet<NodeId>
  place(id: NodeId): Place
}

/** Whether the grammar admits exactly what the parser reads. `false` may be wrong, `true` may not. */
export function isExact(arena: Omit<Arena, 'warnings'>): boolean {
  return findGbnfLoss(arena).length === 0
}

/**
 * Every place where the grammar may admit what the parser does not read: ordered choice, greedy
 * repetition, text up to a delimiter, lookaheads and cuts have no counterpart in GBNF.
 *
 * Each decision of the grammar view is held against all that may follow it, across rules. Of nodes
 * with two readings, and of recoveries, it is taken for granted that what the parser reads includes
 * what the grammar admits. Conservative: a place that is named may be harmless, one that is not
 * named is.
 */
export function findGbnfLoss(arena: Omit<Arena, 'warnings'>): Diagnostic[] {
  const network = createNetwork(arena)
  const walker = bounded<Walker | null>(null, () => createWalker(network))
  if (walker === null) return [tooLarge()]
  const scene: Scene = {
    arena,
    network,
    walker,
    joined: findJoinedUntils(arena),
    late: findLateNodes(arena),
    place: createTrails(arena),
  }
  const found = new Map<string, Diagnostic>()
  for (const question of network.questions) {
    const diagnostic = answer(scene, question)
    if (diagnostic !== null) found.set(`${diagnostic.code} ${question.id}`, diagnostic)
  }
  return [...found.values()]
}

/** Asks, with an answer for where that would lead too far. */
function bounded<Answer>(otherwise: Answer, ask: () => Answer): Answer {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof TooManyStacks)) throw error
    return otherwise
  }
}

function tooLarge(): Diagnostic {
  return diagnose('gbnf-lossy-order', 'the grammar is too large to show that it loses nothing', {
    hint: 'shorten its longest delimiters and literals',
  })
}

function answer(scene: Scene, question: Question): Diagnostic | null {
  switch (question.kind) {
    case 'choice':
      return answerChoice(scene, question)
    case 'loop':
      return answerLoop(scene, question)
    case 'text':
      return answerText(scene, question)
    case 'through':
      return answerOverlaps(scene, question.id, question.after, question.overlaps)
    case 'lookahead':
      return answerLookahead(scene, question)
    case 'end':
      return answerEnd(scene, question)
    case 'start':
      return scene.late.has(question.id)
        ? lossy(scene, question.id, 'gbnf-lossy-lookahead', 'text may stand before the start', {
            hint: 'put start() at the beginning of the grammar, or leave it out',
          })
        : null
  }
}

type Of<K extends Question['kind']> = Extract<Question, { kind: K }>

function answerChoice(scene: Scene, { id, starts, exits, after }: Of<'choice'>): Diagnostic | null {
  const ways = starts.map((start, i) => ({ start, exit: exits[i] ?? -1 }))
  const found = collide(scene, ways, after)
  if (found === null) return null
  const node = nodeAt(scene.arena, id)
  const items = node.kind === 'choice' ? node.items : []
  const name = (i: number): string => show(scene, items[i] ?? id)
  const earlier = name(found.earlier)
  const later = name(found.later)
  if (found.kind === 'cut') return lossyCut(scene, id, earlier, later, found.text)
  return lossy(
    scene,
    id,
    'gbnf-lossy-order',
    found.kind === 'unknown'
      ? `${later} begins much like ${earlier}; the parser may take the earlier one, the grammar admits both`
      : `the parser takes ${earlier} where the grammar also admits ${later}`,
    {
      related: [example(found)],
      hint: 'let the alternatives begin differently, or put the longer one first and name what follows both',
    },
  )
}

function answerLoop(scene: Scene, question: Of<'loop'>): Diagnostic | null {
  const { id, start, exit, after, landing } = question
  const found = collide(
    scene,
    [
      { start, exit },
      { start: after, exit: -1 },
    ],
    landing,
  )
  if (found === null) return null
  const shown = show(scene, id)
  if (found.kind === 'cut') return lossyCut(scene, id, shown, 'what follows it', found.text)
  return lossy(
    scene,
    id,
    'gbnf-lossy-repetition',
    `${shown} reads on where the grammar also admits what follows it`,
    {
      related: [example(found)],
      hint: 'let what follows begin with something that cannot be repeated',
    },
  )
}

function answerText(scene: Scene, question: Of<'text'>): Diagnostic | null {
  const { id, start, exit, after, mayEnd, overlaps } = question
  const shown = show(scene, id)
  const way = { start, exit }
  const { kind } = nodeAt(scene.arena, id)
  if (kind === 'rest') {
    const text = escape(scene, after, { way, mayEnd, absorbs: true })
    return text === null
      ? null
      : lossy(
          scene,
          id,
          'gbnf-lossy-repetition',
          `${shown} takes all text, but something may follow it`,
          {
            related: [`for example ${quote(text)} may follow`],
            hint: 'put rest() at the end, or use until(…)',
          },
        )
  }
  const text = escape(scene, after, { way, mayEnd, absorbs: kind === 'until' })
  if (text !== null) {
    return lossy(
      scene,
      id,
      'gbnf-lossy-until',
      `what follows ${shown} need not begin with what ends it`,
      {
        related: [`for example ${quote(text)} may follow`],
        hint:
          kind === 'until'
            ? 'let a delimiter follow, or the end; or add what follows to the delimiters'
            : 'let the closing quote follow',
      },
    )
  }
  return answerOverlaps(scene, id, after, overlaps)
}

function answerOverlaps(
  scene: Scene,
  id: NodeId,
  after: number,
  overlaps: readonly Overlap[],
): Diagnostic | null {
  for (const overlap of overlaps) {
    if (scene.joined.has(id) && !overlap.encloses) continue
    const found = collide(scene, [overlap, { start: after, exit: -1 }], null)
    if (found === null) continue
    return lossy(
      scene,
      id,
      'gbnf-lossy-until',
      `a delimiter of ${show(scene, id)} may begin inside its text`,
      {
        related: [`for example where ${quote(found.text)} follows`],
        hint: 'write the delimiter directly behind until(…)',
      },
    )
  }
  return null
}

function answerLookahead(scene: Scene, question: Of<'lookahead'>): Diagnostic | null {
  const { id, negative, start, exit, after } = question
  const shown = show(scene, id)
  if (negative) {
    const found = collide(
      scene,
      [
        { start, exit },
        { start: after, exit: -1 },
      ],
      null,
    )
    return found === null
      ? null
      : lossy(scene, id, 'gbnf-lossy-lookahead', `the grammar also admits what ${shown} forbids`, {
          related: [example(found)],
          hint: 'write a class or an until(…) that leaves it out',
        })
  }
  const node = nodeAt(scene.arena, id)
  const plain = node.kind === 'peek' && isPlainPrefix(scene.arena, node.item)
  const text = plain
    ? escape(scene, after, { way: { start, exit }, mayEnd: false, absorbs: false })
    : ''
  return text === null
    ? null
    : lossy(
        scene,
        id,
        'gbnf-lossy-lookahead',
        `the grammar does not demand what ${shown} demands`,
        {
          related: text === '' ? [] : [`for example it admits ${quote(text)}`],
          hint: 'let what is demanded follow directly, or leave the lookahead out',
        },
      )
}

function answerEnd(scene: Scene, { id, after }: Of<'end'>): Diagnostic | null {
  const { network, walker } = scene
  const goesOn = bounded(true, () =>
    walker
      .reach([walker.at(after)], 'later')
      .ready.some((place) =>
        walker.steps(place).some((step) => network.sets[step.set] !== undefined),
      ),
  )
  return goesOn
    ? lossy(scene, id, 'gbnf-lossy-lookahead', 'the grammar admits text behind end()', {
        hint: 'put end() where nothing can follow',
      })
    : null
}

function collide(
  { network, walker }: Scene,
  ways: Parameters<typeof findCollision>[2],
  landing: number | null,
): Collision | null {
  const unknown: Collision = { kind: 'unknown', earlier: 0, later: ways.length - 1, text: '' }
  return bounded<Collision | null>(unknown, () => findCollision(network, walker, ways, landing))
}

function escape(
  { network, walker }: Scene,
  after: number,
  demand: Parameters<typeof findEscape>[3],
): string | null {
  return bounded<string | null>('', () => findEscape(network, walker, after, demand))
}

function lossyCut(
  scene: Scene,
  id: NodeId,
  earlier: string,
  later: string,
  text: string,
): Diagnostic {
  return lossy(
    scene,
    id,
    'gbnf-lossy-cut',
    `a cut in ${earlier} excludes ${later}, which the grammar still admits`,
    {
      related: [`the cut comes ${text === '' ? 'first' : `after ${quote(text)}`}`],
      hint: 'put the cut behind what only this alternative begins with',
    },
  )
}

type LossCode = Extract<Diagnostic['code'], `gbnf-lossy-${string}`>

function lossy(
  { place }: Scene,
  id: NodeId,
  code: LossCode,
  message: string,
  { related = [], hint }: { related?: readonly string[]; hint: string },
): Diagnostic {
  return diagnose(code, message, {
    ...place(id),
    ...(related.length === 0 ? {} : { related }),
    hint,
  })
}

function example({ kind, text }: Collision): string {
  if (kind === 'unknown') return `both were followed as far as ${quote(text)}`
  if (text === '') return 'for example at once: the empty text matches'
  return `for example where the text goes on with ${quote(text)}`
}

function show({ arena }: Scene, id: NodeId): string {
  return quoteCode(printNode(arena, id))
}
