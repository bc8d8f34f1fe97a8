import type { Policies } from '../../chat/policy.ts'
import { chatTags } from '../../chat/tags.ts'
import type { Builder } from '../../peg/builder.ts'
import type { NodeId } from '../../peg/node.ts'
import type { ContentSyntax } from '../content.ts'
import { delimiter, marker } from '../marker.ts'
import type { ReasoningSyntax } from '../reasoning.ts'
import type { TurnRequest } from '../turn-request.ts'
import {
  settle,
  type MakeVerbatimCalls,
  type VerbatimCallOptions,
  type VerbatimCalls,
  type VerbatimSyntax,
} from './verbatim-types.ts'

/** A family, as far as it is read verbatim. */
export interface VerbatimFamily {
  readonly header: string
  readonly ends: readonly string[]
  readonly reasoning?: ReasoningSyntax
  readonly content?: ContentSyntax
  readonly verbatim?: VerbatimSyntax
  readonly verbatimCalls?: MakeVerbatimCalls
}

/** The names of the rules. */
const Rules = { head: 'verbatim-head', calls: 'verbatim-calls', rest: 'verbatim-rest' } as const

/**
 * A turn as llama.cpp reads it: reasoning, content, calls, each as the template writes it. What fits
 * nothing is no match, or dropped where its reader of the family does so.
 *
 * Sources: llama.cpp's analysis of templates and its readers of single families, as they print their
 * parsers.
 */
export function verbatimTurn(
  p: Builder,
  family: VerbatimFamily,
  request: TurnRequest,
  { brokenCall }: Policies,
): NodeId {
  const { verbatim = {} } = family
  const none = request.choice === 'none' || request.tools.length === 0
  const unsettled = verbatim.dropsTail === true && brokenCall === 'drop'
  const options = { ...verbatim.calls, unsettled }
  const calls = none ? null : (family.verbatimCalls?.(p, request, options) ?? null)
  if (calls !== null) {
    p.rule(Rules.head, calls.head)
    p.rule(Rules.calls, calls.calls)
  }
  const place = { ...family, verbatim, calls, options, request }
  const body = p.sequence(
    verbatim.around === 'both' ? skipped(p) : p.eps(),
    answer(p, place),
    tail(p, place),
  )
  p.rule(Rules.rest, body)
  return p.sequence(prompt(p, place), reasoning(p, place), p.ref(Rules.rest))
}

interface Place extends VerbatimFamily {
  readonly verbatim: VerbatimSyntax
  readonly calls: VerbatimCalls | null
  readonly options: VerbatimCallOptions
  readonly request: TurnRequest
}

function skipped(p: Builder): NodeId {
  return chatTags(p).skip(p.space())
}

/** What the prompt ends with: the caller may give it or not, and it may have been trimmed. */
function prompt(p: Builder, place: Place): NodeId {
  const { header, verbatim, reasoning: syntax, request, calls } = place
  const whole = verbatim.header ?? header
  // Where there is nothing but content, white space before it is content too.
  const only = calls === null && syntax === undefined
  const gap = verbatim.gap === false || only ? p.eps() : skipped(p)
  const begin =
    whole === ''
      ? p.eps()
      : p.optional(whole.trim() === '' ? p.literal(whole) : p.choice(whole, whole.trimEnd()))
  if (syntax === undefined || syntax.open === '' || request.reasoning !== 'off') {
    return p.sequence(begin, gap)
  }
  const { open, close } = syntax
  if (syntax.bare === 'model') {
    // The model opens and closes it all the same.
    const thought = p.sequence(
      marker(p, open),
      p.cut(),
      p.until(delimiter(close)),
      marker(p, close),
    )
    return p.sequence(begin, gap, chatTags(p).skip(p.optional(p.choice(thought, marker(p, close)))))
  }
  // The prompt has closed the reasoning.
  const begun = p.sequence(marker(p, open), p.space())
  const pair = p.sequence(
    syntax.bare === undefined ? begun : p.optional(begun),
    marker(p, close),
    verbatim.spaceBehind === true ? skipped(p) : lines(p, layoutOf(syntax, verbatim).close),
  )
  // A template that never thinks says nothing of it.
  const silent = verbatim.maybeSilent === true && calls === null
  return silent
    ? p.sequence(begin, p.optional(p.sequence(gap, pair)))
    : p.sequence(begin, gap, p.optional(pair))
}

