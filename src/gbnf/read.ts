import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import { checkProgram } from './check.ts'
import type { GbnfGrammar } from './expr.ts'
import { fromSource } from './from-source.ts'
import { parse, SyntaxError } from './gbnf-parser.js'
import { lower } from './lower.ts'
import type { GbnfProgram } from './program.ts'
import { toSource, type SourceRule } from './source.ts'
import { syntaxFault } from './syntax-fault.ts'
import { checkTextLimits, type ReadLimits } from './text-limits.ts'
import { checkText, wrongArgument } from '../util/wrong-argument.ts'

/** A GBNF text as data, or what is wrong with it. Warnings come with both. */
export type GbnfReading =
  | {
      readonly ok: true
      readonly grammar: GbnfGrammar
      /** The same, ready to run: for `createAcceptor` and `sampleGbnf`. */
      readonly program: GbnfProgram
      /** Where each rule begins in the text, in UTF-16 code units. */
      readonly offsets: ReadonlyMap<string, number>
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/**
 * Reads a GBNF text as llama.cpp does. It refuses what llama.cpp refuses (a rule that is not
 * defined, no `root`, left recursion, repetitions above its limits) and what makes it hang
 * (`{4,2}`, left recursion over empty rules); what it lets pass and reads otherwise than one would
 * think comes as a warning. Tokens by text are taken as they are: whether a vocabulary holds them
 * is not known here.
 *
 * Never throws on a bad text. Offsets, lines and columns are in UTF-16 code units.
 *
 * @example
 * ```ts
 * const reading = readGbnf('root ::= "a" | my_rule')
 * reading.ok // false
 * reading.diagnostics[0]?.column // 18
 * reading.diagnostics[0]?.hint // "rule names may hold letters, digits and '-'"
 * ```
 */
export function readGbnf(text: string, limits: ReadLimits = {}): GbnfReading {
  checkText('the GBNF text', text)
  const diagnostics: Diagnostic[] = []
  const locate = createLocator(text)
  const add = (found: Iterable<Diagnostic>): void => {
    for (const each of found) diagnostics.push(locate(each))
  }
  const source = readSource(text, limits)
  if (!Array.isArray(source)) return { ok: false, diagnostics: [locate(source)] }
  const offsets = new Map(source.map((rule) => [rule.name, rule.offset]))
  const mentions = new Map([...mentionsOf(source), ...offsets])
  const { rules, diagnostics: surprises } = fromSource(source)
  const lowered = lower(source)
  add(lowered.diagnostics)
  // Checks on a program of which parts were refused would accuse the innocent.
  if (!diagnostics.some(isError)) {
    add(checkProgram(lowered).map((each) => placeAtRule(each, mentions)))
  }
  add(surprises)
  diagnostics.sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0))
  if (diagnostics.some(isError)) return { ok: false, diagnostics }
  return { ok: true, grammar: { rules }, program: lowered.program, offsets, diagnostics }
}

/** What the functions that run a grammar take: its text, its data, or a program made before. */
export type GbnfInput = string | GbnfGrammar | GbnfProgram

/**
 * Makes a grammar ready to run, once for many uses.
 *
 * @throws GrammarError when the grammar is not one that llama.cpp would load
 *
 * @example
 * ```ts
 * const program = compileGbnf('root ::= [a-z]+')
 * acceptGbnf(program, 'abc').kind // 'complete'
 * ```
 */
export function compileGbnf(input: GbnfInput): GbnfProgram {
  if (typeof input === 'string') {
    const reading = readGbnf(input)
    if (!reading.ok) throw new GrammarError(reading.diagnostics)
    return reading.program
  }
  if (typeof input !== 'object' || input === null || !('code' in input || 'rules' in input)) {
    throw wrongArgument('a grammar', 'GBNF text, or what readGbnf or compileGbnf gives', input)
  }
  if ('code' in input) return input
  const diagnostics = checkGbnf(input)
  if (diagnostics.some(isError)) throw new GrammarError(diagnostics)
  return lower(toSource(input)).program
}

/**
 * What llama.cpp would say of a grammar that is given as data: the checks of `readGbnf`.
 *
 * @example
 * ```ts
 * checkGbnf({ rules: [{ name: 'root', expr: ref('item') }] })[0]?.code // 'gbnf-undefined-rule'
 * ```
 */
export function checkGbnf(grammar: GbnfGrammar): Diagnostic[] {
  const lowered = lower(toSource(grammar))
  const found = lowered.diagnostics.some(isError) ? [] : checkProgram(lowered)
  return [...lowered.diagnostics, ...found].map(withoutOffset)
}

function withoutOffset(diagnostic: Diagnostic): Diagnostic {
  const { offset: _offset, ...rest } = diagnostic
  return rest
}

function readSource(text: string, limits: ReadLimits): SourceRule[] | Diagnostic {
  const excess = checkTextLimits(text, limits)
  if (excess !== null) return excess
  try {
    // A lone surrogate reaches llama.cpp, as every UTF-8 decoder, as U+FFFD.
    return parse(text.replace(/\p{Surrogate}/gu, '\ufffd'))
  } catch (error) {
    if (error instanceof SyntaxError) return syntaxFault(text, error)
    throw error
  }
}

function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === 'error'
}

function placeAtRule(diagnostic: Diagnostic, offsets: ReadonlyMap<string, number>): Diagnostic {
  const offset = diagnostic.offset ?? offsets.get(diagnostic.rule ?? '')
  return offset === undefined ? diagnostic : { ...diagnostic, offset }
}

// Where each rule is used first.
function mentionsOf(source: readonly SourceRule[]): Map<string, number> {
  const mentions = new Map<string, number>()
  const visit = (alternatives: SourceRule['alternatives']): void => {
    for (const item of alternatives.flat()) {
      if (item.kind === 'group') visit(item.alternatives)
      else if (item.kind === 'ref' && !mentions.has(item.name)) mentions.set(item.name, item.offset)
    }
  }
  for (const rule of source) visit(rule.alternatives)
  return mentions
}

// Lines are counted once, as a text may have thousands of findings.
function createLocator(text: string): (diagnostic: Diagnostic) => Diagnostic {
  const starts = [0]
  for (const { index } of text.matchAll(/\r\n|\n|\r/g))
    starts.push(index + (text.startsWith('\r\n', index) ? 2 : 1))
  return (diagnostic) => {
    const { offset } = diagnostic
    if (offset === undefined) return diagnostic
    const line = starts.findLastIndex((start) => start <= offset)
    return { ...diagnostic, line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}
