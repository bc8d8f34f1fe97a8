import type { Trace, TraceStep } from '../machine/trace.ts'
import { describeStep } from '../machine/trace-text.ts'
import { escapeMarkup, visible } from './show-text.ts'
import { furthestOf, spansOf, type Span } from './spans.ts'
import { traceStyle } from './style.ts'

/**
 * A page that shows a parse: the text with a box around what each rule and tag read, nested, and the
 * steps that led there, which lead to their part of the text.
 */
export function drawTrace(title: string, text: string, trace: Trace): string {
  const spans = spansOf(trace, text.length)
  const furthest = furthestOf(trace)
  const shown = escapeMarkup(visible(title))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shown}</title>
<style>${traceStyle}</style>
</head>
<body>
<h1>${shown}</h1>
<p class="outcome">${escapeMarkup(visible(outcomeOf(trace, furthest)))}</p>
<div class="text">${textOf(text, spans, furthest)}</div>
<details open><summary>${trace.steps.length} steps</summary>
<ol class="steps">
${stepsOf(text, trace, idsOf(spans)).join('\n')}
</ol></details>
</body>
</html>
`
}

function outcomeOf({ outcome }: Trace, furthest: ReturnType<typeof furthestOf>): string {
  if (furthest === null || furthest.tried.length === 0) return outcome
  return `${outcome}; came to offset ${furthest.at}, where none of these fits: ${furthest.tried.join(', ')}`
}

/** The text with its boxes; where the parse came furthest, a mark. */
function textOf(
  text: string,
  spans: readonly Span[],
  furthest: ReturnType<typeof furthestOf>,
): string {
  const plain = (from: number, to: number): string => {
    const at = furthest?.at ?? -1
    // The mark stands before a character, or behind the last one.
    if (at < from || (at >= to && !(at === to && to === text.length))) return show(text, from, to)
    furthest = furthest === null ? null : { ...furthest, at: -1 }
    return `${show(text, from, at)}${mark}${show(text, at, to)}`
  }
  const mark = '<span class="mark"></span>'
  const inside = (children: readonly Span[], from: number, to: number): string => {
    const parts: string[] = []
    let at = from
    for (const child of children) {
      parts.push(plain(at, child.start), boxOf(child))
      at = child.end
    }
    return parts.join('') + plain(at, to)
  }
  const boxOf = ({ what, label, start, end, open, children, step }: Span): string => {
    const name = what === 'leaf' ? '' : `<b>${escapeMarkup(visible(label))}${open ? ' …' : ''}</b>`
    const says = escapeMarkup(visible(`${label} ${start}–${end}`))
    return `<span class="${what}" id="t${step}" title="${says}">${name}<span>${inside(children, start, end)}</span></span>`
  }
  return inside(spans, 0, text.length)
}

/** Line breaks are seen and kept. */
function show(text: string, from: number, to: number): string {
  const lines = text
    .slice(from, to)
    .split('\n')
    .map((line) => escapeMarkup(visible(line)))
  return lines.join('<i>↵</i>\n')
}

function stepsOf(text: string, { steps, kept }: Trace, ids: ReadonlySet<number>): string[] {
  return steps.map((step, i) => {
    const classes = `${step.kind}${kept[i] === true ? '' : ' undone'}`
    const said = escapeMarkup(visible(describeStep(step, text)))
    const linked = ids.has(i) ? `<a href="#t${i}">${said}</a>` : said
    return `<li class="${classes}"><s>${offsetOf(step)}</s><span style="padding-left:${Math.min(step.depth, 40)}em">${linked}</span></li>`
  })
}

function offsetOf({ kind, start, end }: TraceStep): number {
  return kind === 'match' ? end : start
}

function idsOf(spans: readonly Span[]): ReadonlySet<number> {
  const ids = new Set<number>()
  const left = [...spans]
  for (let span = left.pop(); span !== undefined; span = left.pop()) {
    ids.add(span.step)
    left.push(...span.children)
  }
  return ids
}
