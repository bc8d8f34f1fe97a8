import { describe, expect, it } from 'vitest'
import {
  formats,
  type Chat,
  type Chunk,
  type Delta,
  type FormatOptions,
  type Policies,
} from '../src/index.ts'
import type { SessionOptions } from '../src/chat/chat-types.ts'
import { expectGolden } from './support/golden.ts'

/** One value of a policy: a response in the chunks that show it, and what comes of it. */
interface Row {
  readonly chunks: readonly Chunk[]
  readonly format?: 'hermes' | 'qwen3Coder' | 'deepseekV4' | 'gptOss' | 'pythonic'
  readonly request?: FormatOptions
  readonly session?: SessionOptions
  /** Only `parse` takes the value. */
  readonly whole?: true
}

type Rows = { readonly [K in keyof Policies]: { readonly [V in Policies[K]]: Row } }

const tools = [
  { type: 'function', function: { name: 'now' } },
  {
    type: 'function',
    function: {
      name: 'set',
      parameters: {
        type: 'object',
        properties: {
          text: { type: 'string' },
          level: { type: 'number' },
          note: { type: ['string', 'null'] },
        },
      },
    },
  },
] as const

const now = '<tool_call>{"name": "now", "arguments": {}}</tool_call>'
const set = (args: string): string => `<tool_call><function=set>${args}</function></tool_call>`
const argument = (name: string, value: string): string => `<parameter=${name}>${value}</parameter>`
const commentary = [
  '<|channel|>commentary<|message|>So.<|end|>',
  '<|start|>assistant<|channel|>final<|message|>Yes.',
]
const open: FormatOptions = { tools, reasoning: 'open' }
const vocabulary = { '<tool_call>': 1, '</tool_call>': 2 }

/** Two tokens of reasoning, a call inside it, one more token behind the call. */
const counted: Row = {
  chunks: [
    { text: 'a', ids: [10] },
    { text: '<think>', ids: [3] },
    { text: 'b', ids: [11] },
    { text: '<tool_call>', ids: [1] },
    { text: '{"name": "now"}', ids: [12, 13] },
    { text: '</tool_call>', ids: [2] },
    { text: 'c', ids: [14] },
    { text: '</think>', ids: [4] },
    { text: 'd', ids: [15] },
  ],
  request: open,
  session: { tokens: { '<tool_call>': 1, '</tool_call>': 2, '<think>': 3, '</think>': 4 } },
}

const onLines = '<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>'
const verbatim: SessionOptions = { policies: { reading: 'verbatim' } }

const wrappedCall = [
  '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="set">\n<｜DSML｜parameter name="arguments" string="false">{"text": ',
  '"a"}</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
]

