import { chatFromArena, chatTags, type Chat } from '../../src/chat/index.ts'
import type { ArenaChatOptions } from '../../src/chat/chat.ts'
import type { ChatTags } from '../../src/chat/tags.ts'
import { buildGrammar } from '../../src/grammar.ts'
import type { Arena } from '../../src/peg/arena.ts'
import type { Builder } from '../../src/peg/builder.ts'
import type { NodeId } from '../../src/peg/node.ts'

/** A grammar as a test writes it. */
export type ArenaMaker = (p: Builder & ChatTags) => NodeId

/** A chat of a grammar written in a test. */
export function chatOf(make: ArenaMaker, options: ArenaChatOptions = {}): Chat {
  return chatFromArena(
    buildGrammar((p) => make({ ...p, ...chatTags(p) })),
    options,
  )
}

/** Small formats in the manner of the families, each with texts that it reads. */
export interface SampleFormat {
  readonly name: string
  readonly chat: Chat
  readonly texts: readonly string[]
  /** Its choices are settled late: what is committed lags behind what is recognised. */
  readonly late?: boolean
}

const thought = (p: Builder & ChatTags): NodeId =>
  p.optional(p.sequence('<think>', p.cut(), p.reasoning(p.until('</think>')), '</think>', p.cut()))

const jsonCalls: SampleFormat = {
  name: 'JSON calls between markers',
  chat: chatOf((p) => {
    const call = p.rule(
      'call',
      p.sequence(
        '<tool_call>',
        p.cut(),
        p.tool(
          p.sequence(
            '\n{"name": "',
            p.toolName(p.chars('[a-z_]')),
            '", "arguments": ',
            p.toolArgs(p.jsonObject()),
            '}',
          ),
        ),
        '\n</tool_call>',
      ),
    )
    return p.sequence(
      thought(p),
      p.content(p.until('<tool_call>')),
      p.zeroOrMore(p.sequence(call, p.skip(p.chars('[\\n]', 0)))),
      p.end(),
    )
  }),
  texts: [
    'Ahoy',
    '<think>Let me <b> see</think>Look < here 😀',
    '<think>hm</think>Hello<tool_call>\n{"name": "set_volume", "arguments": {"level": 5, "to": ["a\\u00e9", null]}}\n</tool_call>',
    '<think>\n\n</think><tool_call>\n{"name": "a", "arguments": {}}\n</tool_call>\n\n<tool_call>\n{"name": "b", "arguments": { "q" : -1.5e3 } }\n</tool_call>\n',
  ],
}

const taggedCalls: SampleFormat = {
  name: 'tagged arguments',
  chat: chatOf((p) => {
    const close = '\n</parameter>\n'
    const string = p.sequence(
      p.toolArgName(p.choice('path', 'text')),
      '>\n',
      p.cut(),
      p.toolArgString(p.until('\n</parameter>')),
      close,
    )
    const number = p.sequence(
      p.toolArgName(p.literal('count')),
      '>\n',
      p.cut(),
      p.toolArgValue(p.jsonNumber()),
      close,
    )
    const argument = p.toolArg(p.sequence('<parameter=', p.cut(), p.choice(number, string)))
    const call = p.rule(
      'call',
      p.sequence(
        '<tool_call>\n',
        p.cut(),
        p.tool(
          p.sequence(
            '<function=',
            p.toolName(p.chars('[a-z_]')),
            '>\n',
            p.zeroOrMore(argument),
            '</function>\n',
          ),
        ),
        '</tool_call>',
      ),
    )
    return p.sequence(
      thought(p),
      p.content(p.until('<tool_call>')),
      p.zeroOrMore(p.sequence(call, p.skip(p.chars('[\\n]', 0)))),
      p.end(),
    )
  }),
  texts: [
    'I will look.\n<tool_call>\n<function=patch>\n<parameter=path>\n/tmp/"a"\\b.txt\n</parameter>\n<parameter=count>\n-12.5\n</parameter>\n</function>\n</tool_call>',
    '<tool_call>\n<function=ping>\n</function>\n</tool_call>\n<tool_call>\n<function=write>\n<parameter=text>\n\tfirst\n\n</par é 😀 <tool_call>\n</parameter>\n<parameter=text>\nagain\n</parameter>\n</function>\n</tool_call>',
  ],
}

