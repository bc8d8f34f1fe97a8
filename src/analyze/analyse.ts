import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Arena } from '../peg/arena.ts'
import { findEmptyRepetitions } from './empty-repetition.ts'
import { findGbnfLoss } from './gbnf-loss.ts'
import { findLateCommits } from './late-commit.ts'
import { findLeftRecursion } from './left-recursion.ts'
import { findDeepNesting, MaxNesting } from './nesting.ts'
import { findNullableNodes } from './nullable.ts'
import { findShadowedChoices } from './shadowed-choice.ts'
import { findSuspicions } from './suspicions.ts'
import { findUnreachableRules } from './unreachable-rule.ts'

/** What fails a build. Cheap: linear in the arena. */
export function findErrors(arena: Omit<Arena, 'warnings'>): Diagnostic[] {
  const may = findSuspicions(arena, MaxNesting)
  const deep = may.nesting ? findDeepNesting(arena) : []
  // The other analyses recurse within a rule.
  if (deep.length > 0) return deep
  if (!may.leftRecursion && !may.emptyRepetition) return []
  const nullable = findNullableNodes(arena)
  return [...findLeftRecursion(arena, nullable), ...findEmptyRepetitions(arena, nullable)]
}

/**
 * What will surprise, in an arena without errors. Costs about a hundred times what the errors cost,
 * which is why `buildGrammar` asks only when somebody reads the warnings.
 */
export function findWarnings(arena: Omit<Arena, 'warnings'>): Diagnostic[] {
  return [
    ...findUnreachableRules(arena),
    ...findShadowedChoices(arena),
    ...findLateCommits(arena),
    ...findGbnfLoss(arena),
  ]
}
