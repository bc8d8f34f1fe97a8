import { toWellFormed } from '../../util/well-formed.ts'

/** Joins surrogate pairs that a server cut in two: the first half waits for the second. */
export interface WholeText {
  push(text: string): string
  /** What is left alone becomes U+FFFD. */
  end(): string
}

/** Makes one for a channel of text. */
export function createWholeText(): WholeText {
  let half = ''
  return {
    push(text) {
      const all = half + text
      half = isHigh(all.charCodeAt(all.length - 1)) ? all.slice(-1) : ''
      return toWellFormed(half === '' ? all : all.slice(0, -1))
    },
    end() {
      const left = toWellFormed(half)
      half = ''
      return left
    },
  }
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
