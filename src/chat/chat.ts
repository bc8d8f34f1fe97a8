import { emitGbnf } from '../gbnf/emit.ts'
import { emitLazyGbnf } from '../gbnf/lazy.ts'
import type { Arena } from '../peg/arena.ts'
import type {
  BuiltFormat,
  Chat,
  ChatGrammar,
  ChatSource,
  Chunk,
  Parsed,
  ChatParseOptions,
  SessionOptions,
  StreamOptions,
} from './chat-types.ts'
import type { Delta } from './delta.ts'
import { checkStreamable, resolvePolicies, type Policies, type ReadingMode } from './policy.ts'
import { profiles } from './profiles.ts'
import { prepareFormat, type Prepared } from './prepare.ts'
import { reasoningEnded } from './reasoning-ended.ts'
import { openSession, type OpenSession } from './session.ts'
import {
  checkWritten,
  completeMessage,
  type MessageToWrite,
  type MessageWriter,
  type Written,
} from './write.ts'
import { checkOptions, type OptionNames } from '../util/wrong-argument.ts'

/**
 * Makes a chat of a format: its grammar, and the reading of responses. What a set of policies needs is
 * built and compiled once.
 *
 * @example
 * ```ts
 * const arena = buildGrammar((p) => p.sequence(p.tag('content', p.until('<end>')), '<end>', p.end()))
 * const chat = createChat({
 *   format: 'own',
 *   build: () => ({
 *     arena,
 *     lazy: false,
 *     triggers: [],
 *     preservedTokens: ['<end>'],
 *     stops: [],
 *     idStyle: 'openai',
 *     generationPrompt: '',
 *   }),
 * })
 * chat.parse('Ahoy<end>').message.content // 'Ahoy'
 * ```
 */
export function createChat(source: ChatSource): Chat {
  const byPolicies = new Map<string, Prepared>()
  const byBuilt = new Map<BuiltFormat, Prepared>()

  function prepared(
    { profile = profiles.pegbnf, policies: changed = {} }: PolicyOptions = {},
    mode: ReadingMode = 'stream',
  ): Prepared {
    const policies = resolvePolicies(profile, changed, source.format, mode)
    if (mode === 'stream') checkStreamable(policies)
    const key = keyOf(policies)
    const known = byPolicies.get(key)
    if (known !== undefined) return known
    const built = source.build(asFormatsRead(policies))
    // A format that takes no notice of the policies need not be compiled again.
    const same = byBuilt.get(built)
    const made = same === undefined ? prepareFormat(built, policies) : { ...same, policies }
    byBuilt.set(built, made)
    byPolicies.set(key, made)
    return made
  }

  function open(options: SessionOptions = {}): OpenSession {
    checkOptions('options of a session', options, sessionOptions)
    return openSession(prepared(options), options)
  }

  function openWhole(options: SessionOptions): OpenSession {
    checkOptions('options of parse', options, sessionOptions)
    return openSession(prepared(options, 'whole'), options, true)
  }

  function write(message: MessageToWrite): Written {
    const { writer, format } = source
    if (writer === undefined) {
      throw new TypeError(`the format ${format} has no way back: give it a writer`)
    }
    const whole = completeMessage(message, prepared().built.idStyle)
    const text = writer.write(whole)
    const read = parse(open({ checkGrammar: false, seed: 0 }), text, {})
    const diagnostics = checkWritten(message, whole, read.message, { format, ids: writer.ids })
    return { text, diagnostics }
  }

  return {
    format: source.format,
    arena: (options) => prepared(options).built.arena,
    grammar: ({ lazy } = {}) => grammarOf(prepared({ profile: profiles.pegbnf }).built, lazy),
    open,
    parse: (text, options = {}) => {
      // What is not over is read as a stream that has come so far.
      const session = options.partial === true ? open(options) : openWhole(options)
      return parse(session, text, options)
    },
    deltas: (options = {}) => streamOf(open(options), options),
    reasoningEnded: (prompt, options = {}) => {
      const { built, policies } = prepared(options)
      if (built.markers === undefined) {
        throw new TypeError(`the format ${source.format} has no markers for its reasoning`)
      }
      const callsEnd = policies.toolInReasoning === 'end'
      return reasoningEnded(prompt, built.markers, { callsEnd, ...options })
    },
    write,
  }
}

