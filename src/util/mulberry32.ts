/**
 * The generator mulberry32: whole numbers from 0 to 2^32 - 1, the same for a seed everywhere. Good
 * enough for test data and ids, not for secrets.
 *
 * Source: Tommy Ettinger's mulberry32.c, public domain.
 */
export function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
