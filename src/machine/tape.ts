/**
 * The record of what a parse recognised: two integers a record, in the order of the text.
 *
 * - slot 0: the id of a tag or rule node where it opens, its bitwise complement where it closes
 * - slot 1: the offset, in UTF-16 code units
 *
 * Closes are found by nesting and nothing is ever patched, so that taking back is truncation.
 */
export interface Tape {
  /** Two integers a record; only the first `length` integers count. */
  records: Int32Array
  /** In integers, always even. */
  length: number
  /**
   * The smallest length since the reader last set it to `length`: what stood below it is still what
   * the reader has seen, what stood above may have been replaced.
   */
  lowWater: number
}

/** Makes an empty tape; it grows by doubling. */
export function createTape(): Tape {
  return { records: new Int32Array(256), length: 0, lowWater: 0 }
}

/** Makes room for `more` integers. */
export function growTape(tape: Tape, more: number): void {
  let size = tape.records.length
  while (size < tape.length + more) size *= 2
  if (size === tape.records.length) return
  const grown = new Int32Array(size)
  grown.set(tape.records.subarray(0, tape.length))
  tape.records = grown
}
