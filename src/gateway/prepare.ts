import type { Chat, ChatGrammar, FormatOptions, SessionOptions, Tool } from '../chat/chat-types.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import type { Format } from '../formats/format.ts'
import type { Fault } from '../protocol/fault.ts'
import { fieldOf, innerOf } from '../protocol/fields.ts'
import type { ChatRequest } from '../protocol/request/chat-request.ts'
import { TemplateError, type ChatTemplate, type TemplateSource } from '../template/index.ts'
import { createRecent, type Recent } from '../util/recent.ts'
import { refuseMarkers, takeMedia } from './media.ts'
import { takePrefill, writePrefill, type Prefill } from './prefill.ts'
import { createReasoning, type ReasoningPlan } from './reasoning.ts'
import type { ReasoningLimit } from './reasoning-limit.ts'
import type { Generation, Upstream } from './upstream.ts'

/** A request made ready: what the engine is asked for, and how its text is read. */
export interface Prepared {
  readonly generation: Generation
  readonly chat: Chat
  readonly session: SessionOptions
  /** What the client wrote of the answer itself. */
  readonly prefill: Prefill | null
  readonly reasoningLimit: ReasoningLimit | null
}

/** What of a model making its requests ready takes. */
export interface Served {
  readonly upstream: Upstream
  /** Its chat template, as the readers of `pegbnf/template` give it. */
  readonly template: TemplateSource
  /** How its responses are read. */
  readonly reading?: Pick<SessionOptions, 'profile' | 'policies' | 'specialTokens' | 'limits'>
}

/** How many formats are kept that were made ready for a request: agents send the same tools again and again. */
const keptChats = 64

/** Makes what makes requests to a model ready, or says why they cannot be served. */
export function createPreparing(
  { upstream, template: source, reading }: Served,
  make: Format,
  { plain, withTools }: { readonly plain: ChatTemplate; readonly withTools: ChatTemplate },
): (request: ChatRequest) => Prepared | Fault {
  const reasoning = createReasoning(make)
  const chats = createRecent<Chat>(keptChats, Infinity)

  function prepare(request: ChatRequest): Prepared | Fault {
    try {
      return prepareChecked(request)
    } catch (error) {
      if (error instanceof TemplateError || error instanceof GrammarError) {
        return { kind: 'invalid-request', message: error.message }
      }
      throw error
    }
  }

  function prepareChecked(request: ChatRequest): Prepared | Fault {
    const tools = request.toolChoice === 'none' ? [] : request.tools
    const taken = takePrefill(request)
    const untold = refuseLogprobs(request)
    if (untold !== null) return untold
    const shown = takeMedia(taken.messages, upstream.media)
    if ('kind' in shown) return shown
    const { prefill } = taken
    const template = tools.length > 0 ? withTools : plain
    const rendered =
      request.rawPrompt ??
      render(template, { ...request, messages: shown.messages }, tools, prefill)
    const plan = reasoning.plan(rendered, request, template.source.includes('reasoning_effort'))
    const wanted: FormatOptions = {
      ...(tools.length === 0 ? {} : { tools, toolChoice: request.toolChoice }),
      parallelToolCalls: request.parallelToolCalls,
      ...plan.mode,
      ...answerFormat(request, tools),
    }
    const chat = chatOf(make, chats, wanted)
    const grammar = grammarOf(chat)
    const constrained = tools.length > 0 || request.responseSchema !== undefined
    const continues = prefill === null ? '' : writePrefill(chat, prefill)
    const refused = refusePrefill(wanted, continues)
    if (refused !== null) return refused
    const prompt = withoutBos(plan.prompt) + continues
    const misplaced = refuseMarkers(prompt, shown.media.length, upstream.media)
    if (misplaced !== null) return misplaced
    const { stop: _, ...sampling } = request.sampling
    return {
      chat,
      prefill,
      generation: {
        prompt,
        media: shown.media,
        // A grammar of the whole text does not fit the rest of one.
        grammar: constrained && (continues === '' || grammar.lazy) ? grammar : null,
        preservedTokens: grammar.preservedTokens,
        stops: grammar.stops,
        sampling,
        logprobs: request.logprobs?.top ?? null,
        tokenIds: request.tokenIds === true,
        extra: request.extra,
      },
      reasoningLimit: limitOf(plan, wanted, constrained),
      session: {
        ...reading,
        ...(upstream.tokens === undefined ? {} : { tokens: upstream.tokens }),
        // The sampler has been held to it: following it once more would double the cost.
        checkGrammar: false,
        callsBefore: callsIn(request),
        ...(continues === '' || continues === null ? {} : { continues }),
        ...(hidesReasoning(request) ? { includeReasoning: false } : {}),
      },
    }
  }

  function refuseLogprobs({ logprobs }: ChatRequest): Fault | null {
    if (logprobs === undefined) return null
    const refuse = (message: string): Fault => ({
      kind: 'invalid-request',
      param: 'logprobs',
      message,
    })
    if (upstream.logprobs !== true) return refuse('the engine tells no log probabilities')
    // Where text is taken out, the places of the tokens are not known.
    const dropped = reading?.specialTokens ?? []
    return dropped.length > 0 ? refuse('are not told where special tokens are taken out') : null
  }

  function grammarOf(chat: Chat): ChatGrammar {
    return chat.grammar(upstream.lazyGrammars ? {} : { lazy: false })
  }

  function withoutBos(prompt: string): string {
    const { bosToken = '' } = source
    const begun = upstream.addsBos && bosToken !== '' && prompt.startsWith(bosToken)
    return begun ? prompt.slice(bosToken.length) : prompt
  }

  function limitOf(
    { budget, prompt: begun }: ReasoningPlan,
    wanted: FormatOptions,
    constrained: boolean,
  ): ReasoningLimit | null {
    const { closer, isOpen } = reasoning
    if (budget === undefined || closer === null) return null
    return {
      tokens: budget,
      closer,
      isOpen: (text) => isOpen(begun + text),
      rest(prompt) {
        const answering = chatOf(make, chats, { ...wanted, reasoning: 'off' })
        return { prompt, grammar: constrained ? grammarOf(answering) : null }
      },
    }
  }

  return prepare
}

