import type { TokenLogprob } from '../../chat/delta.ts'
import { createBlockEncoder } from '../block-encoder.ts'
import type { BlockStep, TextKind } from '../blocks.ts'
import type { Encoder } from '../encoder.ts'
import { wireLogprobs } from '../logprobs.ts'
import { randomHex, withoutPrefix } from '../response-ids.ts'
import { countsOf } from '../token-usage.ts'
import type { ResponsesEvent, ResponsesEventBody, ResponsesItem } from './events.ts'
import { callItem, itemId, messageItem, outputText, reasoningItem } from './items.ts'
import { createResponseFrame, type ResponsesOptions } from './response.ts'

/**
 * Makes the encoder of one response. Every item is added, grows and is done before the next; its
 * number in the output and the events' numbers have no gaps. A call that is not whole gets no
 * `arguments.done`, its item is `incomplete`, and so is the response.
 *
 * @example
 * ```ts
 * const encoder = createResponsesEncoder({ model: 'qwen3' })
 * encoder.start().map(({ type }) => type) // ['response.created', 'response.in_progress']
 * ```
 */
export function createResponsesEncoder(options: ResponsesOptions = {}): Encoder<ResponsesEvent> {
  const { id = `resp_${randomHex()}`, usage, reasoningPart = 'content' } = options
  const base = withoutPrefix(id)
  const frame = createResponseFrame({ ...options, id })
  const output: ResponsesItem[] = []
  let next = 0

  function number(bodies: readonly ResponsesEventBody[]): ResponsesEvent[] {
    return bodies.map((body) => ({ ...body, sequence_number: next++ }))
  }

  function done(output_index: number, item: ResponsesItem): ResponsesEventBody {
    output.push(item)
    return { type: 'response.output_item.done', output_index, item }
  }

  function begin(): ResponsesEventBody[] {
    const response = frame([], { status: 'in_progress' })
    return [
      { type: 'response.created', response },
      { type: 'response.in_progress', response },
    ]
  }

  function openText(index: number, kind: TextKind): ResponsesEventBody[] {
    if (kind === 'content') {
      const place = contentPlace(itemId('msg', base, index), index)
      const item = messageItem(place.item_id, null, 'in_progress')
      return [
        { type: 'response.output_item.added', output_index: index, item },
        { type: 'response.content_part.added', ...place, part: outputText('') },
      ]
    }
    const item_id = itemId('rs', base, index)
    const item = reasoningItem(item_id, '', 'in_progress', reasoningPart)
    const added = { type: 'response.output_item.added', output_index: index, item } as const
    return [
      added,
      reasoningPart === 'content'
        ? {
            type: 'response.content_part.added',
            ...contentPlace(item_id, index),
            part: { type: 'reasoning_text', text: '' },
          }
        : {
            type: 'response.reasoning_summary_part.added',
            ...summaryPlace(item_id, index),
            part: { type: 'summary_text', text: '' },
          },
    ]
  }

  function growText(
    index: number,
    kind: TextKind,
    delta: string,
    tokens: readonly TokenLogprob[] = [],
  ): ResponsesEventBody {
    if (kind === 'content') {
      const place = contentPlace(itemId('msg', base, index), index)
      return { type: 'response.output_text.delta', ...place, delta, logprobs: wireLogprobs(tokens) }
    }
    const item_id = itemId('rs', base, index)
    return reasoningPart === 'content'
      ? { type: 'response.reasoning_text.delta', ...contentPlace(item_id, index), delta }
      : { type: 'response.reasoning_summary_text.delta', ...summaryPlace(item_id, index), delta }
  }

  function closeText(
    index: number,
    kind: TextKind,
    text: string,
    tokens: readonly TokenLogprob[] = [],
  ): ResponsesEventBody[] {
    if (kind === 'content') {
      const place = contentPlace(itemId('msg', base, index), index)
      const part = outputText(text, wireLogprobs(tokens))
      return [
        { type: 'response.output_text.done', ...place, text, logprobs: part.logprobs },
        { type: 'response.content_part.done', ...place, part },
        done(index, messageItem(place.item_id, part, 'completed')),
      ]
    }
    const item_id = itemId('rs', base, index)
    const item = reasoningItem(item_id, text, 'completed', reasoningPart)
    if (reasoningPart === 'content') {
      const place = contentPlace(item_id, index)
      const part = { type: 'reasoning_text', text } as const
      return [
        { type: 'response.reasoning_text.done', ...place, text },
        { type: 'response.content_part.done', ...place, part },
        done(index, item),
      ]
    }
    const place = summaryPlace(item_id, index)
    const part = { type: 'summary_text', text } as const
    return [
      { type: 'response.reasoning_summary_text.done', ...place, text },
      { type: 'response.reasoning_summary_part.done', ...place, part },
      done(index, item),
    ]
  }

  function encodeStep(step: BlockStep): ResponsesEventBody[] {
    const index = step.block
    switch (step.kind) {
      case 'open':
        return openText(index, step.text)
      case 'text':
        return [growText(index, step.of, step.text, step.logprobs)]
      case 'close':
        return closeText(index, step.of, step.text, step.logprobs)
      default:
        return encodeCall(step)
    }
  }

  function encodeCall(
    step: Extract<BlockStep, { kind: 'open-call' | 'arguments' | 'close-call' }>,
  ): ResponsesEventBody[] {
    const output_index = step.block
    const item_id = itemId('fc', base, output_index)
    if (step.kind === 'open-call') {
      const item = callItem(item_id, step.call, '', 'in_progress')
      return [{ type: 'response.output_item.added', output_index, item }]
    }
    const place = { item_id, output_index }
    if (step.kind === 'arguments') {
      return [{ type: 'response.function_call_arguments.delta', ...place, delta: step.text }]
    }
    const { call, text, state } = step
    if (state !== 'complete')
      return [done(output_index, callItem(item_id, call, text, 'incomplete'))]
    return [
      {
        type: 'response.function_call_arguments.done',
        ...place,
        name: call.name,
        arguments: text,
      },
      done(output_index, callItem(item_id, call, text, 'completed')),
    ]
  }

  return createBlockEncoder<ResponsesEvent>({
    begin: () => number(begin()),
    step: (step) => number(encodeStep(step)),
    finish(reason) {
      const response = frame(output, { status: 'ended', reason }, countsOf(usage))
      const type = response.status === 'completed' ? 'response.completed' : 'response.incomplete'
      return number([{ type, response }])
    },
    fail(fault) {
      const response = frame(output, { status: 'failed', fault }, countsOf(usage))
      return number([{ type: 'response.failed', response }])
    },
  })
}

function contentPlace(item_id: string, output_index: number) {
  return { item_id, output_index, content_index: 0 }
}

function summaryPlace(item_id: string, output_index: number) {
  return { item_id, output_index, summary_index: 0 }
}
