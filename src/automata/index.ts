// Sets of texts as automata over code points: what `src/schema` says of strings and keys.
export { accepts, areEqual, isEmpty } from './automaton.ts'
export type { Automaton } from './automaton.ts'
export { classify } from './classify.ts'
export { equivalentStates } from './equivalent-states.ts'
export { fromPattern, isFault } from './from-pattern.ts'
export type { PatternFault } from './pattern-tree.ts'
export {
  anyText,
  areDisjoint,
  complement,
  difference,
  intersect,
  isSubset,
  lengthBetween,
  lengthsOf,
  noText,
  union,
} from './sets.ts'
export { exceptWords, fromWords } from './words.ts'
