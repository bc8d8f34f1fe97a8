import { addAll } from '../util/add-all.ts'

/** A value of which only a part may have come: strings may still grow, keys and items may be missing. */
export type PartialValue<Value> = Value extends readonly (infer Item)[]
  ? readonly PartialValue<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: PartialValue<Value[Key]> }
    : Value

/** Keys and places of items, from the outside. */
export type ValuePath = readonly (string | number)[]

/** Something that became known of a growing value. */
export type ValueEvent =
  /** A container or a string has begun. */
  | {
      readonly kind: 'open'
      readonly path: ValuePath
      readonly type: 'object' | 'array' | 'string'
    }
  /** A string grew. */
  | { readonly kind: 'text'; readonly path: ValuePath; readonly text: string }
  /** A value is complete: it will not change any more, nor will what is in it. */
  | { readonly kind: 'value'; readonly path: ValuePath; readonly value: unknown }

/** A value in the tree of what has come so far. */
export interface ValueNode {
  readonly parent: ValueNode | null
  readonly key: string | number
  complete: boolean
  /** What is in it by key or place; none for strings, numbers and words. */
  readonly children: Map<string | number, ValueNode> | null
}

/** Where a value stands; made when somebody asks, as it costs its depth. */
export function pathOf(node: ValueNode): ValuePath {
  const path: (string | number)[] = []
  for (let at = node; at.parent !== null; at = at.parent) path.push(at.key)
  return path.toReversed()
}

/** The node at a path; `undefined` where nothing has come. */
export function nodeAt(root: ValueNode | null, path: ValuePath): ValueNode | undefined {
  let node = root ?? undefined
  for (const key of path) node = node?.children?.get(key)
  return node
}

/** What has come, by JSON Pointer (RFC 6901): whether it is complete. */
export function completenessOf(root: ValueNode | null): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>()
  const open = root === null ? [] : [{ node: root, pointer: '' }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, pointer } = next
    found.set(pointer, node.complete)
    const inside = [...(node.children ?? [])].map(([key, child]) => ({
      node: child,
      pointer: `${pointer}/${escapePointer(String(key))}`,
    }))
    addAll(open, inside.toReversed())
  }
  return found
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
