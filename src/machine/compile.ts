import { anyFirst, onlyUnit, type FirstSet } from '../analyze/first.ts'
import { assertNever } from '../util/assert-never.ts'
import { GapMax, GapSet, nodeAt, SpaceSet, type Arena, type View } from '../peg/arena.ts'
import type { CharSet } from '../peg/charset.ts'
import type { CharsNode, NodeId, RepeatNode } from '../peg/node.ts'
import { findFlow, scalarBody, type ChoicePlan, type Flow } from './flow.ts'
import { createPool } from './pool.ts'
import { threadCode } from './thread.ts'
import { createWriter } from './writer.ts'
import { InstructionSize, Op, TableSize, type Program } from './program.ts'

/** How an arena is made ready to run. */
export interface CompileOptions {
  /** Which reading of the arena; `reading` by default. */
  readonly view?: View
  /** Without dispatch and entry-free loops: slower, but every expectation is seen. */
  readonly plain?: boolean
  /** Rules leave records on the tape, not only tags; true by default. */
  readonly ruleRecords?: boolean
}

/** Integers of one frame, and of a call. */
export const FrameSize = 7
export const CallSize = 5

/**
 * Compiles an arena to the machine's code. Cost: proportional to the code.
 *
 * @throws {GrammarError} `nesting-limit` when the code would be larger than the `MaxCode` of `writer.ts`
 */
