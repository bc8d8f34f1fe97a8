/** A source of random numbers that gives the same ones for the same seed, on every engine. */
export interface Random {
  /** A whole number from 0 up to, not including, `bound`; `bound` is at most 2^32. */
  readonly below: (bound: number) => number
  /** True with this probability. */
  readonly chance: (probability: number) => boolean
}

/** Splitmix on 32 bits: small, and good enough to choose test data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0

  function next(): number {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }

  return {
    below: (bound) => Math.floor((next() / 2 ** 32) * bound),
    chance: (probability) => next() / 2 ** 32 < probability,
  }
}
