import { addAll } from '../util/add-all.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { quote } from '../diagnostics/format.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import { createAcceptor } from './accept.ts'
import { countDerivations, MaxWays } from './derivations.ts'
import { childrenOf, type GbnfExpr, type GbnfGrammar } from './expr.ts'
import { rootName } from './names.ts'
import { readGbnf, type GbnfReading } from './read.ts'
import { sampleMany } from './sample.ts'
import type { ReadLimits } from './text-limits.ts'
import { checkText } from '../util/wrong-argument.ts'

/** How hard to look. */
export interface LintOptions extends ReadLimits {
  /** Random sentences that the grammar is measured on; 60 unless told, 0 for none. */
  readonly samples?: number
  /** The same seed draws the same sentences; 1 unless told. */
  readonly seed?: number
  /** Parallel stacks beyond which a grammar is slow to sample with; 32 unless told. */
  readonly maxStacks?: number
}

type Read = Extract<GbnfReading, { ok: true }>

/**
 * What is wrong with a GBNF text, and what will surprise: all that `readGbnf` finds, rules that nothing uses, and, measured on
 * random sentences, ambiguity and the number of parallel stacks that llama.cpp keeps. What is measured on samples is true of
 * these; that it was not found proves nothing.
 *
 * @example
 * ```ts
 * const found = lintGbnf('root ::= word | [a-z]+\nword ::= [a-z]+\nother ::= "x"')
 * found.map(({ code, line }) => `${code} ${line}`) // ['gbnf-ambiguous 1', 'gbnf-unused-rule 3']
 * ```
 */
export function lintGbnf(text: string, options: LintOptions = {}): Diagnostic[] {
  checkText('the GBNF text', text)
  const reading = readGbnf(text, options)
  if (!reading.ok) return [...reading.diagnostics]
  const placed = (found: Diagnostic): Diagnostic => placeAtRule(found, reading, text)
  const measured = measure(reading, options)
  const found = [...reading.diagnostics, ...[...unusedRules(reading.grammar), ...measured].map(placed)]
  return found.toSorted((a, b) => (a.offset ?? 0) - (b.offset ?? 0))
}

function unusedRules({ rules }: GbnfGrammar): Diagnostic[] {
  const byName = new Map(rules.map((rule) => [rule.name, rule.expr]))
  const used = new Set([rootName])
  for (const name of used) {
    for (const called of refsIn(byName.get(name))) used.add(called)
  }
  const hint = 'remove it, or use it'
  return rules
    .filter(({ name }) => !used.has(name))
    .map(({ name }) =>
      diagnose('gbnf-unused-rule', `nothing leads from root to the rule "${name}"`, {
        rule: name,
        hint,
      }),
    )
}

function refsIn(expr: GbnfExpr | undefined): string[] {
  const found: string[] = []
  const left = expr === undefined ? [] : [expr]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next.kind === 'ref') found.push(next.name)
    addAll(left, childrenOf(next))
  }
  return found
}

function measure({ program }: Read, options: LintOptions): Diagnostic[] {
  const { samples = 60, seed = 1, maxStacks = 32 } = options
  const sentences = drawSentences(program, samples, seed)
  const found = new Map<string, Diagnostic>()
  for (const sentence of sentences) {
    const made = countDerivations(program, sentence)
    if (made !== null && made.ways > 1) {
      const known = found.get(`ambiguous ${made.rule}`)
      if (known === undefined) found.set(`ambiguous ${made.rule}`, ambiguous(made, sentence))
    }
    if (found.has('stacks')) continue
    const acceptor = createAcceptor(program)
    acceptor.feed(sentence)
    const { max } = acceptor.result().stacks
    if (max > maxStacks) found.set('stacks', stackGrowth(program, sentence, max))
  }
  return [...found.values()]
}

function drawSentences(program: Read['program'], count: number, seed: number): string[] {
  try {
    return count === 0 ? [] : sampleMany(program, count, { seed })
  } catch (error) {
    // A grammar without a sentence that ends is told of by `readGbnf` or by nobody: nothing can be measured.
    if (error instanceof GrammarError) return []
    throw error
  }
}

function ambiguous(
  { ways, rule, offset }: { ways: number; rule: string; offset: number },
  sentence: string,
): Diagnostic {
  const count = ways >= MaxWays ? `more than ${MaxWays}` : String(ways)
  const where = offset === 0 ? 'at once' : `behind ${quote(sentence.slice(0, offset))}`
  return diagnose('gbnf-ambiguous', `${quote(sentence)} is made in ${count} ways, which meet ${where}`, {
    rule,
    hint: 'let alternatives begin differently, and repetitions end where what follows begins',
  })
}

function stackGrowth(program: Read['program'], sentence: string, max: number): Diagnostic {
  const acceptor = createAcceptor(program)
  let before = ''
  for (const char of sentence) {
    acceptor.feed(char)
    before += char
    if (acceptor.result().stacks.max >= max) break
  }
  return diagnose(
    'gbnf-stack-growth',
    `llama.cpp keeps ${max} parallel stacks after ${quote(before)}: each costs time at every token`,
    {
      rule: rootName,
      hint: 'factor out what alternatives begin with, and write x{0,9} in place of x? x? x?',
    },
  )
}

function placeAtRule(found: Diagnostic, { offsets }: Read, text: string): Diagnostic {
  const offset = found.offset ?? offsets.get(found.rule ?? '')
  if (offset === undefined) return found
  const before = text.slice(0, offset).split(/\r\n|\n|\r/)
  return { ...found, offset, line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
