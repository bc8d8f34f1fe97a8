import { fieldOf, innerOf, isFields, listOf, numberOf, textOf, type Fields } from '../fields.ts'
import { watchArguments, type ArgumentWatch } from './arguments.ts'
import type { EventLinter, Report } from './linter.ts'

interface Call {
  readonly id: string
  readonly input: ArgumentWatch
}

interface Choice {
  role: boolean
  finish: string | null
  readonly calls: Map<number, Call>
  readonly ids: Set<string>
}

const finishReasons = ['stop', 'length', 'tool_calls', 'content_filter', 'function_call']

/** Checks the chunks of a streamed chat completion. */
export function createOpenaiChatLinter(report: Report): EventLinter {
  const choices = new Map<number, Choice>()
  let envelope: string | null = null
  let usage = false
  /** A chunk had `usage: null`: all do where the counts are to come in the last. */
  let promised = false
  let failed = false

  function event(chunk: Fields): void {
    if (fieldOf(chunk, 'error') !== undefined) return checkError(chunk)
    checkEnvelope(chunk)
    if (usage) report('after-end', 'a chunk comes after the counts')
    const list = fieldOf(chunk, 'choices')
    if (!Array.isArray(list)) return report('chat-choices', 'choices is not a list')
    checkUsage(chunk, list.length)
    for (const choice of list) checkChoice(choice)
  }

  function checkError(chunk: Fields): void {
    failed = true
    if (textOf(innerOf(chunk, 'error'), 'message') === undefined) {
      report('error-shape', 'error is not an object with a message')
    }
  }

  function checkEnvelope(chunk: Fields): void {
    const [id, model] = [textOf(chunk, 'id'), textOf(chunk, 'model')]
    const created = numberOf(chunk, 'created')
    if (id === undefined || id === '') report('chat-envelope', 'id is missing')
    if (model === undefined) report('chat-envelope', 'model is missing')
    if (created === undefined) report('chat-envelope', 'created is not a number')
    if (textOf(chunk, 'object') !== 'chat.completion.chunk') {
      report('chat-envelope', 'object is not "chat.completion.chunk"')
    }
    const seen = JSON.stringify([id, created, model])
    envelope ??= seen
    if (seen !== envelope) report('chat-envelope', 'id, created or model changed')
  }

  function checkUsage(chunk: Fields, count: number): void {
    const counts = fieldOf(chunk, 'usage')
    promised ||= counts === null
    if (counts === undefined || counts === null) return
    if (count > 0) report('chat-usage', 'usage stands in a chunk with choices')
    else usage = true
    for (const name of ['prompt_tokens', 'completion_tokens', 'total_tokens']) {
      if (numberOf(counts, name) === undefined) report('chat-usage', `${name} is not a number`)
    }
  }

  function checkChoice(value: unknown): void {
    const index = numberOf(value, 'index')
    if (index === undefined) report('chat-choices', 'a choice has no index')
    const delta = fieldOf(value, 'delta')
    if (!isFields(delta)) return report('chat-choices', 'a choice has no delta')
    const choice = choiceAt(index ?? 0)
    checkDelta(choice, delta)
    checkReason(choice, fieldOf(value, 'finish_reason'))
  }

  function choiceAt(index: number): Choice {
    const known = choices.get(index)
    if (known !== undefined) return known
    const made: Choice = { role: false, finish: null, calls: new Map(), ids: new Set() }
    choices.set(index, made)
    return made
  }

  function checkDelta(choice: Choice, delta: Fields): void {
    if (!choice.role && textOf(delta, 'role') !== 'assistant') {
      report('chat-role', 'the first delta has no role')
    }
    if (choice.role && textOf(delta, 'role') !== undefined) {
      report('chat-role', 'a later delta has the role again')
    }
    choice.role = true
    const texts = ['content', 'reasoning_content', 'reasoning', 'refusal'].filter((name) => {
      const text = fieldOf(delta, name)
      if (text === undefined || text === null) return false
      if (typeof text !== 'string') report('chat-delta-text', `${name} is not a text`)
      return text !== ''
    })
    const calls = listOf(delta, 'tool_calls')
    const reasons = texts.filter((name) => name.startsWith('reasoning'))
    if (reasons.length > 0 && texts.length > reasons.length) {
      report('chat-delta-text', 'reasoning and content stand in one delta')
    }
    if (choice.finish !== null && (texts.length > 0 || calls.length > 0)) {
      report('chat-after-finish', 'a delta comes after the finish reason')
    }
    for (const call of calls) checkCall(choice, call)
  }

  function checkCall(choice: Choice, value: unknown): void {
    const index = numberOf(value, 'index')
    const inner = innerOf(value, 'function')
    if (index === undefined) report('chat-call-index', 'a piece of a call has no index')
    const text = fieldOf(inner, 'arguments')
    if (text !== undefined && typeof text !== 'string') {
      report('chat-call-arguments', 'arguments are not a text')
    }
    const place = index ?? 0
    const known = choice.calls.get(place)
    const call = known ?? beginCall(choice, place, value)
    if (known !== undefined) checkRepeat(known, value)
    if (typeof text === 'string') call.input.add(text)
  }

  function beginCall(choice: Choice, index: number, value: unknown): Call {
    const id = textOf(value, 'id') ?? ''
    if (index !== choice.calls.size) {
      report('chat-call-index', `call ${index} begins where ${choice.calls.size} is next`)
    }
    if (id === '') report('chat-call-header', 'a call begins without an id')
    if (textOf(value, 'type') !== 'function')
      report('chat-call-header', 'a call begins without type')
    const name = textOf(innerOf(value, 'function'), 'name')
    if (name === undefined || name.trim() === '') {
      report('chat-call-header', 'a call begins without a name')
    }
    if (choice.ids.has(id)) {
      report('chat-call-id', `two calls have the id ${JSON.stringify(id.slice(0, 40))}`)
    }
    if (id !== '') choice.ids.add(id)
    const made = { id, input: watchArguments() }
    choice.calls.set(index, made)
    return made
  }

  function checkRepeat(call: Call, value: unknown): void {
    const inner = innerOf(value, 'function')
    const name = inner !== undefined && Object.hasOwn(inner, 'name')
    if (name) report('chat-call-repeat', 'a later piece has the name again')
    if (fieldOf(value, 'type') !== undefined) report('chat-call-repeat', 'a later piece has a type')
    const id = fieldOf(value, 'id')
    // Some clients want the id again; another one is wrong.
    if (id !== undefined && id !== call.id) report('chat-call-id', 'the id of a call changed')
  }

  function checkReason(choice: Choice, reason: unknown): void {
    if (reason === undefined) report('chat-finish', 'a choice has no finish_reason, not even null')
    if (reason === null || reason === undefined) return
    if (choice.finish !== null) report('chat-finish', 'a choice ends twice')
    if (typeof reason !== 'string' || !finishReasons.includes(reason)) {
      report('chat-finish', `finish_reason is ${quoted(reason)}`)
    }
    choice.finish = String(reason)
    const calls = choice.calls.size
    if (reason === 'tool_calls' && calls === 0) {
      report('chat-finish-calls', 'the reason is tool_calls, and there are none')
    }
    if (reason === 'stop' && calls > 0) {
      report('chat-finish-calls', 'the reason is stop, and there are calls')
    }
    // After `length` a call may be cut off.
    if (reason === 'length') return
    for (const [index, call] of choice.calls) {
      if (!call.input.whole) report('chat-call-json', `the arguments of call ${index} are not JSON`)
    }
  }

  return {
    event,
    end(done) {
      if (!failed) {
        if (choices.size === 0) report('chat-choices', 'there is no choice at all')
        for (const [index, choice] of choices) {
          if (choice.finish === null) report('chat-finish', `choice ${index} has no finish reason`)
        }
      }
      if (done && !failed && promised && !usage) {
        report('chat-usage', 'usage was null in a chunk, and no counts came')
      }
      if (!done && !failed) report('no-end', '[DONE] is missing')
    },
  }
}

/** A value as a message shows it. */
function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : typeof value
}
