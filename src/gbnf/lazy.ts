import type { Arena } from '../peg/arena.ts'
import { nodeAt } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import { emitFrom, type EmitOptions, type EmittedGrammar } from './emit.ts'
import { checkArena } from '../util/wrong-argument.ts'

/**
 * The GBNF that applies from a trigger on: its root is any of the rules marked as triggers, and only
 * what they lead to is printed. `null` when the arena has no trigger rule.
 *
 * @example
 * ```ts
 * const arena = buildGrammar((p) =>
 *   p.sequence(p.until('<call>'), p.optional(p.rule('call', p.sequence('<call>', p.json()), { trigger: true }))),
 * )
 * emitLazyGbnf(arena)?.gbnf // 'root ::= call\ncall ::= "<call>" json-value\n…'
 * ```
 */
export function emitLazyGbnf(arena: Arena, options: EmitOptions = {}): EmittedGrammar | null {
  checkArena('argument 1 of emitLazyGbnf', arena)
  const triggers = triggersOf(arena)
  return triggers.length === 0 ? null : emitFrom(arena, triggers, options)
}

/** The trigger rules by name, so that the order of definition has no influence. */
export function triggersOf(arena: Arena): NodeId[] {
  const rules = [...arena.rules].filter(([, id]) => {
    const node = nodeAt(arena, id)
    return node.kind === 'rule' && node.trigger
  })
  return rules.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, id]) => id)
}
