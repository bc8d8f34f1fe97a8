import type { Fault } from '../protocol/fault.ts'
import type { ChatRequest } from '../protocol/request/chat-request.ts'
import { readRequest, type RequestProtocol } from '../protocol/request/read.ts'
import { faultBody } from '../protocol/whole.ts'
import type { AnswerContext, Asked } from './context.ts'
import type { GatewayLimits } from './limits.ts'
import type { Model } from './model.ts'
import type { Prepared } from './prepare.ts'
import { readBody } from './read-body.ts'
import { openRecord } from './record.ts'
import { startAnswer } from './start-answer.ts'

/** Makes what answers requests for texts. */
export function createAnswering(
  context: AnswerContext,
): (request: Request, path: string, protocol: RequestProtocol) => Promise<Response> {
  const { limits, drain } = context

  return async (request, path, protocol) => {
    const record = openRecord(context, request.method, path, protocol)

    function refuse(fault: Fault): Response {
      const { status, body } = faultBody(protocol, fault)
      record.end(status, fault)
      const headers = fault.kind === 'overloaded' ? { 'retry-after': '1' } : {}
      return Response.json(body, { status, headers })
    }

    try {
      if (drain.closed) return refuse({ kind: 'overloaded', message: 'the gateway is closing' })
      if (drain.open >= limits.concurrent) {
        return refuse({ kind: 'overloaded', message: 'too many requests are being served' })
      }
      const body = await readBody(request, limits.bodyBytes)
      if (!body.ok) return refuse(body.fault)
      record.request(body.value)
      const asked = readAsked(context, protocol, body.value)
      if ('kind' in asked) return refuse(asked)
      const answer = startAnswer(context, asked, record, protocol, body.value)
      return await (asked.request.stream
        ? answer.stream(request.signal, refuse)
        : answer.whole(request.signal, refuse))
    } catch (error) {
      // A bug of ours: the client is told that much, and the log has it.
      record.bug(error)
      return refuse({ kind: 'server', message: 'the gateway failed' })
    }
  }
}

function readAsked(
  context: AnswerContext,
  protocol: RequestProtocol,
  body: unknown,
): Asked | Fault {
  const reading = readRequest(protocol, body)
  if (!reading.ok) return reading.fault
  const { request } = reading
  const fault = exceeds(request, context.limits)
  if (fault !== null) return fault
  const model = modelOf(context.models, request.model)
  if (model === undefined) {
    return {
      kind: 'not-found',
      message: `there is no model ${JSON.stringify(request.model.slice(0, 80))}`,
      param: 'model',
    }
  }
  const prepared = model.prepare(request)
  if ('kind' in prepared) return prepared
  const hides = context.showReasoning === false || prepared.session.includeReasoning === false
  return { request, model, prepared: hides ? withoutReasoning(prepared) : prepared }
}

/** The ids of tokens would tell of the reasoning, too. */
function withoutReasoning(prepared: Prepared): Prepared {
  return {
    ...prepared,
    session: { ...prepared.session, includeReasoning: false },
    generation: { ...prepared.generation, tokenIds: false },
  }
}

/** With one model there is nothing to choose: clients may call it what they like. */
function modelOf(models: readonly Model[], name: string): Model | undefined {
  return models.length === 1 ? models[0] : models.find((model) => model.name === name)
}

function exceeds({ choices, sampling }: ChatRequest, limits: GatewayLimits): Fault | null {
  const { stop = [] } = sampling
  const refuse = (param: string, message: string): Fault => ({
    kind: 'invalid-request',
    param,
    message,
  })
  if (choices > limits.choices) return refuse('n', `must be at most ${limits.choices} here`)
  if (stop.length > limits.stops) return refuse('stop', `must be at most ${limits.stops} texts`)
  return stop.some((text) => text.length > limits.stopLength)
    ? refuse('stop', `must be at most ${limits.stopLength} characters each`)
    : null
}
