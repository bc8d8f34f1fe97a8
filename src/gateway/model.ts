import type { Chat, FormatOptions, SessionOptions, Tool } from '../chat/chat-types.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import type { Format } from '../formats/format.ts'
import { formatByName } from '../formats/registry.ts'
import type { Fault } from '../protocol/fault.ts'
import { fieldOf, innerOf } from '../protocol/fields.ts'
import type { ChatRequest } from '../protocol/request/chat-request.ts'
import {
  analyseTemplate,
  createChatTemplate,
  TemplateError,
  templateFor,
  type ChatTemplate,
  type TemplateSource,
} from '../template/index.ts'
import { createRecent, type Recent } from '../util/recent.ts'
import { openReasoningMode } from './reasoning-mode.ts'
import type { Generation, Upstream } from './upstream.ts'

/** One model that a gateway serves. */
export interface ModelOptions {
  /** The name that clients ask for. */
  readonly name: string
  readonly upstream: Upstream
  /** Its chat template, as the readers of `pegbnf/template` give it. */
  readonly template: TemplateSource
  /** How it writes; found out from the template unless given. */
  readonly format?: string | Format
  /** How its responses are read. */
  readonly reading?: Pick<SessionOptions, 'profile' | 'policies' | 'specialTokens' | 'limits'>
}

/** A request made ready: what the engine is asked for, and how its text is read. */
export interface Prepared {
  readonly generation: Generation
  readonly chat: Chat
  readonly session: SessionOptions
}

/** A model that is ready to be asked. */
export interface Model {
  readonly name: string
  readonly upstream: Upstream
  /** The name of its format; `template` for one that was made of the template. */
  readonly format: string
  /** Makes a request ready, or says why it cannot be served. */
  prepare(request: ChatRequest): Prepared | Fault
}

/** How many formats are kept that were made ready for a request: agents send the same tools again and again. */
const keptChats = 64

/**
 * Makes a model ready.
 *
 * @throws {TypeError} when there is no such format, or no template
 * @throws {TemplateError} when nothing reads what the template prints, and no format is given
 */
export function createModel(options: ModelOptions): Model {
  const { name, upstream, template: source } = options
  const plain = templateOf(source, false)
  const withTools = templateOf(source, true)
  const make = formatOf(options, withTools)
  const reasoningMode = openReasoningMode(make)
  const chats = createRecent<Chat>(keptChats, Infinity)

  function prepare(request: ChatRequest): Prepared | Fault {
    try {
      const refused = unsupported(request)
      return refused ?? prepareChecked(request)
    } catch (error) {
      if (error instanceof TemplateError || error instanceof GrammarError) {
        return { kind: 'invalid-request', message: error.message }
      }
      throw error
    }
  }

  function prepareChecked(request: ChatRequest): Prepared {
    const tools = request.toolChoice === 'none' ? [] : request.tools
    const prompt = request.rawPrompt ?? render(tools.length > 0 ? withTools : plain, request, tools)
    const chat = chatOf(make, chats, {
      ...(tools.length === 0 ? {} : { tools, toolChoice: request.toolChoice }),
      parallelToolCalls: request.parallelToolCalls,
      ...reasoningMode(prompt, request),
      ...(request.responseSchema === undefined ? {} : { responseSchema: request.responseSchema }),
    })
    const { bosToken = '' } = source
    const begun = upstream.addsBos && bosToken !== '' && prompt.startsWith(bosToken)
    const constrained = tools.length > 0 || request.responseSchema !== undefined
    const grammar = chat.grammar(upstream.lazyGrammars ? {} : { lazy: false })
    const { stop: _, ...sampling } = request.sampling
    return {
      chat,
      generation: {
        prompt: begun ? prompt.slice(bosToken.length) : prompt,
        grammar: constrained ? grammar : null,
        preservedTokens: grammar.preservedTokens,
        stops: grammar.stops,
        sampling,
        extra: request.extra,
      },
      session: {
        ...options.reading,
        ...(upstream.tokens === undefined ? {} : { tokens: upstream.tokens }),
        // The sampler has been held to it: following it once more would double the cost.
        checkGrammar: false,
        callsBefore: callsIn(request),
        ...(fieldOf(request.extra, 'include_reasoning') === false
          ? { includeReasoning: false }
          : {}),
      },
    }
  }

  return { name, upstream, format: make.family.name, prepare }
}

function templateOf(source: TemplateSource, hasTools: boolean): ChatTemplate {
  const text = templateFor(source, hasTools)
  if (text === undefined) throw new TypeError('the model has no chat template: give one')
  const { bosToken, eosToken } = source
  return createChatTemplate(text, {
    ...(bosToken === undefined ? {} : { bosToken }),
    ...(eosToken === undefined ? {} : { eosToken }),
  })
}

function formatOf({ format }: ModelOptions, template: ChatTemplate): Format {
  if (format === undefined) return analyseTemplate(template).make
  if (typeof format !== 'string') return format
  const found = formatByName(format)
  if (found === undefined) throw new TypeError(`there is no format ${JSON.stringify(format)}`)
  return found
}

function render(template: ChatTemplate, request: ChatRequest, tools: readonly Tool[]): string {
  const { messages, reasoning, reasoningEffort, extra } = request
  return template.render({
    messages,
    ...(tools.length === 0 ? {} : { tools }),
    enableThinking: reasoning !== 'off',
    variables: {
      ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
      ...innerOf(extra, 'chat_template_kwargs'),
    },
  })
}

/** The format for these options, made once for each that is asked for again. */
function chatOf(make: Format, chats: Recent<Chat>, options: FormatOptions): Chat {
  return chats.once(JSON.stringify(options), () => make(options))
}

function unsupported({ messages, tools, toolChoice, responseSchema }: ChatRequest): Fault | null {
  const refuse = (param: string, message: string): Fault => ({
    kind: 'invalid-request',
    param,
    message,
  })
  const place = messages.findIndex(
    ({ content }) => Array.isArray(content) && content.some(({ type }) => type !== 'text'),
  )
  if (place >= 0) return refuse(`messages[${place}].content`, 'the model reads only text')
  if (responseSchema !== undefined && tools.length > 0 && toolChoice !== 'none') {
    return refuse('response_format', 'tools and a response format exclude each other here')
  }
  return null
}

function callsIn({ messages }: ChatRequest): number {
  return messages.reduce((count, { tool_calls: calls = [] }) => count + calls.length, 0)
}
