import type { Format } from '../../formats/format.ts'
import { quote } from '../../diagnostics/format.ts'
import { formatList, type FormatEntry } from '../../formats/registry.ts'
import type { ChatTemplate } from '../chat-template.ts'
import { TemplateError } from '../template-error.ts'
import { derivedName, formatFromDescription } from './derive-format.ts'
import { describeTurns } from './describe.ts'
import type { TemplateDescription } from './description.ts'
import { probe, type Answer } from './probe-texts.ts'
import { createReader, type Check } from './read-back.ts'
import { partsOf, type Part } from './parts.ts'
import { quirkOf } from './quirks.ts'
import { isRead, recogniseFormat, recognition, type Recognition } from './recognise.ts'
import { printTurns, type Turns } from './turns.ts'

/** What a template's model is found to write, and the format that reads it. */
export interface TemplateAnalysis {
  readonly description: TemplateDescription
  /** The format's name; `template` for one that was made of the description. */
  readonly format: string
  /** The share of the template's own answers that the format reads back, from 0 to 1. */
  readonly confidence: number
  /** The same, part by part; null for what the template does not print. */
  readonly parts: Readonly<Record<Part, number | null>>
  /** Each answer that the template was asked to print, and whether the format reads it back. */
  readonly checks: readonly Check[]
  /** What a user should know: what is not read back, and what the template cannot print. */
  readonly warnings: readonly string[]
  /** Makes the chat for a request. */
  readonly make: Format
}

/** Options of the analysis. */
export interface AnalysisOptions {
  /** The formats that may be recognised; all that are shipped by default. With none, one is derived. */
  readonly formats?: readonly FormatEntry[]
}

/**
 * Analyses a template: the known family that reads back what it prints, or a format made of what was
 * found. Either is checked on the template's own answers.
 *
 * @throws {TemplateError} when it prints no answer, or calls in a way that nothing here reads; the
 * message says which answer is not read back, and why
 * @example
 * ```ts
 * const template = createChatTemplate(
 *   '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}' +
 *     '{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}',
 * )
 * analyseTemplate(template).confidence // 1
 * ```
 */
export function analyseTemplate(
  template: ChatTemplate,
  { formats = formatList }: AnalysisOptions = {},
): TemplateAnalysis {
  const turns = printTurns(template)
  const description = describeTurns(template, turns)
  const quirk = quirkOf(turns)
  const candidates = quirk === null ? formats : formats.filter(({ name }) => name === quirk.format)
  const recognised = recogniseFormat(turns, candidates)
  const known = readsReasoning(recognised, description) ? recognised : null
  const chosen = known?.exactness === 1 ? known : better(known, () => derive(description, turns))
  for (const answer of ['call', 'content'] as const) {
    if (turns.texts[answer] === null || reads(chosen, answer)) continue
    if (!isAtFault(turns, answer) || description.calls === null) throw unreadable(chosen, answer)
  }
  const { name, make, checks, confidence } = chosen
  return {
    description,
    format: name,
    confidence,
    parts: partsOf(checks),
    checks,
    warnings: [
      ...description.notes,
      ...(quirk === null ? [] : [`taken for ${quirk.format}: ${quirk.why}`]),
      ...warningsOf(checks),
    ],
    make,
  }
}

function derive(description: TemplateDescription, turns: Turns): Recognition {
  const make = formatFromDescription(description)
  return recognition(derivedName, make, createReader(make, turns).all())
}

/** Text without calls is plain, unless the prompt opens a reasoning whose markers the plain format does not have. */
function readsReasoning(
  known: Recognition | null,
  { reasoning, calls }: TemplateDescription,
): boolean {
  if (known === null || reasoning?.source !== 'prompt' || calls !== null) return true
  return known.name !== 'plain' || known.make.family.reasoning?.open === reasoning.open
}

/**
 * A known family knows more than its template shows: only one is better that reads more, or whose grammar
 * lets the model write calls as the template does where the family's does not.
 */
function better(known: Recognition | null, derive_: () => Recognition): Recognition {
  if (known === null) return derive_()
  if (known.confidence === 1 && outcomeOf(known, 'call') !== 'noted') return known
  const derived = derive_()
  if (derived.confidence > known.confidence) return derived
  const isExacter = outcomeOf(known, 'call') === 'noted' && outcomeOf(derived, 'call') === 'passed'
  return derived.confidence === known.confidence && isExacter ? derived : known
}

function outcomeOf({ checks }: Recognition, answer: Answer): Check['outcome'] | undefined {
  return checks.find((check) => check.answer === answer)?.outcome
}

function reads({ checks }: Recognition, answer: Answer): boolean {
  return checks.some((check) => check.answer === answer && isRead(check))
}

/** Whether the template itself prints an answer so that no reader could tell it: its description must do. */
function isAtFault({ printed }: Turns, answer: Answer): boolean {
  const one = printed[answer]
  return one.kind === 'printed' && one.fault !== undefined
}

/** A wrong message is worse than none: it says which answer was not read, and shows it. */
function unreadable({ name, checks }: Recognition, answer: 'content' | 'call'): TemplateError {
  const { reason = '', text = '' } = checks.find((check) => check.answer === answer) ?? {}
  const what = answer === 'call' ? 'calls' : 'content'
  if (text.includes(probe.question)) {
    return new TemplateError(
      'template-unknown',
      `the template prints no turns: the conversation and its answer are parts of one text, ${quote(text, 200)}`,
      {
        hint: 'this is how classifiers are asked, whose models write a verdict: use the format plain',
      },
    )
  }
  return new TemplateError(
    'template-unknown',
    `no format reads the ${what} that the template prints; ${name} comes nearest, but ${reason}`,
    {
      hint: `name a format yourself, or write one with defineFormat; the template printed ${quote(text, 200)}`,
    },
  )
}

function warningsOf(checks: readonly Check[]): string[] {
  return checks.flatMap(({ answer, outcome, text, reason = '' }) => {
    if (outcome === 'not-printed' && text !== '') {
      return [`the answer ${answer} cannot be checked: ${reason}`]
    }
    if (outcome === 'failed') return [`the answer ${answer} is not read back: ${reason}`]
    return outcome === 'noted' ? [`the answer ${answer} is read, but ${reason}`] : []
  })
}