function render(
  template: ChatTemplate,
  { messages, reasoning, reasoningEffort, extra }: ChatRequest,
  tools: readonly Tool[],
  prefill: Prefill | null,
): string {
  // An answer that has begun without a thought gets none.
  const thinks = reasoning !== 'off' && (prefill === null || prefill.reasoning !== '')
  return template.render({
    messages,
    ...(tools.length === 0 ? {} : { tools }),
    enableThinking: thinks,
    variables: {
      ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
      ...innerOf(extra, 'chat_template_kwargs'),
    },
  })
}

/** In our own word, vLLM's or Groq's. */
function hidesReasoning({ showReasoning, extra }: ChatRequest): boolean {
  const told = fieldOf(extra, 'include_reasoning') ?? showReasoning
  return told === false || fieldOf(extra, 'reasoning_format') === 'hidden'
}

/** The format for these options, made once for each that is asked for again. */
function chatOf(make: Format, chats: Recent<Chat>, options: FormatOptions): Chat {
  return chats.once(JSON.stringify(options), () => make(options))
}

/** What a plain answer must be: where a call must come, there is none. */
function answerFormat(
  { responseSchema, toolChoice }: ChatRequest,
  tools: readonly Tool[],
): Pick<FormatOptions, 'responseSchema' | 'withTools'> {
  if (responseSchema === undefined) return {}
  if (tools.length === 0) return { responseSchema }
  return toolChoice === 'auto' ? { responseSchema, withTools: 'either' } : {}
}

function refusePrefill(
  { toolChoice = 'auto', responseSchema }: FormatOptions,
  continues: string | null,
): Fault | null {
  if (continues === '') return null
  const refuse = (message: string): Fault => ({
    kind: 'invalid-request',
    param: 'messages',
    message,
  })
  if (continues === null) return refuse('the last message holds markers of the model')
  const held = responseSchema !== undefined || (toolChoice !== 'auto' && toolChoice !== 'none')
  return held
    ? refuse('an answer that has begun is held neither to a response format nor to a call')
    : null
}

function callsIn({ messages }: ChatRequest): number {
  return messages.reduce((count, { tool_calls: calls = [] }) => count + calls.length, 0)
}
