import { isObject } from '../sources/tokenizer-config.ts'
import { groupNames } from './regex-tree.ts'
import type { ResponseField } from './template-type.ts'

/** Where the name, the arguments and the id of a call stand in the text of a field. */
export type CallShape =
  /** The opener names the tool; the text is the arguments as JSON. */
  | { readonly kind: 'arguments'; readonly name: string; readonly id: string | null }
  /** The opener names the tool; the text is tagged arguments. */
  | { readonly kind: 'tagged'; readonly name: string; readonly id: string | null }
  /** The text is a JSON object, or a list of them, with these keys. */
  | {
      readonly kind: 'object' | 'list'
      readonly name: string
      readonly arguments: string
      readonly id: string | null
    }

/** The shape of a field's calls; null when a stream of it cannot be read as calls. */
export function callShape(field: ResponseField): CallShape | null {
  const { content, open, transform, transformEach } = field
  const groups = open?.kind === 'pattern' ? groupNames(open.tree) : []
  const call = isObject(transform) ? transform['function'] : undefined
  const id = isObject(transform) ? placeholder(transform['id']) : null
  const plainJson =
    content.kind === 'json' && !content.unquotedKeys && content.stringDelims.length === 0
  if (call === '{content}') {
    return plainJson ? { kind: 'object', name: 'name', arguments: 'arguments', id: 'id' } : null
  }
  const name = isObject(call) ? placeholder(call['name']) : null
  const given = isObject(call) ? placeholder(call['arguments']) : null
  if (name === null || given === null) return null
  if (transformEach) {
    return plainJson ? { kind: 'list', name, arguments: given, id } : null
  }
  if (given === 'content' && groups.includes(name)) {
    if (plainJson) return { kind: 'arguments', name, id }
    return content.kind === 'xml-inline' ? { kind: 'tagged', name, id } : null
  }
  const [nameKey, argumentsKey] = [member(name), member(given)]
  if (!plainJson || nameKey === null || argumentsKey === null) return null
  return {
    kind: 'object',
    name: nameKey,
    arguments: argumentsKey,
    id: id === null ? null : member(id),
  }
}

/** The path of a whole-text placeholder. */
function placeholder(value: unknown): string | null {
  return typeof value === 'string' ? (/^\{([\w.]+)\}$/.exec(value)?.[1] ?? null) : null
}

/** The key in `content.KEY`. */
function member(path: string): string | null {
  return /^content\.(\w+)$/.exec(path)?.[1] ?? null
}
