import type { FormatOptions, SessionOptions, ToolChoice } from '../../chat/chat-types.ts'
import type { StopReason } from '../../chat/message.ts'
import { UsageError } from '../exit.ts'
import { isStrings } from '../json-value.ts'
import { toSchema, toTools } from '../request.ts'
import { fieldsOf, type Fields } from '../fields.ts'
import type { Expectation, ExpectedCall, ReplayCase } from './replay-case.ts'

/**
 * A case in pegbnf's own form:
 *
 * ```json
 * {"format": "hermes", "tools": […], "text": "…", "expected": {"content": "…", "toolCalls": […]}}
 * ```
 *
 * `chunks` may stand in place of `text`. `options` are those of formats and sessions by their names
 * in the library, with `profile` by its name, and `partial`. What `expected` leaves out is not
 * compared.
 */
export function readSimpleCase(fields: Fields, line: number): ReplayCase {
  const options = fields.inner('options')
  const expected = fields.inner('expected')
  if (expected === undefined) throw new UsageError(`${fields.place}: "expected" is missing`)
  const expectation = readExpectation(expected)
  const chunks = fields.list('chunks')
  return {
    id: fields.text('id') ?? `line ${line}`,
    line,
    format: fields.text('format') ?? '',
    template: fields.text('template'),
    engine: options?.text('profile'),
    legacy: false,
    request: readRequestOptions(fields, options),
    session: readSessionOptions(options),
    pieces: chunks === undefined ? [fields.text('text') ?? ''] : textsOf(chunks, fields.place),
    asGiven: chunks !== undefined,
    partial: options?.flag('partial') ?? false,
    stopReason: toStopReason(options?.text('stopReason')),
    streamed: expectation,
    whole: expectation,
    comparison: { trim: false, jsonArguments: false },
    answers: undefined,
    disputed: false,
    why: fields.text('why'),
  }
}

/** Chunks that must all be strings. */
export function textsOf(chunks: readonly unknown[], place: string): readonly string[] {
  if (isStrings(chunks)) return chunks
  throw new UsageError(`${place}: "chunks" holds something that is not a string`)
}

/** A tool choice as requests spell it: a word, `{name}`, or OpenAI's object. */
export function toChoice(value: unknown, fields: Fields): ToolChoice | undefined {
  if (value === undefined || value === 'auto') return undefined
  if (value === 'none' || value === 'required') return value
  const name = fields.inner('function')?.text('name') ?? fields.text('name')
  if (name === undefined) throw new UsageError(`${fields.place} names no tool`)
  return { type: 'function', function: { name } }
}

/** Why the text ended; `stop` when nothing is said. */
export function toStopReason(value: string | undefined): StopReason {
  return value === 'length' || value === 'abort' || value === 'error' ? value : 'stop'
}

function readExpectation(expected: Fields): Expectation {
  const [content, reasoning] = [expected.text('content'), expected.text('reasoning')]
  const finishReason = expected.text('finishReason')
  const calls = expected.list('toolCalls')
  return {
    ...(content === undefined ? {} : { content }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(calls === undefined ? {} : { toolCalls: readCalls(calls, expected.place) }),
    ...(expected.has('error') ? { error: true } : {}),
  }
}

/** The calls of an expectation. */
export function readCalls(calls: readonly unknown[], place: string): ExpectedCall[] {
  return calls.map((call, index) => {
    const fields = fieldsOf(call, `${place}, call ${index}`)
    const [name, text, id] = [fields.text('name'), fields.text('arguments'), fields.text('id')]
    if (name === undefined || text === undefined) {
      throw new UsageError(`${fields.place} needs a name and arguments`)
    }
    return { name, arguments: text, ...(id === undefined ? {} : { id }) }
  })
}

function readRequestOptions(fields: Fields, options: Fields | undefined): FormatOptions {
  const tools = fields.value('tools')
  const schema = options?.value('responseSchema')
  const choice = options?.value('toolChoice')
  const parallel = options?.flag('parallelToolCalls')
  const reasoning = options?.text('reasoning')
  const named = typeof choice === 'object' ? options?.inner('toolChoice') : options
  const toolChoice = named === undefined ? undefined : toChoice(choice, named)
  return {
    ...(tools === undefined ? {} : { tools: toTools(tools, `${fields.place}: tools`) }),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(parallel === undefined ? {} : { parallelToolCalls: parallel }),
    ...(reasoning === 'on' || reasoning === 'off' || reasoning === 'open' ? { reasoning } : {}),
    ...(options?.text('reasoningFormat') === 'none' ? { reasoningFormat: 'none' } : {}),
    ...(schema === undefined ? {} : { responseSchema: toSchema(schema, fields.place) }),
  }
}

function readSessionOptions(options: Fields | undefined): SessionOptions {
  const prompt = options?.text('generationPrompt')
  const continues = options?.text('continues')
  return {
    ...(prompt === undefined ? {} : { generationPrompt: prompt }),
    ...(continues === undefined ? {} : { continues }),
    ...(options?.text('mode') === 'eager' ? { mode: 'eager' } : {}),
  }
}