/** Options of sessions, of reading at once, and of streams. */
const sessionOptions = {
  profile: true,
  policies: true,
  generationPrompt: true,
  continues: true,
  tokens: true,
  specialTokens: true,
  includeReasoning: true,
  streamReasoning: true,
  callsBefore: true,
  mode: true,
  limits: true,
  reparse: true,
  seed: true,
  validate: true,
  checkGrammar: true,
  partial: true,
  stopReason: true,
} satisfies OptionNames<ChatParseOptions & StreamOptions>

type PolicyOptions = Pick<SessionOptions, 'profile' | 'policies'>

/**
 * The policies as formats see them: a call that is left out is read like any other, and a value that
 * is converted like a text. The mapper does the rest.
 */
function asFormatsRead(policies: Policies): Policies {
  const { undeclaredTool, argumentValue } = policies
  return {
    ...policies,
    undeclaredTool: undeclaredTool === 'hide' ? 'emit' : undeclaredTool,
    argumentValue: argumentValue === 'typed' ? 'typed' : 'verbatim',
  }
}

/** Options of a chat over one's own arena. */
export type ArenaChatOptions = Partial<Omit<BuiltFormat, 'arena'>> & {
  readonly format?: string
  /** How the format writes a message, for `write`. */
  readonly writer?: MessageWriter
}

/**
 * Makes a chat of one's own grammar, whose tags are those of `chatTags`.
 *
 * @example
 * ```ts
 * const chat = chatFromArena(
 *   buildGrammar((p) => p.sequence(p.tag('content', p.until('<end>')), '<end>', p.end())),
 * )
 * chat.parse('Ahoy<end>').message.content // 'Ahoy'
 * ```
 */
export function chatFromArena(arena: Arena, options: ArenaChatOptions = {}): Chat {
  const { format = 'custom', writer, ...given } = options
  const built: BuiltFormat = {
    lazy: false,
    triggers: [],
    preservedTokens: [],
    stops: [],
    idStyle: 'openai',
    generationPrompt: '',
    ...given,
    arena,
  }
  return createChat({
    format,
    build: () => built,
    ...(writer === undefined ? {} : { writer }),
  })
}

function grammarOf(built: BuiltFormat, wanted: boolean | undefined): ChatGrammar {
  // Without a trigger rule there is only the eager grammar.
  const lazyGrammar = (wanted ?? built.lazy) ? emitLazyGbnf(built.arena) : null
  const emitted = lazyGrammar ?? emitGbnf(built.arena)
  const lazy = lazyGrammar !== null
  return {
    gbnf: emitted.gbnf,
    lazy,
    triggers: lazy ? built.triggers : [],
    preservedTokens: built.preservedTokens,
    stops: built.stops,
    // Looking for them takes longer than the grammar itself.
    get warnings() {
      return emitted.warnings
    },
  }
}

function parse(session: OpenSession, text: Chunk, options: ChatParseOptions): Parsed {
  session.feed(text)
  if (options.partial !== true) session.finish({ stopReason: options.stopReason ?? 'stop' })
  const { message } = session
  const whole = message.toolCalls.every(({ state }) => state === 'complete')
  return {
    message,
    complete: whole && session.outcome === 'read',
    diagnostics: message.diagnostics,
  }
}

function streamOf(session: OpenSession, options: StreamOptions): TransformStream<Chunk, Delta> {
  return new TransformStream<Chunk, Delta>({
    transform(chunk, controller) {
      for (const delta of session.feed(chunk)) controller.enqueue(delta)
    },
    flush(controller) {
      const stopReason = options.stopReason?.() ?? 'stop'
      for (const delta of session.finish({ stopReason })) controller.enqueue(delta)
    },
  })
}

function keyOf(policies: Policies): string {
  return JSON.stringify(Object.entries(policies).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
