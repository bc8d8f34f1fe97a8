import { nodeAt, type Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'

/** Gives each rule's function a name of its own: the rule's, as far as JavaScript allows. */
export function nameFunctions(arena: Arena): (rule: NodeId) => string {
  const names = new Map<NodeId, string>()
  const taken = new Set(['$start'])
  return (rule) => {
    const known = names.get(rule)
    if (known !== undefined) return known
    const node = nodeAt(arena, rule)
    const stem = `$${(node.kind === 'rule' ? node.name : 'rule').replaceAll(/[^A-Za-z0-9_]/g, '_')}`
    let name = stem
    for (let count = 2; taken.has(name); count++) name = `${stem}_${count}`
    taken.add(name)
    names.set(rule, name)
    return name
  }
}
