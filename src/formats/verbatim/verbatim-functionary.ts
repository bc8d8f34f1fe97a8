import { chatTags } from '../../chat/tags.ts'
import type { Builder } from '../../peg/builder.ts'
import type { NodeId } from '../../peg/node.ts'
import type { TurnRequest } from '../turn-request.ts'
import { verbatimJson } from './verbatim-value.ts'

const next = '>>>'

/**
 * Functionary 3.2 as llama.cpp reads it: a message to all, or calls one behind the other. What begins the
 * next message is text where a message to all goes on, and no match between calls.
 *
 * Source: its reader of Functionary 3.2, as it prints its parser.
 */
export function verbatimFunctionary(p: Builder, header: string, request: TurnRequest): NodeId {
  const t = chatTags(p)
  const begin = p.optional(p.choice(header, next))
  const all = (text: NodeId): NodeId => p.sequence('all\n', p.cut(), t.content(text))
  const none = request.choice === 'none' || request.tools.length === 0
  if (none) return p.sequence(begin, all(p.rest()), p.end())
  const rules = request.tools.map((_, i) => `verbatim-${i}`)
  const json = verbatimJson(p)
  for (const rule of rules) p.rule(rule, json.arguments())
  const call = p.choice(
    ...request.tools.map((tool, i) =>
      t.tool(
        p.sequence(
          p.atomic(p.sequence(t.toolName(p.literal(tool.function.name)), '\n')),
          p.cut(),
          p.ref(rules[i] ?? ''),
        ),
      ),
    ),
  )
  const calls = request.parallel ? p.oneOrMore(call) : call
  const must = request.choice !== 'auto'
  return p.sequence(
    begin,
    p.choice(must ? p.sequence(all(p.until(next)), calls) : all(p.rest()), calls),
    p.end(),
  )
}
