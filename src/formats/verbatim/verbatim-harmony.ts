import type { Policies } from '../../chat/policy.ts'
import { chatTags } from '../../chat/tags.ts'
import type { Builder } from '../../peg/builder.ts'
import type { NodeId } from '../../peg/node.ts'
import { anyText } from '../one-of.ts'
import type { TurnRequest } from '../turn-request.ts'
import { settle } from './verbatim-types.ts'
import { verbatimJson } from './verbatim-value.ts'

/** The names of the rules. */
const Rules = {
  messages: 'verbatim-messages',
  last: 'verbatim-last',
  arguments: 'verbatim-arguments',
} as const

const start = '<|start|>assistant'

/**
 * Harmony as llama.cpp reads it: messages of analysis and commentary, then one call or the final
 * answer; what follows is dropped.
 *
 * Source: its reader of gpt-oss, as it prints its parser.
 */
export function verbatimHarmony(
  p: Builder,
  request: TurnRequest,
  { brokenCall }: Policies,
): NodeId {
  const t = chatTags(p)
  const end = (): NodeId => p.token('<|end|>')
  const text = (): NodeId => p.until({ text: '<|end|>', token: true })
  const slip = p.sequence(channel(p, 'commentary'), p.optional(' to=assistant'))
  const message = (name: string): NodeId => p.sequence(channel(p, name), p.token('<|message|>'))
  const headed = (name: string): NodeId => p.sequence(p.optional(slip), message(name))
  const settled = { unsettled: brokenCall === 'drop' }
  // What a message is, its head says.
  const messages = p.choice(
    p.sequence(message('commentary'), p.cut(), t.content(text()), end()),
    p.sequence(headed('analysis'), p.cut(), t.reasoning(text()), end()),
  )
  p.rule(Rules.messages, p.zeroOrMore(p.sequence(messages, p.token('<|start|>'), 'assistant')))
  const none = request.choice === 'none' || request.tools.length === 0
  const final = p.sequence(headed('final'), p.cut(), t.content(text()))
  const rest = none
    ? unsolicited(p)
    : p.sequence(callHead(p, request), settle(p, settled), p.ref(Rules.arguments))
  p.rule(Rules.arguments, verbatimJson(p).arguments())
  const must = !none && request.choice !== 'auto'
  p.rule(Rules.last, must ? t.tool(rest) : p.choice(none ? rest : t.tool(rest), final))
  return p.sequence(
    p.optional(start),
    p.ref(Rules.messages),
    p.ref(Rules.last),
    t.skip(p.rest()),
    p.end(),
  )
}

function channel(p: Builder, name: string): NodeId {
  return p.sequence(p.token('<|channel|>'), name)
}

/** A message to someone where no tools were given: it is dropped. */
function unsolicited(p: Builder): NodeId {
  const to = p.sequence(p.optional(callChannel(p)), ' to=')
  return chatTags(p).skip(
    p.atomic(p.sequence(to, p.until({ text: '<|end|>', token: true }), p.token('<|end|>'))),
  )
}

function callChannel(p: Builder): NodeId {
  return p.sequence(p.token('<|channel|>'), p.choice('commentary', 'analysis'))
}

/** The recipient stands before the channel or behind it. */
function callHead(p: Builder, request: TurnRequest): NodeId {
  const t = chatTags(p)
  const names = request.tools.map((tool) => tool.function.name)
  const name = (): NodeId => p.sequence(' to=functions.', t.toolName(anyText(p, names)))
  const type = (): NodeId =>
    p.optional(
      p.sequence(p.space(), p.optional(p.token('<|constrain|>')), p.chars('[A-Za-z0-9_\\-]')),
    )
  const message = (): NodeId => p.sequence(type(), p.token('<|message|>'))
  return p.choice(
    p.atomic(p.sequence(name(), callChannel(p), message())),
    p.atomic(p.sequence(callChannel(p), name(), message())),
  )
}
