import { checkJson } from './json-check.ts'
import { createJsonCheck, isClosed } from './json-state.ts'
import { createUnescaper, endUnescape, unescapeJson, type Unescaper } from './json-text.ts'
import {
  completenessOf,
  nodeAt,
  pathOf,
  type PartialValue,
  type ValueEvent,
  type ValueNode,
  type ValuePath,
} from './partial-value.ts'

/** JSON text that is read as a value while it grows. */
export interface PartialArguments<Value> {
  /** Reads more of the text, and tells what became known. Costs the new text, whatever came before. */
  push(text: string): ValueEvent[]
  /**
   * The value so far; `undefined` before it has begun. It grows in place, and what is complete stays the same
   * object. Numbers, words and keys are there when they are whole.
   */
  readonly value: PartialValue<Value> | undefined
  /** Whether the value at a path will not change any more; `undefined` where nothing has come. */
  isComplete(path?: ValuePath): boolean | undefined
  /** All that has come, by JSON Pointer: whether it is complete. Costs all of it. */
  completeness(): ReadonlyMap<string, boolean>
  /** `invalid` once the text is no beginning of JSON, or nested too deeply: it is read no further. */
  readonly state: 'open' | 'complete' | 'invalid'
  /** Characters and values looked at so far. */
  readonly steps: number
}

/** A container that is open. */
interface Frame {
  readonly node: ValueNode
  readonly container: unknown[] | Record<string, unknown>
  /** The key that a value is to come for. */
  key: string | null
}

/** The string or the word that is being read. */
type Token =
  | { readonly kind: 'key'; readonly unescaper: Unescaper; text: string; escaped: boolean }
  | {
      readonly kind: 'string'
      readonly node: ValueNode
      readonly unescaper: Unescaper
      text: string
      escaped: boolean
    }
  | { readonly kind: 'scalar'; text: string }

/**
 * Makes the reader of one JSON text.
 *
 * @example
 * ```ts
 * const args = createPartialArguments<{ city: string; days: number }>()
 * args.push('{"city": "Os')
 * args.value?.city // 'Os'
 * args.isComplete(['city']) // false
 * args.push('lo", "days": 1')
 * args.value?.days // undefined
 * args.isComplete(['city']) // true
 * ```
 */
