import { isFields, jsonOf, textOf } from '../fields.ts'
import { createNdjsonReader } from '../frames/read-ndjson.ts'
import { createSseReader, type Frame } from '../frames/read-sse.ts'
import { createUtf8Text } from '../frames/utf8-text.ts'
import type { WireProtocol } from '../wire.ts'
import { createUiLinter } from './ai-sdk-ui.ts'
import { createAnthropicLinter } from './anthropic.ts'
import type { EventLinter, Report, Violation } from './linter.ts'
import { createOllamaLinter } from './ollama.ts'
import { createOpenaiChatLinter } from './openai-chat.ts'
import { createResponsesLinter } from './responses.ts'

/** Checks a stream while it comes. Each call gives the violations that became known. */
export interface StreamLinter {
  push(chunk: string | Uint8Array): Violation[]
  end(): Violation[]
}

/**
 * Makes the conformance checker of a protocol: it reads a log of a stream, server-sent events or
 * lines of JSON, and names each place that breaks a rule of the official documentation.
 *
 * @example
 * ```ts
 * const linter = createStreamLinter('ollama-chat')
 * linter.push('{"error": 3}\n') // [{ line: 1, rule: 'error-shape', message: 'error is not a text' }]
 * ```
 */
export function createStreamLinter(protocol: WireProtocol): StreamLinter {
  const { ndjson, named, marksEnd, make } = linters[protocol]
  const reader = ndjson ? createNdjsonReader() : createSseReader()
  const utf8 = createUtf8Text()
  let found: Violation[] = []
  let line = 1
  let done = false
  const report: Report = (rule, message) => found.push({ line, rule, message })
  const linter = make(report)

  function read(frame: Frame): void {
    line = frame.line
    if (frame.tooLong) return report('frame-length', 'an event is too long')
    if (frame.unterminated) report('frame-end', 'the last event has no blank line behind it')
    if (done) report('after-end', 'an event comes after [DONE]')
    if (frame.data.trim() === '[DONE]' && !ndjson) {
      done = true
      if (!marksEnd) report('after-end', '[DONE] is not of this protocol')
      return
    }
    const event = jsonOf(frame.data)
    if (!isFields(event)) return report('frame-json', 'the data is not a JSON object')
    const type = textOf(event, 'type') ?? ''
    if (named && frame.name !== type) {
      report('event-name', `the event is named ${JSON.stringify(frame.name.slice(0, 40))}`)
    }
    linter.event(event, frame)
  }

  function take(frames: readonly Frame[]): Violation[] {
    frames.forEach(read)
    const taken = found
    found = []
    return taken
  }

  return {
    push: (chunk) => take(reader.push(utf8.push(chunk))),
    end() {
      const last = take([...reader.push(utf8.end()), ...reader.end()])
      linter.end(done)
      return [...last, ...take([])]
    },
  }
}

/**
 * Checks a whole log of a stream.
 *
 * @example
 * ```ts
 * lintStream('anthropic', 'event: ping\ndata: {"type":"ping"}\n\n').map(({ rule }) => rule) // ['no-end']
 * ```
 */
export function lintStream(protocol: WireProtocol, log: string | Uint8Array): Violation[] {
  const linter = createStreamLinter(protocol)
  return [...linter.push(log), ...linter.end()]
}

interface ProtocolLinter {
  readonly ndjson: boolean
  /** Events are named by their type. */
  readonly named: boolean
  /** The stream ends with `[DONE]`. */
  readonly marksEnd: boolean
  readonly make: (report: Report) => EventLinter
}

const linters: { readonly [K in WireProtocol]: ProtocolLinter } = {
  'openai-chat': { ndjson: false, named: false, marksEnd: true, make: createOpenaiChatLinter },
  'openai-responses': { ndjson: false, named: true, marksEnd: false, make: createResponsesLinter },
  anthropic: { ndjson: false, named: true, marksEnd: false, make: createAnthropicLinter },
  'ollama-chat': {
    ndjson: true,
    named: false,
    marksEnd: false,
    make: (report) => createOllamaLinter(report, 'message'),
  },
  'ollama-generate': {
    ndjson: true,
    named: false,
    marksEnd: false,
    make: (report) => createOllamaLinter(report, 'response'),
  },
  'ai-sdk-ui': { ndjson: false, named: false, marksEnd: true, make: createUiLinter },
}
