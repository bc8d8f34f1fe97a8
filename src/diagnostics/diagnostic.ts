import { codes, type Code, type Severity } from './codes.ts'

/**
 * One finding: about a grammar (with `rule` and `path`), or about a text (with `offset`).
 * Offsets are UTF-16 code units, counted from 0.
 */
export interface Diagnostic {
  readonly code: Code
  readonly severity: Severity
  /** Lower case, no full stop; quoted input is JSON-escaped and at most 40 characters long. */
  readonly message: string
  readonly rule?: string
  /** The trail of combinators, as `tool-call > sequence[1] > repeat`. */
  readonly path?: string
  readonly offset?: number
  /** 1-based, for sources with lines. */
  readonly line?: number
  readonly column?: number
  readonly related?: readonly string[]
  /** What to do about it. */
  readonly hint?: string
}

/** Makes a diagnostic with the default severity of its code. */
export function diagnose(
  code: Code,
  message: string,
  more: Partial<Omit<Diagnostic, 'code' | 'message'>> = {},
): Diagnostic {
  return { code, severity: codes[code].severity, message, ...more }
}