export function createPartialArguments<Value = unknown>(): PartialArguments<Value> {
  const check = createJsonCheck()
  const frames: Frame[] = []
  let token: Token | null = null
  let root: ValueNode | null = null
  let value: unknown
  let steps = 0
  let broken = false

  function push(text: string): ValueEvent[] {
    if (broken) return []
    const valid = checkJson(check, text)
    broken = valid < text.length
    const events: ValueEvent[] = []
    for (let at = 0; at < valid;) at = read(text, at, valid, events)
    steps += valid
    if (token?.kind === 'string') assign(token.node, token.text)
    return events
  }

  /** Reads from a place of text that is known to be the beginning of JSON; gives where to go on. */
  function read(text: string, at: number, end: number, events: ValueEvent[]): number {
    if (token?.kind === 'scalar') return readScalar(token, text, at, end, events)
    if (token !== null) return readString(token, text, at, end, events)
    const char = text.charAt(at)
    switch (char) {
      case '{':
      case '[':
        open(char === '{', events)
        break
      case '}':
      case ']':
        close(events)
        break
      case '"':
        beginString(events)
        break
      case ',':
      case ':':
      case ' ':
      case '\n':
      case '\r':
      case '\t':
        break
      default:
        token = { kind: 'scalar', text: '' }
        return at
    }
    return at + 1
  }

  function readString(
    string: Exclude<Token, { kind: 'scalar' }>,
    text: string,
    from: number,
    end: number,
    events: ValueEvent[],
  ): number {
    let at = from
    let closed = false
    for (; at < end && !closed; at++) {
      const char = text.charAt(at)
      if (string.escaped) string.escaped = false
      else if (char === '\\') string.escaped = true
      else closed = char === '"'
    }
    const inside = text.slice(from, closed ? at - 1 : at)
    const added =
      unescapeJson(string.unescaper, inside) + (closed ? endUnescape(string.unescaper) : '')
    string.text += added
    if (string.kind === 'string' && added !== '') {
      events.push(eventOf('text', string.node, { text: added }))
    }
    if (closed) endString(string, events)
    return at
  }

  function endString(string: Exclude<Token, { kind: 'scalar' }>, events: ValueEvent[]): void {
    token = null
    if (string.kind === 'string') {
      assign(string.node, string.text)
      complete(string.node, string.text, events)
      return
    }
    const frame = frames.at(-1)
    if (frame !== undefined) frame.key = string.text
  }

  function readScalar(
    scalar: Extract<Token, { kind: 'scalar' }>,
    text: string,
    from: number,
    end: number,
    events: ValueEvent[],
  ): number {
    let at = from
    while (at < end && !',]} \n\r\t'.includes(text.charAt(at))) at++
    scalar.text += text.slice(from, at)
    if (at === end && !isClosed(check)) return at
    token = null
    const node = begin(null)
    const found: unknown = JSON.parse(scalar.text)
    assign(node, found)
    complete(node, found, events)
    return at
  }

  function beginString(events: ValueEvent[]): void {
    const frame = frames.at(-1)
    const unescaper: Unescaper = { ...createUnescaper(), place: 'bare' }
    if (frame !== undefined && !Array.isArray(frame.container) && frame.key === null) {
      token = { kind: 'key', unescaper, text: '', escaped: false }
      return
    }
    const node = begin(null)
    token = { kind: 'string', node, unescaper, text: '', escaped: false }
    assign(node, '')
    events.push(eventOf('open', node, { type: 'string' }))
  }

  function open(isObject: boolean, events: ValueEvent[]): void {
    const node = begin(new Map())
    const container: Frame['container'] = isObject ? {} : []
    assign(node, container)
    frames.push({ node, container, key: null })
    events.push(eventOf('open', node, { type: isObject ? 'object' : 'array' }))
  }

  function close(events: ValueEvent[]): void {
    const frame = frames.pop()
    if (frame !== undefined) complete(frame.node, frame.container, events)
  }

  /** Makes the node of the value that begins here. */
  function begin(children: ValueNode['children']): ValueNode {
    steps++
    const frame = frames.at(-1)
    if (frame === undefined) {
      root = { parent: null, key: '', complete: false, children }
      return root
    }
    const key = Array.isArray(frame.container) ? frame.container.length : (frame.key ?? '')
    const node: ValueNode = { parent: frame.node, key, complete: false, children }
    frame.node.children?.set(key, node)
    return node
  }

  /** Puts a value where its node stands. */
  function assign(node: ValueNode, found: unknown): void {
    const frame = frames.at(-1)
    if (frame === undefined) value = found
    else if (Array.isArray(frame.container)) frame.container[Number(node.key)] = found
    else setKey(frame.container, String(node.key), found)
  }

  function complete(node: ValueNode, found: unknown, events: ValueEvent[]): void {
    node.complete = true
    const frame = frames.at(-1)
    if (frame !== undefined) frame.key = null
    events.push(eventOf('value', node, { value: found }))
  }

  return {
    push,
    get value() {
      // The caller has said what the arguments are.
      return value as PartialValue<Value> | undefined
    },
    isComplete: (path = []) => nodeAt(root, path)?.complete,
    completeness: () => completenessOf(root),
    get state() {
      if (broken) return 'invalid'
      return root?.complete === true ? 'complete' : 'open'
    },
    get steps() {
      return steps
    },
  }
}

/** Sets an own key, `__proto__` too, as `JSON.parse` does. */
function setKey(container: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') container[key] = value
  else {
    const own = { value, writable: true, enumerable: true, configurable: true }
    Object.defineProperty(container, key, own)
  }
}

type OfKind<Kind extends ValueEvent['kind']> = Extract<ValueEvent, { kind: Kind }>

/** An event whose path is made when it is asked for. */
function eventOf<Kind extends ValueEvent['kind']>(
  kind: Kind,
  node: ValueNode,
  more: Omit<OfKind<Kind>, 'kind' | 'path'>,
): { readonly kind: Kind; readonly path: ValuePath } & Omit<OfKind<Kind>, 'kind' | 'path'> {
  return {
    kind,
    ...more,
    get path() {
      return pathOf(node)
    },
  }
}
