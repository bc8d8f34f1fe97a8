import type { Delta } from '../../chat/delta.ts'
import type { TextKind } from '../blocks.ts'
import { fieldOf, innerOf, isFields, listOf, numberOf, textOf, type Fields } from '../fields.ts'
import { createMessageBuilder, type DecodeOptions } from './builder.ts'
import type { UpstreamCall } from './calls.ts'
import {
  argumentText,
  createDecoderOver,
  createEnding,
  errorText,
  stopReasonOf,
  type Decoder,
} from './decoder.ts'
import { openaiCounts } from './openai-counts.ts'

/**
 * Reads OpenAI's responses, streamed or whole. Items may lack their index, their beginning or their
 * deltas: what `done` events and the last response say is taken where nothing came before.
 *
 * @example
 * ```ts
 * const decoder = createResponsesDecoder()
 * decoder.push({ type: 'response.output_text.delta', item_id: 'msg_1', delta: 'Hi' })
 * // [{ kind: 'content', text: 'Hi' }]
 * ```
 */
export function createResponsesDecoder(options: DecodeOptions = {}): Decoder {
  const builder = createMessageBuilder(options)
  const calls = new Map<string, UpstreamCall>()
  /** How much text of each item came, and of which calls arguments. */
  const sent = new Map<string, number>()
  let last = ''
  const ending = createEnding()

  function read(event: Fields): Delta[] {
    const type = textOf(event, 'type') ?? textOf(event, 'object') ?? ''
    const error = fieldOf(event, 'error')
    if (type === 'error' || (type === '' && error !== undefined)) {
      return builder.fail(errorText(error ?? event))
    }
    if (type === 'response') return readResponse(event)
    switch (type.replace(/^response\./, '')) {
      case 'output_item.added':
        return readItem(innerOf(event, 'item') ?? {}, event, false)
      case 'output_item.done':
        return readItem(innerOf(event, 'item') ?? {}, event, true)
      case 'output_text.delta':
      case 'refusal.delta':
        return readText('content', event, 'delta')
      case 'output_text.done':
        return fillText('content', keyOf(event), textOf(event, 'text') ?? '')
      case 'reasoning_text.delta':
      case 'reasoning_summary_text.delta':
      case 'reasoning.delta':
        return readText('reasoning', event, 'delta')
      case 'reasoning_text.done':
      case 'reasoning_summary_text.done':
        return fillText('reasoning', keyOf(event), textOf(event, 'text') ?? '')
      case 'function_call_arguments.delta':
        return growCall(keyOf(event), textOf(event, 'delta') ?? '')
      case 'function_call_arguments.done':
        return fillCall(keyOf(event), argumentText(fieldOf(event, 'arguments')))
      case 'completed':
      case 'incomplete':
      case 'failed':
        return readResponse(innerOf(event, 'response') ?? event)
      default:
        return []
    }
  }

  /** Under which name an item is known: its id, its place, or the latest one. */
  function keyOf(event: Fields, item?: Fields): string {
    const place = numberOf(event, 'output_index')
    const id = textOf(event, 'item_id') ?? textOf(item, 'id') ?? textOf(item, 'call_id')
    // The place is told everywhere or nowhere; ids differ between events on some servers.
    const named = id === undefined ? last : idKey(id)
    const key = place === undefined ? named : `place ${place}`
    last = key
    return key
  }

  function readText(kind: TextKind, event: Fields, field: string): Delta[] {
    const text = textOf(event, field) ?? ''
    const key = `${kind} ${keyOf(event)}`
    sent.set(key, (sent.get(key) ?? 0) + text.length)
    return builder.text(kind, text)
  }

  function fillText(kind: TextKind, item: string, text: string): Delta[] {
    const key = `${kind} ${item}`
    if (text === '' || (sent.get(key) ?? 0) > 0) return []
    sent.set(key, text.length)
    return builder.text(kind, text)
  }

  function growCall(key: string, text: string): Delta[] {
    let call = calls.get(key)
    const deltas: Delta[] = []
    if (call === undefined) {
      // The item's beginning is missing; its name may come with its end.
      const opened = builder.openCall('')
      deltas.push(...opened.deltas)
      call = opened.call
      calls.set(key, call)
    }
    sent.set(key, (sent.get(key) ?? 0) + text.length)
    return [...deltas, ...builder.calls.grow(call, text)]
  }

  function fillCall(key: string, text: string): Delta[] {
    return text === '' || (sent.get(key) ?? 0) > 0 ? [] : growCall(key, text)
  }

  function readItem(item: Fields, event: Fields, done: boolean): Delta[] {
    const key = keyOf(event, item)
    switch (textOf(item, 'type')) {
      case 'function_call':
        return readCallItem(key, item, done)
      case 'message':
        return fillText('content', key, joined(item, 'content'))
      case 'reasoning': {
        const text = joined(item, 'content')
        return fillText('reasoning', key, text === '' ? joined(item, 'summary') : text)
      }
      default:
        return []
    }
  }

  function readCallItem(key: string, item: Fields, done: boolean): Delta[] {
    const deltas: Delta[] = []
    let call = calls.get(key)
    if (call === undefined) {
      const opened = builder.openCall(textOf(item, 'call_id') ?? textOf(item, 'id') ?? '')
      deltas.push(...opened.deltas)
      call = opened.call
      calls.set(key, call)
    }
    deltas.push(...builder.calls.rename(call, textOf(item, 'name') ?? ''))
    deltas.push(...fillCall(key, argumentText(fieldOf(item, 'arguments'))))
    if (done && textOf(item, 'status') === 'incomplete') call.cut = true
    else if (done) builder.calls.close(call)
    return deltas
  }

  function readResponse(response: Fields): Delta[] {
    ending.usage = openaiCounts(innerOf(response, 'usage'), 'input', 'output') ?? ending.usage
    const items = listOf(response, 'output').flatMap((item, index) =>
      isFields(item) ? readItem(item, eventOf(item, index), true) : [],
    )
    const error = fieldOf(response, 'error')
    if (error !== undefined && error !== null) return [...items, ...builder.fail(errorText(error))]
    const reason = textOf(innerOf(response, 'incomplete_details'), 'reason')
    ending.stop = stopReasonOf(reason ?? textOf(response, 'status') ?? '') ?? 'stop'
    return items
  }

  /** The place of an item of a whole response, by the name under which its deltas came. */
  function eventOf(item: Fields, index: number): Fields {
    const ids = [textOf(item, 'id'), textOf(item, 'call_id')]
    const known = ids.find(
      (id) =>
        id !== undefined &&
        (calls.has(idKey(id)) ||
          sent.has(`content ${idKey(id)}`) ||
          sent.has(`reasoning ${idKey(id)}`)),
    )
    return known === undefined ? { output_index: index } : { item_id: known }
  }

  return createDecoderOver(builder, {
    read,
    ending,
  })
}

/** An item by its id, which may look like another's place: models write `0`, `1`, … */
function idKey(id: string): string {
  return `id ${id}`
}

function joined(item: Fields, list: string): string {
  return listOf(item, list)
    .map((part) => textOf(part, 'text') ?? textOf(part, 'refusal') ?? '')
    .join('')
}
