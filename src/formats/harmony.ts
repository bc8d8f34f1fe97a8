import type { Tool } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { WholeMessage } from '../chat/write.ts'
import type { Builder, Operand } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { defineFormat, type Family, type Format } from './format.ts'
import { looseJson } from './loose-json.ts'
import { messageTurn, type MessageTurn, type PrintedMessages } from './messages.ts'
import { anyText, oneOf } from './one-of.ts'
import { chosenTools, namesRead, readsCalls, type TurnRequest } from './turn-request.ts'
import { verbatimHarmony } from './verbatim/verbatim-harmony.ts'

const ends = ['<|end|>', '<|return|>', '<|call|>']
const headers = ['<|start|>', '<|channel|>']

/** What tells the members of the family apart. */
interface HarmonyStyle {
  /** What stands behind every special token. */
  readonly blank: '' | ' '
  /** What separates calls in one turn; null for models that write one. */
  readonly separator: string | null
}

function harmonyFormat(
  family: Pick<Family, 'name' | 'summary' | 'aliases'>,
  style: HarmonyStyle,
): Format {
  const { blank } = style
  return defineFormat({
    ...family,
    reasoning: {
      open: `<|channel|>${blank}analysis<|message|>`,
      close: '<|end|>',
      layout: { open: blank, close: '' },
    },
    header: '<|start|>assistant',
    ends: ['<|return|>', '<|call|>'],
    markers: {
      openers: [],
      closers: [],
      tokens: ['<|start|>', '<|channel|>', '<|constrain|>', '<|message|>', '<|end|>'],
    },
    triggers: [
      ` to=functions\\.`,
      `<\\|channel\\|>${blank}(?:commentary|analysis) to=functions\\.`,
    ].map((begin) => ({
      type: 'pattern',
      value: `(?:^|<\\|start\\|>${blank === '' ? '' : ' ?'}assistant)(${begin})`,
    })),
    turn: (p, request, policies, options) =>
      messageTurn(p, harmonyTurn(p, style, request, policies), request, policies, options),
    // llama.cpp's reader of the relative is another one.
    ...(blank === '' ? { verbatimTurn: verbatimHarmony } : {}),
    write: (message, request) => writeHarmony(style, message, request),
  })
}

function harmonyTurn(
  p: Builder,
  style: HarmonyStyle,
  request: TurnRequest,
  policies: Policies,
): MessageTurn {
  const t = chatTags(p)
  const loose = looseJson(p, 'arguments', [...ends, ...headers])
  const to = (whom: Operand): NodeId => p.sequence(p.space(), 'to=', whom)
  const channel = (word: Operand): NodeId => p.sequence(p.token('<|channel|>'), p.space(), word)
  const word = p.chars('[a-z]', 1, 40)
  const rest = p.chars('[^<{\\n]', 0, 200)
  const constrain = p.sequence(p.token('<|constrain|>'), rest)
  const message = p.token('<|message|>')
  // A channel that another one follows is a slip of the pen.
  const slip = p.sequence(
    channel('commentary'),
    p.optional(to('assistant')),
    p.peek(p.token('<|channel|>')),
  )
  const nobody = p.not(to(p.eps()))
  const people = p.choice('user', 'assistant')
  const plain = (channelWord: Operand, whom: NodeId = people): NodeId =>
    p.sequence(
      p.zeroOrMore(slip),
      p.optional(to(whom)),
      channel(channelWord),
      p.optional(to(whom)),
      nobody,
      rest,
      p.zeroOrMore(constrain),
      message,
    )
  // LMDeploy takes a recipient for a tool only by its prefix, and cuts it off where another text begins.
  const byPrefix = policies.commentary === 'drop'
  const prefix = byPrefix ? p.literal('functions.') : p.optional('functions.')
  // What a header says behind its recipient, another channel too, means nothing.
  const more = p.choice(
    constrain,
    p.sequence(channel(rest)),
    ...(byPrefix ? [p.sequence(p.not('<|'), '<')] : []),
  )
  const tail = p.sequence(rest, p.zeroOrMore(byPrefix ? p.sequence(more, rest) : more), message)
  const called = (name: NodeId): NodeId => {
    const whom = p.sequence(
      prefix,
      name,
      p.peek(p.chars(byPrefix ? '[ <|\\t\\n]' : '[ <\\t\\n]', 1, 1)),
    )
    return p.sequence(p.zeroOrMore(slip), p.optional(channel(word)), to(whom), tail)
  }
  const names = request.tools.map((tool) => tool.function.name)
  const free = p.chars(byPrefix ? '[^ <|\\t\\n]' : '[^ <\\t\\n]')
  const others = p.sequence(
    p.zeroOrMore(slip),
    p.choice(
      p.sequence(channel('commentary'), to(p.sequence(p.not('functions.'), free))),
      p.sequence(to(p.sequence(p.not('functions.'), free)), channel('commentary')),
    ),
    tail,
  )
  const any = namesRead(request, policies).undeclaredTool === 'emit'
  const another = p.sequence(p.not(builtIn(p)), free)
  const name = any ? another : anyText(p, names)
  const marker = p.choice(...[...ends, ...headers].map((text) => p.token(text)))
  const garbage = t.toolArgs(p.oneOrMore(p.sequence(p.not(marker), p.any())))
  p.rule(
    'call-arguments',
    p.sequence(
      p.space(),
      p.optional(t.toolArgs(loose.value)),
      p.space(),
      p.optional(p.recover(garbage)),
    ),
  )
  return {
    ends,
    headers,
    start: p.sequence(
      p.space(),
      p.optional(p.sequence(p.token('<|start|>'), p.space(), 'assistant')),
    ),
    // What the model says to its own tools while it thinks is part of its thoughts.
    reasoning: plain('analysis', p.choice(people, builtIn(p))),
    ...(policies.commentary === 'drop' ? { dropped: p.choice(plain('commentary'), others) } : {}),
    content: plain(p.choice('final', 'commentary')),
    undeclared: called(free),
    call: !readsCalls(request, policies)
      ? null
      : {
          head: called(name),
          whole: p.sequence(p.atomic(called(t.toolName(name))), p.cut(), p.ref('call-arguments')),
        },
    blank: style.blank !== '',
    printed: printedHarmony(p, style, request),
  }
}

