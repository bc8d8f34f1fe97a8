// What every generated parser carries beside its own functions. `npm run generate` bundles this file to
// `src/compile/runtime-text.ts`.
import { createAst, type AstNode } from '../../ast/node.ts'
import { printAst } from '../../ast/print.ts'
import { createMachine } from '../../machine/machine.ts'
import type { Machine, MachineLimits } from '../../machine/machine-types.ts'
import { delimiterList, unitsOf } from '../../machine/pool.ts'
import { loadProgram, type ProgramData } from '../../machine/program-data.ts'
import type { Program } from '../../machine/program.ts'
import type { ParseResult } from '../../machine/result.ts'
import { DefaultLimits } from '../../machine/state.ts'
import { createBuffer, loadText } from './load-text.ts'
import type { NodeId, PegNode } from '../../peg/node.ts'
import { toWellFormed } from '../../util/well-formed.ts'
import { classTable, findDelimiter, matches, span, stringEnd } from './scan.ts'

export { classTable, createParser, delimiterList, findDelimiter, matches, span, stringEnd, unitsOf }

/** What the module's own code hands over. */
interface Tables {
  readonly program: ProgramData
  /** Without dispatch: what failures are explained with. */
  readonly plain: ProgramData
  /** The names of records: id, `tag` or `rule`, the name, whether it is JSON. */
  readonly names: readonly (readonly [id: number, kind: string, name: string, isJson?: true])[]
  /** The most calls that are open at once, of rules that do not count. */
  readonly flatHeight: number
  /** Where the generated functions give up. */
  readonly tooMuch: unknown
  /** Matches a text from its beginning: the offset behind the match, or -1. */
  match(text: Uint16Array, end: number, limits: FastLimits): number
  /** The tape of the last match. */
  tape(): Int32Array
}

interface FastLimits {
  readonly recording: boolean
  readonly maxDepth: number
  readonly maxSteps: number
  readonly maxRecords: number
}

interface Options {
  readonly limits?: Partial<MachineLimits>
}

/** What a text came to. */
interface Parsed {
  readonly status: ParseResult['kind']
  result(): ParseResult
  ast(): AstNode
  readonly tape: { readonly records: Int32Array; readonly length: number }
  slice(start: number, end: number): string
}

/** A text that is being read. */
interface Session extends Machine {
  ast(): AstNode
}

/** Deeper calls are left to the machine, which has a stack of its own. */
const MaxFastDepth = 1500
/** A longer text's array is not kept for the next one. */
const MaxKeptUnits = 4 * 1024 * 1024

/** What a generated module exports. */
interface Parser {
  parse(text: string, options?: Options): Parsed
  recognise(text: string, options?: Options): boolean
  open(options?: Options): Session
  printAst(root: AstNode): string
}

/** Who only asks whether a text matches sets no limit to records: the functions keep none, the machine half a GB. */
const MaxRecords = 64 * 1024 * 1024

function createParser(tables: Tables): Parser {
  const arena = { nodes: nodesOf(tables.names) }
  const program = once(() => loadProgram(tables.program))
  const plain = once(() => loadProgram(tables.plain))
  let buffer = createBuffer()

  function openMachine({ limits = {} }: Options): Machine {
    return createMachine(program(), { limits, arena, plain })
  }

  /** The generated functions' verdict, or -1 where the machine has to say. */
  function matchFast(text: string, { limits = {} }: Options, recording: boolean): number {
    const all = { ...DefaultLimits, ...limits }
    const maxDepth = Math.min(all.maxDepth, MaxFastDepth) - tables.flatHeight
    // An open choice holds text back at most from the beginning on.
    if (text.length > Math.min(all.maxTextLength, all.maxHeld) || maxDepth < 1) return -1
    if (buffer.units.length > MaxKeptUnits) buffer = createBuffer()
    loadText(buffer, text)
    // What is scanned once, and never again, is not counted: it takes at most three steps a character.
    const maxSteps = all.maxSteps - 4
    const { maxTapeRecords } = all
    try {
      const found = tables.match(buffer.units, buffer.length, {
        recording,
        maxDepth,
        maxSteps,
        maxRecords: maxTapeRecords,
      })
      return found === buffer.length ? found : -1
    } catch (error) {
      if (error === tables.tooMuch || error instanceof RangeError) return -1
      throw error
    }
  }

  function parse(text: string, options: Options = {}): Parsed {
    const end = matchFast(text, options, true)
    if (end < 0) {
      const machine = openMachine(options)
      machine.feed(text)
      machine.finish()
      return {
        status: machine.status,
        result: () => machine.result(),
        ast: () => createAst(machine, arena),
        tape: machine.tape,
        slice: machine.slice,
      }
    }
    const records = tables.tape()
    // Lone surrogates read as U+FFFD.
    const whole = toWellFormed(text)
    const slice = (from: number, to: number): string => whole.slice(from, to)
    const tape = { records, length: records.length, lowWater: 0 }
    const source = {
      status: 'success',
      tape,
      shownLength: records.length,
      shownEnd: end,
      slice,
    } as const
    return {
      status: 'success',
      result: () => ({ kind: 'success', end }),
      ast: () => createAst(source, arena),
      tape,
      slice,
    }
  }

  function recognise(text: string, options: Options = {}): boolean {
    if (matchFast(text, options, false) >= 0) return true
    const limits = { ...options.limits, maxTapeRecords: MaxRecords }
    const machine = openMachine({ limits })
    machine.feed(text)
    machine.finish()
    return machine.status === 'success'
  }

  function open(options: Options = {}): Session {
    const machine = openMachine(options)
    return Object.assign(machine, { ast: () => createAst(machine, arena) })
  }

  return { parse, recognise, open, printAst }
}

/** Stand-ins for the arena's nodes: only what names records is there. */
function nodesOf(names: Tables['names']): readonly PegNode[] {
  const nodes: PegNode[] = []
  const eps = (names.at(-1)?.[0] ?? 0) + 1
  for (let id = 0; id < eps; id++) nodes.push({ kind: 'eps' })
  nodes.push({ kind: 'eps' }, { kind: 'json', part: 'value', item: eps as NodeId })
  for (const [id, kind, name, isJson] of names) {
    const item = (isJson === true ? eps + 1 : eps) as NodeId
    nodes[id] =
      kind === 'tag'
        ? { kind, tag: name, item }
        : { kind: 'rule', name, item, trigger: false, silent: kind === 'silent' }
  }
  return nodes
}

function once(make: () => Program): () => Program {
  let made: Program | null = null
  return () => (made ??= make())
}
