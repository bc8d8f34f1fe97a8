import { copyUnits } from '../../util/copy-units.ts'
import { toWellFormed } from '../../util/well-formed.ts'

/** A text for the generated functions: UTF-16 code units, and a low surrogate behind them. */
export interface LoadedText {
  units: Uint16Array
  length: number
}

/** A low surrogate that no high one precedes: no text has it, so nothing matches behind the end. */
const Behind = 0xdc00

export function createBuffer(length = 1024): LoadedText {
  return { units: new Uint16Array(length), length: 0 }
}

/** Loads a text, lone surrogates as U+FFFD. */
export function loadText(buffer: LoadedText, text: string): void {
  if (buffer.units.length <= text.length) {
    buffer.units = new Uint16Array(Math.max(text.length + 1, 2 * buffer.units.length))
  }
  copyUnits(toWellFormed(text), buffer.units, 0)
  buffer.units[text.length] = Behind
  buffer.length = text.length
}