function layoutOf(
  syntax: ReasoningSyntax,
  { layout }: VerbatimSyntax,
): { readonly open: string; readonly close: string } {
  return layout ?? syntax.layout ?? { open: '\n', close: '\n\n' }
}

/** White space that the template writes: each of its characters may be missing. */
function lines(p: Builder, text: string): NodeId {
  return p.sequence(...[...text].map((c) => p.optional(c)))
}

function reasoning(p: Builder, place: Place): NodeId {
  const { reasoning: syntax, verbatim, request } = place
  if (syntax === undefined || request.reasoning === 'off') return p.eps()
  const t = chatTags(p)
  const { close } = syntax
  const open = verbatim.open ?? syntax.open
  const layout = layoutOf(syntax, verbatim)
  const openers = verbatim.reasoningStops ?? []
  const before = verbatim.spaceInReasoning === true ? p.space() : lines(p, layout.open)
  const closing = p.sequence(marker(p, close), lines(p, layout.close))
  const thought = p.sequence(
    open === '' ? p.eps() : p.sequence(marker(p, open), p.cut()),
    t.skip(before),
    t.reasoning(reasoningText(p, place, close)),
    openers.length === 0 ? closing : p.choice(closing, p.peek(p.choice(...openers))),
  )
  return p.optional(syntax.bare === 'model' ? p.choice(thought, marker(p, close)) : thought)
}

/** Up to what ends it; where only a call does, what merely begins like one is text. */
function reasoningText(p: Builder, { verbatim, calls }: Place, close: string): NodeId {
  const { reasoningStops: openers = [], stopsAtCalls = false } = verbatim
  const ends = stopsAtCalls && calls === null ? [] : openers
  const text = p.until(...[close, ...ends].map(delimiter))
  if (!stopsAtCalls || ends.length === 0) return text
  const opener = p.choice(...ends)
  return p.sequence(text, p.zeroOrMore(p.sequence(p.not(p.ref(Rules.head)), opener, text)))
}

function answer(p: Builder, place: Place): NodeId {
  const { content, verbatim, calls, options, request } = place
  const text = contentText(p, place)
  if (calls === null) return text
  const behind = verbatim.around === undefined ? p.eps() : skipped(p)
  const settled = p.sequence(p.peek(p.ref(Rules.head)), settle(p, options), p.ref(Rules.calls))
  const must = request.choice !== 'auto'
  if (verbatim.exclusive === true) return must ? settled : p.choice(settled, text)
  const wrapped = content === undefined ? text : p.optional(text)
  return p.sequence(wrapped, behind, must ? settled : p.optional(settled))
}

function contentText(p: Builder, { content, calls, verbatim }: Place): NodeId {
  const t = chatTags(p)
  const free = (): NodeId =>
    t.content(calls === null ? p.rest() : p.until(...calls.stops.map(delimiter)))
  if (content !== undefined && content.optional !== true) {
    if (content.close === '') return p.sequence(marker(p, content.open), p.cut(), free())
    const inner = t.content(p.until(delimiter(content.close)))
    const closer = marker(p, content.close)
    return p.sequence(
      marker(p, content.open),
      p.cut(),
      inner,
      verbatim.exclusive === true ? p.optional(closer) : closer,
    )
  }
  return free()
}

function tail(p: Builder, { verbatim, ends }: Place): NodeId {
  if (verbatim.exclusive === true) {
    return p.sequence(p.optional(p.choice(...ends.map((end) => marker(p, end)))), p.end())
  }
  return verbatim.dropsTail === true ? p.sequence(chatTags(p).skip(p.rest()), p.end()) : p.end()
}