const givenIds: SampleFormat = {
  name: 'ids and fields in any order',
  late: true,
  chat: chatOf(
    (p) => {
      const id = p.sequence('"id": "', p.toolId(p.chars('[a-z0-9]')), '"')
      const name = p.sequence('"name": "', p.toolName(p.chars('[a-z_]')), '"')
      const args = p.sequence('"arguments": ', p.toolArgs(p.jsonObject()))
      const call = p.rule(
        'call',
        p.tool(p.sequence('{', p.permute([id, name, args], { separator: ', ' }), '}')),
      )
      const nameless = p.rule('short', p.tool(p.sequence('[', name, ', ', args, ']')))
      return p.sequence(
        p.content(p.until('[CALLS]')),
        p.optional(p.sequence('[CALLS]', p.cut(), p.separatedBy(p.choice(call, nameless), '; '))),
        p.end(),
      )
    },
    { idStyle: 'mistral' },
  ),
  texts: [
    'Hi[CALLS]{"id": "abc123", "name": "look", "arguments": {"a": "b"}}',
    '[CALLS]{"name": "look", "id": "abc123", "arguments": {"a": 1}}; {"name": "look", "arguments": {}, "id": "late1"}',
    '[CALLS]{"arguments": {"first": [1, 2]}, "name": "look", "id": "x9"}; {"arguments": {}, "id": "x8", "name": "see"}',
    '[CALLS]["name": "look", "arguments": {"a": true}]',
  ],
}

const kimiIds: SampleFormat = {
  name: 'a name inside its id, and calls with strings of JSON',
  chat: chatOf(
    (p) =>
      p.sequence(
        p.content(p.until('<|call|>')),
        p.zeroOrMore(
          p.sequence(
            '<|call|>',
            p.cut(),
            p.tool(
              p.sequence(
                p.toolId(
                  p.sequence('functions.', p.toolName(p.chars('[a-z]')), ':', p.chars('[0-9]')),
                ),
                '<|args|>',
                p.optional(p.choice(p.toolArgs(p.jsonObject()), p.toolArgsString(p.jsonString()))),
                '<|end|>',
              ),
            ),
          ),
        ),
        p.end(),
      ),
    { idStyle: 'kimi' },
  ),
  texts: [
    'So<|call|>functions.look:0<|args|>{"a": "\\"b\\""}<|end|><|call|>functions.see:1<|args|>"{\\"a\\": \\"\\ud83d\\ude00\\u00e9\\\\n\\"}"<|end|>',
    '<|call|>functions.ping:7<|args|><|end|><|call|>functions.pong:8<|args|>"not json"<|end|>',
  ],
}

const channels: SampleFormat = {
  name: 'channels in any order',
  chat: chatOf((p) => {
    const body = p.until('<|end|>')
    const message = p.sequence(
      '<|channel|>',
      p.choice(
        p.sequence('analysis<|message|>', p.cut(), p.reasoning(body)),
        p.sequence('final<|message|>', p.cut(), p.content(body)),
        p.sequence(
          'commentary to=',
          p.cut(),
          p.tool(p.sequence(p.toolName(p.chars('[a-z]')), '<|message|>', p.toolArgs(p.json()))),
        ),
      ),
      '<|end|>',
    )
    return p.sequence(p.zeroOrMore(p.rule('message', message)), p.end())
  }),
  texts: [
    '<|channel|>analysis<|message|>Hm.<|end|><|channel|>final<|message|>Yes<|end|><|channel|>analysis<|message|>And<|end|><|channel|>commentary to=look<|message|>{"a": [{}]}<|end|><|channel|>final<|message|>Done<|end|>',
    '<|channel|>commentary to=look<|message|>[1]<|end|>',
  ],
}

/** The small formats. */
export const sampleFormats: readonly SampleFormat[] = [
  jsonCalls,
  taggedCalls,
  givenIds,
  kimiIds,
  channels,
]

/** An arena whose anonymous tags mean something to the mapper, one after the other. */
export function withChatTags(arena: Arena, shift: number): Arena {
  const tags = [
    'tool',
    'content',
    'reasoning',
    'tool-name',
    'tool-args',
    'tool-id',
    'tool-arg-name',
    'tool-arg-string-value',
    'tool-arg',
    'skip',
    'tool-args-string',
    'tool-arg-value',
    'note:stray-marker',
    'other',
  ]
  let next = shift
  const nodes = arena.nodes.map((node) =>
    node.kind === 'tag' ? { ...node, tag: tags[next++ % tags.length] ?? 'other' } : node,
  )
  return { ...arena, nodes }
}
