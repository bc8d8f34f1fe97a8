import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Arena } from '../peg/arena.ts'
import { findWarnings } from './analyse.ts'

/**
 * Makes an arena of nodes without faults. Its warnings are looked for when somebody reads them, once:
 * a server that builds a grammar for each request does not pay for what nobody reads.
 */
export function closeArena(
  arena: Omit<Arena, 'warnings'>,
  found: readonly Diagnostic[] = [],
): Arena {
  let warnings: readonly Diagnostic[] | null = null
  return Object.freeze({
    nodes: arena.nodes,
    rules: arena.rules,
    root: arena.root,
    get warnings() {
      return (warnings ??= Object.freeze([...found, ...findWarnings(arena)]))
    },
  })
}
