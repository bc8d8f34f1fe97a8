import type { Chat, FormatOptions, SessionOptions, Tool, ToolChoice } from '../chat/chat-types.ts'
import type { Delta } from '../chat/delta.ts'
import type { StopReason } from '../chat/message.ts'
import type { JsonSchema } from '../peg/node.ts'
import { createAiSdkEncoder } from '../protocol/ai-sdk/encode.ts'
import type { AiSdkPart } from '../protocol/ai-sdk/parts.ts'
import { createBlocks, type BlockStep } from '../protocol/blocks.ts'
import { stopReasonOf } from '../protocol/decode/decoder.ts'
import { createCallStates } from '../protocol/settle.ts'
import { unfinishedText } from '../protocol/unfinished.ts'

// The AI SDK's types by their shape (`@ai-sdk/provider` 3, `ai` 6): it is an optional peer.

/** The part of a model call's options that says how its text is to be read. */
export interface AiSdkCall {
  readonly tools?: readonly object[] | undefined
  readonly toolChoice?:
    | { readonly type: 'auto' | 'none' | 'required' }
    | { readonly type: 'tool'; readonly toolName: string }
    | undefined
  readonly responseFormat?: { readonly type: string; readonly schema?: unknown } | undefined
}

/** Why a call of a model ended. */
export interface AiSdkFinishReason {
  readonly unified: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other'
  readonly raw: string | undefined
}

/** Content that pegbnf makes of a text. */
export type AiSdkContent =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | {
      readonly type: 'tool-call'
      readonly toolCallId: string
      readonly toolName: string
      readonly input: string
    }

/** A middleware of the AI SDK for a model that writes raw text. */
export interface AiSdkMiddleware {
  readonly specificationVersion: 'v3'
  wrapStream<
    Part extends { readonly type: string },
    Result extends { stream: ReadableStream<Part> },
  >(options: {
    doStream(): PromiseLike<Result>
    readonly params: AiSdkCall
  }): Promise<Omit<Result, 'stream'> & { stream: ReadableStream<Part | AiSdkPart> }>
  wrapGenerate<
    Content extends { readonly type: string },
    Result extends { content: Content[]; finishReason: AiSdkFinishReason },
  >(options: {
    doGenerate(): PromiseLike<Result>
    readonly params: AiSdkCall
  }): Promise<Omit<Result, 'content'> & { content: (Content | AiSdkContent)[] }>
}

/** How a model's text is read. */
export interface AiSdkReading {
  /** What the request's own options do not say: `reasoning: 'open'` where the prompt opens it. */
  readonly format?: Pick<FormatOptions, 'reasoning' | 'reasoningFormat' | 'schema'>
  readonly session?: Omit<SessionOptions, 'reparse'>
}

/**
 * A middleware for `wrapLanguageModel`: reasoning and tool calls are read out of a model's text, for the tools
 * that each call declares. Parts that the provider has read by itself are passed on. A call that is not whole
 * is text, and never a `tool-call`.
 *
 * @example
 * ```ts
 * const middleware = pegbnf(formats.hermes)
 * const { content } = await middleware.wrapGenerate({
 *   doGenerate: async () => ({
 *     content: [{ type: 'text', text: '<think>Hm</think>Ahoy' }],
 *     finishReason: { unified: 'stop', raw: 'stop' },
 *   }),
 *   params: {},
 * })
 * content // [{ type: 'reasoning', text: 'Hm' }, { type: 'text', text: 'Ahoy' }]
 * ```
 */
export function pegbnf(
  make: (options?: FormatOptions) => Chat,
  reading: AiSdkReading = {},
): AiSdkMiddleware {
  let last: { readonly key: string; readonly chat: Chat } | null = null

  /** Calls of one conversation have the same tools: what was made for them is kept. */
  function chatFor(params: AiSdkCall): Chat {
    const options = { ...formatOptions(params), ...reading.format }
    const key = JSON.stringify(options)
    if (last?.key !== key) last = { key, chat: make(options) }
    return last.chat
  }

  return {
    specificationVersion: 'v3',
    async wrapStream({ doStream, params }) {
      const chat = chatFor(params)
      const { stream, ...rest } = await doStream()
      return { ...rest, stream: stream.pipeThrough(readParts(chat, reading.session)) }
    },
    async wrapGenerate({ doGenerate, params }) {
      const chat = chatFor(params)
      const { content, ...rest } = await doGenerate()
      const read = readContent(chat, content, rest.finishReason, reading.session)
      return { ...rest, ...read }
    },
  }
}

function formatOptions({ tools = [], toolChoice, responseFormat }: AiSdkCall): FormatOptions {
  const declared = tools.flatMap(toolOf)
  if (declared.length > 0) return { tools: declared, ...choiceOf(toolChoice) }
  if (responseFormat?.type !== 'json') return {}
  return { responseSchema: schemaOf(responseFormat.schema) ?? { type: 'object' } }
}

