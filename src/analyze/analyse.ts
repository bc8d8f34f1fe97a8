import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Arena } from '../peg/arena.ts'
import { findEmptyRepetitions } from './empty-repetition.ts'
import { findLeftRecursion } from './left-recursion.ts'
import { findDeepNesting } from './nesting.ts'
import { findUnreachableRules } from './unreachable-rule.ts'

/**
 * Every finding about an arena whose references lead somewhere: the errors that fail the build, all
 * of them, and where there are none, the warnings.
 */
export function analyse(arena: Omit<Arena, 'warnings'>): Diagnostic[] {
  const deep = findDeepNesting(arena)
  // The other analyses recurse within a rule.
  if (deep.length > 0) return deep
  const errors = [...findLeftRecursion(arena), ...findEmptyRepetitions(arena)]
  if (errors.length > 0) return errors
  return findUnreachableRules(arena)
}
