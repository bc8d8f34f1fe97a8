// The `pegbnf/peggy` entry.
export { fromPeggy, type PeggyOptions } from './text/peggy/from-peggy.ts'
export type { PeggyLimits } from './text/peggy/limits.ts'
