import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { quote } from '../diagnostics/format.ts'
import { createArguments } from './fold-arguments.ts'
import { createCall, hasWholeArguments, type OpenCall } from './call.ts'
import type { CallEndDelta } from './delta.ts'
import type { Draft } from './draft.ts'
import type { FoldContext } from './fold-context.ts'
import type { TextFold } from './fold-text.ts'
import { addText, createText, readText } from './growing-text.ts'
import { decodeJson } from './json-text.ts'
import { Kind } from './kind.ts'
import type { Sink } from './outbox.ts'

/** How a call ended. */
export type CallEnd = CallEndDelta['state']

/** The calls of a draft: when one is told of, what its arguments are, how it ends. */
export interface CallFold {
  /** A call begins; `false` where there are too many. */
  open(start: number): boolean
  /** Text of the open call's arguments. */
  addText(kind: number, text: string): void
  /** A part of the open call begins, or ends. */
  openPart(kind: number, offset: number): void
  closePart(kind: number, start: number, end: number, given?: string): void
  /** Closes the open call where the text cannot be read on. See `Fold.breakCall`. */
  break(state: CallEnd, end: number): number
}

/** Makes the calls of a draft. */
export function createCallFold(
  context: FoldContext,
  sink: Sink,
  draft: Draft,
  texts: TextFold,
): CallFold {
  const { plan, policies, ids, origin, declared } = context
  const holdsCalls =
    policies.unfinishedCall === 'drop' ||
    policies.unfinishedCall === 'raw' ||
    policies.invalidArguments === 'raw' ||
    policies.invalidArguments === 'reject'
  const args = createArguments(context, { publish, append, sent, note: noteAt, holdsCalls })

  function open(start: number): boolean {
    texts.beforeTool()
    if (draft.open !== null) end(draft.open, start)
    if (draft.calls.length >= context.maxCalls) return false
    draft.open = createCall(start)
    return true
  }

  function openPart(kind: number, offset: number): void {
    const call = draft.open
    if (call === null) return
    if (isValue(kind)) args.openValue(call, kind)
    else if (kind === Kind.argsString) {
      noteAt('double-encoded', 'the arguments are a JSON string that holds an object', offset)
    }
  }

  function closePart(kind: number, start: number, to: number, given?: string): void {
    const call = draft.open
    if (call === null) return
    if (kind === Kind.tool) end(call, to)
    else if (kind === Kind.id) {
      if (call.index < 0) call.id = unquote(context.text(start, to))
      publishWhenKnown(call)
    } else if (kind === Kind.name || kind === Kind.nameJson) {
      const name = given ?? context.text(start, to)
      call.name = kind === Kind.name ? name : decodeJson(name)
      publishWhenKnown(call)
    } else if (kind === Kind.argName) args.name(call, context.text(start, to), start)
    else if (isValue(kind)) args.closeValue(call, kind)
    else if (kind === Kind.arg) args.closeMember(call)
  }

  /** Calls whose id may follow their name wait for it until their arguments begin. */
  function publishWhenKnown(call: OpenCall): void {
    if (call.name === '' || call.index >= 0 || holdsCalls) return
    if (call.id !== '' || !plan.givesIds) publish(call)
  }

  function publish(call: OpenCall): void {
    if (call.hidden) return
    call.hidden = isHidden(call.name)
    if (!call.hidden) tell(call)
    if (declared !== null && !declared.has(call.name)) {
      noteAt('undeclared-tool', `no tool ${quote(call.name)} was declared`, call.start)
    }
    const { held } = call
    call.held = ''
    if (held !== '') append(call, held)
    if (policies.openBrace === 'early') args.openBrace(call)
  }

  function tell(call: OpenCall): void {
    const index = draft.calls.length
    call.index = index
    call.id = freeId(call.id, index, call.name)
    draft.ids.add(call.id)
    draft.calls.push({
      id: call.id,
      name: call.name,
      arguments: createText(),
      state: 'streaming',
      start: call.start,
    })
    draft.segments.push({ kind: 'call', index })
    sink.call(index, call.id, call.name)
  }

  /** The id that the model gave, unless it gave none or gave it before: results are told apart by it. */
  function freeId(given: string, index: number, name: string): string {
    let id = given
    for (let at = index; id === '' || draft.ids.has(id); at++) id = ids.idFor(at, name)
    return id
  }

  function isHidden(name: string): boolean {
    if (context.hidesCalls) return true
    return policies.undeclaredTool === 'hide' && declared !== null && !declared.has(name)
  }

  function append(call: OpenCall, text: string): void {
    const published = draft.calls[call.index]
    if (published === undefined) return
    sink.callText(call.index, text, published.arguments.length)
    addText(published.arguments, text)
  }

  function sent(call: OpenCall): string {
    const published = draft.calls[call.index]
    return published === undefined ? '' : readText(published.arguments)
  }

  function end(call: OpenCall, to: number): void {
    draft.open = null
    if (call.name === '') {
      noteAt('unread-text', 'a tool call without a name was kept as content', call.start)
      return texts.takeBack(call.start, to, 'content')
    }
    args.end(call)
    const state = hasWholeArguments(call) ? 'complete' : 'invalid'
    if (state === 'invalid') {
      const what = `the arguments of ${quote(call.name)} are not a JSON object`
      noteAt('invalid-arguments', what, call.start)
      const { invalidArguments: policy } = policies
      if (policy === 'reject') return texts.takeBack(call.start, to, 'skipped')
      if (policy === 'raw') return texts.takeBack(call.start, to, 'content')
    }
    settle(call, state, to)
  }

  function settle(call: OpenCall, state: CallEnd, to: number): void {
    if (call.index < 0) publish(call)
    draft.afterCall = true
    if (call.hidden) return texts.takeBack(call.start, to, 'skipped')
    const published = draft.calls[call.index]
    if (published === undefined) return
    published.state = state
    sink.callEnd(call.index, state)
  }

  function breakCall(state: CallEnd, to: number): number {
    const call = draft.open
    draft.open = null
    if (call === null) return draft.at
    const wanted = state === 'incomplete' ? policies.unfinishedCall : policies.invalidArguments
    const published = call.index >= 0 || call.hidden
    if (call.name === '' || (!published && wanted === 'raw')) {
      return texts.giveUp(call.start)
    }
    const code = state === 'incomplete' ? 'incomplete-call' : 'invalid-arguments'
    noteAt(code, `the ${breaks[state]} the call of ${quote(call.name)}`, call.start)
    if (!published && (wanted === 'drop' || wanted === 'reject')) {
      texts.takeBack(call.start, to, 'skipped')
      return to
    }
    args.breakOff(call, wanted === 'complete')
    texts.cover('call', to)
    settle(call, state, to)
    return to
  }

  function noteAt(code: Diagnostic['code'], message: string, offset: number): void {
    context.note(diagnose(code, message, { offset: Math.max(0, offset - origin) }))
  }

  return {
    open,
    addText(kind, text) {
      if (draft.open !== null) args.text(draft.open, kind, text)
    },
    openPart,
    closePart,
    break: breakCall,
  }
}

const breaks = {
  complete: 'text goes on after',
  incomplete: 'text ends inside',
  invalid: 'text cannot be read on inside',
} satisfies Record<CallEnd, string>

function isValue(kind: number): boolean {
  return (
    kind === Kind.argValue ||
    kind === Kind.argString ||
    kind === Kind.argPython ||
    kind === Kind.argObject ||
    kind === Kind.argArray
  )
}

/** Without the quotes of a JSON string around it. */
function unquote(text: string): string {
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
}
