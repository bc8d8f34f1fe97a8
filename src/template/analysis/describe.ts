import type { Capabilities } from '../capabilities.ts'
import type { ChatTemplate } from '../chat-template.ts'
import { printTurns, probe, shared, sharedEnd, type Turns } from './probes.ts'

/** How a template writes the reasoning of an answer. */
export interface ReasoningDescription {
  readonly open: string
  readonly close: string
  /** The generation prompt has opened it already. */
  readonly openedByPrompt: boolean
  /** It is printed only beside calls. */
  readonly onlyWithCalls: boolean
}

/** How a template writes calls, white space and all. */
export interface CallsDescription {
  /** The arguments are one JSON object, or each stands between tags. */
  readonly style: 'json' | 'tagged'
  /** Around all calls of a turn; empty where each call stands for itself. */
  readonly sectionOpen: string
  readonly sectionClose: string
  /** What stands between calls beside their own marks; null when only one call is printed. */
  readonly separator: string | null
  /** From the beginning of a call to its name, and from its arguments to its end. */
  readonly open: string
  readonly close: string
  /** Between the name and the first argument's name. */
  readonly afterName: string
  /** Tagged: around an argument's name and value. */
  readonly argumentOpen: string
  readonly argumentNameClose: string
  readonly argumentClose: string
  /** The ids of calls are printed. */
  readonly ids: boolean
}

/** All that is found out about a template by rendering it. JSON; print it with `JSON.stringify`. */
export interface TemplateDescription {
  readonly capabilities: Capabilities
  readonly generationPrompt: string
  /** What ends a turn, white space and all. */
  readonly end: string
  readonly reasoning: ReasoningDescription | null
  readonly calls: CallsDescription | null
}

/**
 * Describes how a template's model writes, by rendering answers that differ in one thing.
 *
 * @returns null when the template prints no plain answer
 * @example
 * ```ts
 * const template = createChatTemplate(
 *   '{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>{% endfor %}' +
 *     '{% if add_generation_prompt %}<|assistant|>{% endif %}',
 * )
 * describeTemplate(template)?.end // '<|end|>'
 * ```
 */
export function describeTemplate(template: ChatTemplate): TemplateDescription | null {
  const turns = printTurns(template)
  return turns === null ? null : describeTurns(template, turns)
}

/** The description from printed turns. */
export function describeTurns(template: ChatTemplate, turns: Turns): TemplateDescription {
  return {
    capabilities: template.capabilities,
    generationPrompt: turns.generationPrompt,
    end: turns.end,
    reasoning: describeReasoning(turns),
    calls: describeCalls(turns),
  }
}

function describeReasoning({ texts, generationPrompt }: Turns): ReasoningDescription | null {
  const text = texts.reasoning ?? texts.reasoningAndCall
  if (text === null) return null
  const [open = '', rest = ''] = split(text, probe.reasoning)
  const call = texts.call ?? ''
  const next = texts.reasoning === null ? call : probe.content
  const at = rest.indexOf(next)
  const written = at < 0 ? rest : rest.slice(0, at)
  const marker = open.trim() === '' ? lastMarker(generationPrompt) : open
  const openedByPrompt = marker.trim() !== '' && generationPrompt.trimEnd().endsWith(marker.trim())
  return { open: marker, close: written, openedByPrompt, onlyWithCalls: texts.reasoning === null }
}

/** The last marker of a generation prompt: `<…>` or `[…]` and the white space after it. */
function lastMarker(prompt: string): string {
  return /(?:<[^<>]*>|\[[^[\]]*\])\s*$/.exec(prompt)?.[0] ?? ''
}

function describeCalls({ texts }: Turns): CallsDescription | null {
  const { call, calls } = texts
  // Arguments before their name, or apart from it, are an order that has no words here yet.
  if (call === null || call.indexOf(probe.key) < call.indexOf(probe.tool)) return null
  const [before = '', afterNameText = ''] = split(call, probe.tool)
  const [afterName = '', rest1 = ''] = split(afterNameText, probe.key)
  const [nameClose = '', rest2 = ''] = split(rest1, probe.value)
  const [between = '', rest3 = ''] = split(rest2, probe.key2)
  const [, ending = ''] = split(rest3, probe.value2)
  const isJson = afterName.endsWith('"') && nameClose.startsWith('"')
  const argumentClose = isJson ? '' : common(between, ending)
  const parts = sections(before, ending, calls)
  return {
    style: isJson ? 'json' : 'tagged',
    ...parts,
    close: parts.close.slice(argumentClose.length),
    afterName,
    argumentOpen: isJson ? '' : between.slice(argumentClose.length),
    argumentNameClose: isJson ? '' : nameClose,
    argumentClose,
    ids: call.includes(probe.id),
  }
}

type Sections = Pick<
  CallsDescription,
  'sectionOpen' | 'sectionClose' | 'separator' | 'open' | 'close'
>

/**
 * What is around a call and what around all: between two calls stands the end of one and the
 * beginning of the next, without what is around all.
 */
function sections(before: string, ending: string, calls: string | null): Sections {
  const single = { sectionOpen: '', sectionClose: '', separator: null, open: before, close: ending }
  if (calls === null) return single
  // The second probe has one argument, and stands first: its value is followed by the end of a call.
  const [, after = ''] = split(calls, probe.value)
  const [middle = ''] = split(after, probe.tool)
  const close = common(middle, ending)
  const next = middle.slice(close.length)
  const open = next.slice(next.length - sharedEnd(next, before))
  return {
    sectionOpen: before.slice(0, before.length - open.length),
    sectionClose: ending.slice(close.length),
    separator: next.slice(0, next.length - open.length),
    open,
    close,
  }
}

/** A text before and after the first occurrence of another; all before it when there is none. */
function split(text: string, by: string): readonly [string, string] {
  const at = text.indexOf(by)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + by.length)]
}

/** What two texts have in common at their beginnings, up to a mark that both only begin. */
function common(a: string, b: string): string {
  const text = a.slice(0, shared(a, b))
  const open = Math.max(text.lastIndexOf('<'), text.lastIndexOf('['))
  const close = Math.max(text.lastIndexOf('>'), text.lastIndexOf(']'))
  return open > close ? text.slice(0, open).trimEnd() : text
}
