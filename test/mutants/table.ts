import { control } from './control.ts'
import { scanning } from './scanning.ts'
import { views } from './views.ts'

/**
 * One small fault in the machine: a text of one source file, found exactly once there, and what is
 * put in its place. The tests of the machine must notice every one.
 */
export interface Mutant {
  /** What goes wrong, in a few words. */
  readonly name: string
  readonly file: string
  readonly find: string
  readonly put: string
}

/** Every mutant, the likeliest to be killed first. */
export const mutants: readonly Mutant[] = [...control, ...scanning, ...views]
