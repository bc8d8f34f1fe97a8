import { createChat } from '../chat/chat.ts'
import type { BuiltFormat, Chat, FormatOptions, Tool } from '../chat/chat-types.ts'
import type { IdStyle } from '../chat/ids.ts'
import type { Policies } from '../chat/policy.ts'
import type { CallOf } from '../chat/typed-tools.ts'
import type { TurnMarkers } from '../chat/turn-markers.ts'
import type { WholeMessage } from '../chat/write.ts'
import { buildGrammar } from '../grammar.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import type { CallMarkers } from './call-markers.ts'
import { turnGrammar } from './turn-grammar.ts'
import { turn } from './turn.ts'
import { chosenTools, readRequest, type TurnRequest } from './turn-request.ts'
import type { TurnSyntax } from './turn-syntax.ts'
import { verbatimTurn } from './verbatim/verbatim-turn.ts'
import type { MakeVerbatimCalls, VerbatimSyntax } from './verbatim/verbatim-types.ts'
import { writeTurn } from './write.ts'
import { checkOptions, type OptionNames } from '../util/wrong-argument.ts'

/** ChatML, the turn markers of most families: `<|im_start|>assistant` … `<|im_end|>`. */
export const chatMl: Pick<TurnSyntax, 'reasoning' | 'header' | 'ends'> = {
  reasoning: { open: '<think>', close: '</think>' },
  header: '<|im_start|>assistant\n',
  ends: ['<|im_end|>'],
}

/** A family of models: how it writes a turn, and who it is. */
export interface Family extends TurnSyntax {
  readonly name: string
  /** What it is, in one line. */
  readonly summary?: string
  /** Other names that templates, servers and users give it. */
  readonly aliases?: readonly string[]
  /** The name of the family whose way of writing it has taken over: no text tells the two apart. */
  readonly writesAs?: string
  /** Markers that begin and end a call, for triggers and preserved tokens. */
  readonly markers?: CallMarkers
  /** The special tokens that its markers are made of, where these are no tokens themselves. */
  readonly preserved?: readonly string[]
  /** Triggers of a lazy grammar; the openers as words unless given. */
  readonly triggers?: BuiltFormat['triggers']
  /** Ids for calls to which the model gave none; `openai` by default. */
  readonly idStyle?: IdStyle
  /** Its models write the ids of their calls. */
  readonly writesIds?: boolean
  /** The ids stand behind the arguments: these wait for them. */
  readonly lateIds?: boolean
  /** The whole turn, for a family that is made in another way than `turn` makes it. */
  turn?(p: Builder, request: TurnRequest, policies: Policies, options: FormatOptions): NodeId
  /** How its turn is read where nothing but what its template writes is. */
  readonly verbatim?: VerbatimSyntax
  /** Its calls, read so; a family without is read with all that models get wrong. */
  readonly verbatimCalls?: MakeVerbatimCalls
  /** The whole of such a turn, for a family that is made in another way. */
  verbatimTurn?(p: Builder, request: TurnRequest, policies: Policies): NodeId
  /** The way back of such a family. */
  write?(message: WholeMessage, request: TurnRequest): string
}

/** Makes a family's format ready for one request. */
export interface Format {
  /** Tools declared by `defineTools`, or written `as const`, give the calls of messages their types. */
  <const Tools extends readonly Tool[] = readonly Tool[]>(
    options?: FormatOptions & { readonly tools?: Tools },
  ): Chat<CallOf<Tools>>
  readonly family: Family
}

/**
 * Makes a format of a family: one of your own as well as those that are shipped.
 *
 * @example
 * ```ts
 * const shouting = defineFormat({ name: 'shouting', header: '', ends: ['<END>'] })
 * shouting().parse('AHOY<END>').message.content // 'AHOY'
 * ```
 */
export function defineFormat(family: Family): Format {
  const format = (options: FormatOptions = {}): Chat => makeFormat(family, options)
  // What the tools say of calls is a matter of types alone.
  return Object.assign(format, { family }) as Format
}

