import { compileArena, type CompileOptions } from '../machine/compile.ts'
import type { Program } from '../machine/program.ts'
import type { Arena, View } from '../peg/arena.ts'
import type { BuiltFormat } from './chat-types.ts'
import type { Policies } from './policy.ts'
import { planArena, textsOf, type Plan } from './plan.ts'

/** An arena compiled for one view. */
export interface PreparedView {
  readonly program: Program
  /** The program that messages of failures are found with. */
  readonly plain: () => Program
}

/** A format, compiled when a session first asks for it: a grammar alone costs no compiling. */
export interface Prepared {
  readonly built: BuiltFormat
  /** The policies that it was built for. */
  readonly policies: Policies
  readonly plan: () => Plan
  /** The texts that the arena looks for. */
  readonly texts: () => ReadonlySet<string>
  readonly reading: () => PreparedView
  /** The strict view. */
  readonly grammar: () => PreparedView
}

/** Makes a format ready: what sessions need of it is made once. */
export function prepareFormat(built: BuiltFormat, policies: Policies): Prepared {
  const { arena } = built
  return {
    built,
    policies,
    plan: once(() => planArena(arena, built.lateIds)),
    texts: once(() => textsOf(arena)),
    reading: once(() => prepareView(arena, 'reading')),
    grammar: once(() => prepareView(arena, 'grammar')),
  }
}

function prepareView(arena: Arena, view: View): PreparedView {
  // Rules leave no records: the mapper knows only tags.
  const compiled: CompileOptions = { view, ruleRecords: false }
  return {
    program: compileArena(arena, compiled),
    plain: once(() => compileArena(arena, { ...compiled, plain: true })),
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}
