import { fieldOf, innerOf, listOf, numberOf, textOf, type Fields } from '../fields.ts'
import type { EventLinter, Report } from './linter.ts'
import { eventFields, responseFields } from './responses-fields.ts'

interface Item {
  readonly id: string
  readonly type: string
  done: boolean
  /** Text of each part by its number, and of a call's arguments at -1. */
  readonly texts: Map<number, Text>
}

interface Text {
  readonly pieces: string[]
  /** The part is added and not done; never for arguments, which are no part. */
  open: boolean
  /** It was told as a whole. */
  told: boolean
}

const ArgumentsPart = -1

/** Checks the events of a streamed response. */
export function createResponsesLinter(report: Report): EventLinter {
  const items: Item[] = []
  let number = 0
  let first = true
  let working = false
  let last: string | null = null

  function event(value: Fields): void {
    const type = textOf(value, 'type') ?? ''
    checkNumber(value)
    if (last !== null) report('after-end', `${type} comes after response.${last}`)
    if (first && type !== 'response.created' && type !== 'error') {
      report('responses-first', `${type || 'an event without a type'} comes first`)
    }
    first = false
    if (type === 'error') {
      last = 'failed'
      if (textOf(value, 'message') === undefined) report('error-shape', 'error has no message')
      for (const name of ['code', 'param']) {
        const found = fieldOf(value, name)
        if (found !== null && typeof found !== 'string') {
          report('error-shape', `${name} of an error is neither a text nor null`)
        }
      }
      return
    }
    const name = type.replace(/^response\./, '')
    const wanted = Object.hasOwn(eventFields, name) && name !== type ? eventFields[name] : undefined
    if (wanted === undefined) {
      // The documentation names many that belong to hosted tools.
      if (!/^response\.[a-z_]+\.[a-z_.]+$/.test(type)) {
        report('responses-type', `the type ${JSON.stringify(type.slice(0, 40))} is not known`)
      }
      return
    }
    const missing = wanted.filter((field) => fieldOf(value, field) === undefined)
    if (missing.length > 0) return report('responses-field', `${type} has no ${missing.join(', ')}`)
    check(name, value)
  }

  function checkNumber(value: Fields): void {
    const found = numberOf(value, 'sequence_number')
    if (found !== number) report('responses-sequence', `sequence_number is ${found}, not ${number}`)
    number = (found ?? number) + 1
  }

  function check(name: string, value: Fields): void {
    const [kind = '', step = ''] = name.split('.')
    if (step === '') return checkResponse(name, innerOf(value, 'response') ?? {})
    if (kind === 'output_item') return step === 'added' ? addItem(value) : endItem(value)
    const item = itemOf(value)
    if (item === undefined) return
    const part =
      numberOf(value, 'content_index') ?? numberOf(value, 'summary_index') ?? ArgumentsPart
    if (step === 'added') return addPart(item, part)
    if (kind.endsWith('_part')) return endPart(item, part)
    if (step === 'delta') return grow(item, part, textOf(value, 'delta') ?? '', name)
    if (step === 'done') compare(item, part, value, name)
  }

  function checkResponse(name: string, response: Fields): void {
    if (name === 'created') {
      if (number > 1) report('responses-first', 'response.created comes again')
      for (const field of responseFields) {
        if (fieldOf(response, field) === undefined) {
          report('responses-first', `the response has no ${field}`)
        }
      }
      return
    }
    if (name === 'queued') return
    if (name === 'in_progress') {
      if (working) report('responses-first', 'response.in_progress comes again')
      if (items.length > 0) report('responses-first', 'response.in_progress comes after an item')
      working = true
      return
    }
    last = name
    if (textOf(response, 'status') !== name) {
      report('responses-last', `the status of response.${name} is another`)
    }
    const open = items.filter((item) => !item.done)
    if (open.length > 0 && name === 'completed') {
      report('responses-item', `${open.length} items are not done`)
    }
    const output = listOf(response, 'output')
    if (name !== 'failed' && output.length !== items.length) {
      report('responses-last', `the last response has ${output.length} items, not ${items.length}`)
    } else if (output.some((item, at) => textOf(item, 'id') !== items[at]?.id)) {
      report('responses-last', 'the items of the last response are not those of the stream')
    }
    if (
      name === 'incomplete' &&
      textOf(innerOf(response, 'incomplete_details'), 'reason') === undefined
    ) {
      report('responses-last', 'incomplete_details has no reason')
    }
  }

  function addItem(value: Fields): void {
    const index = numberOf(value, 'output_index')
    if (index !== items.length) {
      report('responses-index', `an item has the output_index ${index}, ${items.length} is next`)
    }
    const item = innerOf(value, 'item')
    const [id = '', type = ''] = [textOf(item, 'id'), textOf(item, 'type')]
    if (id === '') report('responses-id', 'an item has no id')
    if (type === 'function_call' && textOf(item, 'call_id') === undefined) {
      report('responses-id', 'a call has no call_id')
    }
    const before = items.at(-1)
    if (before !== undefined && !before.done) {
      report('responses-item', 'an item is added while another is open')
    }
    items.push({ id, type, done: false, texts: new Map() })
  }

  function itemOf(value: Fields): Item | undefined {
    const item = items[numberOf(value, 'output_index') ?? -1]
    if (item === undefined) {
      report('responses-item', `${textOf(value, 'type')} comes for an item that was not added`)
    } else if (item.done) {
      report('responses-item', `${textOf(value, 'type')} comes for an item that is done`)
    } else if (textOf(value, 'item_id') !== item.id) {
      report('responses-id', 'item_id is not the id of the item at its output_index')
    }
    return item
  }

  function endItem(value: Fields): void {
    const index = numberOf(value, 'output_index') ?? -1
    const item = items[index]
    if (item === undefined || item.done) {
      return report('responses-item', `item ${index} is done, but not open`)
    }
    item.done = true
    const found = innerOf(value, 'item')
    if (textOf(found, 'id') !== item.id) report('responses-id', 'the id of an item changed')
    for (const text of item.texts.values()) {
      if (text.open) report('responses-part', 'a part of an item is not done')
    }
    if (item.type === 'message') return compareContent(item, found)
    if (item.type !== 'function_call') return
    const text = item.texts.get(ArgumentsPart)
    // Those of a call that was cut off are not.
    if (text?.told !== true && textOf(found, 'status') !== 'incomplete') {
      report('responses-text', 'the arguments of a call were not done')
    }
    const sent = text?.pieces.join('') ?? ''
    if (textOf(found, 'arguments') !== sent) {
      report('responses-text', 'the arguments of a call are not what its deltas came to')
    }
  }

  function compareContent(item: Item, found: Fields | undefined): void {
    const told = listOf(found, 'content').map(
      (part) => textOf(part, 'text') ?? textOf(part, 'refusal') ?? '',
    )
    const sent = [...item.texts.values()].map(({ pieces }) => pieces.join(''))
    if (JSON.stringify(told) !== JSON.stringify(sent)) {
      report('responses-text', 'the content of a message is not what its deltas came to')
    }
  }

  function addPart(item: Item, part: number): void {
    if (part !== item.texts.size) {
      report('responses-part', `part ${part} is added where ${item.texts.size} is next`)
    }
    item.texts.set(part, { pieces: [], open: true, told: false })
  }

  function endPart(item: Item, part: number): void {
    const text = item.texts.get(part)
    if (text === undefined || !text.open) {
      report('responses-part', `part ${part} is done, but not open`)
      return
    }
    if (!text.told) report('responses-text', `part ${part} is done before its text`)
    text.open = false
  }

  function grow(item: Item, part: number, delta: string, name: string): void {
    let text = item.texts.get(part)
    if (text === undefined && part === ArgumentsPart) {
      text = { pieces: [], open: false, told: false }
      item.texts.set(part, text)
    }
    if (text === undefined) return report('responses-part', `${name} comes before its part`)
    if (text.told) report('responses-part', `${name} comes after the whole text`)
    text.pieces.push(delta)
  }

  function compare(item: Item, part: number, value: Fields, name: string): void {
    const text = item.texts.get(part) ?? { pieces: [], open: false, told: false }
    if (part === ArgumentsPart) item.texts.set(part, text)
    if (part !== ArgumentsPart && !text.open) {
      report('responses-part', `${name} comes for a part that is not open`)
    }
    if (text.told) report('responses-part', `${name} comes again`)
    text.told = true
    const told = textOf(value, 'text') ?? textOf(value, 'arguments') ?? textOf(value, 'refusal')
    if (told !== text.pieces.join('')) {
      report('responses-text', `${name} is not what its deltas came to`)
    }
  }

  return {
    event,
    end() {
      if (last === null) report('no-end', 'no event says how the response ended')
    },
  }
}
