import { fieldOf, innerOf, numberOf, textOf, type Fields } from '../fields.ts'
import { watchArguments, type ArgumentWatch } from './arguments.ts'
import type { EventLinter, Report } from './linter.ts'

interface Block {
  readonly index: number
  readonly type: string
  filled: boolean
  signed: boolean
  readonly input: ArgumentWatch
}

/** The delta that a block takes, and the fields with which it begins. */
const blocks: Readonly<
  Record<string, { readonly deltas: readonly string[]; readonly fields: readonly string[] }>
> = {
  text: { deltas: ['text_delta', 'citations_delta'], fields: ['text'] },
  thinking: { deltas: ['thinking_delta', 'signature_delta'], fields: ['thinking', 'signature'] },
  redacted_thinking: { deltas: [], fields: ['data'] },
  tool_use: { deltas: ['input_json_delta'], fields: ['id', 'name', 'input'] },
  server_tool_use: { deltas: ['input_json_delta'], fields: ['id', 'name', 'input'] },
}

const stopReasons = [
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'refusal',
  'model_context_window_exceeded',
]

/** Checks the events of a streamed message. */
export function createAnthropicLinter(report: Report): EventLinter {
  let phase: 'new' | 'open' | 'stopping' | 'ended' = 'new'
  let failed = false
  let next = 0
  let open: Block | null = null
  let calls = 0
  let broken = 0
  let counted = 0

  function event(value: Fields): void {
    const type = textOf(value, 'type') ?? ''
    if (type === 'ping') return
    if (type === 'error') return checkError(value)
    if (phase === 'ended') report('after-end', `${type} comes after message_stop`)
    if (type === 'message_start') return start(value)
    if (phase === 'new') report('anthropic-start', `${type} comes before message_start`)
    switch (type) {
      case 'content_block_start':
        return startBlock(value)
      case 'content_block_delta':
        return growBlock(value)
      case 'content_block_stop':
        return stopBlock(value)
      case 'message_delta':
        return checkEnd(value)
      case 'message_stop':
        if (phase !== 'stopping') report('anthropic-stop-reason', 'message_delta is missing')
        phase = 'ended'
        return
      default:
        report('anthropic-type', `the type ${JSON.stringify(type.slice(0, 40))} is not known`)
    }
  }

  function checkError(value: Fields): void {
    failed = true
    const error = innerOf(value, 'error')
    if (textOf(error, 'type') === undefined || textOf(error, 'message') === undefined) {
      report('error-shape', 'error is not an object with type and message')
    }
  }

  function start(value: Fields): void {
    if (phase !== 'new') report('anthropic-start', 'message_start comes again')
    phase = 'open'
    const message = innerOf(value, 'message')
    for (const name of ['id', 'model']) {
      if (textOf(message, name) === undefined) report('anthropic-start', `${name} is missing`)
    }
    if (textOf(message, 'role') !== 'assistant')
      report('anthropic-start', 'role is not "assistant"')
    if (textOf(message, 'type') !== 'message') report('anthropic-start', 'type is not "message"')
    const content = fieldOf(message, 'content')
    if (!Array.isArray(content) || content.length > 0) {
      report('anthropic-start', 'content is not an empty list')
    }
    for (const name of ['input_tokens', 'output_tokens']) {
      if (numberOf(innerOf(message, 'usage'), name) === undefined) {
        report('anthropic-start', `usage has no ${name}`)
      }
    }
  }

  function startBlock(value: Fields): void {
    if (open !== null) report('anthropic-block', `block ${open.index} was not stopped`)
    if (phase === 'stopping') report('anthropic-block', 'a block begins after message_delta')
    const index = numberOf(value, 'index')
    if (index !== next) report('anthropic-index', `a block has the index ${index}, ${next} is next`)
    next = (index ?? next) + 1
    const block = innerOf(value, 'content_block')
    const type = textOf(block, 'type') ?? ''
    if (type === 'tool_use') calls++
    const shape = Object.hasOwn(blocks, type) ? blocks[type] : undefined
    for (const name of shape?.fields ?? []) {
      if (fieldOf(block, name) === undefined) {
        report('anthropic-block-shape', `a block of ${type} begins without ${name}`)
      }
    }
    if (type === '') report('anthropic-block-shape', 'a block has no type')
    open = {
      index: next - 1,
      type,
      filled: textOf(block, 'text') !== '',
      signed: false,
      input: watchArguments(),
    }
  }

  function growBlock(value: Fields): void {
    const delta = innerOf(value, 'delta')
    const type = textOf(delta, 'type') ?? ''
    if (open === null || open.index !== numberOf(value, 'index')) {
      return report('anthropic-block', `${type || 'a delta'} comes for a block that is not open`)
    }
    const shape = Object.hasOwn(blocks, open.type) ? blocks[open.type] : undefined
    if (shape !== undefined && !shape.deltas.includes(type)) {
      report(
        'anthropic-delta',
        `${type || 'a delta without a type'} comes in a block of ${open.type}`,
      )
    }
    const text = textOf(delta, type.replace(/_delta$/, '')) ?? textOf(delta, 'partial_json')
    if (text === undefined && shape !== undefined && type !== 'citations_delta') {
      report('anthropic-delta', `${type || 'a delta'} has no text`)
    }
    if (open.signed) report('anthropic-delta', `${type} comes after the signature of its block`)
    open.signed ||= type === 'signature_delta'
    open.filled ||= (text ?? '') !== ''
    if (type === 'input_json_delta') open.input.add(text ?? '')
  }

  function stopBlock(value: Fields): void {
    if (open === null || open.index !== numberOf(value, 'index')) {
      return report('anthropic-block', 'a block is stopped that is not open')
    }
    if (open.type === 'text' && !open.filled) report('anthropic-empty', 'a block of text is empty')
    if (!open.input.whole) broken++
    open = null
  }

  function checkEnd(value: Fields): void {
    if (open !== null) report('anthropic-block', `block ${open.index} was not stopped`)
    phase = 'stopping'
    const tokens = numberOf(innerOf(value, 'usage'), 'output_tokens')
    if (tokens === undefined) {
      report('anthropic-usage', 'message_delta has no usage.output_tokens')
    } else if (tokens < counted) {
      report('anthropic-usage', `usage.output_tokens fell from ${counted} to ${tokens}`)
    }
    counted = tokens ?? counted
    const reason = fieldOf(innerOf(value, 'delta'), 'stop_reason')
    if (typeof reason !== 'string' || !stopReasons.includes(reason)) {
      return report('anthropic-stop-reason', 'the stop reason is missing or not known')
    }
    if (reason === 'tool_use' && calls === 0) {
      report('anthropic-stop-reason', 'the stop reason is tool_use, and there are no calls')
    }
    if (reason === 'end_turn' && calls > 0) {
      report('anthropic-stop-reason', 'the stop reason is end_turn, and there are calls')
    }
    if (reason === 'tool_use' && broken > 0) {
      report('anthropic-json', 'the input of a call is not JSON')
    }
  }

  return {
    event,
    end() {
      if (failed) return
      if (open !== null) report('anthropic-block', `block ${open.index} was not stopped`)
      if (phase !== 'ended') report('no-end', 'message_stop is missing')
    },
  }
}
