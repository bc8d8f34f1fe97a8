import { quote } from '../diagnostics/format.ts'
import type { Arena } from '../peg/arena.ts'
import { foundAt, traceSteps, type TraceOptions, type TraceStep } from './trace.ts'

/**
 * Tells a parse step by step, to see why a grammar reads a text as it does: one line where a rule,
 * tag, choice, repetition or lookahead begins, one for each text that is compared, and one where
 * each comes out. The column on the left is the offset.
 *
 * @example
 * ```ts
 * traceParse(buildGrammar((p) => p.choice('ab', p.tag('t', 'ac'))), 'ac')
 * // 0 choice
 * // 0   "ab" fails at "ac"
 * // 0   t:
 * // 2     "ac" = "ac"
 * // 2   t: = "ac"
 * // 2 choice = "ac"
 * // success at 2
 * ```
 */
export function traceParse(
  arena: Pick<Arena, 'nodes' | 'root'>,
  text: string,
  options: TraceOptions = {},
): string {
  const { steps, outcome } = traceSteps(arena, text, options)
  const column = String(text.length).length
  const lines = steps.map((step) => {
    const at = String(step.kind === 'match' ? step.end : step.start).padStart(column)
    return `${at} ${'  '.repeat(step.depth)}${describeStep(step, text)}`
  })
  return [...lines, outcome].join('\n')
}

/** What a step says, without its place. */
export function describeStep({ kind, label, start, end }: TraceStep, text: string): string {
  if (kind === 'match') return `${label} = ${quote(text.slice(start, end))}`
  return kind === 'fail' ? `${label} fails at ${foundAt(text, start)}` : label
}
