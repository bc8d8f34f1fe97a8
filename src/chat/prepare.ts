import { compileArena, type CompileOptions } from '../machine/compile.ts'
import type { Program } from '../machine/program.ts'
import type { BuiltFormat } from './chat-types.ts'
import { planArena, type Plan } from './plan.ts'

/** A format compiled for reading: made once, used by any number of sessions. */
export interface Prepared {
  readonly built: BuiltFormat
  readonly plan: Plan
  readonly program: Program
  readonly compiled: CompileOptions
  /** The strict reading, made when a session first asks for it. */
  readonly grammar: () => Program
  readonly grammarCompiled: CompileOptions
}

/** Compiles a format. */
export function prepareFormat(built: BuiltFormat): Prepared {
  // Rules leave no records: the mapper knows only tags.
  const compiled: CompileOptions = { view: 'reading', ruleRecords: false }
  const grammarCompiled: CompileOptions = { view: 'grammar', ruleRecords: false }
  let grammar: Program | null = null
  return {
    built,
    plan: planArena(built.arena),
    program: compileArena(built.arena, compiled),
    compiled,
    grammar: () => (grammar ??= compileArena(built.arena, grammarCompiled)),
    grammarCompiled,
  }
}
