import { GrammarError } from '../diagnostics/errors.ts'
import type { Arena } from '../peg/arena.ts'
import { decodeArena } from '../peg/codec.ts'
import { findErrors } from './analyse.ts'
import { closeArena } from './close-arena.ts'

/**
 * Loads an arena that `encodeArena` saved. The value may come from anywhere: what is not a sound
 * arena is refused.
 *
 * @throws {GrammarError} with every fault found: of the saved form, or of the grammar in it
 */
export function loadArena(value: unknown): Arena {
  if (typeof value === 'string') {
    throw new TypeError('loadArena takes a parsed value: loadArena(JSON.parse(text))')
  }
  const { arena, diagnostics } = decodeArena(value)
  if (arena === null) throw new GrammarError(diagnostics)
  const errors = findErrors(arena)
  if (errors.length > 0) throw new GrammarError(errors)
  for (const node of arena.nodes) Object.freeze(node)
  Object.freeze(arena.nodes)
  return closeArena(arena)
}
