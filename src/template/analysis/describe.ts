import type { ChatTemplate } from '../chat-template.ts'
import { TemplateError } from '../template-error.ts'
import type { CallsDescription, TemplateDescription } from './description.ts'
import { findJsonCalls, type CallTexts } from './find-json-calls.ts'
import { findMessages, withoutCallLead, type MessagesDescription } from './find-messages.ts'
import { findNamedCalls } from './find-named-calls.ts'
import { findElementCalls } from './find-element-calls.ts'
import { findPythonCalls } from './find-python-calls.ts'
import { findTextParts, type TextParts } from './find-reasoning.ts'
import { findTaggedCalls } from './find-tagged-calls.ts'
import { probe } from './probe-texts.ts'
import { firstMarker } from './text.ts'
import { hasReasoning, printTurns, type Turns } from './turns.ts'

/**
 * Describes how a template's model writes, by rendering answers that differ in one thing.
 *
 * @throws {TemplateError} when the template prints no plain answer; it says why
 * @example
 * ```ts
 * const template = createChatTemplate(
 *   '{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>{% endfor %}' +
 *     '{% if add_generation_prompt %}<|assistant|>{% endif %}',
 * )
 * describeTemplate(template).ends // ['<|end|>']
 * ```
 */
export function describeTemplate(template: ChatTemplate): TemplateDescription {
  return describeTurns(template, printTurns(template))
}

/** As `describeTemplate`, for probes that were printed already. */
export function describeTurns(template: ChatTemplate, turns: Turns): TemplateDescription {
  const row = findMessages(turns)
  const parts = row === null ? findTextParts(turns, strippedMarkers(template, turns)) : partsOf(row)
  const found = row === null ? findCalls(turns, parts) : findMessageCalls(turns, row)
  const messages = found.calls === null ? null : row
  const { reasoning, content } = parts
  const { generationPrompt } = turns
  const opener = reasoning?.openedByPrompt === true ? reasoning.open : ''
  const at = opener === '' ? -1 : generationPrompt.lastIndexOf(opener)
  const ends = [turns.turnEnd, found.turnEnd]
    .map((text) => firstMarker(text))
    .filter((text) => text !== '')
  return {
    capabilities: template.capabilities,
    generationPrompt,
    promptWithoutThinking: turns.promptWithoutThinking,
    header: at < 0 ? generationPrompt : generationPrompt.slice(0, at),
    ends: [...new Set(ends)],
    reasoning,
    content,
    messages,
    calls: found.calls,
    parallel: turns.texts.calls !== null,
    variables: turns.variables,
    notes: [...found.notes, ...notesOf(template, turns)],
  }
}

interface Found {
  readonly calls: CallsDescription | null
  readonly turnEnd: string
  readonly notes: readonly string[]
}

function findCalls(turns: Turns, parts: TextParts): Found {
  const { call, calls, typed } = turns.texts
  if (call === null) return { calls: null, turnEnd: '', notes: [] }
  const cut = (text: string): string => withoutLead(text, parts)
  const texts: CallTexts = {
    one: cut(call),
    two: calls === null ? null : cut(calls),
    end: turns.turnEnd,
  }
  return findSyntax(texts, typed === null ? null : cut(typed))
}

/** Each call is a message of its own where messages stand between them. */
function findMessageCalls({ texts, turnEnd }: Turns, row: MessagesDescription): Found {
  const cut = (text: string | null): string | null =>
    text === null ? null : withoutCallLead(text, row)
  const two = row.between === null ? cut(texts.calls) : null
  return findSyntax(
    { one: cut(texts.call) ?? '', two, end: turnEnd, isMessage: true },
    cut(texts.typed),
  )
}

/** How a message of a row stands for reasoning. */
function partsOf({ reasoning, end }: MessagesDescription): TextParts {
  if (reasoning === null) return { reasoning: null, content: null }
  const found = { openedByPrompt: false, onlyWithCalls: false, source: 'rendered' as const }
  return { reasoning: { open: reasoning, close: end, ...found }, content: null }
}

function findSyntax(texts: CallTexts, typed: string | null): Found {
  const json = findJsonCalls(texts)
  if (json !== null) return { ...json, calls: { style: 'json', syntax: json.syntax } }
  const named = findNamedCalls(texts)
  if (named !== null) return { ...named, calls: { style: 'named', syntax: named.syntax } }
  const python = findPythonCalls(texts, typed)
  if (python !== null) return { ...python, calls: { style: 'python', syntax: python.syntax } }
  const elements = findElementCalls(texts, typed)
  if (elements !== null) return { ...elements, calls: { style: 'tagged', syntax: elements.syntax } }
  const tagged = findTaggedCalls(texts, typed)
  if (tagged !== null) return { ...tagged, calls: { style: 'tagged', syntax: tagged.syntax } }
  return {
    calls: null,
    turnEnd: '',
    notes: [
      'the calls that the template prints are neither JSON, nor a name and JSON, nor tagged, nor Python',
    ],
  }
}

/** The text of a call without an empty reasoning and an empty content before it. */
function withoutLead(text: string, { reasoning, content }: TextParts): string {
  const first = text.indexOf(probe.tool)
  const other = text.indexOf(probe.other)
  const typed = text.indexOf(probe.typed)
  const name = Math.min(...[first, other, typed].filter((at) => at >= 0))
  let from = 0
  for (const close of [reasoning?.close ?? '', content?.close ?? '']) {
    const at = close === '' ? -1 : text.lastIndexOf(close, name)
    if (at >= from) from = at + close.length
  }
  return text.slice(from).trimStart()
}

/** Marks of reasoning that templates cut out of the content of earlier answers. */
const knownMarkers = [
  ['<think>', '</think>'],
  ['[THINK]', '[/THINK]'],
  ['<thinking>', '</thinking>'],
  ['<reasoning>', '</reasoning>'],
  ['<thought>', '</thought>'],
] as const

/** The marks of reasoning, if the template cuts reasoning out of content. */
function strippedMarkers(template: ChatTemplate, turns: Turns): readonly [string, string] | null {
  if (hasReasoning(turns)) return null
  for (const [open, close] of knownMarkers) {
    // A template that does not even have the marker needs no rendering.
    if (!template.source.includes(close)) continue
    try {
      const content = `${open}${probe.reasoning}${close}${probe.content}`
      const text = template.render({
        messages: [
          { role: 'user', content: probe.question },
          { role: 'assistant', content },
          { role: 'user', content: probe.question },
        ],
        limits: { maxSteps: 1_000_000 },
      })
      if (text.includes(probe.content) && !text.includes(probe.reasoning)) return [open, close]
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
    }
  }
  return null
}

/** Why no call is printed, as the text of the template has it. */
function callsElsewhere({ source }: ChatTemplate): string {
  if (!source.includes('tool_call')) return ', as nothing in it asks for tool_calls'
  const role = /['"](assistant_tool_calls?|tool_calls?)['"]\s*%}/.exec(source)?.[1]
  return role === undefined ? '' : `; it has them as the content of messages of the role ${role}`
}

function notesOf(template: ChatTemplate, { printed, declaration, texts }: Turns): string[] {
  const { call } = printed
  return [
    ...(call.kind === 'printed' || (declaration === '' && call.kind !== 'refused')
      ? []
      : [`the template prints no calls: ${call.reason}${callsElsewhere(template)}`]),
    ...(texts.call !== null && texts.calls === null && printed.calls.kind !== 'printed'
      ? [`the template prints one call in a turn at most: ${printed.calls.reason}`]
      : []),
  ]
}
