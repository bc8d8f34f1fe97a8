import type { Chunk, FormatOptions, SessionOptions } from '../../chat/chat-types.ts'
import type { Policies } from '../../chat/policy.ts'
import { UsageError } from '../exit.ts'
import { isRecord, isStrings } from '../json-value.ts'
import { toSchema, toTools } from '../request.ts'
import { fieldsOf, type Fields } from '../fields.ts'
import { functionDifferences } from './function-case.ts'
import type { Expectation, ReplayCase } from './replay-case.ts'
import { readCalls, textsOf, toChoice, toStopReason } from './simple-case.ts'

/**
 * A case as engines record it: `engine`, request options in OpenAI's spelling, the text as `output`,
 * `output_hex`, `chunks` or `tokens` with ids, and `expected` in the words of the wire. Streaming
 * must give `expected`; whole reading gives `expected_complete` where that is another result.
 */
export function readEngineCase(fields: Fields, line: number): ReplayCase {
  const options = fields.inner('options') ?? fieldsOf({}, `${fields.place}: options`)
  const expected = fields.inner('expected')
  if (expected === undefined) throw new UsageError(`${fields.place}: "expected" is missing`)
  const complete = fields.inner('expected_complete') ?? expected
  const mode = options.text('mode')
  return {
    id: fields.text('id') ?? `line ${line}`,
    line,
    format: formatOf(fields.text('format') ?? '', options),
    template: fields.text('template'),
    engine: fields.text('engine'),
    legacy: options.text('impl') === 'legacy',
    request: readRequest(fields, options),
    session: { ...readSession(options), ...changed(readPolicies(fields, options)) },
    pieces: readPieces(fields),
    asGiven: fields.has('chunks') || fields.has('tokens'),
    partial: options.flag('is_partial') ?? false,
    // Only the engine can say that the text was cut at its longest.
    stopReason: toStopReason(
      options.text('engine_finish_reason') ?? expected.text('finish_reason'),
    ),
    streamed: mode === 'complete' ? undefined : readExpectation(expected, options),
    whole: mode === 'stream' ? undefined : readExpectation(complete, options),
    comparison: {
      trim: fields.text('compare') === 'strip',
      jsonArguments: options.text('args_match') === 'json',
    },
    answers: functionDifferences(options, fields.place),
    disputed: fields.value('verified') === 'disputed',
    why: fields.text('why'),
  }
}

/** A case that is about reasoning says by its tool parser which family writes its calls. */
function formatOf(label: string, options: Fields): string {
  const parser = options.text('tool_parser')
  return label.endsWith('-reasoning') && parser !== undefined ? parser : label
}

function changed(policies: Partial<Policies>): Pick<SessionOptions, 'policies'> {
  return Object.keys(policies).length === 0 ? {} : { policies }
}

function readPieces(fields: Fields): readonly Chunk[] {
  const tokens = fields.list('tokens')
  if (tokens !== undefined) return tokens.map((token) => toTokens(token, fields.place))
  const chunks = fields.list('chunks')
  if (chunks !== undefined) return textsOf(chunks, fields.place)
  const hex = fields.text('output_hex')
  if (hex !== undefined) return [Uint8Array.from(Buffer.from(hex, 'hex'))]
  const output = fields.text('output')
  if (output === undefined) throw new UsageError(`${fields.place} has neither output nor chunks`)
  return [output]
}

function toTokens(token: unknown, place: string): Chunk {
  const fields = fieldsOf(token, `${place}: tokens`)
  const text = fields.text('text')
  const ids = fields.list('ids')
  if (text === undefined || !isNumbers(ids)) {
    throw new UsageError(`${place}: a token entry needs a text and ids`)
  }
  return { text, ids }
}

function isNumbers(list: readonly unknown[] | undefined): list is readonly number[] {
  return list !== undefined && list.every((item) => typeof item === 'number')
}