const rows: Rows = {
  reading: {
    tolerant: { chunks: [`a${onLines}`, ' b'] },
    verbatim: { chunks: [`a${onLines}`, ' b'] },
  },
  unmatchedText: {
    recover: { chunks: [now, 'b'], session: { limits: { maxCalls: 0 } } },
    drop: { chunks: [now, 'b'], session: { limits: { maxCalls: 0 } } },
    throw: { chunks: [now, 'b'], session: { limits: { maxCalls: 0 } } },
  },
  heldText: {
    text: { chunks: ['a <tool'] },
    drop: { chunks: ['a <tool'] },
  },
  brokenCall: {
    keep: {
      format: 'qwen3Coder',
      chunks: ['a<tool_call>\n<function=now>\n', 'b</function>'],
      session: verbatim,
    },
    drop: {
      format: 'qwen3Coder',
      chunks: ['a<tool_call>\n<function=now>\n', 'b</function>'],
      session: verbatim,
      whole: true,
    },
    salvage: {
      format: 'pythonic',
      chunks: ["[now(), now(a='x 'y' 'z)", ', now()]'],
      session: { policies: { brokenCall: 'salvage' } },
      whole: true,
    },
  },
  toolInReasoning: {
    end: { chunks: [`a${now}`, 'b</think>c'], request: open },
    suspend: { chunks: [`a${now}`, 'b</think>c'], request: open },
    text: { chunks: [`a${now}`, 'b</think>c'], request: open },
  },
  strayReasoningClose: {
    swallow: { chunks: ['a</think>b</think>', 'c'], request: open },
    content: { chunks: ['a</think>b</think>', 'c'], request: open },
  },
  reasoningLayout: {
    drop: { chunks: ['<think>\na\n</think>\n\nb'] },
    keep: { chunks: ['<think>\na\n</think>\n\nb'] },
  },
  reasoningTail: {
    keep: { chunks: ['a\n', '\nb \n', '</think>c'], request: open },
    trim: { chunks: ['a\n', '\nb \n', '</think>c'], request: open },
  },
  repeatedOpener: {
    swallow: { chunks: ['<think>a<think>b', '</think>c'], request: open },
    anywhere: { chunks: ['<think>a<think>b', '</think>c'], request: open },
    text: { chunks: ['<think>a<think>b', '</think>c'], request: open },
  },
  beforeOpener: {
    reasoning: { chunks: ['x<think>a</think>b'], request: open },
    drop: { chunks: ['x<think>a</think>b'], request: open, whole: true },
  },
  blankReasoning: {
    drop: { chunks: ['\n', '</think>b'], request: open },
    keep: { chunks: ['\n', '</think>b'], request: open },
  },
  lateReasoning: {
    text: { chunks: ['a<think>b', 'c</think>d', 'e'] },
    reasoning: { chunks: ['a<think>b', 'c</think>d', 'e'] },
  },
  betweenMessages: {
    nothing: { format: 'gptOss', chunks: commentary },
    line: { format: 'gptOss', chunks: commentary },
  },
  blankContent: {
    leave: { chunks: ['a', 'b'], request: open },
    copy: { chunks: ['a', 'b'], request: open },
    swap: { chunks: ['a', 'b'], request: open, whole: true },
  },
  promptText: {
    drop: { chunks: ['b</think>c'], session: { generationPrompt: '<think>a' } },
    keep: { chunks: ['b</think>c'], session: { generationPrompt: '<think>a' } },
  },
  strayOpener: {
    text: { chunks: ['a<tool_call>x</tool_call>', 'b'] },
    drop: { chunks: ['a<tool_call>x</tool_call>', 'b'] },
    reject: { chunks: ['a<tool_call>x</tool_call>', 'b'] },
  },
  textBeforeJson: {
    stray: { chunks: [now.replace('{', 'so {'), 'b'] },
    skip: { chunks: [now.replace('{', 'so {'), 'b'] },
  },
  fencedCall: {
    call: { chunks: ['```\n', now, '\n```\nb'] },
    text: { chunks: ['```\n', now, '\n```\nb'] },
  },
  spaceBeforeTools: {
    drop: { chunks: ['a \n', now] },
    content: { chunks: ['a \n', now] },
    blank: { chunks: [' \n', now] },
  },
  spaceBetweenTools: {
    drop: { chunks: [`${now}\n`, `${now}\n`] },
    content: { chunks: [`${now}\n`, `${now}\n`] },
    between: { chunks: [`${now}\n`, `${now}\n`] },
  },
  contentAroundCalls: {
    keep: { chunks: [` a${now}b `] },
    trim: { chunks: [` a${now}b `], whole: true },
  },
  textAfterCalls: {
    content: { chunks: [now, '\nb'] },
    trimmed: { chunks: [now, '\nb'] },
    drop: { chunks: [now, '\nb'] },
    reject: { chunks: [now, '\nb'] },
  },
  contentAfterTool: {
    own: { chunks: [`${now}b`, 'c', 'd'] },
    next: { chunks: [`${now}b`, 'c', 'd'] },
  },
  undeclaredTool: {
    text: { chunks: [now.replace('now', 'nope'), now] },
    hide: { chunks: [now.replace('now', 'nope'), now] },
    emit: { chunks: [now.replace('now', 'nope'), now] },
    reject: { chunks: [now.replace('now', 'nope')] },
  },
  namedChoice: {
    all: { chunks: [now], request: { tools, toolChoice: { function: { name: 'set' } } } },
    only: { chunks: [now], request: { tools, toolChoice: { function: { name: 'set' } } } },
  },
  withoutTools: {
    text: { chunks: [now], request: {} },
    emit: { chunks: [now], request: {} },
    hide: { chunks: ['a', now, 'b'], request: {} },
  },
  noneChoice: {
    text: { chunks: [now], request: { tools, toolChoice: 'none' } },
    hide: { chunks: ['a', now], request: { tools, toolChoice: 'none' } },
  },
  extraCalls: {
    drop: { chunks: [now, now], request: { tools, parallelToolCalls: false } },
    emit: { chunks: [now, now], request: { tools, parallelToolCalls: false } },
  },
  requiredCall: {
    ignore: { chunks: ['a'], request: { tools, toolChoice: 'required' } },
    check: { chunks: ['a'], request: { tools, toolChoice: 'required' } },
  },
  unfinishedCall: {
    incomplete: { chunks: ['<tool_call>{"name": "set", "arguments": {"a": 1, ', '"b": '] },
    drop: { chunks: ['<tool_call>{"name": "set", "arguments": {"a": 1, ', '"b": '] },
    complete: { chunks: ['<tool_call>{"name": "set", "arguments": {"a": 1, ', '"b": '] },
    raw: { chunks: ['<tool_call>{"name": "set", "arguments": {"a": 1, ', '"b": '] },
  },
  invalidArguments: {
    invalid: {
      chunks: ['<tool_call>{"name": "set", "arguments": {\'a\': True', '}}</tool_call>b'],
    },
    repair: { chunks: ['<tool_call>{"name": "set", "arguments": {\'a\': True', '}}</tool_call>b'] },
    raw: { chunks: ['<tool_call>{"name": "set", "arguments": {\'a\': True', '}}</tool_call>b'] },
    reject: { chunks: ['<tool_call>{"name": "set", "arguments": {\'a\': True', '}}</tool_call>b'] },
    rejectAll: {
      whole: true,
      chunks: [`a${now}<tool_call>{"name": "set", "arguments": {x}}</tool_call>b`],
    },
  },
  duplicateArgument: {
    keep: {
      format: 'qwen3Coder',
      chunks: [set(argument('text', 'a') + argument('text', 'b'))],
    },
    last: {
      format: 'qwen3Coder',
      chunks: [set(argument('text', 'a') + argument('text', 'b'))],
    },
  },
  argumentValue: {
    typed: { format: 'qwen3Coder', chunks: [set(argument('level', '108.'))] },
    verbatim: { format: 'qwen3Coder', chunks: [set(argument('level', '108'))] },
    coerce: {
      format: 'qwen3Coder',
      chunks: [
        '<tool_call><function=set><parameter=level>10',
        '8.</parameter></function></tool_call>',
      ],
    },
    cast: {
      format: 'qwen3Coder',
      chunks: [set(argument('level', '5.0') + argument('text', '"a"'))],
    },
  },
  argumentSpacing: {
    compact: {
      format: 'qwen3Coder',
      chunks: [set(argument('text', 'a') + argument('level', '1'))],
    },
    spaced: { format: 'qwen3Coder', chunks: [set(argument('text', 'a') + argument('level', '1'))] },
  },
  jsonArguments: {
    written: {
      chunks: ['<tool_call>{"name": "set", "arguments": {"a":1,', '"b" :[] }}</tool_call>'],
    },
    spaced: {
      chunks: ['<tool_call>{"name": "set", "arguments": {"a":1,', '"b" :[] }}</tool_call>'],
    },
  },
  wrappedArguments: {
    unwrap: { format: 'deepseekV4', chunks: wrappedCall },
    keep: { format: 'deepseekV4', chunks: wrappedCall },
  },
  nullString: {
    null: { format: 'qwen3Coder', chunks: [set(argument('note', 'null'))] },
    text: { format: 'qwen3Coder', chunks: [set(argument('note', 'null'))] },
  },
  valueEntities: {
    text: { format: 'qwen3Coder', chunks: [set(argument('text', 'a&amp;b&'))] },
    decode: { format: 'qwen3Coder', chunks: [set(argument('text', 'a&amp;b&'))] },
  },
  copiedCloser: {
    first: {
      format: 'qwen3Coder',
      chunks: [`${set(argument('text', 'a'))}</parameter></function></tool_call>`],
    },
    last: {
      whole: true,
      format: 'qwen3Coder',
      chunks: [`${set(argument('text', 'a'))}</parameter></function></tool_call>`],
    },
  },
  argumentFields: {
    both: { chunks: ['<tool_call>{"name": "now", "parameters": {"a": 1}}</tool_call>'] },
    own: { chunks: ['<tool_call>{"name": "now", "parameters": {"a": 1}}</tool_call>'] },
  },
  doubleEncoded: {
    decode: { chunks: ['<tool_call>{"name": "now", "arguments": "{\\"a\\": 1}"}</tool_call>'] },
    keep: { chunks: ['<tool_call>{"name": "now", "arguments": "{\\"a\\": 1}"}</tool_call>'] },
  },
  openBrace: {
    written: { chunks: ['<tool_call>{"name": "now"', ', "arguments": {}}</tool_call>'] },
    early: { chunks: ['<tool_call>{"name": "now"', ', "arguments": {}}</tool_call>'] },
  },
  lastBrace: {
    written: { chunks: ['<tool_call>{"name": "now", "arguments": {"a": 1}', '}</tool_call>'] },
    held: { chunks: ['<tool_call>{"name": "now", "arguments": {"a": 1}', '}</tool_call>'] },
  },
  spelledMarker: {
    text: { chunks: [{ text: now, ids: [7, 8, 9] }], session: { tokens: vocabulary } },
    marker: { chunks: [{ text: now, ids: [7, 8, 9] }], session: { tokens: vocabulary } },
  },
  turnEnd: {
    swallow: { chunks: ['a<|im_end|>'] },
    text: { chunks: ['a<|im_end|>'] },
  },
  commentary: {
    content: { format: 'gptOss', chunks: commentary },
    drop: { format: 'gptOss', chunks: commentary },
  },
  toolCallsReason: {
    stopped: { chunks: [now], request: { tools, toolChoice: { function: { name: 'now' } } } },
    always: { chunks: [now], request: { tools, toolChoice: { function: { name: 'now' } } } },
    unforced: { chunks: [now], request: { tools, toolChoice: { function: { name: 'now' } } } },
  },
  reasoningTokens: {
    interval: counted,
    text: counted,
    depth: counted,
  },
}

