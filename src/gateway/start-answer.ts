import { createAccumulator } from '../chat/accumulator.ts'
import type { Fault } from '../protocol/fault.ts'
import { openaiCompletion } from '../protocol/openai/whole.ts'
import type { RequestProtocol } from '../protocol/request/read.ts'
import { wholeBody } from '../protocol/whole.ts'
import { streamHeaders } from '../protocol/wire.ts'
import type { AnswerContext, Asked } from './context.ts'
import { joinRuns, type Added } from './choices.ts'
import { collectTokens } from './collect-tokens.ts'
import type { Prepared } from './prepare.ts'
import type { RequestRecord } from './record.ts'
import { createResponseWriter } from './response-writer.ts'
import { startRun } from './run.ts'
import { streamBody } from './stream-body.ts'
import { UpstreamError } from './upstream.ts'
import { wireOptions } from './wire-options.ts'

/** A text that the engine has been asked for, to be sent in one way or the other. */
export interface Answer {
  stream(signal: AbortSignal, refuse: (fault: Fault) => Response): Promise<Response>
  whole(signal: AbortSignal, refuse: (fault: Fault) => Response): Promise<Response>
}

/** Asks the engine, as often as there are to be answers. */
export function startAnswer(
  context: AnswerContext,
  { request, model, prepared }: Asked,
  record: RequestRecord,
  protocol: RequestProtocol,
  body: unknown,
): Answer {
  const stops = request.sampling.stop ?? []
  const times = context.limits.engine
  const choices = joinRuns(
    Array.from({ length: request.choices }, (_, at) =>
      startRun(model.upstream, numbered(prepared, at), { stops, times }),
    ),
  )
  const done = context.drain.begin(() => {
    choices.interrupt(new UpstreamError('overloaded', 'the gateway is closing'))
  })
  record.begin(model.name, request.stream)
  const wire = wireOptions(context, request, model.name, protocol, body, choices, record)
  let gone = false

  async function read(): Promise<Added | null> {
    const added = await choices.next()
    if (added !== null && added.deltas.length > 0) record.text()
    return added
  }

  function end(status: number, fault: Fault | null): void {
    record.usage(choices.usage)
    record.end(gone ? 499 : status, gone ? 'abort' : fault)
    done()
  }

  /** The client went away: the engine is told, and nobody is answered. */
  function abort(): void {
    gone = true
    choices.cancel()
    end(499, null)
  }

  /** The answer where nothing has been sent yet. */
  function unsent(fault: Fault | null, refuse: (fault: Fault) => Response): Response | null {
    if (gone) return new Response(null, { status: 499 })
    if (fault === null) return null
    done()
    return refuse(fault)
  }

  async function respondStream(
    signal: AbortSignal,
    refuse: (fault: Fault) => Response,
  ): Promise<Response> {
    onAbort(signal, abort)
    const first = read()
    // An engine that refuses does so at once: then the client is given a status.
    const begun = await within(first, context.limits.answerMs)
    if (begun !== 'late' && saysNothing(begun)) {
      const response = unsent(choices.fault, refuse)
      if (response !== null) return response
    }
    const writer = createResponseWriter(protocol, wire)
    const stream = streamBody({
      first,
      read,
      writer,
      fault: () => choices.fault,
      end: () => end(200, choices.fault),
      abort,
    })
    return new Response(stream, { headers: { ...streamHeaders(protocol) } })
  }

  async function respondWhole(
    signal: AbortSignal,
    refuse: (fault: Fault) => Response,
  ): Promise<Response> {
    onAbort(signal, abort)
    const messages = Array.from({ length: request.choices }, () => createAccumulator())
    const tokens = collectTokens(prepared.generation)
    for (let added = await read(); added !== null; added = await read()) {
      for (const delta of added.deltas) messages[added.choice]?.add(delta)
      tokens.add(added)
    }
    const response = unsent(choices.fault, refuse)
    if (response !== null) return response
    const told = { ...wire, ...tokens.whole }
    const list = messages.map(({ message }) => message)
    const answer =
      protocol === 'openai-chat'
        ? { status: 200, body: openaiCompletion(list, told) }
        : wholeBody(protocol, list[0] ?? createAccumulator().message, told)
    end(answer.status, null)
    return Response.json(answer.body, { status: answer.status })
  }

  return { stream: respondStream, whole: respondWhole }
}

/** Further answers differ: a seed that the client gave counts on. */
function numbered(prepared: Prepared, at: number): Prepared {
  const { seed } = prepared.generation.sampling
  if (at === 0 || seed === undefined) return prepared
  const sampling = { ...prepared.generation.sampling, seed: seed + at }
  return { ...prepared, generation: { ...prepared.generation, sampling } }
}

/** A read that failed, or ended, before there was any text. */
function saysNothing(added: Added | null): boolean {
  return added === null || added.deltas.every(({ kind }) => kind === 'note')
}

/** What a promise comes to, or `late` when it takes longer than that. */
function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, 'late')
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function onAbort(signal: AbortSignal, action: () => void): void {
  if (signal.aborted) action()
  else signal.addEventListener('abort', action, { once: true })
}
