import { fieldOf, innerOf, isFields, listOf, numberOf, textOf, type Fields } from '../fields.ts'
import type { EventLinter, Report } from './linter.ts'

const counts = ['total_duration', 'prompt_eval_count', 'eval_count']

/** Checks the frames of `/api/chat` or `/api/generate`. */
export function createOllamaLinter(report: Report, of: 'message' | 'response'): EventLinter {
  let ended = false
  let failed = false
  let calls = 0

  function event(frame: Fields): void {
    if (ended) report('after-end', 'a frame comes after the last')
    if (fieldOf(frame, 'error') !== undefined) {
      failed = true
      if (textOf(frame, 'error') === undefined) report('error-shape', 'error is not a text')
      return
    }
    if (textOf(frame, 'model') === undefined) report('ollama-envelope', 'model is missing')
    const created = textOf(frame, 'created_at')
    if (created === undefined || Number.isNaN(Date.parse(created))) {
      report('ollama-envelope', 'created_at is not a time')
    }
    checkBody(frame)
    const done = fieldOf(frame, 'done')
    if (typeof done !== 'boolean') report('ollama-envelope', 'done is not true or false')
    if (done === true) checkEnd(frame)
  }

  function checkBody(frame: Fields): void {
    const body = of === 'message' ? innerOf(frame, 'message') : frame
    if (body === undefined) return report('ollama-message', 'message is missing')
    if (of === 'message' && textOf(body, 'role') !== 'assistant') {
      report('ollama-message', 'the role of the message is not "assistant"')
    }
    const text = of === 'message' ? 'content' : 'response'
    if (textOf(body, text) === undefined) report('ollama-message', `${text} is not a text`)
    const thinking = fieldOf(body, 'thinking')
    if (thinking !== undefined && typeof thinking !== 'string') {
      report('ollama-message', 'thinking is not a text')
    }
    for (const call of listOf(body, 'tool_calls')) checkCall(call)
  }

  function checkCall(call: unknown): void {
    const made = innerOf(call, 'function')
    if ((textOf(made, 'name') ?? '') === '') report('ollama-call', 'a call has no name')
    if (!isFields(fieldOf(made, 'arguments'))) {
      report('ollama-call', 'the arguments of a call are not an object')
    }
    const index = fieldOf(made, 'index')
    if (index !== undefined && index !== calls) {
      report('ollama-call', `a call has the index ${quotedIndex(index)} where ${calls} is next`)
    }
    calls++
  }

  function checkEnd(frame: Fields): void {
    ended = true
    if ((textOf(frame, 'done_reason') ?? '') === '') {
      report('ollama-counts', 'done_reason is missing')
    }
    for (const name of counts) {
      if (numberOf(frame, name) === undefined) report('ollama-counts', `${name} is not a number`)
    }
  }

  return {
    event,
    end() {
      if (!ended && !failed) report('ollama-done', 'no frame is done')
    },
  }
}

function quotedIndex(index: unknown): string {
  return typeof index === 'number' ? String(index) : typeof index
}
