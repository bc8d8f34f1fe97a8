import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { delimiter, marker } from './marker.ts'

/** Values in Gemma's notation, read: `{a:<|"|>text<|"|>,b:[1,true]}`. */
export interface GemmaReading {
  /** What stands in curly brackets behind the opening one, with the closing one, member by member. */
  readonly members: NodeId
}

/** The rules of the notation. */
const Rules = { value: 'gemma-value', members: 'gemma-members', items: 'gemma-items' } as const

/**
 * Reads values in Gemma's notation: bare keys, strings between markers of their own, brackets as in JSON.
 * What is neither a string nor JSON is a string.
 *
 * @param quote the marker around strings
 * @param close what ends the call from outside
 */
export function readGemma(
  p: Builder,
  quote: string,
  close: string,
  policies: Policies,
): GemmaReading {
  const t = chatTags(p)
  const mark = (): NodeId => marker(p, quote)
  const closer = (): NodeId => p.peek(marker(p, close))
  // What fits nowhere makes the arguments invalid: such a call must not run.
  const garbage = t.toolArgs(p.sequence(p.any(), p.until(delimiter(close)), closer()))
  const plainKey = p.chars('[^:,{}()\\[\\]<> \\t\\r\\n]')
  const key = p.choice(
    p.sequence(mark(), t.toolArgName(p.until(delimiter(quote))), mark()),
    t.toolArgName(plainKey),
  )
  const gap = (): NodeId => p.sequence(p.space(), p.optional(','), p.space())
  // A value takes any text, so that it is settled where it begins.
  const stop = (): NodeId => p.choice(p.peek(p.chars('[,})\\]]', 1, 1)), closer())
  const member = t.toolArg(
    p.sequence(
      p.atomic(p.sequence(key, p.space(), ':')),
      p.cut(),
      p.space(),
      p.choice(stop(), p.ref(Rules.value)),
    ),
  )
  const item = p.sequence(p.not(stop()), p.cut(), p.ref(Rules.value), gap())
  p.rule(Rules.value, readValue(p, quote, policies, garbage))
  p.rule(
    Rules.members,
    p.sequence(
      p.space(),
      p.zeroOrMore(p.sequence(member, gap())),
      p.choice('}', ')', closer(), garbage),
    ),
  )
  p.rule(Rules.items, p.sequence(p.space(), p.zeroOrMore(item), p.choice(']', closer(), garbage)))
  return { members: p.ref(Rules.members) }
}

function readValue(p: Builder, quote: string, policies: Policies, garbage: NodeId): NodeId {
  const t = chatTags(p)
  const text = t.toolArgString(p.until(delimiter(quote)))
  const string = p.sequence(marker(p, quote), p.cut(), text, p.optional(marker(p, quote)))
  const json = p.choice(p.jsonNumber(), p.jsonBool(), p.jsonNull())
  const end = p.peek(p.choice(p.chars('[,}\\])]', 1, 1), p.chars('[ \\t\\r\\n<]', 1, 1)))
  const exact = p.atomic(p.sequence(t.toolArgValue(json), end))
  const bare = t.toolArgString(p.chars('[^,{}()\\[\\]<]'))
  return p.choice(
    string,
    t.toolArgObject(p.sequence('{', p.cut(), p.ref(Rules.members))),
    t.toolArgArray(p.sequence('[', p.cut(), p.ref(Rules.items))),
    ...(policies.argumentValue === 'verbatim' ? [] : [exact]),
    bare,
    garbage,
  )
}
