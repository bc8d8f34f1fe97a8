import type { Delta } from './delta.ts'
import type { CallState } from './message.ts'
import { createPartialArguments, type PartialArguments } from './partial-arguments.ts'
import type { ValueEvent } from './partial-value.ts'

/** Something that became known of a call's arguments. */
export interface CallArgumentsEvent {
  readonly index: number
  readonly name: string
  readonly event: ValueEvent
}

/** A call whose arguments are read while they come: which tool's they are decides their type. */
export type GrowingCall<ArgumentsByName> = {
  [Name in keyof ArgumentsByName & string]: {
    readonly name: Name
    readonly id: string
    /** Only a `complete` call may be executed, whatever its arguments look like. */
    readonly state: CallState
    readonly arguments: PartialArguments<ArgumentsByName[Name]>
  }
}[keyof ArgumentsByName & string]

/** The calls of one response. */
export interface CallArguments<ArgumentsByName> {
  push(delta: Delta): CallArgumentsEvent[]
  /** By index. */
  readonly calls: readonly GrowingCall<ArgumentsByName>[]
}

/**
 * Reads the arguments of all calls of a response as values, delta by delta.
 *
 * @example
 * ```ts
 * const reader = createCallArguments<{ weather: { city: string } }>()
 * reader.push({ kind: 'call', index: 0, id: 'c', type: 'function', name: 'weather', arguments: '{"city":"Os' })
 * reader.calls[0]?.arguments.value // { city: 'Os' }
 * ```
 */
export function createCallArguments<
  ArgumentsByName = Record<string, Record<string, unknown>>,
>(): CallArguments<ArgumentsByName> {
  interface Call {
    readonly name: string
    readonly id: string
    state: CallState
    readonly arguments: PartialArguments<unknown>
  }
  const calls: Call[] = []
  const byIndex = new Map<number, Call>()

  return {
    push(delta) {
      if (delta.kind === 'call-end') {
        const call = byIndex.get(delta.index)
        if (call !== undefined) call.state = delta.state
        return []
      }
      if (delta.kind !== 'call') return []
      const { index, name = '', id = '' } = delta
      let call = byIndex.get(index)
      if (call === undefined) {
        call = { name, id, state: 'streaming', arguments: createPartialArguments() }
        byIndex.set(index, call)
        calls.push(call)
      }
      const known = call.name
      return call.arguments.push(delta.arguments).map((event) => ({ index, name: known, event }))
    },
    get calls() {
      // Which arguments belong to which name is what the caller has said.
      const list: readonly unknown[] = calls
      return list as readonly GrowingCall<ArgumentsByName>[]
    },
  }
}
