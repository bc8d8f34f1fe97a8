import { mulberry32 } from '../util/mulberry32.ts'

/** Ids for calls to which the model gave none. */
export type IdStyle = 'openai' | 'mistral' | 'kimi'

/** Gives ids to the calls of one response; the same index always has the same id. */
export interface Ids {
  idFor(index: number, name: string): string
}

/** What ids depend on. */
export interface IdOptions {
  /** Seeds the generator; without it ids come from `crypto`. */
  readonly seed?: number | undefined
  /** Calls in the history: Kimi's ids count on from there. */
  readonly callsBefore?: number | undefined
}

/**
 * Makes the ids for calls to which the model gave none: `call_` with 24 characters as OpenAI's,
 * nine characters as Mistral's, or Kimi's `functions.name:index`.
 *
 * @example
 * ```ts
 * createIds('kimi', { callsBefore: 2 }).idFor(0, 'now') // 'functions.now:2'
 * ```
 */
export function createIds(style: IdStyle, options: IdOptions = {}): Ids {
  const { seed, callsBefore = 0 } = options
  if (style === 'kimi') {
    return { idFor: (index, name) => `functions.${name}:${callsBefore + index}` }
  }
  const random = seed === undefined ? randomByte : seededBytes(seed)
  const made: string[] = []
  return {
    idFor(index) {
      // Made in the order of the calls, so that a seed gives an index the same id in any stream.
      while (made.length <= index) {
        made.push(
          style === 'mistral' ? alphanumerics(random, 9) : `call_${alphanumerics(random, 24)}`,
        )
      }
      return made[index] ?? ''
    },
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function alphanumerics(random: () => number, length: number): string {
  let out = ''
  while (out.length < length) {
    const byte = random()
    // Bytes from 248 on would make the first letters likelier than the others.
    if (byte < 248) out += alphabet.charAt(byte % 62)
  }
  return out
}

function randomByte(): number {
  return crypto.getRandomValues(new Uint8Array(1))[0] ?? 0
}

function seededBytes(seed: number): () => number {
  const random = mulberry32(seed)
  return () => random() >>> 24
}
