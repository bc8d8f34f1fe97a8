import type { Automaton } from '../automata/index.ts'
import type { Layout } from './layout.ts'
import type { NodeMaker, Parts } from './parts.ts'
import type { Reporter } from './report.ts'
import type { Conjunction, Shape } from './shape.ts'

/** What writing a value needs of the writer of all values. */
export interface ValueWriter {
  readonly make: NodeMaker
  readonly layout: Layout
  readonly reporter: Reporter
  shapesOf(schemas: Conjunction): readonly Shape[]
  /** `null` where no value will do. */
  value(schemas: Conjunction): Parts | null
  /** The strings among the values of some schemas. */
  strings(schemas: Conjunction): Automaton
}
