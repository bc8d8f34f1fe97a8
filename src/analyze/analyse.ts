import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Arena } from '../peg/arena.ts'

/** Every finding about an arena: errors that fail the build, and warnings. */
export function analyse(_arena: Omit<Arena, 'warnings'>): Diagnostic[] {
  return []
}
