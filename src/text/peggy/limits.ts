/** Bounds on a Peggy source. */
export interface PeggyLimits {
  /** UTF-16 code units; 4 Mi unless told. */
  readonly maxLength?: number
  /** Parentheses inside each other; 256 unless told. */
  readonly maxDepth?: number
}