function readExpectation(expected: Fields, options: Fields): Expectation {
  if (expected.has('error')) return { error: true }
  const reason = expected.text('finish_reason')
  const finishReason = reason === undefined ? {} : { finishReason: reason }
  const calls = readCalls(expected.list('tool_calls') ?? [], expected.place)
  switch (options.text('assert')) {
    case 'finish_only':
      return finishReason
    case 'tool_calls_only':
    case 'no_tool_calls':
      return { toolCalls: calls }
    default:
  }
  const reasoning = expected.text('reasoning_content') ?? expected.text('reasoning') ?? ''
  return {
    content: expected.text('content') ?? '',
    reasoning,
    toolCalls: calls,
    ...finishReason,
  }
}

function readRequest(fields: Fields, options: Fields): FormatOptions {
  const tools = fields.value('tools')
  const choice = options.value('tool_choice')
  const toolChoice = toChoice(choice, isRecord(choice) ? fieldsOf(choice, fields.place) : options)
  const parallel = options.flag('parallel_tool_calls')
  const reasoning = readReasoning(fields, options)
  const schema = options.value('json_schema')
  return {
    ...(tools === undefined ? {} : { tools: toTools(tools, `${fields.place}: tools`) }),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(parallel === undefined ? {} : { parallelToolCalls: parallel }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(options.text('reasoning_format') === 'none' ? { reasoningFormat: 'none' } : {}),
    ...(schema === undefined ? {} : { responseSchema: toSchema(schema, fields.place) }),
  }
}

// The end of a prompt that has opened the reasoning: `<think>\n`, `<|START_THINKING|>`, …
const openedReasoning = /(<(?!\/)[^<>]*think[^<>]*>|<\|open\|>think<\|sep\|>)\s*$/i

/** Whether the model may think; `undefined` leaves it to the format. */
function readReasoning(fields: Fields, options: Fields): FormatOptions['reasoning'] {
  const wishes = options.inner('chat_template_kwargs') ?? options
  const thinking =
    options.flag('thinking') ??
    wishes.flag('thinking') ??
    wishes.flag('enable_thinking') ??
    (wishes.has('reasoning_effort') ? true : undefined)
  if (thinking === false) return 'off'
  if (fields.text('engine') === 'llama.cpp') {
    return openedReasoning.test(options.text('generation_prompt') ?? '') ? 'open' : undefined
  }
  // Servers that are told that the model thinks read its text as begun reasoning; so does a parser
  // of models that always do.
  const parser = options.text('reasoning_parser') ?? options.text('parser') ?? ''
  const opened =
    options.text('prompt_ends') === 'in_reasoning' ||
    /^(?:deepseek.r1|minimax_m2|step3p5)$/.test(parser)
  if (opened || (thinking === true && parser !== '')) return 'open'
  if (thinking === true || options.text('reasoning_parser') !== undefined) return 'on'
  return options.has('parser') ? undefined : 'off'
}

function readSession(options: Fields): SessionOptions {
  const prompt = options.text('generation_prompt')
  const vocabulary = options.value('vocab')
  const specials = options.list('special_tokens')
  const tokens = isRecord(vocabulary) ? Object.entries(vocabulary) : []
  const ids = tokens.filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  return {
    ...(prompt === undefined ? {} : { generationPrompt: prompt }),
    ...(ids.length === 0 ? {} : { tokens: Object.fromEntries(ids) }),
    ...(options.flag('include_reasoning') === false ? { includeReasoning: false } : {}),
    ...(options.flag('stream_reasoning') === false ? { streamReasoning: false } : {}),
    ...(isStrings(specials) ? { specialTokens: specials } : {}),
  }
}

/** Where a case asks for another reading than its engine's own. */
function readPolicies(fields: Fields, options: Fields): Partial<Policies> {
  const tools = fields.list('tools') ?? []
  const parses = options.text('tool_parser') ?? options.text('parser')
  // Tests of a parser by itself give it no tools; a request without any says so by its choice.
  const unknownTools = tools.length === 0 && parses !== undefined && !options.has('tool_choice')
  return {
    ...(unknownTools ? { withoutTools: 'emit' } : {}),
    ...(options.text('fenced_examples') === 'content' ? { fencedCall: 'text' } : {}),
    ...(options.text('copied_closer') === 'value' ? { copiedCloser: 'last' } : {}),
    ...(options.flag('swap_empty_content') === true
      ? { blankContent: options.text('mode') === 'complete' ? 'swap' : 'copy' }
      : {}),
  }
}
