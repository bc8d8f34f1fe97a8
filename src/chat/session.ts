import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Chunk, Session, SessionOptions } from './chat-types.ts'
import { createConverter } from './convert-value.ts'
import { createIds } from './ids.ts'
import { toWellFormed } from '../util/well-formed.ts'
import { createIntake, type Taken } from './intake.ts'
import type { FinishReason, Message, StopReason } from './message.ts'
import type { Policies } from './policy.ts'
import type { Prepared } from './prepare.ts'
import type { Outcome } from './reading.ts'
import { createResumingReader, createReparsingReader } from './reader.ts'
import { createTokenFinder } from './tokens.ts'
import { UnreadTextError } from './unread-error.ts'
import { validateMessage } from './validate.ts'

/** A session, and how its text came out. */
export interface OpenSession extends Session {
  readonly outcome: Outcome
}

/** Opens a session over a format that is compiled for these options' policies. */
export function openSession(prepared: Prepared, options: SessionOptions = {}): OpenSession {
  const { built, policies } = prepared
  const { tools = [] } = built
  const prompt = toWellFormed(options.generationPrompt ?? built.generationPrompt)
  const make = options.reparse === true ? createReparsingReader : createResumingReader
  const reader = make(prepared, {
    policies,
    ids: createIds(built.idStyle, options),
    declared: tools.length === 0 ? null : new Set(tools.map((t) => t.function.name)),
    hidesCalls:
      tools.length === 0
        ? policies.withoutTools === 'hide'
        : built.toolChoice === 'none' && policies.noneChoice === 'hide',
    convertValue: createConverter(tools, policies),
    maxCalls: options.limits?.maxCalls ?? 10_000,
    origin: prompt.length,
    mode: options.mode ?? 'committed',
    limits: machineLimits(options),
    checkGrammar: options.checkGrammar ?? true,
  })
  const intake = createIntake(options.tokens, (found: Diagnostic) => reader.note(found))
  let begun = false
  let finished = false

  /** What stands before the first chunk: its markers are tokens if the chunk's are. */
  function begin(withIds: boolean): void {
    if (begun) return
    begun = true
    const finder =
      withIds && options.tokens !== undefined ? createTokenFinder(options.tokens) : null
    for (const text of [prompt, intake.take(options.continues ?? '').text]) {
      add({ text, marks: finder?.findAll(text) })
    }
  }

  function add({ text, marks }: Taken): void {
    if (text !== '') reader.feed(text, marks)
  }

  return {
    feed(chunk) {
      if (finished) throw new TypeError('feed after finish: open a new session for a new response')
      begin(hasIds(chunk))
      add(intake.take(chunk))
      return reader.take()
    },
    finish(end = {}) {
      if (finished) return []
      finished = true
      begin(false)
      add(intake.end())
      const stopReason = end.stopReason ?? 'stop'
      reader.finish()
      if (stopReason === 'error') {
        reader.note(diagnose('stream-error', 'the upstream failed before the text was whole'))
      }
      if (options.validate !== undefined) {
        validateMessage(reader.message(), built, options.validate).forEach((d) => reader.note(d))
      }
      reader.end(finishReasonOf(stopReason, reader.message(), policies))
      if (policies.unmatchedText === 'throw' && (reader.lost || reader.outcome === 'unread')) {
        throw new UnreadTextError(reader.message())
      }
      return reader.take()
    },
    get message() {
      return reader.message()
    },
    get stats() {
      return { steps: reader.steps, length: Math.max(0, reader.length - prompt.length) }
    },
    get outcome() {
      return reader.outcome
    },
  }
}

function hasIds(chunk: Chunk): boolean {
  return typeof chunk !== 'string' && !(chunk instanceof Uint8Array)
}

function machineLimits({ limits = {} }: SessionOptions): Omit<typeof limits, 'maxCalls'> {
  const { maxCalls: _, ...rest } = limits
  return rest
}

/** Calls make it `tool_calls` if the model stopped by itself: a cut text may lack more of them. */
function finishReasonOf(stop: StopReason, message: Message, policies: Policies): FinishReason {
  if (message.toolCalls.length === 0) return stop
  return stop === 'stop' || policies.toolCallsReason === 'always' ? 'tool_calls' : stop
}
