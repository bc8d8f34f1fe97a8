import { addAll } from '../util/add-all.ts'
import type { Chunk } from '../chat/chat-types.ts'
import type { Delta } from '../chat/delta.ts'
import type { StopReason } from '../chat/message.ts'
import type { Fault } from '../protocol/fault.ts'
import type { TokenUsage } from '../protocol/token-usage.ts'
import { textOfChunk } from './chunk-text.ts'
import { startClock, type EngineTimes } from './clock.ts'
import type { Prepared } from './prepare.ts'
import { limitReasoning } from './reasoning-limit.ts'
import { skipPrefill } from './skip-prefill.ts'
import { createStopFilter } from './stop-strings.ts'
import { createTokenLedger } from './token-ledger.ts'
import { faultOf, UpstreamError, type Upstream, type UpstreamEvent } from './upstream.ts'

/** One text being written and read. */
export interface Run {
  /** What the next read added; null when there is no more. Waits for nothing but the engine. */
  next(): Promise<readonly Delta[] | null>
  /** Nobody wants the rest: the engine is told. */
  cancel(): void
  /** Ends the text with a fault; what was read so far is still given. */
  interrupt(error: UpstreamError): void
  /** Why the text is not whole; what was read of it has been given by then. */
  readonly fault: Fault | null
  /** The client's own stop string that ended the text. */
  readonly stopSequence: string | null
  readonly usage: TokenUsage | null
  /** The ids of the tokens since they were last taken. */
  takeIds(): readonly number[]
}

type TextEvent = Extract<UpstreamEvent, { kind: 'text' }>

function idsOf(chunk: Chunk): readonly number[] {
  if (typeof chunk === 'string' || chunk instanceof Uint8Array) return []
  // What was put in here has no ids.
  return chunk.ids.filter((id) => id >= 0)
}

/** Begins a text. It is read only as fast as `next` is called. */
export function startRun(
  upstream: Upstream,
  { generation, chat, session: options, prefill, reasoningLimit }: Prepared,
  { stops, times }: { readonly stops: readonly string[]; readonly times: EngineTimes },
): Run {
  const abort = new AbortController()
  const session = chat.open(options)
  const filter = createStopFilter(stops)
  const texts =
    reasoningLimit === null
      ? upstream.generate(generation, abort.signal)
      : limitReasoning(upstream, generation, reasoningLimit, abort.signal)
  const events = texts[Symbol.asyncIterator]()
  const ledger =
    generation.logprobs === null
      ? null
      : createTokenLedger(session, {
          text: options.continues?.length ?? 0,
          content: prefill?.content.length ?? 0,
        })
  const own = prefill === null ? null : skipPrefill(prefill)
  const clock = startClock(times, interrupt)
  let ids: number[] = []
  let ended = false
  let giveUp: (error: unknown) => void = () => undefined
  let fault: Fault | null = null
  let usage: TokenUsage | null = null

  async function next(): Promise<readonly Delta[] | null> {
    if (ended) return null
    try {
      return readEvents(await read())
    } catch (error) {
      if (ended) return null
      return fail(abort.signal.reason instanceof UpstreamError ? abort.signal.reason : error)
    }
  }

  /** What was held back is the client's all the same; that the text failed is told by the fault. */
  function fail(error: unknown): Delta[] {
    fault = faultOf(error)
    return finish('error').filter(({ kind }) => kind !== 'finish')
  }

  /** The next events, or the end of our patience: an engine may not listen to the signal. */
  async function read(): Promise<readonly UpstreamEvent[]> {
    abort.signal.throwIfAborted()
    clock.wait()
    const { done, value } = await new Promise<IteratorResult<readonly UpstreamEvent[]>>(
      (resolve, reject) => {
        giveUp = reject
        events.next().then(resolve, reject)
      },
    )
    clock.moved()
    if (done === true) throw new UpstreamError('server', 'the engine gave no end')
    return value
  }

  function readEvents(list: readonly UpstreamEvent[]): readonly Delta[] | null {
    if (ended) return null
    const deltas: Delta[] = []
    for (const event of list) {
      if (event.kind === 'usage') usage = event.usage
      else if (event.kind === 'fault') return [...deltas, ...fail(event.error)]
      else if (event.kind === 'end') return [...deltas, ...finish(event.reason)]
      else for (const delta of readText(event)) deltas.push(delta)
      if (filter.matched !== null) return [...deltas, ...stopped()]
    }
    return deltas
  }

  function readText({ chunk, logprobs = [] }: TextEvent): Delta[] {
    if (generation.tokenIds) addAll(ids, idsOf(chunk))
    const deltas = session.feed(chunk)
    ledger?.add(textOfChunk(chunk), logprobs)
    return pass(deltas)
  }

  function finish(stopReason: StopReason): Delta[] {
    close()
    return pass(session.finish({ stopReason }))
  }

  /** What the client is sent of the deltas. */
  function pass(deltas: Delta[]): Delta[] {
    const sent = filter.push(own === null ? deltas : own(deltas))
    return ledger === null ? sent : ledger.attach(sent)
  }

  /** The text ends at the client's stop string, whatever the engine goes on to write. */
  function stopped(): Delta[] {
    abort.abort()
    close()
    return [{ kind: 'finish', reason: 'stop' }]
  }

  function close(): void {
    ended = true
    clock.stop()
    // Ends the engine's stream where it has not ended by itself.
    void Promise.resolve(events.return?.()).catch(() => undefined)
  }

  function interrupt(error: UpstreamError): void {
    if (ended) return
    abort.abort(error)
    giveUp(error)
  }

  return {
    next,
    interrupt,
    cancel() {
      if (ended) return
      abort.abort()
      close()
      giveUp(new UpstreamError('server', 'nobody wants the answer'))
    },
    takeIds() {
      const taken = ids
      ids = []
      return taken
    },
    get fault() {
      return fault
    },
    get stopSequence() {
      return filter.matched
    },
    get usage() {
      // Without the ids of the markers nobody knows where the reasoning stands among the tokens.
      const known = options.tokens !== undefined
      const reasoningTokens = known ? session.stats.reasoningTokens : undefined
      if (usage === null || reasoningTokens === undefined) return usage
      return { ...usage, reasoningTokens }
    },
  }
}
