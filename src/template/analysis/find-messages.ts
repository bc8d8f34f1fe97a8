import { probe } from './probe-texts.ts'
import { markerStart, sharedEnd, spaceBefore, split } from './text.ts'
import type { Turns } from './turns.ts'

/** A turn that is a row of messages, each with a header that says what it is. */
export interface MessagesDescription {
  /** What begins each message; the generation prompt ends with it. */
  readonly start: string
  /** The headers of reasoning and content. */
  readonly reasoning: string | null
  readonly content: string
  /** What stands before each call: the name of its tool between two texts, or a text alone. */
  readonly lead: { readonly open: string; readonly close: string | null }
  /** What ends a message that another one follows. */
  readonly end: string
  /** Between calls; none where a turn has one at most. */
  readonly between: string | null
}

/**
 * Finds a row of messages: content has a header, and between an answer and a call stands once more what the
 * generation prompt ends with. Null for turns that are one message.
 */
export function findMessages({ texts, generationPrompt }: Turns): MessagesDescription | null {
  const { call, calls, reasoning } = texts
  const content = split(texts.content ?? '', probe.content)[0]
  if (call === null || content.trim() === '') return null
  const next = nextMessage(texts, call)
  const start = next.slice(next.length - sharedEnd(next, generationPrompt))
  if (start.trim() === '' || !isWhole(start, next) || !isWhole(start, generationPrompt)) return null
  const end = next.slice(0, next.length - start.length)
  const header = reasoning === null ? null : split(reasoning, probe.reasoning)[0]
  const between =
    calls === null ? '' : calls.slice(0, Math.max(0, calls.lastIndexOf(call.trimEnd())))
  return {
    start,
    reasoning: header === null || header.trim() === '' ? null : header,
    content,
    lead: leadOf(call, content),
    // White space alone ends nothing: text has it too.
    end: end.trim() === '' ? '' : end,
    between: between.endsWith(next) ? next : null,
  }
}

/** The call of a message without what stands before it. */
export function withoutCallLead(
  text: string,
  { lead: { open, close } }: MessagesDescription,
): string {
  return close === null
    ? text.slice(open.length)
    : text.slice(text.indexOf(close, open.length) + close.length)
}

/** A header may name the tool, and close as the header of content does; the call then names it again. */
function leadOf(call: string, content: string): MessagesDescription['lead'] {
  const [open, ...rest] = call.split(probe.tool)
  const after = rest[0] ?? ''
  if (open !== undefined && rest.length > 1) {
    const closers = [...content].map((_, at) => content.slice(at))
    const close = closers.find((text) => after.startsWith(text))
    if (close !== undefined && close.trim() !== '') return { open, close }
  }
  return { open: spaceBefore(call), close: null }
}

/** Whether a text ends with another that is no end of a marker. */
function isWhole(end: string, text: string): boolean {
  const at = text.length - end.length
  return markerStart(text, at) === at
}

/** What stands between a text and a call. */
function nextMessage(texts: Turns['texts'], call: string): string {
  const both = [
    [texts.contentAndCall, probe.content],
    [texts.reasoningAndCall, probe.reasoning],
  ] as const
  for (const [text, part] of both) {
    const at = text === null ? -1 : text.lastIndexOf(call.trimEnd())
    const from = text === null ? -1 : text.lastIndexOf(part, at) + part.length
    if (text !== null && at >= 0 && from >= part.length) return text.slice(from, at)
  }
  return ''
}
