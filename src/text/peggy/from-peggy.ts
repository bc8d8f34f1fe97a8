import type peggy from 'peggy'
import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { GrammarError } from '../../diagnostics/errors.ts'
import { buildGrammar } from '../../grammar.ts'
import type { Arena } from '../../peg/arena.ts'
import type { Builder, Operand } from '../../peg/builder.ts'
import type { NodeId } from '../../peg/node.ts'
import type { SourcePlace } from '../../peg/source-place.ts'
import { compileRules, type PeggyScope } from './compile-peggy.ts'
import { loadModules, type PeggyModule } from './modules.ts'
import type { PeggyLimits } from './limits.ts'
import { unicodeEscape } from './unicode-escape.ts'
import { checkOptions, checkText, type OptionNames } from '../../util/wrong-argument.ts'

/** How a Peggy grammar is compiled. */
export interface PeggyOptions extends PeggyLimits {
  /** The rule that the whole text must match; the first one unless told. */
  readonly startRule?: string
  /** Code in actions and initializers is refused, or left out: the text alone is parsed then. */
  readonly actions?: 'refuse' | 'strip'
  /** Each label becomes a tag of its name; `true` unless told. */
  readonly tags?: boolean
  /** The sources of the modules that the grammar imports, by the names that it imports them by. */
  readonly imports?: Readonly<Record<string, string>>
}

/**
 * Makes an arena of a grammar in Peggy's syntax. The arena matches the texts that Peggy's parser for
 * the grammar matches, and no others, with one difference: `.` and classes take a whole code point,
 * where Peggy, without the flag `u`, takes half of a surrogate pair.
 *
 * Source: https://peggyjs.org/documentation.html#grammar-syntax-and-semantics
 *
 * @throws {GrammarError} with every fault found, each with its place in the source: wrong syntax,
 * code, unknown rules and imports, and what `buildGrammar` finds
 * @example
 * ```ts
 * const arena = fromPeggy('list = item|1.., ","|; item = name:[a-z]+')
 * parseText(arena, 'salt,oil').status // 'success'
 * ```
 */
export function fromPeggy(source: string, options: PeggyOptions = {}): Arena {
  return readPeggyGrammar(source, options).arena
}

const optionNames = {
  startRule: true,
  actions: true,
  tags: true,
  imports: true,
  maxLength: true,
  maxDepth: true,
} satisfies OptionNames<PeggyOptions>

/** An arena, and where its nodes stand in the source that it was made of. */
export interface PlacedArena {
  readonly arena: Arena
  /** Without the nodes of imported modules, and those that no expression stands for alone. */
  readonly places: ReadonlyMap<NodeId, SourcePlace>
}

/**
 * As `fromPeggy`, and tells where each node stands: for parsers and pictures that point into the source.
 *
 * @throws {GrammarError} as `fromPeggy`
 * @example
 * ```ts
 * const { arena, places } = readPeggyGrammar('list = item|1.., ","|\nitem = [a-z]+')
 * places.get(arena.rules.get('item') ?? arena.root) // { line: 2, column: 1 }
 * ```
 */
export function readPeggyGrammar(source: string, options: PeggyOptions = {}): PlacedArena {
  checkText('the source of a grammar', source)
  checkOptions('options of fromPeggy', options, optionNames)
  const places = new Map<NodeId, SourcePlace>()
  const { modules, diagnostics } = loadModules(source, options)
  if (diagnostics.length > 0) throw new GrammarError(diagnostics, source)
  const faults: Diagnostic[] = []
  try {
    const arena = buildGrammar((p) => {
      const context = { options, places, report: (fault: Diagnostic) => void faults.push(fault) }
      const root = compileModules(p, modules, context)
      if (faults.length > 0) throw new GrammarError(faults, source)
      return root
    })
    return { arena, places }
  } catch (error) {
    if (!(error instanceof GrammarError) || faults.length > 0) throw error
    const [main] = modules
    throw new GrammarError(
      error.diagnostics.map((found) => placed(found, main)),
      source,
    )
  }
}

interface Context {
  readonly options: PeggyOptions
  readonly places: Map<NodeId, SourcePlace>
  report(fault: Diagnostic): void
}

function compileModules(
  p: Builder,
  modules: readonly PeggyModule[],
  { options, places, report }: Context,
): Operand {
  const { actions = 'refuse', tags = true } = options
  for (const module of modules) {
    const scope: PeggyScope = {
      p,
      actions,
      tags,
      escapes: unicodeEscape,
      ruleName: module.ruleName,
      libraryRule: module.libraryRule,
      bodyOf: module.bodyOf,
      report,
      place: (id, { start: { line, column } }) => {
        if (module === modules[0]) places.set(id, { line, column })
      },
    }
    if (actions === 'refuse') refuseInitializers(module, report)
    compileRules(module.grammar, scope)
  }
  return p.sequence(p.ref(startOf(modules, options, report)), p.end())
}

function startOf(
  [main]: readonly PeggyModule[],
  { startRule }: PeggyOptions,
  report: (fault: Diagnostic) => void,
): string {
  const first = main?.grammar.rules[0]?.name ?? ''
  const name = startRule ?? first
  const known = main?.ruleName(name) ?? null
  if (known !== null) return known
  const hint = `the first rule is ${JSON.stringify(first)}`
  report(diagnose('undefined-rule', `the start rule "${name}" is not defined`, { hint }))
  return first
}

function refuseInitializers({ grammar }: PeggyModule, report: (fault: Diagnostic) => void): void {
  const found = [grammar.topLevelInitializer, grammar.initializer].flat()
  for (const initializer of found) {
    // Peggy gives null where its type says undefined.
    if (!initializer) continue
    const { offset } = initializer.location.start
    const hint = "leave the code out with actions: 'strip'"
    report(diagnose('peggy-code', 'an initializer cannot be compiled', { offset, hint }))
  }
}

/** A finding about a rule, where the rule's name stands. */
function placed(found: Diagnostic, main: PeggyModule | undefined): Diagnostic {
  if (found.offset !== undefined || found.rule === undefined) return found
  const rule: peggy.ast.Rule | undefined = main?.grammar.rules.find(
    ({ name }) => name === found.rule,
  )
  return rule === undefined ? found : { ...found, offset: rule.nameLocation.start.offset }
}
