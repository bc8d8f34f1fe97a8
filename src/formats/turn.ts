import type { FormatOptions } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import type { ContentSyntax } from './content.ts'
import { marker } from './marker.ts'
import { reasoningPart } from './reasoning.ts'
import { responsePart } from './response.ts'
import { strayBlock } from './stray.ts'
import { leavesCallsFree } from './strictness.ts'
import { callsPart, turnParts } from './turn-parts.ts'
import { type TurnRequest, namesRead, readsCalls } from './turn-request.ts'
import { type CallSyntax, TurnRules, type TurnSyntax } from './turn-syntax.ts'

/**
 * A turn: what the prompt wrote, reasoning, content, calls with text between them.
 *
 * The parser reads text and calls in any order; the grammar prints text, then calls one after the
 * other. A call is certain once its head is read: a cut settles it there, in the rule of the loop,
 * so that its arguments are sent as they come.
 */
export function turn(
  p: Builder,
  syntax: TurnSyntax,
  request: TurnRequest,
  policies: Policies,
  options: FormatOptions,
): NodeId {
  const call = readCalls(p, syntax, request, policies)
  const t = chatTags(p)
  if (call !== null) {
    p.rule(TurnRules.head, call.head)
  }
  const prompt = promptPart(p, syntax, request, policies, options)
  const place =
    syntax.reasoning === undefined
      ? null
      : {
          ...syntax.reasoning,
          mode: request.reasoning,
          policies,
          contentOpen: contentOpener(syntax.content),
          openers: call?.reasoningOpeners ?? [...(call?.openers ?? []), ...(call?.led ?? [])],
          callHead: call === null ? null : TurnRules.head,
          call: call === null ? null : t.tool(call.whole),
          stray: call === null || policies.strayOpener !== 'drop' ? null : strayBlock(p, call),
        }
  const reasoning = place === null ? p.eps() : reasoningPart(p, place)
  const either = options.withTools === 'either' && call !== null
  const response = (): NodeId => responsePart(p, options, syntax.content)
  if (options.responseSchema !== undefined && !either) {
    return p.sequence(prompt, reasoning, answerGap(p, request), response(), p.end())
  }
  const parts = turnParts(p, { ...syntax, calls: call }, request, policies, place)
  if (call === null) return p.sequence(prompt, reasoning, parts.prose, p.end())
  // An answer that is held to a schema is constrained from its beginning on: no grammar of it is lazy.
  p.rule(TurnRules.calls, callsPart(p, parts, call.further ?? call.whole, request, policies), {
    trigger: options.responseSchema === undefined,
  })
  const ref = p.ref(TurnRules.calls)
  if (options.responseSchema !== undefined) {
    const read = p.sequence(parts.prose, p.optional(ref))
    const printed = p.sequence(answerGap(p, request), p.choice(ref, response()))
    return p.sequence(prompt, reasoning, p.dual(read, printed), p.end())
  }
  // Where anything may follow, only a cut behind a call's head lets its arguments through.
  const settled = p.sequence(p.peek(p.ref(TurnRules.head)), p.cut(), ref)
  const calls = policies.textAfterCalls === 'drop' ? p.dual(settled, ref) : ref
  const must = request.choice !== 'auto' && request.choice !== 'none'
  if (leavesCallsFree(request.tools, request.choice, request.strict)) {
    const read = p.sequence(parts.prose, p.optional(calls))
    const tail = policies.textAfterCalls === 'drop' ? t.skip(p.rest()) : p.eps()
    return p.sequence(
      prompt,
      reasoning,
      p.dual(p.sequence(read, tail), t.content(p.rest())),
      p.end(),
    )
  }
  return p.sequence(
    prompt,
    reasoning,
    // Where a call must come, the grammar leaves no room for text before it.
    must ? p.dual(parts.prose, p.space()) : parts.prose,
    must ? p.dual(p.optional(calls), calls) : p.optional(calls),
    policies.textAfterCalls === 'drop' ? p.dual(t.skip(p.rest()), p.end()) : p.end(),
  )
}

/** What opens the content, where it never stands without. */
function contentOpener(content: ContentSyntax | undefined): string | null {
  return content === undefined || content.optional === true ? null : content.open
}

/** The line breaks that models write behind their reasoning, before an answer that is held to a schema. */
function answerGap(p: Builder, { reasoning }: TurnRequest): NodeId {
  return reasoning === 'off' ? p.eps() : p.dual(p.eps(), p.space())
}

/** The calls that are read: those that may come, and those that the policies read in spite of that. */
function readCalls(
  p: Builder,
  syntax: TurnSyntax,
  request: TurnRequest,
  policies: Policies,
): CallSyntax | null {
  if (syntax.calls === undefined) return null
  if (!readsCalls(request, policies)) return null
  return syntax.calls(p, request, namesRead(request, policies))
}

/** What the prompt ends with: read when the parser is given it, never printed. */
function promptPart(
  p: Builder,
  { header, reasoning }: TurnSyntax,
  request: TurnRequest,
  policies: Policies,
  options: FormatOptions,
): NodeId {
  if (header === '' && reasoning === undefined) return p.eps()
  // A prompt may have been trimmed.
  const before =
    header === '' ? p.eps() : p.optional(p.sequence(p.choice(header, header.trimEnd()), p.space()))
  if (options.reasoningFormat === 'none' || reasoning === undefined) return p.dual(before, p.eps())
  const { open, close, bare, layout } = reasoning
  // White space behind it is the model's, where it is not layout.
  const gap =
    policies.reasoningLayout === 'keep' && request.reasoning === 'open'
      ? p.sequence(...[...(layout?.open ?? '\n')].map((c) => p.optional(c)))
      : p.space()
  const opened = open === '' ? p.eps() : p.sequence(marker(p, open), gap)
  const begun = bare === undefined ? opened : p.optional(opened)
  const closed = p.sequence(begun, marker(p, close), p.space())
  const thinking = request.reasoning === 'open' ? opened : closed
  return p.dual(p.sequence(before, p.optional(thinking)), p.eps())
}
