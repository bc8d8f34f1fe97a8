import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { ConvertValue } from './convert-value.ts'
import type { Ids } from './ids.ts'
import type { Plan } from './plan.ts'
import type { Policies } from './policy.ts'

/** What a fold needs to know beside the tape. */
export interface FoldContext {
  readonly plan: Plan
  readonly policies: Policies
  readonly ids: Ids
  /** The tools declared, or none to accept every name. */
  readonly declared: ReadonlySet<string> | null
  /** Calls are read, and none is sent. */
  readonly hidesCalls: boolean
  /** How tagged values are converted; none where the format types them itself. */
  readonly convertValue: ConvertValue | null
  readonly maxCalls: number
  /** Where the model's text begins, after the generation prompt. */
  readonly origin: number
  /** Text of a stretch that has been read. */
  text(start: number, end: number): string
  note(diagnostic: Diagnostic): void
}
