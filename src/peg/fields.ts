import type { NodeKind } from './node.ts'

/** What a field of a node holds, for all that treats fields by their kind. */
export type Field =
  | 'node'
  | 'nodes'
  | 'text'
  | 'name'
  | 'flag'
  | 'min'
  | 'max'
  | 'set'
  | 'delimiters'
  | 'quote'
  | 'flavour'
  | 'jsonPart'
  | 'pythonPart'
  | 'schema'
  | 'settings'

/**
 * The fields of each kind of node, beside `kind`. The target of a reference is left out: it follows
 * from the name.
 */
export const fieldsOf: Readonly<Record<NodeKind, Readonly<Record<string, Field>>>> = {
  start: {},
  end: {},
  eps: {},
  any: {},
  space: {},
  rest: {},
  cut: {},
  literal: { text: 'text' },
  token: { text: 'text' },
  sequence: { items: 'nodes' },
  choice: { items: 'nodes' },
  repeat: { item: 'node', min: 'min', max: 'max' },
  peek: { item: 'node' },
  not: { item: 'node' },
  chars: { set: 'set', min: 'min', max: 'max' },
  until: { delimiters: 'delimiters' },
  through: { delimiters: 'delimiters' },
  stringContent: { quote: 'quote', flavour: 'flavour' },
  atomic: { item: 'node' },
  tag: { tag: 'name', item: 'node' },
  rule: { name: 'name', item: 'node', trigger: 'flag', silent: 'flag' },
  ref: { name: 'name' },
  schema: { name: 'name', schema: 'schema', settings: 'settings', item: 'node', strict: 'node' },
  gbnf: { item: 'node', text: 'name' },
  dual: { item: 'node', strict: 'node' },
  recover: { item: 'node' },
  json: { part: 'jsonPart', item: 'node' },
  python: { part: 'pythonPart', item: 'node' },
}
