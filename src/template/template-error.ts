import type { Code } from '../diagnostics/codes.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { formatDiagnostic } from '../diagnostics/format.ts'

/** The codes of a template that cannot be read, rendered or understood. */
export type TemplateCode = Extract<
  Code,
  | 'template-syntax'
  | 'template-error'
  | 'template-raised'
  | 'template-limit'
  | 'template-source'
  | 'response-template'
  | 'template-unknown'
>

/**
 * Thrown when a chat template cannot be read or rendered: a fault of the template, or of the messages
 * that it refuses. `code` tells which; the diagnostic has the place.
 *
 * @example
 * ```ts
 * const codeOf = (text: string): string => {
 *   try {
 *     return compileTemplate(text).render({})
 *   } catch (error) {
 *     return error instanceof TemplateError ? error.code : 'another error'
 *   }
 * }
 * codeOf('{{ raise_exception("no system role") }}') // 'template-raised'
 * ```
 */
export class TemplateError extends Error {
  readonly code: TemplateCode
  readonly diagnostic: Diagnostic

  constructor(
    code: TemplateCode,
    message: string,
    place: { readonly offset?: number; readonly text?: string; readonly hint?: string } = {},
  ) {
    const { offset, text, hint } = place
    const diagnostic = diagnose(code, message, {
      ...(offset === undefined ? {} : { offset }),
      ...(hint === undefined ? {} : { hint }),
    })
    super(formatDiagnostic(diagnostic, text))
    this.name = 'TemplateError'
    this.code = code
    this.diagnostic = diagnostic
  }
}
