/** A place in a source text: both from 1, columns in UTF-16 code units. */
export interface SourcePlace {
  readonly line: number
  readonly column: number
}
