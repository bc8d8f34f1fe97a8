import type { Tool } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { WholeCall } from '../chat/write.ts'
import type { Builder, Operand } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { chatMl, defineFormat, type Format } from './format.ts'
import { looseJson } from './loose-json.ts'
import { anyText, oneOf } from './one-of.ts'
import { TurnRules, type CallSyntax, type TurnRequest } from './turn.ts'

const open = '<tool_call>'
const close = '</tool_call>'

/**
 * Hermes: `<tool_call>` JSON with `name` and `arguments` `</tool_call>`, as Hermes 2 and 3, Qwen2.5
 * and Qwen3 write it, with `<think>` for those that reason.
 *
 * Source: the chat templates of NousResearch/Hermes-3-Llama-3.1-8B and Qwen/Qwen3-0.6B.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = hermes({ tools: [{ type: 'function', function: { name: 'now' } }] })
 * const { message } = chat.parse('<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const hermes: Format = defineFormat({
  ...chatMl,
  name: 'hermes',
  summary: 'JSON in <tool_call>, <think> for reasoning: Hermes 2 and 3, Qwen2.5, Qwen3, QwQ',
  aliases: [
    'hermes-json',
    'hermes-2-pro',
    'hermes-3',
    'qwen',
    'qwen25',
    'qwen2.5',
    'qwen2.5-json',
    'qwen2d5',
    'qwen3',
    'qwen3-json',
    'qwen3-reasoning',
    'qwq',
    'qwq-32b',
  ],
  markers: { openers: [open], closers: [close] },
  calls: (p, request, policies) => hermesCalls(p, request.tools, policies, request),
  writeCalls: (calls) => calls.map(writeCall).join('\n'),
})

function writeCall(call: WholeCall): string {
  const name = JSON.stringify(call.name)
  return `${open}\n{"name": ${name}, "arguments": ${call.arguments}}\n${close}`
}

function hermesCalls(
  p: Builder,
  tools: readonly Tool[],
  policies: Policies,
  options: Pick<TurnRequest, 'schema'>,
): CallSyntax {
  const t = chatTags(p)
  const both = policies.argumentFields === 'both'
  const loose = looseJson(p, 'arguments', [close])
  const key = (name: Operand): NodeId => p.sequence(name, p.space(), ':', p.space())
  const comma = p.sequence(p.space(), ',', p.space())
  const argumentKey = both ? p.choice('"arguments"', '"parameters"') : p.literal('"arguments"')
  const begin = p.sequence(p.token(open), p.space(), '{', p.space())

  const names = tools.map((tool) => inJson(tool.function.name))
  const anyName = policies.undeclaredTool === 'emit'
  const name = p.sequence(
    key('"name"'),
    '"',
    t.toolNameJson(anyName ? p.jsonStringContent() : anyText(p, names)),
    '"',
  )

  // A JSON string that holds an object is decoded once, where the policy asks for it.
  const encoded = p.sequence(
    '"',
    p.peek('{'),
    p.cut(),
    t.toolArgsString(p.jsonStringContent()),
    '"',
  )
  const given = p.sequence(
    key(argumentKey),
    policies.doubleEncoded === 'decode'
      ? p.choice(encoded, t.toolArgs(loose.value))
      : t.toolArgs(loose.value),
  )

  // Members that mean nothing here are read over, an id is taken, arguments may come first.
  const id = p.sequence(key('"id"'), '"', t.toolId(p.jsonStringContent()), '"')
  const other = p.sequence(p.not(p.choice('"name"', argumentKey)), key(p.jsonString()), p.json())
  const others = p.zeroOrMore(p.sequence(p.choice(id, other), comma))
  const early = p.optional(p.sequence(given, comma, others))
  const strict = policies.strayOpener === 'reject'

  const member = p.sequence(comma, p.not(argumentKey), key(p.jsonString()), loose.value)
  const closing = p.optional(p.sequence(p.space(), p.token(close)))
  // What is neither a member nor the end makes the arguments invalid: such a call must not run.
  const garbage = t.toolArgs(p.sequence(p.any(), p.until(close)))
  const head = strict ? p.sequence(begin, name) : p.sequence(begin, others, early, name)
  p.rule(
    'call-rest',
    p.sequence(
      p.zeroOrMore(member),
      p.optional(p.sequence(comma, given)),
      p.zeroOrMore(member),
      p.space(),
      p.choice('}', p.peek(close), garbage),
      closing,
    ),
  )
  return {
    openers: [open],
    closers: [close],
    head,
    // The rule of the loop holds the cut: what follows it is a rule of its own.
    whole: p.sequence(p.ref(TurnRules.head), p.cut(), p.ref('call-rest')),
    undeclared: p.sequence(begin, key('"name"'), p.jsonString()),
    printed: (chosen) => printedCall(p, chosen, options),
  }
}

/** `<tool_call>\n{"name": "…", "arguments": {…}}\n</tool_call>`, the names as a trie. */
function printedCall(
  p: Builder,
  tools: readonly Tool[],
  options: Pick<TurnRequest, 'schema'>,
): NodeId {
  const words = tools.map(({ function: tool }) => ({
    text: inJson(tool.name),
    then: p.sequence(
      '", "arguments": ',
      p.schema(tool.parameters ?? { type: 'object' }, {
        name: `${tool.name}-arguments`,
        ...(options.schema === undefined ? {} : { settings: options.schema }),
      }),
      '}',
    ),
  }))
  return p.sequence(open, p.space(), '{"name": "', oneOf(p, words), p.space(), close)
}

/** A name as it stands inside a JSON string. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
