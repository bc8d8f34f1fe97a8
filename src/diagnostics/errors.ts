import type { Code } from './codes.ts'
import type { Diagnostic } from './diagnostic.ts'
import { formatDiagnostics } from './format.ts'

/**
 * Thrown when a grammar cannot be built; holds every finding, not just the first.
 *
 * @example
 * ```ts
 * const codeOf = (make: Parameters<typeof buildGrammar>[0]): string => {
 *   try {
 *     return `a grammar of ${buildGrammar(make).nodes.length} nodes`
 *   } catch (error) {
 *     return error instanceof GrammarError ? error.code : 'another error'
 *   }
 * }
 * codeOf((p) => p.ref('nowhere')) // 'undefined-rule'
 * ```
 */
export class GrammarError extends Error {
  /** The code of the first error. */
  readonly code: Code
  readonly diagnostics: readonly Diagnostic[]

  /** With the text that the offsets of the diagnostics point into, the message shows its lines. */
  constructor(diagnostics: readonly Diagnostic[], source?: string) {
    super(formatDiagnostics(diagnostics, source))
    this.name = 'GrammarError'
    this.code =
      (diagnostics.find((d) => d.severity === 'error') ?? diagnostics[0])?.code ?? 'no-root'
    this.diagnostics = diagnostics
  }
}