/** A delta in few words. */
function told(delta: Delta): string {
  switch (delta.kind) {
    case 'content':
      return JSON.stringify(delta.text)
    case 'reasoning':
      return `think ${JSON.stringify(delta.text)}`
    case 'call':
      return delta.name === undefined ? delta.arguments : `call ${delta.name} ${delta.arguments}`
    case 'call-end':
      return delta.state
    case 'note':
      return `(${delta.diagnostic.code})`
    case 'finish':
      return delta.reason
  }
}

function streamed(chat: Chat, chunks: readonly Chunk[], options: SessionOptions): string[] {
  const session = chat.open(options)
  const line = (deltas: Delta[]): string => deltas.map(told).join(' ')
  const lines = chunks.map((chunk) => `  ${JSON.stringify(chunk)} -> ${line(session.feed(chunk))}`)
  const { reasoningTokens } = session.stats
  return [
    ...lines,
    `  end -> ${ended(() => line(session.finish()))}`,
    ...(reasoningTokens === undefined ? [] : [`  ${reasoningTokens} reasoning tokens`]),
  ]
}

/** What comes at the end, or what is thrown there. */
function ended(finish: () => string): string {
  try {
    return finish()
  } catch (error) {
    return error instanceof Error ? error.name : String(error)
  }
}