/** The tools that gpt-oss was trained with: nobody declares them. */
function builtIn(p: Builder): NodeId {
  const name = p.choice('browser', 'python', 'container')
  const member = p.optional(p.sequence('.', p.chars('[a-z_]')))
  return p.sequence(name, member, p.peek(p.chars('[ <\\t\\n]', 1, 1)))
}

function printedHarmony(
  p: Builder,
  { blank, separator }: HarmonyStyle,
  request: TurnRequest,
): PrintedMessages {
  const next = `<|start|>${blank}assistant`
  const channel = (name: string): string => `<|channel|>${blank}${name}`
  const message = `<|message|>${blank}`
  const more = (head: string, text: NodeId): NodeId =>
    p.sequence(head, text, p.token('<|end|>'), next)
  return {
    reasoning: (text, opened) => more(opened ? '' : `${channel('analysis')}${message}`, text),
    preamble: (text) => more(`${channel('commentary')}${message}`, text),
    answer: (text) => p.sequence(`${channel('final')}${message}`, text),
    response: (value) =>
      p.sequence(channel('final'), p.optional(` <|constrain|>${blank}json`), message, value),
    call:
      chosenTools(request).length === 0
        ? null
        : printedCall(p, chosenTools(request), {
            blank,
            channel: channel('commentary'),
            message,
            options: request,
          }),
    separator: separator === null ? null : p.literal(separator + next),
  }
}

/** The recipient stands behind the channel, as models write it, or before, as templates do. */
function printedCall(
  p: Builder,
  tools: readonly Tool[],
  {
    blank,
    channel,
    message,
    options,
  }: { blank: string; channel: string; message: string; options: Pick<TurnRequest, 'schema'> },
): NodeId {
  const type = p.optional(p.sequence(' ', p.optional(`<|constrain|>${blank}`), `${blank}json`))
  tools.forEach(({ function: { name, parameters = { type: 'object' } } }, i) => {
    const settings = options.schema === undefined ? {} : { settings: options.schema }
    p.rule(`call-${i}-arguments`, p.schema(parameters, { name: `${name}-arguments`, ...settings }))
  })
  const named = (behind: Operand): NodeId =>
    oneOf(
      p,
      tools.map((tool, i) => ({
        text: tool.function.name,
        then: p.sequence(behind, type, message, p.ref(`call-${i}-arguments`)),
      })),
    )
  return p.choice(
    p.sequence(`${channel} to=functions.`, named('')),
    p.sequence(' to=functions.', named(channel)),
  )
}

function writeHarmony(
  { blank, separator }: HarmonyStyle,
  { reasoning, content, toolCalls }: WholeMessage,
  request: TurnRequest,
): string {
  const next = `<|start|>${blank}assistant`
  const channel = (name: string): string => `<|channel|>${blank}${name}`
  const message = (head: string, text: string): string => `${head}<|message|>${blank}${text}`
  const calls = toolCalls.map((call) =>
    message(` to=functions.${call.name}${channel('commentary')} ${blank}json`, call.arguments),
  )
  const thought =
    request.reasoning === 'open'
      ? `${reasoning}<|end|>${next}`
      : reasoning === '' || request.reasoning === 'off'
        ? ''
        : `${message(channel('analysis'), reasoning)}<|end|>${next}`
  if (calls.length === 0)
    return content === '' && thought === '' ? '' : thought + message(channel('final'), content)
  const said = content === '' ? '' : `${message(channel('commentary'), content)}<|end|>${next}`
  return thought + said + calls.join((separator ?? '<|call|>') + next)
}

/**
 * Harmony, as gpt-oss writes it: messages on the channels `analysis` (reasoning), `commentary` (calls,
 * and what is said before them) and `final`. A call has its tool as recipient, `to=functions.NAME`.
 *
 * Source: the chat template of openai/gpt-oss-120b, and OpenAI's description of the format.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const text = '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.'
 * gptOss().parse(text).message.content // 'Yes.'
 * ```
 */
export const gptOss: Format = harmonyFormat(
  {
    name: 'gpt-oss',
    summary: 'Harmony channels, a call has its tool as recipient: gpt-oss',
    aliases: ['harmony', 'gpt-oss-harmony', 'gptoss', 'openai', 'openai_gptoss'],
  },
  { blank: '', separator: null },
)

/**
 * Harmony as LLM-jp 4 writes it: a blank behind every special token, and several calls in a turn.
 *
 * Source: llama.cpp's reading of llm-jp/llm-jp-4.1-8b-thinking.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * llmJp().parse('<|channel|> final<|message|> Yes.').message.content // 'Yes.'
 * ```
 */
export const llmJp: Format = harmonyFormat(
  {
    name: 'llm-jp',
    summary: 'Harmony with a blank behind each token: LLM-jp 4',
    aliases: ['llm-jp-harmony', 'llm-jp-4.1'],
  },
  { blank: ' ', separator: '<|end|>' },
)
