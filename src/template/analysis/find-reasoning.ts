import type { ContentSyntax } from '../../formats/content.ts'
import type { ReasoningDescription } from './description.ts'
import { probe } from './probe-texts.ts'
import { firstMarker, lastMarker, spaceAfter, split } from './text.ts'
import type { Turns } from './turns.ts'

/** How reasoning and content are written. */
export interface TextParts {
  readonly reasoning: ReasoningDescription | null
  readonly content: ContentSyntax | null
}

/** Finds what stands around the reasoning and around the content, by comparing answers with and without. */
export function findTextParts(turns: Turns, stripped: readonly [string, string] | null): TextParts {
  const lead = split(turns.texts.content ?? '', probe.content)[0]
  const reasoning = findReasoning(turns, lead) ?? foundOtherwise(turns, stripped)
  return { reasoning, content: findContent(turns, lead, reasoning) }
}

function findReasoning(turns: Turns, lead: string): ReasoningDescription | null {
  const { texts, generationPrompt } = turns
  const text = texts.reasoning ?? texts.reasoningAndCall
  if (text === null) return null
  const onlyWithCalls = texts.reasoning === null
  const [before = '', after = ''] = split(text, probe.reasoning)
  const close = onlyWithCalls ? withSpace(after) : closerOf(after, before, lead)
  const fromPrompt = before.trim() === ''
  const open = fromPrompt ? lastMarker(generationPrompt) : before
  return {
    open: open.trim(),
    close: close.trim(),
    layout: { open: spaceAfter(open), close: spaceAfter(close) },
    // A closer that stands before content without reasoning is written by the model.
    ...(!fromPrompt && lead.trim() !== '' && lead.trim() === close.trim()
      ? { bare: 'model' as const }
      : {}),
    openedByPrompt: fromPrompt || endsWithMarker(generationPrompt, open),
    onlyWithCalls,
    source: 'rendered',
  }
}

function withSpace(after: string): string {
  const marker = firstMarker(after)
  const end = after.indexOf(marker) + marker.length
  return after.slice(0, end) + (/^\s*/.exec(after.slice(end))?.[0] ?? '')
}

/** What stands between reasoning and content, without what stands before any content. */
function closerOf(after: string, before: string, lead: string): string {
  const between = split(after, probe.content)[0]
  const own = lead.trim()
  const isWrapper =
    own !== '' &&
    between.trim() !== own &&
    between.endsWith(lead) &&
    !isEmpty(lead, before, between)
  return isWrapper ? between.slice(0, between.length - lead.length) : between
}

/** Whether what stands before content is reasoning without a text. */
function isEmpty(lead: string, open: string, close: string): boolean {
  const bare = (text: string): string => text.replaceAll(/\s/g, '')
  return bare(lead) === bare(open + close)
}

function endsWithMarker(prompt: string, open: string): boolean {
  return open.trim() !== '' && prompt.trimEnd().endsWith(open.trim())
}

/** A template may print no reasoning and yet know it: it cuts it out of content, or opens it. */
function foundOtherwise(
  { generationPrompt, promptWithoutThinking }: Turns,
  stripped: readonly [string, string] | null,
): ReasoningDescription | null {
  const opened = lastMarker(generationPrompt)
  const name = /^[<[]\|?(\w*think\w*|\w*reason\w*)\|?[>\]]$/i.exec(opened.trim())
  if (stripped !== null) {
    const [open, close] = stripped
    const openedByPrompt = opened.trim() === open
    return {
      open,
      close,
      ...(openedByPrompt ? { layout: { open: spaceAfter(opened), close: '\n\n' } } : {}),
      openedByPrompt,
      onlyWithCalls: false,
      source: 'stripped',
    }
  }
  // A prompt that opens reasoning may close it when the model shall not think: both markers are there.
  const closed = lastMarker(promptWithoutThinking).trim()
  const isPair = name !== null && closed === opened.trim().replace(/^([<[]\|?)/, '$1/')
  if (name === null) return null
  return {
    open: opened.trim(),
    close: isPair ? closed : opened.trim().replace(/^([<[]\|?)/, '$1/'),
    layout: { open: spaceAfter(opened), close: '\n\n' },
    openedByPrompt: true,
    onlyWithCalls: false,
    source: 'prompt',
  }
}

/** What stands around content that has no reasoning before it: not an empty reasoning, nor its closer. */
function findContent(
  { end, turnEnd }: Turns,
  lead: string,
  reasoning: ReasoningDescription | null,
): ContentSyntax | null {
  const open = lead.trim()
  if (open === '') return null
  if (reasoning !== null) {
    if (open === reasoning.close || isEmpty(lead, reasoning.open, reasoning.close)) return null
  }
  // What ends both a text and a call ends the turn; the rest closes the content.
  const close = end.slice(0, end.length - turnEnd.length).trim()
  // What is no marker is layout, or a word of the template's.
  return close === '' && firstMarker(lead) !== open ? null : { open, close }
}
