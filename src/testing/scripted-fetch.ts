import { createAccumulator } from '../chat/accumulator.ts'
import type { Delta } from '../chat/delta.ts'
import type { Message, StopReason } from '../chat/message.ts'
import type { MessageToWrite } from '../chat/write.ts'
import type { Fault } from '../protocol/fault.ts'
import { fieldOf, innerOf } from '../protocol/fields.ts'
import type { RequestProtocol } from '../protocol/request/read.ts'
import { faultBody, wholeBody } from '../protocol/whole.ts'
import { createWireEncoder, streamHeaders, type WireOptions } from '../protocol/wire.ts'
import { chunksOf, type Cut } from './chunks.ts'

/** What one request is answered with. */
export type ScriptedAnswer =
  | (MessageToWrite & {
      /** Why the model stopped; `length` makes its last call one that is not whole. */
      readonly stopReason?: StopReason
    })
  /** An error in place of an answer; with `after`, in the middle of it. */
  | { readonly fault: Fault; readonly after?: MessageToWrite }

/** How a scripted fetch answers. */
export interface ScriptedFetchOptions {
  /** One a request, in order. A request beyond the last one rejects. */
  readonly answers: readonly ScriptedAnswer[]
  /** How text and arguments are cut; `token` by default. */
  readonly chunk?: Cut
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number }
}

/** A `fetch` for tests, and what it was asked. */
export interface ScriptedFetch {
  readonly fetch: typeof fetch
  readonly requests: readonly {
    readonly url: string
    readonly protocol: RequestProtocol
    readonly body: unknown
  }[]
}

/**
 * Makes a `fetch` that answers as the servers of OpenAI, Anthropic and Ollama do, streamed or whole as the
 * request asks; its streams keep all rules of `lintStream`. Give it to a client's `fetch` option.
 *
 * @example
 * ```ts
 * const { fetch, requests } = scriptedFetch({ answers: [{ content: 'Ahoy' }] })
 * const body = JSON.stringify({ model: 'm', messages: [], stream: true })
 * const response = await fetch('https://api.openai.com/v1/chat/completions', { method: 'POST', body })
 * await response.text() // 'data: {…"content":"Ahoy"…data: [DONE]\n\n'
 * requests.length // 1
 * ```
 */
export function scriptedFetch(options: ScriptedFetchOptions): ScriptedFetch {
  const { answers, chunk = 'token', usage = { inputTokens: 10, outputTokens: 5 } } = options
  const requests: { url: string; protocol: RequestProtocol; body: unknown }[] = []

  async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const protocol = protocolOf(url.pathname)
    const body: unknown = JSON.parse(await request.text())
    const scripted = answers[requests.length]
    requests.push({ url: url.href, protocol, body })
    if (scripted === undefined) {
      throw new TypeError(
        `request ${requests.length} has no answer: the script has ${answers.length}`,
      )
    }
    const fault = 'fault' in scripted ? scripted.fault : null
    const message = 'fault' in scripted ? scripted.after : scripted
    if (message === undefined) return refusal(protocol, fault ?? { kind: 'server', message: '' })
    const stop = 'fault' in scripted ? 'error' : (scripted.stopReason ?? 'stop')
    const deltas = deltasOf(message, stop, chunk)
    const wire = wireOptions(body, protocol, usage)
    return isStreamed(protocol, body)
      ? streamed(protocol, deltas, wire, fault)
      : fault === null
        ? whole(protocol, deltas, wire)
        : refusal(protocol, fault)
  }

  return { fetch: answer, requests }
}

const paths: readonly (readonly [string, RequestProtocol])[] = [
  ['/chat/completions', 'openai-chat'],
  ['/responses', 'openai-responses'],
  ['/messages', 'anthropic'],
  ['/api/chat', 'ollama-chat'],
  ['/api/generate', 'ollama-generate'],
]

function protocolOf(path: string): RequestProtocol {
  const found = paths.find(([end]) => path.endsWith(end))
  if (found === undefined) throw new TypeError(`no protocol has the path ${path}`)
  return found[1]
}

function isStreamed(protocol: RequestProtocol, body: unknown): boolean {
  const asked = fieldOf(body, 'stream')
  return protocol.startsWith('ollama') ? asked !== false : asked === true
}

function wireOptions(
  body: unknown,
  protocol: RequestProtocol,
  usage: NonNullable<ScriptedFetchOptions['usage']>,
): WireOptions {
  const model = fieldOf(body, 'model')
  const asked = fieldOf(innerOf(body, 'stream_options'), 'include_usage') === true
  return {
    model: typeof model === 'string' ? model : '',
    usage,
    ...(protocol === 'openai-chat' ? { includeUsage: asked } : {}),
  }
}

function deltasOf(message: MessageToWrite, stop: StopReason, cut: Cut): Delta[] {
  const { reasoning, content, toolCalls } = message
  const calls = (toolCalls ?? []).flatMap((call, index, all): Delta[] => {
    const given = call.arguments ?? '{}'
    const text = typeof given === 'string' ? given : JSON.stringify(given)
    const id = call.id ?? `call_${index + 1}`
    const cutOff = stop !== 'stop' && index === all.length - 1
    return [
      { kind: 'call', index, id, type: 'function', name: call.name, arguments: '' },
      ...chunksOf(text, cut).map((piece): Delta => ({ kind: 'call', index, arguments: piece })),
      { kind: 'call-end', index, state: cutOff ? 'incomplete' : 'complete' },
    ]
  })
  const finished = stop === 'stop' && calls.length > 0 ? 'tool_calls' : stop
  return [
    ...chunksOf(reasoning ?? '', cut).map((text): Delta => ({ kind: 'reasoning', text })),
    ...chunksOf(content ?? '', cut).map((text): Delta => ({ kind: 'content', text })),
    ...calls,
    { kind: 'finish', reason: finished },
  ]
}

function streamed(
  protocol: RequestProtocol,
  deltas: readonly Delta[],
  options: WireOptions,
  fault: Fault | null,
): Response {
  const wire = createWireEncoder(protocol, options)
  const told = fault === null ? deltas : deltas.filter(({ kind }) => kind !== 'finish')
  const last = fault === null ? () => wire.end() : () => wire.fail(fault)
  const pieces = [wire.start, ...told.map((delta) => () => wire.push(delta)), last]
  const utf8 = new TextEncoder()
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(out) {
      for (let next = pieces[at++]; next !== undefined; next = pieces[at++]) {
        const text = next()
        if (text !== '') return out.enqueue(utf8.encode(text))
      }
      out.close()
    },
  })
  return new Response(body, { headers: { ...streamHeaders(protocol) } })
}

function whole(
  protocol: RequestProtocol,
  deltas: readonly Delta[],
  options: WireOptions,
): Response {
  const { status, body } = wholeBody(protocol, messageOf(deltas), options)
  return Response.json(body, { status })
}

function messageOf(deltas: readonly Delta[]): Message {
  const accumulator = createAccumulator()
  for (const delta of deltas) accumulator.add(delta)
  return accumulator.message
}

function refusal(protocol: RequestProtocol, fault: Fault): Response {
  const { status, body } = faultBody(protocol, fault)
  return Response.json(body, { status })
}