export function compileArena(
  arena: Pick<Arena, 'nodes' | 'root'>,
  { view = 'reading', plain = false, ruleRecords = true }: CompileOptions = {},
): Program {
  // The plain program relies on nothing that must follow.
  const flow = plain ? null : findFlow(arena, view)
  const pool = createPool()
  const writer = createWriter(plain, pool.hasUnit)
  const ruleAt = new Map<number, NodeId>()
  const notResumes = new Set<number>()
  const addresses = new Map<NodeId, number>()
  const pending: NodeId[] = []
  const calls: { at: number; rule: NodeId }[] = []
  let frames = 0
  let deepest = 0

  /** Writes what stands between a frame's opening and its closing. */
  function framed(body: () => void): void {
    frames += FrameSize
    deepest = Math.max(deepest, frames)
    body()
    frames -= FrameSize
  }

  function write(id: NodeId, follow: FirstSet): void {
    const node = nodeAt(arena, id)
    switch (node.kind) {
      case 'eps':
        return
      case 'start':
      case 'end':
      case 'rest':
      case 'any':
      case 'cut':
        return void writer.op(Op[node.kind])
      case 'literal':
        return writeLiteral(node.text)
      case 'token':
        return void writer.op(Op.token, pool.literal(node.text))
      case 'chars':
        return writeChars(node)
      case 'space':
        return void (view === 'grammar'
          ? writer.op(Op.span, pool.class(GapSet), 0, GapMax)
          : writeRun(SpaceSet, 0, null))
      case 'until':
      case 'through':
        return void writer.op(Op[node.kind], pool.delimiters(node.delimiters))
      case 'stringContent':
        return void writer.op(
          Op.string,
          node.quote.charCodeAt(0),
          node.flavour === 'python' ? 1 : 0,
        )
      case 'sequence': {
        const follows = flow?.followsInSequence(node.items, follow)
        return node.items.forEach((item, i) => write(item, follows?.[i] ?? follow))
      }
      case 'choice': {
        const plan = flow?.planChoice(node.items) ?? null
        return plan === null
          ? writeChoice(node.items, follow)
          : writeDispatch(node.items, plan, follow)
      }
      case 'repeat':
        return flow?.isFree(node, follow) === true ? writeFree(flow, node, follow) : writeLoop(node)
      case 'peek':
      case 'not':
        return writeLookahead(node.kind, node.item)
      case 'atomic':
        writer.op(Op.atom)
        framed(() => write(node.item, follow))
        return void writer.op(Op.atomEnd)
      case 'tag':
        writer.op(Op.open, id)
        write(node.item, follow)
        return void writer.op(Op.close, id)
      case 'rule':
        return writeUse(id, follow)
      case 'ref':
        return writeUse(node.target, follow)
      case 'dual':
      case 'schema':
        return write(view === 'grammar' ? node.strict : node.item, follow)
      case 'recover':
        return view === 'grammar' ? void writer.op(Op.fail) : write(node.item, follow)
      case 'json':
      case 'python':
        return write(scalarBody(arena, node) ?? node.item, follow)
      case 'gbnf':
        return write(node.item, follow)
      default:
        return assertNever(node)
    }
  }

  function writeLiteral(text: string): void {
    if (text.length === 1) writer.op(Op.char, text.charCodeAt(0))
    else writer.op(Op.literal, pool.literal(text))
  }

  function writeChars({ set, min, max }: CharsNode): void {
    if (min === 1 && max === 1) writer.op(Op.one, pool.class(set))
    else writeRun(set, min, max)
  }

  /** A run of any length need not be counted. */
  function writeRun(set: CharSet, min: number, max: number | null): void {
    const index = pool.class(set)
    if (plain || min > 1 || max !== null) return void writer.op(Op.span, index, min, max ?? -1)
    if (min === 1) writer.op(Op.one, index)
    writer.op(Op.skip, index)
  }

  /** `choice L1; A; commit end; L1: choice L2; B; commit end; L2: C; end:` */
  function writeChoice(items: readonly NodeId[], follow: FirstSet): void {
    if (items.length === 0) return void writer.op(Op.fail)
    const commits: number[] = []
    items.slice(0, -1).forEach((item) => {
      const entry = writer.op(Op.choice)
      framed(() => write(item, anyFirst()))
      commits.push(writer.op(Op.commit))
      writer.patch(entry, writer.here())
    })
    write(items[items.length - 1] ?? (0 as NodeId), follow)
    for (const at of commits) writer.patch(at, writer.here())
  }

  /**
   * `dispatch table`, then for each set of alternatives that share a character a chain of stubs
   * `choice next; jump A` … `dummy; jump C`, then the bodies. An alternative that never shares its
   * characters has no frame at all.
   */
  function writeDispatch(items: readonly NodeId[], plan: ChoicePlan, follow: FirstSet): void {
    const table = new Int32Array(TableSize)
    const shared = items.map(() => false)
    for (const [klass, subset] of plan.subsets.entries()) {
      if (subset.length > 1 && !(klass === 128 && plan.decided))
        for (const i of subset) shared[i] = true
    }
    writer.op(Op.dispatch, pool.table(table))
    const failing = writer.op(Op.fail)
    const toBody: { at: number; item: number }[] = []
    const stubs = new Map<readonly number[], number>()

    function writeStubs(subset: readonly number[]): number {
      const start = writer.here()
      subset.forEach((item, k) => {
        const last = k === subset.length - 1
        const entry = writer.op(last ? Op.dummy : Op.choice)
        toBody.push({ at: writer.op(Op.jump), item })
        if (!last) writer.patch(entry, writer.here())
      })
      return start
    }

    for (const [klass, subset] of plan.subsets.entries()) {
      const [only] = subset
      if (only === undefined || stubs.has(subset) || (klass === 128 && plan.decided)) continue
      if (subset.length > 1 || shared[only] === true) stubs.set(subset, writeStubs(subset))
    }
    const bodies: number[] = []
    const exits: number[] = []
    items.forEach((item, i) => {
      bodies[i] = writer.here()
      const body = (): void => write(item, plan.held[i] === true ? anyFirst() : follow)
      if (shared[i] === true) framed(body)
      else body()
      exits.push(writer.op(shared[i] === true ? Op.commit : Op.jump))
    })
    const beyond = plan.decided ? writeDecision(plan.subsets[128] ?? [], bodies) : -1
    for (const { at, item } of toBody) writer.patch(at, bodies[item] ?? failing)
    for (const at of exits) writer.patch(at, writer.here())
    plan.subsets.forEach((subset, klass) => {
      const [only] = subset
      table[klass] = stubs.get(subset) ?? (only === undefined ? failing : (bodies[only] ?? failing))
    })
    if (beyond >= 0) table[128] = beyond
    table[129] = failing
  }

  /** `choice L1; one A; commit behind A's first; L1: one B; jump behind B's first`: no frame is left. */
  function writeDecision(subset: readonly number[], bodies: readonly number[]): number {
    const start = writer.here()
    framed(() => {})
    subset.forEach((item, k) => {
      const body = bodies[item] ?? 0
      const last = k === subset.length - 1
      const entry = last ? -1 : writer.op(Op.choice)
      writer.op(Op.one, writer.operand(body))
      writer.op(last ? Op.jump : Op.commit, body + InstructionSize)
      if (!last) writer.patch(entry, writer.here())
    })
    return start
  }

  /** `test set end; A; repeat set A; end:` — no entry, so nothing to restore and nothing held. */
  function writeFree(known: Flow, node: RepeatNode, follow: FirstSet): void {
    const { item, min, max } = node
    const first = known.table.first[item] ?? anyFirst()
    const set = pool.set(first)
    const test = min === 0 ? writer.op(Op.test, set) : -1
    const body = writer.here()
    write(item, known.followInLoop(node, follow))
    // A body that begins with the only character there is need not look at it again.
    const unit = writer.at(body) === Op.char ? onlyUnit(first) : -1
    if (max !== 1) {
      const end =
        unit < 0
          ? writer.op(Op.repeat, set, body)
          : writer.op(Op.repeatChar, unit, body + InstructionSize)
      writer.patchC(end, writer.here())
    }
    if (test < 0) return
    if (unit >= 0) writer.replace(test, Op.testChar, unit)
    writer.patchB(test, writer.here())
  }

  /** `loop leave; A; again; leave:` */
  function writeLoop({ item, min, max }: RepeatNode): void {
    if (max === 0) return
    const entry = writer.op(Op.loop)
    const body = writer.here()
    framed(() => write(item, anyFirst()))
    writer.op(Op.again, body, min, max ?? -1)
    writer.patch(entry, writer.op(Op.leave, min))
  }

  function writeLookahead(kind: 'peek' | 'not', item: NodeId): void {
    const entry = writer.op(Op[kind])
    framed(() => write(item, anyFirst()))
    writer.op(kind === 'peek' ? Op.peekEnd : Op.notEnd)
    // An address of its own, so that the entries of `not` can be told from others.
    const resume = writer.op(kind === 'peek' ? Op.fail : Op.jump, writer.here() + InstructionSize)
    if (kind === 'not') notResumes.add(resume)
    writer.patch(entry, resume)
  }

  /** A small rule that uses no other is written in place: a call costs more than its few instructions. */
  function writeUse(rule: NodeId, follow: FirstSet): void {
    if (flow?.isLeaf(rule) === true) writeBody(rule, follow)
    else writeCall(rule)
  }

  function writeCall(rule: NodeId): void {
    if (!addresses.has(rule)) {
      addresses.set(rule, -1)
      pending.push(rule)
    }
    const at = writer.op(Op.call, 0, rule)
    calls.push({ at, rule })
    ruleAt.set(at + InstructionSize, rule)
  }

  function writeRule(id: NodeId): void {
    addresses.set(id, writer.here())
    writeBody(id, flow?.followOfRule(id) ?? anyFirst())
    writer.op(Op.ret)
  }

  function writeBody(id: NodeId, follow: FirstSet): void {
    const node = nodeAt(arena, id)
    if (node.kind !== 'rule') throw new TypeError(`node ${id} is referred to, but is no rule`)
    const recorded = ruleRecords && !node.silent
    if (recorded) writer.op(Op.open, id)
    write(node.item, follow)
    if (recorded) writer.op(Op.close, id)
  }

  /** Whether a call is the last that its rule does: then the called rule returns in its place. */
  function returnsNext(call: number): boolean {
    let at = call + InstructionSize
    for (let hops = 0; hops < 64 && writer.at(at) === Op.jump; hops++) at = writer.operand(at)
    return writer.at(at) === Op.ret
  }

  write(arena.root, anyFirst())
  writer.op(Op.succeed)
  for (let rule = pending.pop(); rule !== undefined; rule = pending.pop()) writeRule(rule)
  for (const { at, rule } of calls) {
    const address = addresses.get(rule) ?? 0
    if (!plain && returnsNext(at)) writer.replace(at, Op.jump, address)
    else writer.patch(at, address)
  }
  const parts = { code: writer.finish(), ...pool.tables() }
  const tables = plain ? parts.tables : threadCode(parts)
  return { ...parts, tables, frameNeed: deepest, ruleAt, notResumes }
}
