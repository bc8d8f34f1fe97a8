import type { Delta } from '../../chat/delta.ts'
import type { Ids } from '../../chat/ids.ts'
import { checkJson } from '../../chat/json-check.ts'
import { createJsonCheck, isWholeObject, type JsonCheck } from '../../chat/json-state.ts'
import type { StopReason } from '../../chat/message.ts'
import { diagnose } from '../../diagnostics/diagnostic.ts'
import { quote } from '../../diagnostics/format.ts'
import { createWholeText, type WholeText } from './whole-text.ts'

/** A call that an upstream sends, as far as it is known. */
export interface UpstreamCall {
  /** Its position in the message; -1 until its name is known. */
  index: number
  /** What the upstream calls it; empty if it says nothing. */
  readonly id: string
  name: string
  /** Arguments that wait for the name. */
  held: string
  /** Some arguments came that are not blank. */
  filled: boolean
  readonly check: JsonCheck
  readonly text: WholeText
  /** The arguments went on behind a place where no JSON can. */
  broken: boolean
  /** The upstream said that it is over. */
  closed: boolean
  /** The upstream said that it was cut off, whatever its arguments look like. */
  cut: boolean
  ended: boolean
}

/** The calls of one message. */
export interface UpstreamCalls {
  open(id: string): UpstreamCall
  rename(call: UpstreamCall, name: string): Delta[]
  grow(call: UpstreamCall, text: string): Delta[]
  close(call: UpstreamCall): void
  /** Ends the calls that are sure to be over because something else begins. */
  settle(): Delta[]
  finish(stop: StopReason): Delta[]
  readonly count: number
}

/** Whether a call's arguments are one whole object so far. */
export function isWhole(call: UpstreamCall): boolean {
  return !call.broken && !call.cut && isWholeObject(call.check)
}

/**
 * Makes the calls of one message. The first delta of each has its id, which is made where the
 * upstream gives none or one that another call has, and its whole name.
 */
export function createUpstreamCalls(ids: Ids, nextIndex: () => number): UpstreamCalls {
  const calls: UpstreamCall[] = []
  const taken = new Set<string>()
  /** Calls that may be over: what makes them so is looked at again when something else begins. */
  const ready = new Set<UpstreamCall>()

  function publish(call: UpstreamCall): Delta[] {
    call.index = nextIndex()
    const own = call.id !== '' && !taken.has(call.id)
    const id = own ? call.id : ids.idFor(call.index, call.name)
    taken.add(id)
    const { index, name, held } = call
    call.held = ''
    const head: Delta = { kind: 'call', index, id, type: 'function', name, arguments: '' }
    return held === '' ? [head] : [head, { kind: 'call', index, arguments: held }]
  }

  function send(call: UpstreamCall, text: string): Delta[] {
    if (text === '') return []
    call.filled ||= text.trim() !== ''
    call.broken ||= checkJson(call.check, text) < text.length
    if (isWhole(call)) ready.add(call)
    if (call.index < 0) {
      call.held += text
      return []
    }
    return [{ kind: 'call', index: call.index, arguments: text }]
  }

  function end(call: UpstreamCall, state: 'complete' | 'incomplete' | 'invalid'): Delta[] {
    call.ended = true
    const fill = state === 'complete' && !call.filled ? send(call, '{}') : []
    const over: Delta = { kind: 'call-end', index: call.index, state }
    return state === 'complete' ? [...fill, over] : [...fill, noteOf(call, state), over]
  }

  function finishCall(call: UpstreamCall, stop: StopReason): Delta[] {
    const rest = send(call, call.text.end())
    if (call.index < 0) return [...rest, ...nameless(call)]
    const isBare = !call.filled && !call.cut && stop === 'stop'
    if (isWhole(call) || isBare) return [...rest, ...end(call, 'complete')]
    const ended = stop === 'stop' && call.filled && !call.cut
    const state = call.broken || ended ? 'invalid' : 'incomplete'
    return [...rest, ...end(call, state)]
  }

  return {
    open(id) {
      const call: UpstreamCall = {
        index: -1,
        id,
        name: '',
        held: '',
        filled: false,
        check: createJsonCheck(),
        text: createWholeText(),
        broken: false,
        closed: false,
        cut: false,
        ended: false,
      }
      calls.push(call)
      return call
    },
    rename(call, name) {
      if (call.name !== '' || name === '') return []
      call.name = name
      return publish(call)
    },
    grow: (call, text) => (call.ended ? [] : send(call, call.text.push(text))),
    close(call) {
      call.closed = true
      ready.add(call)
    },
    settle() {
      if (ready.size === 0) return []
      const over = [...ready].filter((call) => call.index >= 0 && !call.ended && isOver(call))
      ready.clear()
      return over.flatMap((call) => end(call, 'complete'))
    },
    finish: (stop) => calls.flatMap((call) => (call.ended ? [] : finishCall(call, stop))),
    get count() {
      return calls.length
    },
  }
}

function isOver(call: UpstreamCall): boolean {
  return isWhole(call) || (call.closed && !call.filled)
}

function noteOf(call: UpstreamCall, state: 'incomplete' | 'invalid'): Delta {
  const name = quote(call.name)
  const diagnostic =
    state === 'incomplete'
      ? diagnose('incomplete-call', `the stream ended inside the call of ${name}`)
      : diagnose('invalid-arguments', `the arguments of ${name} are not a JSON object`)
  return { kind: 'note', diagnostic }
}

/** A call whose name never came cannot be one; what came of it is not lost. */
function nameless({ held }: UpstreamCall): Delta[] {
  const message = 'the upstream named no function for a call; its arguments are kept as content'
  const note: Delta = { kind: 'note', diagnostic: diagnose('incomplete-call', message) }
  return held === '' ? [note] : [note, { kind: 'content', text: held }]
}
