import type { Arena } from '../peg/arena.ts'
import { compileArena, type CompileOptions } from './compile.ts'
import { createMachine } from './machine.ts'
import type { Machine, MachineLimits } from './machine-types.ts'
import type { Program } from './program.ts'
import { checkArena, checkOptions, type OptionNames } from '../util/wrong-argument.ts'

/** Options of `parseText` and `openMachine`. */
export interface ParseOptions extends CompileOptions {
  readonly limits?: Partial<MachineLimits>
}

const optionNames = {
  limits: true,
  view: true,
  plain: true,
  ruleRecords: true,
} satisfies OptionNames<ParseOptions>

/**
 * A machine for an arena, with messages that name its rules.
 *
 * @example
 * ```ts
 * const machine = openMachine(buildGrammar((p) => p.sequence('yes', p.end())))
 * machine.feed('ye')
 * machine.status // 'needMoreInput'
 * ```
 */
export function openMachine(arena: Arena, options: ParseOptions = {}): Machine {
  checkArena('arena', arena)
  checkOptions('options of a parse', options, optionNames)
  const { limits = {}, ...compiled } = options
  const plain = (): Program => compileArena(arena, { ...compiled, plain: true })
  return createMachine(compileArena(arena, compiled), { limits, arena, plain })
}

/**
 * Parses a whole text. Never throws on text.
 *
 * @returns the machine at its end: its `status`, `result()`, `tape`
 * @example
 * ```ts
 * parseText(buildGrammar((p) => p.choice('yes', 'no')), 'maybe').status // 'failure'
 * ```
 */
export function parseText(arena: Arena, text: string, options: ParseOptions = {}): Machine {
  const machine = openMachine(arena, options)
  machine.feed(text)
  machine.finish()
  return machine
}
