// The `pegbnf/peggy` entry.
export {
  fromPeggy,
  readPeggyGrammar,
  type PeggyOptions,
  type PlacedArena,
} from './text/peggy/from-peggy.ts'
export type { PeggyLimits } from './text/peggy/limits.ts'
export type { SourcePlace } from './peg/source-place.ts'
