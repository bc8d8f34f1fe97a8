import type { Trace, TraceStep } from '../machine/trace.ts'

/** A part of a text that a rule, a tag or a terminal read. */
export interface Span {
  readonly what: 'rule' | 'tag' | 'leaf'
  readonly label: string
  readonly start: number
  readonly end: number
  /** What is still being read where the trace ends. */
  readonly open: boolean
  readonly children: readonly Span[]
  /** The index of the step at which it began. */
  readonly step: number
}

interface GrowingSpan extends Span {
  readonly children: GrowingSpan[]
}

/** What came of a parse: the spans that are part of its result, nested as they were read; empty ones are left out. */
export function spansOf({ steps, kept }: Trace, textLength: number): readonly Span[] {
  const top: GrowingSpan[] = []
  /** The children of the steps that are open, and where these began. */
  const stack: { readonly children: GrowingSpan[]; readonly step: number }[] = []
  const add = (span: GrowingSpan): void => {
    void (stack.at(-1)?.children ?? top).push(span)
  }
  const close = (end: number, isOpen: boolean): void => {
    const done = stack.pop()
    const begun = done === undefined ? undefined : steps[done.step]
    if (done === undefined || begun === undefined || kept[done.step] !== true) return
    const { what, label, start } = begun
    // A choice or a repetition has no name: what it read stands in what is around it.
    if (what === 'structure') done.children.forEach(add)
    else if (end > start)
      add({ what, label, start, end, open: isOpen, children: done.children, step: done.step })
  }
  for (const [step, { kind, what, label, start, end }] of steps.entries()) {
    if (kind === 'open') stack.push({ children: [], step })
    else if (what !== 'leaf') close(end, false)
    else if (kind === 'match' && kept[step] === true && end > start) {
      add({ what, label, start, end, open: false, children: [], step })
    }
  }
  while (stack.length > 0) close(textLength, true)
  return top
}

/** Where the parse came furthest and what was tried there, if it did not succeed. */
export function furthestOf({
  steps,
  outcome,
}: Trace): { readonly at: number; readonly tried: readonly string[] } | null {
  if (outcome.startsWith('success')) return null
  const failed = steps.filter(isFailedLeaf)
  const at = failed.reduce((furthest, { start }) => Math.max(furthest, start), 0)
  const tried = failed.filter(({ start }) => start === at).map(({ label }) => label)
  return { at, tried: [...new Set(tried)] }
}

function isFailedLeaf({ kind, what }: TraceStep): boolean {
  return kind === 'fail' && what === 'leaf'
}