function toolOf(tool: object): Tool[] {
  if (!('type' in tool) || tool.type !== 'function') return []
  if (!('name' in tool) || typeof tool.name !== 'string') return []
  const parameters = 'inputSchema' in tool ? schemaOf(tool.inputSchema) : undefined
  return [
    {
      type: 'function',
      function: { name: tool.name, ...(parameters === undefined ? {} : { parameters }) },
    },
  ]
}

function schemaOf(value: unknown): JsonSchema | undefined {
  if (typeof value === 'boolean') return value
  return typeof value === 'object' && value !== null ? { ...value } : undefined
}

function choiceOf(choice: AiSdkCall['toolChoice']): { readonly toolChoice?: ToolChoice } {
  if (choice === undefined) return {}
  return choice.type === 'tool'
    ? { toolChoice: { type: 'function', function: { name: choice.toolName } } }
    : { toolChoice: choice.type }
}

/** Replaces the text among a model's parts by what is read of it. */
function readParts<Part extends { readonly type: string }>(
  chat: Chat,
  options: SessionOptions = {},
): TransformStream<Part, Part | AiSdkPart> {
  const session = chat.open(options)
  const encoder = createAiSdkEncoder()
  // The model's own stream has its beginning.
  encoder.start()
  let ended = false
  let reason: AiSdkFinishReason | null = null
  type Out = TransformStreamDefaultController<Part | AiSdkPart>

  function send(out: Out, deltas: readonly Delta[]): void {
    for (const part of deltas.flatMap((delta) => encoder.push(delta))) {
      if (part.type === 'finish') reason = part.finishReason
      else out.enqueue(ownId(part))
    }
  }

  function end(out: Out, stopReason: StopReason): void {
    if (ended) return
    ended = true
    send(out, session.finish({ stopReason }))
  }

  return new TransformStream<Part, Part | AiSdkPart>({
    transform(part, out) {
      switch (part.type) {
        case 'text-start':
        case 'text-end':
          return
        case 'text-delta':
          if ('delta' in part && typeof part.delta === 'string') send(out, session.feed(part.delta))
          return
        case 'finish':
          end(out, stopOf(part))
          out.enqueue(withReason(part, reason))
          return
        default:
          out.enqueue(part)
      }
    },
    // A stream that breaks off has no finish: what was read is told all the same.
    flush: (out) => end(out, 'abort'),
  })
}

/** A part under an id that no part of the model has. */
function ownId(part: AiSdkPart): AiSdkPart {
  const numbered =
    part.type.startsWith('text') || part.type.startsWith('reasoning') ? 'id' in part : false
  return numbered && 'id' in part ? { ...part, id: `pegbnf-${part.id}` } : part
}

function stopOf(part: object): StopReason {
  const reason = 'finishReason' in part ? part.finishReason : undefined
  const word =
    typeof reason === 'object' && reason !== null && 'unified' in reason ? reason.unified : reason
  return (typeof word === 'string' ? stopReasonOf(word) : null) ?? 'abort'
}

/** `stop` becomes `tool-calls` where calls were read, and `length` where one of them is not whole. */
function withReason<Part extends object>(part: Part, reason: AiSdkFinishReason | null): Part {
  if (reason === null || stopOf(part) !== 'stop' || reason.unified === 'stop') return part
  return 'finishReason' in part ? { ...part, finishReason: reason } : part
}

function readContent<Content extends { readonly type: string }>(
  chat: Chat,
  content: readonly Content[],
  given: AiSdkFinishReason,
  options: SessionOptions = {},
): { content: (Content | AiSdkContent)[]; finishReason: AiSdkFinishReason } {
  const session = chat.open(options)
  const blocks = createBlocks()
  const states = createCallStates()
  const out: (Content | AiSdkContent)[] = []
  const read = (steps: readonly BlockStep[]): void => {
    for (const step of steps) {
      if (step.kind === 'close-call') states.end(step.call.index, step.state)
      out.push(...contentOf(step))
    }
  }
  for (const part of content) {
    if (part.type !== 'text' || !('text' in part) || typeof part.text !== 'string') out.push(part)
    else read(session.feed(part.text).flatMap((delta) => blocks.push(delta)))
  }
  const stopReason = stopReasonOf(given.unified) ?? 'abort'
  read(session.finish({ stopReason }).flatMap((delta) => blocks.push(delta)))
  read(blocks.end(stopReason))
  const settled = states.reason(stopReason === 'stop' ? 'stop' : 'length')
  const unified = stopReason !== 'stop' || settled === 'stop' ? given.unified : reasons[settled]
  return { content: out, finishReason: { ...given, unified } }
}

const reasons = {
  tool_calls: 'tool-calls',
  length: 'length',
  abort: 'other',
  error: 'error',
  parse_error: 'other',
} as const

function contentOf(step: BlockStep): AiSdkContent[] {
  if (step.kind === 'close') {
    return [{ type: step.of === 'content' ? 'text' : 'reasoning', text: step.text }]
  }
  if (step.kind !== 'close-call') return []
  const { call, text, state } = step
  return state === 'complete'
    ? [{ type: 'tool-call', toolCallId: call.id, toolName: call.name, input: text }]
    : [{ type: 'text', text: unfinishedText(call, text) }]
}
