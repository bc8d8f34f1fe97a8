import { fieldOf, textOf, type Fields } from '../fields.ts'
import type { EventLinter, Report } from './linter.ts'

/** The fields that each type must have. Those of AI SDK 5, 6 and 7 together. */
const fields: Readonly<Record<string, readonly string[]>> = {
  start: [],
  'start-step': [],
  'finish-step': [],
  'text-start': ['id'],
  'text-delta': ['id', 'delta'],
  'text-end': ['id'],
  'reasoning-start': ['id'],
  'reasoning-delta': ['id', 'delta'],
  'reasoning-end': ['id'],
  'reasoning-file': ['url', 'mediaType'],
  'tool-input-start': ['toolCallId', 'toolName'],
  'tool-input-delta': ['toolCallId', 'inputTextDelta'],
  'tool-input-available': ['toolCallId', 'toolName', 'input'],
  'tool-input-error': ['toolCallId', 'toolName', 'input', 'errorText'],
  'tool-approval-request': ['approvalId', 'toolCallId'],
  'tool-approval-response': ['approvalId', 'approved'],
  'tool-output-available': ['toolCallId', 'output'],
  'tool-output-error': ['toolCallId', 'errorText'],
  'tool-output-denied': ['toolCallId'],
  'source-url': ['sourceId', 'url'],
  'source-document': ['sourceId', 'mediaType', 'title'],
  file: ['url', 'mediaType'],
  custom: ['kind'],
  'message-metadata': ['messageMetadata'],
  error: ['errorText'],
  abort: [],
  finish: [],
}

/** Fields of any type; all others are texts. */
const anything = ['input', 'output', 'messageMetadata', 'approved']

const finishReasons = [
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'other',
  'unknown',
  'interrupted',
]

/** Checks the chunks of a UI message stream. */
export function createUiLinter(report: Report): EventLinter {
  const open = new Set<string>()
  /** Calls by id: whether their input is available. */
  const calls = new Map<string, boolean>()
  let started = false
  let inStep = false
  let ended: string | null = null
  let last = ''

  function event(chunk: Fields): void {
    const type = textOf(chunk, 'type') ?? ''
    if (ended !== null) report('after-end', `${type} comes after ${ended}`)
    last = type
    if (type.startsWith('data-')) {
      if (fieldOf(chunk, 'data') === undefined) report('ui-field', `${type} has no data`)
      return
    }
    const wanted = Object.hasOwn(fields, type) ? fields[type] : undefined
    if (wanted === undefined) {
      return report('ui-type', `the type ${JSON.stringify(type.slice(0, 40))} is not known`)
    }
    const missing = wanted.filter((name) => fieldOf(chunk, name) === undefined)
    if (missing.length > 0) return report('ui-field', `${type} has no ${missing.join(', ')}`)
    for (const name of wanted) {
      if (!anything.includes(name) && typeof fieldOf(chunk, name) !== 'string') {
        report('ui-field', `${name} of ${type} is not a text`)
      }
    }
    const reason = fieldOf(chunk, 'finishReason')
    if (type === 'finish' && reason !== undefined && !finishReasons.includes(String(reason))) {
      report('ui-field', 'the reason of finish is not known')
    }
    if (type === 'start') {
      if (started) report('ui-start', 'start comes again')
    } else if (!started) report('ui-start', `${type} comes before start`)
    started = true
    if (wanted.includes('toolCallId')) checkCall(type, textOf(chunk, 'toolCallId') ?? '')
    else if (wanted[0] === 'id') checkPart(type, textOf(chunk, 'id') ?? '')
    else checkFrame(type)
  }

  function checkFrame(type: string): void {
    if (type === 'start-step' || type === 'finish-step') {
      if (inStep === (type === 'start-step')) report('ui-step', `${type} comes out of turn`)
      // A step is one call of a model: what it began, it ends.
      if (open.size > 0) report('ui-step', `a part is open where ${type} comes`)
      if ([...calls.values()].includes(false)) {
        report('ui-step', `the input of a call is not available where ${type} comes`)
      }
      inStep = type === 'start-step'
    }
    if (type === 'finish' && inStep) report('ui-step', 'a step is open at the end')
    // An error is a part of the message: more may come after it.
    if (type === 'finish' || type === 'abort') ended = type
    if (type === 'finish' && open.size > 0) report('ui-part', 'a part is open at the end')
    if (type === 'finish' && [...calls.values()].includes(false)) {
      report('ui-call', 'the input of a call never became available')
    }
  }

  function checkPart(type: string, id: string): void {
    const [kind, step] = type.split('-')
    const key = `${kind} ${id}`
    if (step === 'start' && open.has(key)) report('ui-part', `${kind} ${id} begins twice`)
    if (step !== 'start' && !open.has(key))
      report('ui-part', `${type} comes for a part that is not open`)
    if (step === 'start') open.add(key)
    if (step === 'end') open.delete(key)
  }

  function checkCall(type: string, id: string): void {
    const available = calls.get(id)
    if (type === 'tool-input-start') {
      if (available !== undefined) report('ui-call', 'a call begins twice')
      calls.set(id, false)
    } else if (type === 'tool-input-delta') {
      if (available === undefined) report('ui-call', 'input comes before its call begins')
      if (available === true) report('ui-call', 'input comes after it is available')
    } else if (type === 'tool-input-available' || type === 'tool-input-error') {
      if (available === true) report('ui-call', 'the input of a call is available twice')
      calls.set(id, true)
    } else if (available === undefined && inStep) {
      // Between steps come the outputs of calls that an earlier response made, and a user has approved.
      report('ui-call', `${type} comes for no call`)
    }
  }

  return {
    event,
    end(done) {
      if (ended === null && last !== 'error') {
        report('ui-finish', 'neither finish nor abort nor error comes last')
      }
      if (!done) report('ui-finish', '[DONE] is missing')
    },
  }
}