/**
 * Makes a family's format ready for one request.
 *
 * @throws {TypeError} when tools are given to a family without calls, or `toolChoice` names none
 */
export function makeFormat(family: Family, options: FormatOptions): Chat {
  checkOptions(`options of the format ${family.name}`, options, formatOptions)
  const takesTools = family.calls !== undefined || family.turn !== undefined
  if (!takesTools && (options.tools?.length ?? 0) > 0) {
    throw new TypeError(
      `the format ${family.name} has no tool calls: give no tools, or use formats.hermes`,
    )
  }
  const asked = readRequest(options, family.reasoning)

  function build(policies: Policies): BuiltFormat {
    const request =
      policies.namedChoice === 'only' ? { ...asked, tools: chosenTools(asked) } : asked
    return {
      arena: buildGrammar((p, { diagnostics }) => {
        diagnostics.push(...request.warnings)
        const usual =
          family.turn?.(p, request, policies, options) ??
          turn(p, family, request, policies, options)
        // What is printed does not depend on how it is read.
        if (!isVerbatim(family, policies, options)) return usual
        const read =
          family.verbatimTurn?.(p, request, policies) ?? verbatimTurn(p, family, request, policies)
        return p.dual(read, usual)
      }),
      ...turnGrammar(family, request, family.markers ?? { openers: [], closers: [] }),
      ...(family.preserved === undefined ? {} : { preservedTokens: family.preserved }),
      ...(family.triggers !== undefined && request.choice === 'auto'
        ? { triggers: family.triggers }
        : {}),
      idStyle: family.idStyle ?? 'openai',
      generationPrompt: openedPrompt(family, request),
      lateIds: family.lateIds ?? false,
      ...(options.tools === undefined ? {} : { tools: request.tools }),
      toolChoice: request.choice,
      ...turnMarkers(family, request),
      ...(options.responseSchema === undefined ? {} : { responseSchema: options.responseSchema }),
    }
  }

  function write(message: WholeMessage): string {
    // An answer that is held to a schema stands in place of calls, unless either may come.
    const hasCalls = options.responseSchema === undefined || options.withTools === 'either'
    const written = { ...message, toolCalls: hasCalls ? message.toolCalls : [] }
    return family.write?.(written, asked) ?? writeTurn(family, asked, written)
  }

  return createChat({
    format: family.name,
    build,
    writer: { ids: family.writesIds ?? false, write },
  })
}

const formatOptions = {
  tools: true,
  toolChoice: true,
  allowedTools: true,
  strict: true,
  parallelToolCalls: true,
  reasoning: true,
  reasoningFormat: true,
  responseSchema: true,
  withTools: true,
  schema: true,
} satisfies OptionNames<FormatOptions>

/** Whether the policies ask for a verbatim reading, and there is one. */
function isVerbatim(family: Family, { reading }: Policies, options: FormatOptions): boolean {
  if (reading !== 'verbatim') return false
  if (options.responseSchema !== undefined || options.reasoningFormat === 'none') return false
  if (family.verbatimTurn !== undefined) return true
  if (family.turn !== undefined) return false
  return family.calls === undefined || family.verbatimCalls !== undefined
}

/** What the prompt ends with when it has opened the reasoning. */
function openedPrompt({ reasoning }: Family, request: TurnRequest): string {
  if (request.reasoning !== 'open' || reasoning === undefined || reasoning.open === '') return ''
  return reasoning.open + (reasoning.layout?.open ?? '\n')
}

/** Where reasoning, calls and turns begin and end; nothing for a family that does not reason. */
function turnMarkers(family: Family, request: TurnRequest): { readonly markers?: TurnMarkers } {
  if (family.reasoning === undefined) return {}
  const { open, close } = family.reasoning
  const begin = /^<[^<>]*>/.exec(family.header)?.[0] ?? family.header.trim()
  const markers = {
    reasoning: { open, close },
    calls: request.choice === 'none' ? [] : (family.markers?.openers ?? []),
    thinks: request.reasoning !== 'off',
    turns: [begin, ...family.ends].filter((text) => text !== ''),
  }
  return { markers }
}
