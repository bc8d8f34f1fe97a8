import type { FormatOptions } from '../chat/chat-types.ts'
import { chatTags } from '../chat/tags.ts'
import type { Policies } from '../chat/policy.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { delimiter, marker } from './marker.ts'

/** How a family marks its reasoning. */
export interface ReasoningSyntax {
  /** Empty where nothing but the prompt says that the reasoning begins. */
  readonly open: string
  readonly close: string
  /** What is written behind the opener and the closer; a line break and two unless told. */
  readonly layout?: { readonly open: string; readonly close: string }
  /** The prompt opens the reasoning unless the request says otherwise. */
  readonly opened?: boolean
  /** Where there is no reasoning its closer stands alone: the prompt writes it so, or the model does. */
  readonly bare?: 'prompt' | 'model'
}

/** What the reasoning part of a turn needs to know. */
export interface ReasoningPlace extends ReasoningSyntax {
  readonly mode: NonNullable<FormatOptions['reasoning']>
  readonly policies: Policies
  /** What opens the content, where that has markers: it ends the reasoning too. */
  readonly contentOpen: string | null
  /** What begins a tool call. */
  readonly openers: readonly string[]
  /** A rule that matches the head of a call, where calls may come. */
  readonly callHead: string | null
  /** A call, and a block that only begins like one, where policies read it inside the reasoning. */
  readonly call: NodeId | null
  readonly stray: NodeId | null
}

/** The name of the rule of reasoning that calls may interrupt. */
const thoughtRule = 'thought'

/**
 * The reasoning at the beginning of a turn: `<think> … </think>`, or without its opener where the
 * prompt has written that. A head of a call inside it ends it; an opener that begins no call is text.
 */
export function reasoningPart(p: Builder, place: ReasoningPlace): NodeId {
  const t = chatTags(p)
  const { open, close, mode, policies } = place
  const alone = p.sequence(marker(p, close), p.cut())
  if (mode === 'off') return place.bare === 'model' ? p.optional(marker(p, close)) : p.eps()
  const layout = policies.reasoningLayout === 'drop' ? t.skip(p.space()) : p.eps()
  const closed = p.sequence(marker(p, close), reading(p, layout))
  const closing =
    place.contentOpen === null
      ? closed
      : p.dual(p.choice(closed, p.peek(marker(p, place.contentOpen))), closed)
  const body = p.sequence(
    reading(p, layout),
    t.reasoning(reasoningText(p, place)),
    p.dual(p.optional(closing), closing),
  )
  if (mode === 'open') {
    // The prompt wrote the opener; a model that repeats it means nothing by it.
    if (open === '') return body
    const again = p.sequence(t.skip(marker(p, open)), layout)
    return p.sequence(
      policies.beforeOpener === 'drop' ? p.dual(p.optional(before(p, place)), p.eps()) : p.eps(),
      policies.repeatedOpener === 'text' ? p.eps() : p.dual(p.zeroOrMore(again), p.eps()),
      body,
    )
  }
  const whole = p.sequence(marker(p, open), p.cut(), body)
  return p.optional(
    p.sequence(reading(p, p.space()), place.bare === 'model' ? p.choice(whole, alone) : whole),
  )
}

/** Reasoning that begins behind content, where the policies read it; null where they do not. */
export function lateReasoning(p: Builder, place: ReasoningPlace): NodeId | null {
  const { open, close, mode, policies } = place
  if (policies.lateReasoning === 'text' || mode === 'off' || open === '') return null
  const text = suspends(place) ? p.ref(thoughtRule) : reasoningText(p, place)
  const closer = p.optional(marker(p, close))
  return p.sequence(marker(p, open), p.cut(), chatTags(p).reasoning(text), closer)
}

/** Part of the reading only: the grammar prints nothing for it. */
function reading(p: Builder, item: NodeId): NodeId {
  return p.dual(item, p.eps())
}

/** Text before an opener that repeats the prompt's own. */
function before(p: Builder, { open, close }: ReasoningPlace): NodeId {
  const t = chatTags(p)
  const markers = [open, close].map(delimiter)
  return p.sequence(t.skip(p.until(...markers)), p.peek(marker(p, open)))
}

function reasoningText(p: Builder, place: ReasoningPlace): NodeId {
  const { open, close, policies, callHead, openers, contentOpen } = place
  const t = chatTags(p)
  const anywhere = policies.repeatedOpener === 'anywhere' && open !== ''
  const ignores = callHead === null || policies.toolInReasoning === 'text'
  const markers = [
    close,
    ...(contentOpen === null ? [] : [contentOpen]),
    ...(ignores ? [] : openers),
    ...(anywhere ? [open] : []),
  ]
  const text = p.until(...markers.map(delimiter))
  const again = anywhere ? [t.skip(marker(p, open))] : []
  const between = ignores ? again : [...again, ...strayOpeners(p, place, callHead)]
  if (between.length === 0) return text
  const loop = p.sequence(text, p.zeroOrMore(p.recover(p.sequence(p.choice(...between), text))))
  if (!suspends(place)) return loop
  // A call is settled by a cut in the rule of its loop.
  p.rule(thoughtRule, loop)
  return p.ref(thoughtRule)
}

/** Whether calls interrupt the reasoning. */
function suspends({ callHead, policies }: ReasoningPlace): boolean {
  return callHead !== null && policies.toolInReasoning === 'suspend'
}

/** A call where it suspends the reasoning, and an opener that begins none. */
function strayOpeners(p: Builder, place: ReasoningPlace, callHead: string): NodeId[] {
  const { openers, call, stray } = place
  const interrupts = suspends(place)
  const opener = p.choice(...openers.map((o) => marker(p, o)))
  const none = interrupts && stray !== null ? stray : opener
  return [...(interrupts && call !== null ? [call] : []), p.sequence(p.not(p.ref(callHead)), none)]
}
