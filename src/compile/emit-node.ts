import { anyFirst, classesOf, emptyFirst, type FirstSet } from '../analyze/first.ts'
import { scalarBody } from '../machine/flow.ts'
import { GapMax, GapSet, nodeAt, SpaceSet } from '../peg/arena.ts'
import { charSet, type CharSet } from '../peg/charset.ts'
import type { NodeId, RepeatNode } from '../peg/node.ts'
import { assertNever } from '../util/assert-never.ts'
import { groupAlternatives, type AlternativeGroup } from './choice-groups.ts'
import { inComment } from './comments.ts'
import { ChoiceCost } from './costs.ts'
import { createScanEmitter } from './emit-scans.ts'
import type { Fail, Point, Shared } from './emit-shared.ts'
import type { Lines } from './lines.ts'
import { createFacts } from './node-facts.ts'

/** More characters than this are not listed as cases. */
const MaxCases = 24

/** Writes nodes as statements that move `p`, or give up. */
export function createEmitter(
  shared: Shared,
  out: Lines,
  depth: string,
  isTried: boolean,
): { emit(id: NodeId, follow: FirstSet, fail: Fail): void } {
  const { arena, options, calls, classes, flow, costs, tried } = shared
  let labels = 0
  const at: Point = { open: isTried ? 1 : 0, known: [], loop: 0 }
  const scans = createScanEmitter(shared, out, at)
  const { mayCut, mayRecord } = createFacts(arena, options.view)
  const read = (node: { item: NodeId; strict: NodeId }): NodeId =>
    options.view === 'grammar' ? node.strict : node.item

  /** A block that something else is tried after. */
  function attempt(head: string, body: () => void): void {
    at.open++
    out.block(head, body)
    at.open--
  }

  function emit(id: NodeId, follow: FirstSet, fail: Fail): void {
    const node = nodeAt(arena, id)
    const { loop } = at
    at.loop = 0
    switch (node.kind) {
      case 'eps':
        return
      case 'literal':
      case 'token':
        return scans.literal(node.text, fail)
      case 'tag':
        out.line(`if (recording) record(${id}, p) // ${singleLine(node.tag)}:`)
        emit(node.item, follow, fail)
        return out.line(`if (recording) record(~${id}, p)`)
      case 'sequence': {
        const follows = flow.followsInSequence(node.items, follow)
        return node.items.forEach((item, i) => emit(item, follows[i] ?? follow, fail))
      }
      case 'atomic':
      case 'gbnf':
        return emit(node.item, follow, fail)
      case 'dual':
      case 'schema':
        return emit(read(node), follow, fail)
      case 'json':
      case 'python':
        return emit(scalarBody(arena, node) ?? node.item, follow, fail)
      case 'recover':
        if (options.view === 'reading') return emit(node.item, follow, fail)
        return out.line(fail)
      case 'choice':
        return emitChoice(id, node.items, loop, follow, fail)
      default:
        break
    }
    if (node.kind === 'chars') {
      const isOne = node.min === 1 && node.max === 1
      return loop > 0 && isOne
        ? scans.chars({ ...node, max: null }, fail, loop)
        : scans.chars(node, fail, 0)
    }
    at.known = []
    switch (node.kind) {
      case 'start':
        return out.line(`if (p !== 0) ${fail}`)
      case 'end':
        return out.line(`if (p !== n) ${fail}`)
      case 'any':
        out.line(`if (p >= n) ${fail}`)
        return out.line('p += (t[p] & 0xfc00) === 0xd800 ? 2 : 1')
      case 'rest':
        out.line('work += (n - p) >> 3')
        return out.line('p = n')
      case 'cut':
        return out.line('cuts++')
      case 'space':
        return options.view === 'grammar'
          ? scans.chars({ kind: 'chars', set: GapSet, min: 0, max: GapMax }, fail, 0)
          : scans.chars({ kind: 'chars', set: SpaceSet, min: 0, max: null }, fail, 0)
      case 'until':
      case 'through':
        return scans.until(
          node.kind,
          node.delimiters.map(({ text }) => text),
          fail,
        )
      case 'stringContent':
        return scans.string(node, fail)
      case 'repeat':
        return flow.isFree(node, follow) ? emitFree(node, follow, fail) : emitLoop(node, fail)
      case 'peek':
      case 'not':
        return emitLookahead(node.kind, node.item, fail)
      case 'rule':
        return emitCall(id, fail)
      case 'ref':
        return emitCall(node.target, fail)
      default:
        return assertNever(node)
    }
  }

  function emitCall(rule: NodeId, fail: Fail): void {
    if (at.open > 0) tried.add(rule)
    const args = calls.deep.has(rule) ? `p, ${depth}` : 'p'
    out.line(`if ((p = ${options.nameOf(rule)}(${args})) < 0) ${fail}`)
  }

  /** A loop or option whose item cannot begin what follows it: one character decides. */
  function emitFree(node: RepeatNode, follow: FirstSet, fail: Fail): void {
    const { item, min, max } = node
    const first = flow.table.first[item] ?? emptyFirst()
    const simple = nodeAt(arena, item)
    if (simple.kind === 'chars' && simple.min === 1 && simple.max === 1 && max === null) {
      return scans.chars({ ...simple, min, max: null }, fail, 3)
    }
    const test = classes.test(setOf(first))
    const body = (): void => {
      const cost = costs(item) + 1
      if (cost <= 64) out.line(`work += ${cost}`)
      else out.line(`if ((work += ${cost}) > 10000 + maxSteps * p) throw tooMuch`)
      at.known = min === 0 || max === 1 ? classesOf(first) : []
      at.loop = max === 1 ? 0 : cost
      emit(item, flow.followInLoop(node, follow), fail)
      at.known = []
    }
    if (max === 1) out.block(`if (${test})`, body)
    else if (min === 0) out.block(`while (${test})`, body)
    else out.block('do', body, ` while (${test})`)
  }

  function emitLoop({ item, min, max }: RepeatNode, fail: Fail): void {
    if (max === 0) return
    const node = nodeAt(arena, item)
    if (node.kind === 'chars' && node.min === 1 && node.max === 1) {
      return scans.chars({ ...node, min, max }, fail, 3)
    }
    if (min === 0 && max === 1) return emitOptional(item, fail)
    const n = ++labels
    const nullable = flow.table.nullable[item] === 1
    const counts = min > 0 || max !== null
    const cuts = mayCut(item)
    const records = mayRecord(item)
    out.block('', () => {
      if (counts) out.line(`let k${n} = 0`)
      out.block(`loop${n}: for (;;)`, () => {
        out.line(`const s${n} = p`)
        if (records) out.line(`const m${n} = top`)
        if (cuts) out.line(`const b${n} = cuts`)
        out.line(`if ((work += ${costs(item) + 2}) > 10000 + maxSteps * p) throw tooMuch`)
        attempt(`try${n}:`, () => {
          at.loop = max === null && min <= 1 ? costs(item) + 2 : 0
          emit(item, anyFirst(), `break try${n}`)
          at.known = []
          if (counts) out.line(`k${n}++`)
          if (nullable) {
            out.block(`if (p === s${n})`, () => {
              if (records) out.line(counts ? `if (k${n} > ${min}) top = m${n}` : `top = m${n}`)
              out.line(`break loop${n}`)
            })
          }
          if (max !== null) out.line(`if (k${n} === ${max}) break loop${n}`)
          out.line(`continue loop${n}`)
        })
        if (cuts) out.line(`if (cuts !== b${n}) ${fail}`)
        out.line(`p = s${n}`)
        if (records) out.line(`top = m${n}`)
        if (min > 0) out.line(`if (k${n} < ${min}) ${fail}`)
        out.line('break')
      })
    })
  }

  /** An option that may turn out not to be there after it has begun; an empty one leaves no records. */
  function emitOptional(item: NodeId, fail: Fail): void {
    const n = ++labels
    const records = mayRecord(item)
    const cuts = mayCut(item)
    out.block(`option${n}:`, () => {
      out.line(`const s${n} = p`)
      if (records) out.line(`const m${n} = top`)
      if (cuts) out.line(`const b${n} = cuts`)
      out.line(`work += ${costs(item) + 2}`)
      attempt(`try${n}:`, () => {
        emit(item, anyFirst(), `break try${n}`)
        at.known = []
        if (records && flow.table.nullable[item] === 1) out.line(`if (p === s${n}) top = m${n}`)
        out.line(`break option${n}`)
      })
      if (cuts) out.line(`if (cuts !== b${n}) ${fail}`)
      out.line(`p = s${n}`)
      if (records) out.line(`top = m${n}`)
    })
  }

  function emitLookahead(kind: 'peek' | 'not', item: NodeId, fail: Fail): void {
    const n = ++labels
    const cuts = mayCut(item)
    const records = mayRecord(item)
    // Whoever goes on behind a lookahead, also behind one that failed, knows nothing of its inside.
    const restore = (): void => {
      if (cuts) out.line(`cuts = b${n}`)
      if (records) out.line(`top = m${n}`)
    }
    out.block('', () => {
      out.line(`const s${n} = p`)
      if (records) out.line(`const m${n} = top`)
      if (cuts) out.line(`const b${n} = cuts`)
      out.block(`look${n}:`, () => {
        attempt(`try${n}:`, () => {
          emit(item, anyFirst(), `break try${n}`)
          at.known = []
          if (kind === 'peek') out.line(`break look${n}`)
          else {
            restore()
            out.line(fail)
          }
        })
        if (kind === 'peek') {
          restore()
          out.line(fail)
        }
      })
      restore()
      out.line(`p = s${n}`)
    })
  }

  function emitChoice(
    id: NodeId,
    items: readonly NodeId[],
    loop: number,
    follow: FirstSet,
    fail: Fail,
  ): void {
    if (items.length === 0) return out.line(fail)
    const place = options.placeOf(id)
    if (place !== null) out.line(`// ${place}`)
    const plan = flow.planChoice(items)
    if (plan === null) {
      at.known = []
      return emitTries(
        items,
        items.map((_, i) => (i < items.length - 1 ? anyFirst() : follow)),
        fail,
      )
    }
    const follows = items.map((_, i) => (plan.held[i] === true ? anyFirst() : follow))
    const groups = groupAlternatives(plan, items.length)
    const pick = <T>(list: readonly T[], members: readonly number[]): T[] =>
      members.flatMap((i) => list.slice(i, i + 1))
    const tryAll = (members: readonly number[]): void => {
      at.loop = members.length === 1 ? loop : 0
      emitTries(pick(items, members), pick(follows, members), fail)
    }
    const membersOf = (some: readonly AlternativeGroup[]): number[] =>
      some.flatMap(({ members }) => members).toSorted((a, b) => a - b)
    const small = groups.filter(({ units, wide }) => !wide && units.length <= MaxCases)
    const large = membersOf(groups.filter((group) => !small.includes(group)))
    // Where only what begins an alternative can stand here, what is left for the others is known too.
    const all = new Set(groups.flatMap(classesOfGroup))
    const others =
      at.known.length > 0 && at.known.every((klass) => all.has(klass))
        ? groups.filter((group) => !small.includes(group)).flatMap(classesOfGroup)
        : []
    at.known = []
    if (groups.length === 0) return out.line(fail)
    if (small.length === 0 || groups.length === 1) return tryAll(membersOf(groups))
    const n = ++labels
    out.block(`switch${n}: switch (t[p])`, () => {
      for (const { members, units } of small) {
        for (const unit of units) out.line(`case ${unit}: // ${unitInComment(unit)}`)
        out.block('', () => {
          at.known = units
          tryAll(members)
          at.known = []
          out.line(`break switch${n}`)
        })
      }
      out.line('default:')
      out.block('', () => {
        at.known = others
        if (large.length === 0) out.line(fail)
        else tryAll(large)
      })
    })
  }

  /** One alternative after the other; what a unit is known to be holds for each of them. */
  function emitTries(items: readonly NodeId[], follows: readonly FirstSet[], fail: Fail): void {
    const [only] = items
    if (items.length === 1 && only !== undefined) return emit(only, follows[0] ?? anyFirst(), fail)
    const n = ++labels
    const standing = at.known
    const records = items.slice(0, -1).some(mayRecord)
    const cuts = items.slice(0, -1).some(mayCut)
    out.block(`choice${n}:`, () => {
      out.line(`const s${n} = p`)
      if (records) out.line(`const m${n} = top`)
      if (cuts) out.line(`const b${n} = cuts`)
      items.forEach((item, i) => {
        at.known = standing
        if (i === items.length - 1) return emit(item, follows[i] ?? anyFirst(), fail)
        attempt(`try${n}_${i}:`, () => {
          emit(item, follows[i] ?? anyFirst(), `break try${n}_${i}`)
          out.line(`break choice${n}`)
        })
        if (mayCut(item)) out.line(`if (cuts !== b${n}) ${fail}`)
        out.line(`p = s${n}`)
        if (mayRecord(item)) out.line(`top = m${n}`)
        const next = items[i + 1]
        if (next !== undefined) out.line(`work += ${costs(next) + ChoiceCost}`)
      })
    })
    at.known = []
  }

  return { emit }
}

function setOf(first: FirstSet): CharSet {
  return charSet(
    classesOf(first).map((c): [number, number] => (c < 128 ? [c, c] : [128, 0x10ffff])),
  )
}

function classesOfGroup({ units, wide }: AlternativeGroup): readonly number[] {
  return wide ? [...units, 128] : units
}

function singleLine(text: string): string {
  return inComment(text).slice(1, -1)
}

function unitInComment(unit: number): string {
  return inComment(String.fromCharCode(unit))
}
