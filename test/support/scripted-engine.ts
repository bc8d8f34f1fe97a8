import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What a scripted engine does when it is asked for a text, one step after the other. */
export type Step =
  /** Writes a frame with this text. */
  | { readonly text: string }
  /** Writes these bytes as they are. */
  | { readonly raw: string | Uint8Array }
  | { readonly waitMs: number }
  /** Waits until the test says so. */
  | { readonly until: Promise<void> }
  /** Writes the last frame. */
  | { readonly end: 'stop' | 'length' }
  /** Cuts the connection off. */
  | { readonly die: true }
  /** Answers with a status and a body in place of a stream. */
  | { readonly status: number; readonly body: string; readonly location?: string }
  /** Repeats a step. */
  | { readonly times: number; readonly step: Step }

/** An engine that does what a test says, and tells what it was asked and what happened to it. */
export interface ScriptedEngine {
  readonly url: string
  /** What the next requests for a text are answered with, in order; the last one again and again. */
  script(...scripts: readonly (readonly Step[])[]): void
  /** The bodies of the requests for texts so far. */
  readonly asked: readonly Record<string, unknown>[]
  /** `asked`, `closed early` and `done`, in the order in which they happened. */
  readonly events: string[]
  /** Bytes that it could write so far. */
  readonly written: number
  close(): void
}

/** The markers that are single tokens of the engine's model; their ids count from `firstMarker`. */
export const markerTokens: readonly string[] = [
  '<think>',
  '</think>',
  '<tool_call>',
  '</tool_call>',
]
export const firstMarker = 50_000

/** What stands for a picture in a prompt. */
export const mediaMarker = '<__media_7f3a__>'

/** The words of the engine. */
type Dialect = 'llama' | 'openai'

/** Starts an engine: llama-server's paths and `/v1/completions`. */
export async function startScriptedEngine(template: string): Promise<ScriptedEngine> {
  const asked: Record<string, unknown>[] = []
  const events: string[] = []
  let scripts: readonly (readonly Step[])[] = [[{ end: 'stop' }]]
  let written = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const text = await readAll(request)
    const body = text === '' ? {} : JSON.parse(text)
    if (path === '/props') {
      return json(response, {
        chat_template: template,
        bos_token: '<s>',
        eos_token: '</s>',
        model_path: '/m/tiny.gguf',
        modalities: { vision: true, audio: false },
        media_marker: mediaMarker,
      })
    }
    if (path === '/tokenize') {
      const at = markerTokens.indexOf(String(body.content))
      // What is no marker is spelled by its characters.
      const spelled = [...String(body.content)].map((_, id) => id + 1)
      return json(response, { tokens: at < 0 ? spelled : [firstMarker + at] })
    }
    if (path === '/health' || path === '/v1/models') return json(response, { status: 'ok' })
    const dialect = path === '/completion' ? 'llama' : 'openai'
    asked.push(body)
    events.push('asked')
    const place = Math.min(asked.length - 1, scripts.length - 1)
    response.on('close', () => events.push(response.writableFinished ? 'done' : 'closed early'))
    await play(response, scripts[place] ?? [], dialect)
  }

  async function play(
    response: ServerResponse,
    steps: readonly Step[],
    dialect: Dialect,
  ): Promise<void> {
    let tokens = 0
    const write = async (data: string | Uint8Array): Promise<void> => {
      if (!response.headersSent) {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      }
      written += data.length
      if (!response.write(data)) await drained(response)
    }
    const run = async (step: Step): Promise<void> => {
      if (response.destroyed) return
      if ('text' in step) await write(frame(dialect, step.text, ++tokens))
      else if ('raw' in step) await write(step.raw)
      else if ('waitMs' in step) await new Promise((resolve) => setTimeout(resolve, step.waitMs))
      else if ('until' in step) {
        // The client is to know that the engine has begun.
        if (!response.headersSent) {
          response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
        }
        await step.until
      } else if ('end' in step) await write(lastFrame(dialect, step.end, tokens))
      else if ('die' in step) response.destroy()
      else if ('status' in step) {
        const { status, body, location } = step
        const headers = { 'content-type': 'application/json', ...(location && { location }) }
        response.writeHead(status, headers).end(body)
      } else for (let i = 0; i < step.times; i++) await run(step.step)
    }
    for (const step of steps) await run(step)
    if (!response.writableEnded && !response.destroyed) response.end()
  }

  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    script(...next) {
      asked.length = 0
      events.length = 0
      written = 0
      scripts = next
    },
    asked,
    events,
    get written() {
      return written
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function frame(dialect: Dialect, text: string, count: number): string {
  const body =
    dialect === 'llama'
      ? {
          index: 0,
          content: text,
          tokens: [count],
          stop: false,
          tokens_predicted: count,
          tokens_evaluated: 11,
        }
      : { object: 'text_completion', choices: [{ index: 0, text, finish_reason: null }] }
  return `data: ${JSON.stringify(body)}\n\n`
}

function lastFrame(dialect: Dialect, reason: 'stop' | 'length', count: number): string {
  if (dialect === 'llama') {
    const body = {
      index: 0,
      content: '',
      tokens: [],
      stop: true,
      stop_type: reason === 'stop' ? 'eos' : 'limit',
      tokens_predicted: count,
      tokens_evaluated: 11,
      timings: { cache_n: 4 },
    }
    return `data: ${JSON.stringify(body)}\n\n`
  }
  const usage = {
    prompt_tokens: 11,
    completion_tokens: count,
    prompt_tokens_details: { cached_tokens: 4 },
  }
  const last = { choices: [{ index: 0, text: '', finish_reason: reason, stop_reason: null }] }
  return `data: ${JSON.stringify(last)}\n\ndata: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`
}

async function readAll(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8')
  let text = ''
  for await (const piece of request) text += piece
  return text
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      response.off('drain', settle).off('close', settle)
      resolve()
    }
    response.once('drain', settle).once('close', settle)
  })
}

/** A text as steps, one frame for so many characters. */
export function framesOf(text: string, size = 4): Step[] {
  const points = [...text]
  const steps: Step[] = []
  for (let at = 0; at < points.length; at += size) {
    steps.push({ text: points.slice(at, at + size).join('') })
  }
  return steps
}
