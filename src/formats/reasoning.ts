import type { FormatOptions } from '../chat/chat-types.ts'
import { chatTags } from '../chat/tags.ts'
import type { Policies } from '../chat/policy.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'

/** How a family marks its reasoning. */
export interface ReasoningSyntax {
  /** Empty where nothing but the prompt says that the reasoning begins. */
  readonly open: string
  readonly close: string
  /** What is written behind the opener and the closer; a line break and two unless told. */
  readonly layout?: { readonly open: string; readonly close: string }
  /** The prompt opens the reasoning unless the request says otherwise. */
  readonly opened?: boolean
}

/** What the reasoning part of a turn needs to know. */
export interface ReasoningPlace extends ReasoningSyntax {
  readonly mode: NonNullable<FormatOptions['reasoning']>
  readonly policies: Policies
  /** What begins a tool call. */
  readonly openers: readonly string[]
  /** A rule that matches the head of a call, where calls may come. */
  readonly callHead: string | null
}

/**
 * The reasoning at the beginning of a turn: `<think> … </think>`, or without its opener where the
 * prompt has written that. A head of a call inside it ends it; an opener that begins no call is text.
 */
export function reasoningPart(p: Builder, place: ReasoningPlace): NodeId {
  const t = chatTags(p)
  const { open, close, mode, policies } = place
  if (mode === 'off') return p.eps()
  const layout = policies.reasoningLayout === 'drop' ? t.skip(p.space()) : p.eps()
  const closing = p.sequence(p.token(close), reading(p, layout))
  const body = p.sequence(
    reading(p, layout),
    t.reasoning(reasoningText(p, place)),
    p.dual(p.optional(closing), closing),
  )
  if (mode === 'open') {
    // The prompt wrote the opener; a model that repeats it means nothing by it.
    if (open === '' || policies.repeatedOpener === 'text') return body
    const repeated = p.zeroOrMore(p.sequence(t.skip(p.token(open)), layout))
    return p.sequence(p.dual(repeated, p.eps()), body)
  }
  return p.optional(p.sequence(reading(p, p.space()), p.token(open), p.cut(), body))
}

/** Part of the reading only: the grammar prints nothing for it. */
function reading(p: Builder, item: NodeId): NodeId {
  return p.dual(item, p.eps())
}

function reasoningText(p: Builder, place: ReasoningPlace): NodeId {
  const { close, policies, callHead, openers } = place
  const ends = (more: readonly string[]): NodeId =>
    p.until(...[close, ...more].map((text) => ({ text, token: true })))
  if (callHead === null || policies.toolInReasoning === 'text') return ends([])
  const opener = p.sequence(p.not(p.ref(callHead)), p.choice(...openers.map((o) => p.token(o))))
  const text = ends(openers)
  return p.sequence(text, p.zeroOrMore(p.recover(p.sequence(opener, text))))
}
