import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { toWellFormed } from '../util/well-formed.ts'
import type { Chunk, Session, SessionOptions } from './chat-types.ts'
import { createConverter } from './convert-value.ts'
import type { Delta } from './delta.ts'
import { createDeltaOrder } from './delta-order.ts'
import { finishReasonOf, requiredFault } from './finish-reason.ts'
import { hideReasoning, withoutReasoning } from './hide-reasoning.ts'
import { createIds } from './ids.ts'
import { checkChunk, createIntake, type Taken } from './intake.ts'
import type { Message } from './message.ts'
import type { Prepared } from './prepare.ts'
import type { Outcome } from './reading.ts'
import { createResumingReader, createReparsingReader, type Reader } from './reader.ts'
import { reasoningEnded } from './reasoning-ended.ts'
import { createReasoningCounter, type ReasoningCounter } from './reasoning-tokens.ts'
import { createTokenFinder } from './tokens.ts'
import { UnreadTextError } from './unread-error.ts'
import { validateMessage } from './validate.ts'
import { settleWhole } from './whole-message.ts'

/** A session, and how its text came out. */
export interface OpenSession extends Session {
  readonly outcome: Outcome
}

/**
 * Opens a session over a format that is compiled for these options' policies. With `whole`, the message
 * of a text that has ended follows those, too, that need all of it.
 */
export function openSession(
  prepared: Prepared,
  options: SessionOptions,
  whole = false,
): OpenSession {
  const { built, policies } = prepared
  const prompt = toWellFormed(options.generationPrompt ?? built.generationPrompt)
  const reader = openReader(prepared, options, prompt.length)
  const tokens = policies.spelledMarker === 'text' ? options.tokens : undefined
  const note = (found: Diagnostic): void => reader.note(found)
  const intake = createIntake({ tokens, dropped: unknownTokens(prepared, options) }, note)
  const order = createDeltaOrder({
    contentAfterTool: policies.contentAfterTool,
    streamReasoning: options.streamReasoning ?? true,
  })
  const counter = openCounter(prepared, options, prompt)
  const hides = options.includeReasoning === false
  let begun = false
  let finished = false
  let counted = false

  /** What stands before the first chunk: its markers are tokens if the chunk's are. */
  function begin(withIds: boolean): void {
    if (begun) return
    begun = true
    const finder = withIds && tokens !== undefined ? createTokenFinder(tokens) : null
    for (const text of [prompt, intake.take(options.continues ?? '').text]) {
      add({ text, marks: finder?.findAll(text) })
    }
  }

  function add({ text, marks }: Taken): void {
    if (text !== '') reader.feed(text, marks)
  }

  function count(chunk: Chunk): void {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array || counter === null) return
    counted = true
    for (const id of chunk.ids) counter.add(id)
  }

  function take(): Delta[] {
    const deltas = order.pass(reader.take(), finished)
    return hides ? withoutReasoning(deltas, () => reader.message().coverage) : deltas
  }

  function message(): Message {
    const read = reader.message()
    const settled = whole && finished ? settleWhole(read, policies, reader.rest) : read
    return hides ? hideReasoning(settled) : settled
  }

  /** What the caller's validator says of the message is noted. */
  function validated(): number {
    if (options.validate === undefined) return 0
    const found = validateMessage(message(), built, options.validate)
    found.forEach(note)
    return found.length
  }

  return {
    feed(chunk) {
      if (finished) throw new TypeError('feed after finish: open a new session for a new response')
      checkChunk(chunk)
      begin(hasIds(chunk))
      count(chunk)
      add(intake.take(chunk))
      return take()
    },
    finish(end = {}) {
      if (finished) return []
      finished = true
      begin(false)
      add(intake.end())
      const stop = end.stopReason ?? 'stop'
      reader.finish()
      if (stop === 'error') {
        note(diagnose('stream-error', 'the upstream failed before the text was whole'))
      }
      const ending = { stop, policies, built, mismatches: validated() }
      const fault = requiredFault(message(), ending)
      if (fault !== null) note(fault)
      reader.end(finishReasonOf(message(), ending))
      if (policies.unmatchedText === 'throw' && (reader.lost || reader.outcome === 'unread')) {
        throw new UnreadTextError(message())
      }
      return take()
    },
    get message() {
      return message()
    },
    coverageSince: (offset) => reader.coverageSince(offset),
    get stats() {
      return {
        steps: reader.steps,
        length: Math.max(0, reader.length - prompt.length),
        reasoningTokens: counted ? counter?.count : undefined,
        hidesReasoning: hides && reader.message().reasoning !== '',
      }
    },
    get outcome() {
      return reader.outcome
    },
  }
}

function openReader(prepared: Prepared, options: SessionOptions, origin: number): Reader {
  const { built, policies } = prepared
  const { tools = [] } = built
  const make = options.reparse === true ? createReparsingReader : createResumingReader
  return make(prepared, {
    policies,
    ids: createIds(built.idStyle, options),
    declared: tools.length === 0 ? null : new Set(tools.map((t) => t.function.name)),
    hidesCalls:
      tools.length === 0
        ? policies.withoutTools === 'hide'
        : built.toolChoice === 'none' && policies.noneChoice === 'hide',
    convertValue: createConverter(tools, policies),
    maxCalls: options.limits?.maxCalls ?? 10_000,
    origin,
    mode: options.mode ?? 'committed',
    limits: machineLimits(options),
    checkGrammar: options.checkGrammar ?? true,
  })
}

function openCounter(
  { built: { markers }, policies }: Prepared,
  { tokens = {} }: SessionOptions,
  prompt: string,
): ReasoningCounter | null {
  if (markers === undefined) return null
  const opened = !reasoningEnded(prompt, markers, { thinking: false, callsEnd: false })
  return createReasoningCounter(markers, { rule: policies.reasoningTokens, opened, tokens })
}

/** The special tokens that the format does not look for. */
function unknownTokens(prepared: Prepared, { specialTokens = [] }: SessionOptions): string[] {
  if (specialTokens.length === 0) return []
  const texts = [...prepared.texts()]
  return specialTokens.filter((token) => !texts.some((text) => text.includes(token)))
}

function hasIds(chunk: Chunk): boolean {
  return typeof chunk !== 'string' && !(chunk instanceof Uint8Array)
}

function machineLimits({ limits = {} }: SessionOptions): Omit<typeof limits, 'maxCalls'> {
  const { maxCalls: _, ...rest } = limits
  return rest
}