function whole(chat: Chat, text: string, options: SessionOptions): string[] {
  const { content, reasoning, toolCalls, finishReason } = chat.parse(text, options).message
  const calls = toolCalls.map((call) => `call ${call.name} ${call.arguments} ${call.state}`)
  const parts = [`think ${JSON.stringify(reasoning)}`, JSON.stringify(content), ...calls]
  return [`  whole ${JSON.stringify(text)} -> ${parts.join(' ')} ${String(finishReason)}`]
}

function describeRow(policy: string, value: string, row: Row): string {
  const chat = formats[row.format ?? 'hermes'](row.request ?? { tools })
  const policies = { ...row.session?.policies, [policy]: value }
  const options = { seed: 1, checkGrammar: false, ...row.session, policies }
  const lines =
    row.whole === true
      ? whole(chat, row.chunks.join(''), options)
      : streamed(chat, row.chunks, options)
  return [`${policy}: ${value}`, ...lines.map((line) => line.trimEnd())].join('\n')
}

describe('policies', () => {
  it('read as each of their values says, and hold until what it says', () => {
    const all = Object.entries(rows).flatMap(([policy, values]) =>
      Object.entries(values).map(([value, row]) => describeRow(policy, value, row)),
    )
    expectGolden('fixtures/policies.txt', `${all.join('\n\n')}\n`)
  })

  it('that need the whole text are refused by open, and taken by parse', () => {
    const refused = Object.entries(rows).flatMap(([policy, values]) =>
      Object.entries(values).map(([value, row]): [string, string, boolean] => [
        policy,
        value,
        row.whole === true,
      ]),
    )
    const chat = formats.hermes({ tools })
    for (const [policy, value, isWhole] of refused) {
      const opening = (): unknown => chat.open({ policies: { [policy]: value } })
      if (isWhole) expect(opening, `${policy}: ${value}`).toThrow(TypeError)
      else expect(opening, `${policy}: ${value}`).not.toThrow()
    }
  })
})
