import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { quote } from '../diagnostics/format.ts'
import { toWellFormed } from '../util/well-formed.ts'
import { createIds, type IdStyle } from './ids.ts'
import { sameJson } from './same-json.ts'
import type { Message } from './message.ts'

/** A call to be written. */
export interface CallToWrite {
  readonly name: string
  /** JSON text of an object, or the object. */
  readonly arguments?: string | object | null
  readonly id?: string | null
}

/** A message of the assistant to be written; one that was read will do. */
export interface MessageToWrite {
  readonly reasoning?: string | null
  readonly content?: string | null
  readonly toolCalls?: readonly CallToWrite[] | null
}

/** A message as its model would have written it. */
export interface Written {
  readonly text: string
  /** One `unwritable` for each part that the text does not carry. */
  readonly diagnostics: readonly Diagnostic[]
}

/** A call with all that a family may write of it. */
export interface WholeCall {
  readonly name: string
  /** JSON text. */
  readonly arguments: string
  readonly id: string
}

/** A message with all its parts, in well-formed text. */
export interface WholeMessage {
  readonly reasoning: string
  readonly content: string
  readonly toolCalls: readonly WholeCall[]
}

/** How a format writes a message: the text after the prompt, without the marker that ends a turn. */
export interface MessageWriter {
  /** The text holds the ids of the calls. */
  readonly ids: boolean
  write(message: WholeMessage): string
}

/**
 * Fills in what a message leaves out.
 *
 * @throws {TypeError} when arguments are an object that is no JSON, such as one with a cycle
 */
export function completeMessage(message: MessageToWrite, idStyle: IdStyle): WholeMessage {
  // A call without an id is written with the same one each time.
  const ids = createIds(idStyle, { seed: 0 })
  return {
    reasoning: toWellFormed(message.reasoning ?? ''),
    content: toWellFormed(message.content ?? ''),
    toolCalls: (message.toolCalls ?? []).map((call, index) => ({
      name: toWellFormed(call.name),
      arguments: toWellFormed(argumentText(call.arguments)),
      id: toWellFormed(call.id ?? ids.idFor(index, call.name)),
    })),
  }
}

function argumentText(given: CallToWrite['arguments']): string {
  if (typeof given === 'string') return given.trim() === '' ? '{}' : given
  return JSON.stringify(given ?? {})
}

/** What of a message is not what its text reads back as. */
export function checkWritten(
  message: MessageToWrite,
  whole: WholeMessage,
  read: Message,
  { format, ids }: { readonly format: string; readonly ids: boolean },
): Diagnostic[] {
  const found: Diagnostic[] = []
  const check = (part: string, wanted: string, got: string | undefined, same?: boolean): void => {
    if (same ?? wanted === got) return
    const instead = got === undefined ? 'is lost' : `reads back as ${quote(got)}`
    found.push(diagnose('unwritable', `${format} cannot carry the ${part}: it ${instead}`))
  }
  check('reasoning', message.reasoning ?? '', read.reasoning)
  check('content', message.content ?? '', read.content)
  whole.toolCalls.forEach((call, i) => {
    const got = read.toolCalls[i]
    const part = `call ${i} of ${quote(call.name)}`
    check(part, message.toolCalls?.[i]?.name ?? '', got?.name)
    if (got === undefined) return
    if (ids) check(`id of ${part}`, call.id, got.id)
    const complete = got.state === 'complete' && sameJson(call.arguments, got.arguments)
    check(`arguments of ${part}`, call.arguments, got.arguments, complete)
  })
  if (read.toolCalls.length > whole.toolCalls.length) {
    found.push(diagnose('unwritable', `${format} reads a call back that is none of the message's`))
  }
  return found
}
