import type { Chat, Message } from '../../../src/chat/index.ts'
import type { FormatOptions, SessionOptions } from '../../../src/chat/chat-types.ts'
import { profiles } from '../../../src/chat/index.ts'
import { formatByName } from '../../../src/formats/index.ts'
import { toWellFormed } from '../../../src/util/well-formed.ts'
import { damagedTexts, markersOf } from '../generate.ts'
import { createRandom } from '../random-texts.ts'
import type {
  ChatFormat,
  ChatMessage,
  ChatOracle,
  FormatOptions as LlamaOptions,
} from '../oracle.ts'
import { diffTools, randomMessage } from './messages.ts'
import type { TemplateFamily } from './templates.ts'

/** A text that llama.cpp and the profile `llamaCpp` read, and how it came about. */
export interface DiffText {
  readonly kind: 'whole' | 'cut' | 'damaged'
  readonly text: string
}

/** What one of the two made of a text, as it is compared. */
export interface Told {
  /** The text is no match; what was read of it before is not compared. */
  readonly refused: boolean
  readonly content: string
  readonly reasoning: string
  /** Name and arguments. */
  readonly calls: readonly string[]
}

/** A template's model, as both read it. */
export interface Reader {
  readonly chat: Chat
  readonly session: SessionOptions
  readonly format: ChatFormat
}

/** What a request asks for, in the words of both. */
export interface DiffRequest {
  readonly name: string
  readonly ours: FormatOptions
  readonly llama: LlamaOptions
}

/** The requests under which both read. */
export const diffRequests: readonly [DiffRequest, ...DiffRequest[]] = [
  { name: 'tools', ours: {}, llama: {} },
  {
    name: 'one call at most',
    ours: { parallelToolCalls: false },
    llama: { parallel_tool_calls: false },
  },
  { name: 'a required call', ours: { toolChoice: 'required' }, llama: { tool_choice: 'required' } },
  { name: 'no thinking', ours: { reasoning: 'off' }, llama: { enable_thinking: false } },
  { name: 'no tools', ours: { tools: [] }, llama: { tools: [] } },
]

/** Makes both readers of a template. */
export async function createReader(
  oracle: Pick<ChatOracle, 'format'>,
  template: string,
  family: TemplateFamily,
  { ours, llama }: DiffRequest = diffRequests[0],
): Promise<Reader> {
  const make = formatByName(family.format)
  if (make === undefined) throw new Error(`there is no format ${family.format}`)
  const tools = family.callsNothing === true ? [] : diffTools
  const format = await oracle.format([{ role: 'user', content: 'Hi' }], template, {
    tools,
    parallel_tool_calls: true,
    ...llama,
  })
  // What a prompt of another family's ends with is nothing that the plain format knows: its own is whole,
  // so that nothing of the text can be taken for more of it.
  const generationPrompt =
    family.format === 'plain'
      ? `${make.family.header}<think></think>\n\n`
      : (format.generation_prompt ?? '')
  // A family whose reasoning nothing opens begins with it.
  const open = make.family.reasoning?.open
  const opened = open !== undefined && generationPrompt.trimEnd().endsWith(open)
  const thinks = family.thinks !== false && (ours.reasoning !== 'off' || opened)
  const reasoning = !thinks ? 'off' : opened ? 'open' : 'on'
  const asked = tools.length === 0 ? {} : { tools, ...ours }
  const chat = make({ ...asked, reasoning })
  return {
    chat,
    session: { profile: profiles.llamaCpp, generationPrompt, checkGrammar: false },
    format,
  }
}

/** Texts of messages that the model might write: as they are, cut off, and damaged. */
export function diffTexts({ chat }: Reader, family: TemplateFamily, count: number, seed: number) {
  const random = createRandom(seed)
  const texts: DiffText[] = []
  for (let i = 0; i < count; i++) {
    const message = randomMessage(random, family.thinks !== false)
    const { text } = chat.write(
      family.callsNothing === true ? { ...message, toolCalls: [] } : message,
    )
    texts.push({ kind: 'whole', text })
    texts.push({ kind: 'cut', text: cutBefore(text, random(text.length + 1)) })
    for (const damaged of damagedTexts(text, markersOf(text), 1, seed + i)) {
      texts.push({ kind: 'damaged', text: readable(damaged) })
    }
  }
  return texts
}

/** llama.cpp is given C strings of UTF-8: what these cannot hold is no question to it. */
function readable(text: string): string {
  return toWellFormed(text).replaceAll('\0', '')
}

/** The beginning of a text, cut between characters. */
function cutBefore(text: string, at: number): string {
  return text.slice(0, at).replace(/[\ud800-\udbff]$/, '')
}

/** What llama.cpp makes of a text; nothing where it crashes or hangs, which it does now and then. */
export async function readLlama(
  oracle: Pick<ChatOracle, 'parse'>,
  { format }: Reader,
  text: string,
): Promise<Told | null> {
  const read = await oracle.parse(format, text).catch(() => null)
  if (read === null) return null
  const told = tellLlama(read)
  // A refusal is a message without anything.
  const isEmpty = told.content === '' && told.reasoning === '' && told.calls.length === 0
  return { ...told, refused: isEmpty && text.trim() !== '' }
}

function tellLlama({ content, reasoning_content, tool_calls }: ChatMessage): Told {
  return {
    refused: false,
    content,
    reasoning: reasoning_content,
    calls: tool_calls.map(({ function: call }) => `${call.name} ${call.arguments}`),
  }
}

/** What the profile `llamaCpp` makes of it. */
export function readOurs({ chat, session }: Reader, { kind, text }: DiffText): Told {
  const { message } = chat.parse(text, session)
  if (kind !== 'cut') return tellOurs(message)
  // What is shown of a text that may go on; whether it may is known when it does not.
  const partial = chat.parse(text, { ...session, partial: true }).message
  return { ...tellOurs(partial), refused: tellOurs(message).refused }
}

function tellOurs({ content, reasoning, toolCalls, diagnostics }: Message): Told {
  return {
    refused: diagnostics.some(({ severity }) => severity === 'error'),
    content,
    reasoning,
    calls: toolCalls.map((call) => `${call.name} ${call.arguments}`),
  }
}
