import type { Chat, FormatOptions } from '../../chat/chat-types.ts'
import type { Message } from '../../chat/message.ts'
import { GrammarError } from '../../diagnostics/errors.ts'
import { quote } from '../../diagnostics/format.ts'
import type { Format } from '../../formats/format.ts'
import type { PromptMessage } from '../prompt-message.ts'
import { isObject } from './json-extent.ts'
import { answerNames, answers, hasCalls, type Answer } from './probe-texts.ts'
import type { Turns } from './turns.ts'

/** Whether one of the template's own answers is read back, and if not, why not. */
export interface Check {
  readonly answer: Answer
  /** `noted`: the message is the same, but the grammar would not have let the model write it so. */
  readonly outcome: 'passed' | 'noted' | 'failed' | 'not-printed'
  /** What the template printed; empty when it did not. */
  readonly text: string
  readonly reason?: string
}

type Mode = NonNullable<FormatOptions['reasoning']>

/** Reads back what a template prints, each format's chats made once. */
export interface Reader {
  check(answer: Answer): Check
  all(): Check[]
}

/** Checks a format on the answers of a template. */
export function createReader(format: Format, turns: Turns): Reader {
  const chats = new Map<Mode, Chat | null>()

  function chatFor(mode: Mode): Chat | null {
    const known = chats.get(mode)
    if (known !== undefined) return known
    const made = makeChat(format, { reasoning: mode, tools: turns.tools })
    chats.set(mode, made)
    return made
  }

  function check(answer: Answer): Check {
    const printed = turns.printed[answer]
    if (printed.kind !== 'printed') {
      return { answer, outcome: 'not-printed', text: '', reason: printed.reason }
    }
    const text = endedText(format, answer, printed)
    const chat = chatFor(modeOf(format, turns, text))
    if (chat === null) {
      return { answer, outcome: 'failed', text, reason: 'the format has no room for such tools' }
    }
    const { message } = chat.parse(text)
    const reason = difference(answers[answer], message)
    const note = reason === null ? noteIn(message, chat, text) : null
    if (reason === null) {
      return note === null
        ? { answer, outcome: 'passed', text }
        : { answer, outcome: 'noted', text, reason: note }
    }
    const lead = leadOf(answers[answer], message)
    if (lead !== null) {
      return { answer, outcome: 'noted', text, reason: `the content begins with ${quote(lead)}` }
    }
    const excuse = otherPlace(answers[answer], message) ?? printed.doubt ?? printed.fault
    return excuse === undefined
      ? { answer, outcome: 'failed', text, reason }
      : { answer, outcome: 'not-printed', text, reason: excuse }
  }

  return { check, all: () => answerNames.map(check) }
}

/** Some formats cannot do what is asked; they read nothing back. */
function makeChat(format: Format, options: FormatOptions): Chat | null {
  const { calls, turn } = format.family
  const takesTools = calls !== undefined || turn !== undefined
  try {
    const { tools: _, ...without } = options
    const chat = format(takesTools ? options : without)
    chat.arena()
    return chat
  } catch (error) {
    if (error instanceof TypeError || error instanceof GrammarError) return null
    throw error
  }
}

/** The text may begin inside of the reasoning that the prompt has opened. */
function modeOf(
  { family: { reasoning } }: Format,
  { generationPrompt }: Turns,
  text: string,
): Mode {
  if (reasoning === undefined) return 'on'
  const { open, close } = reasoning
  const closed = text.includes(close)
  if (open === '') return closed ? 'open' : 'off'
  const opened = generationPrompt.trimEnd().endsWith(open)
  return closed && opened && !text.includes(open) ? 'open' : 'on'
}

/**
 * An answer without the white space that its template writes behind the generation prompt, and without
 * what ends the turn behind its calls: of that, formats know only their own.
 */
function endedText(
  { family }: Format,
  answer: Answer,
  printed: { readonly text: string; readonly whole: string },
): string {
  // The family knows better what ends its turns than a comparison of two.
  const own = withoutEnds(printed.whole, family.ends)
  const text = (own ?? withoutEnds(printed.text, family.ends) ?? printed.text).replace(/^\s*\n/, '')
  const closers = family.markers?.closers ?? []
  if (!hasCalls(answer)) return text
  const ends = closers
    .filter((closer) => text.includes(closer))
    .map((closer) => text.lastIndexOf(closer) + closer.length)
  const end = Math.max(0, ...ends)
  // What stands behind the calls is no end if there is more of the answer in it.
  return end > 0 && !/qz\w*zq/i.test(text.slice(end)) ? text.slice(0, end) : text
}

function withoutEnds(text: string, ends: readonly string[]): string | null {
  const trimmed = text.trimEnd()
  const end = ends.find((marker) => marker !== '' && trimmed.endsWith(marker))
  return end === undefined ? null : trimmed.slice(0, trimmed.length - end.length)
}

/** What is not as it should be in a message that was read; null when all is. */
function difference(expected: PromptMessage, message: Message): string | null {
  const content = typeof expected.content === 'string' ? expected.content : ''
  const calls = expected.tool_calls ?? []
  if (message.reasoning.trim() !== (expected.reasoning_content ?? '')) {
    return `the reasoning is ${quote(message.reasoning)}`
  }
  if (message.content.trim() !== content.trim()) return `the content is ${quote(message.content)}`
  if (message.toolCalls.length !== calls.length) {
    return `there are ${message.toolCalls.length} calls, not ${calls.length}`
  }
  for (const [i, { function: call }] of calls.entries()) {
    const read = message.toolCalls[i]
    if (read?.name !== call.name) return `call ${i} is of ${quote(read?.name ?? 'nothing')}`
    if (read.state !== 'complete') return `call ${i} is ${read.state}`
    if (!sameJson(read.arguments, call.arguments)) {
      return `the arguments of call ${i} are ${quote(read.arguments)}`
    }
  }
  return null
}

/** What the reading noted. A lazy grammar constrains nothing before its trigger. */
function noteIn({ diagnostics, toolCalls }: Message, chat: Chat, text: string): string | null {
  const [note] = diagnostics
  if (note === undefined) return null
  if (note.code === 'off-grammar' && toolCalls.length === 0) {
    const { lazy, triggers } = chat.grammar()
    const starts = triggers.some(({ type, value }) => type === 'word' && text.includes(value))
    if (lazy && !starts) return null
  }
  return `${note.code}: ${note.message}`
}

/** A word without markers, such as a number, that the template has before a text; null when that is not all. */
function leadOf(expected: PromptMessage, message: Message): string | null {
  const { content, tool_calls: calls } = expected
  if (typeof content !== 'string' || content === '' || calls !== undefined) return null
  const lead = message.content.slice(0, -content.length)
  const isLead = message.content === lead + content && /^[^<>|]{1,16}$/.test(lead)
  return isLead && message.toolCalls.length === 0 && message.reasoning === '' ? lead : null
}

/** Templates put into the reasoning what they have no other place for. */
function otherPlace(expected: PromptMessage, message: Message): string | undefined {
  const content = typeof expected.content === 'string' ? expected.content : ''
  return content !== '' && message.content === '' && message.reasoning.trim() === content
    ? 'it prints the content as reasoning'
    : undefined
}

/** A value as JSON whose members are in order: templates may sort them. The values are small. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    isObject(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}

function sameJson(text: string, other: unknown): boolean {
  try {
    return typeof other === 'string' && sorted(JSON.parse(text)) === sorted(JSON.parse(other))
  } catch {
    return false
  }
}
