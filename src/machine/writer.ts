import { diagnose } from '../diagnostics/diagnostic.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import { InstructionSize, Op } from './program.ts'

/** The most integers of code: an arena that shares nodes may unfold to more than it seems. */
const MaxCode: number = 8 * 1024 * 1024

/** Code while it is written. */
export interface Writer {
  /** The address of the next instruction; asking makes it a place that may be jumped to. */
  here(): number
  /** Writes an instruction, or makes it one with the one before; gives its address. */
  op(operation: number, a?: number, b?: number, c?: number): number
  /** The operation at an address, and its operand `a`. */
  at(address: number): number
  operand(address: number): number
  patch(address: number, a: number): void
  /** Sets operand `b`, or `c`. */
  patchB(address: number, b: number): void
  patchC(address: number, c: number): void
  replace(address: number, operation: number, a: number): void
  finish(): Int32Array
}

/**
 * Makes a writer; a plain one leaves every instruction as it is.
 *
 * @param hasUnit whether a class has a code unit
 */
export function createWriter(
  plain: boolean,
  hasUnit: (index: number, unit: number) => boolean,
): Writer {
  let code = new Int32Array(1024)
  let end = 0
  /** Nothing before this address is joined with what follows: something may jump there. */
  let barrier = 0

  /** `skip char` and `string "` are so common that each is one instruction. */
  function join(operation: number, a: number): number {
    const last = end - InstructionSize
    if (plain || operation !== Op.char || last < barrier) return -1
    if (code[last] === Op.skip) {
      // A run that takes the character itself leaves none behind: it has to fail there.
      if (hasUnit(code[last + 1] ?? 0, a)) return -1
      code[last] = Op.skipChar
      code[last + 2] = a
      return last
    }
    if (code[last] !== Op.string || code[last + 1] !== a || code[last + 3] === 1) return -1
    code[last + 3] = 1
    return last
  }

  function reserve(): void {
    if (end >= MaxCode) {
      throw new GrammarError([
        diagnose('nesting-limit', 'the grammar unfolds to too much code', {
          hint: 'make nodes that are used in several places a rule',
        }),
      ])
    }
    if (end + InstructionSize <= code.length) return
    const grown = new Int32Array(code.length * 2)
    grown.set(code)
    code = grown
  }

  return {
    here: () => (barrier = end),
    op(operation, a = 0, b = 0, c = 0) {
      const joined = join(operation, a)
      if (joined >= 0) return joined
      reserve()
      code[end] = operation
      code[end + 1] = a
      code[end + 2] = b
      code[end + 3] = c
      end += InstructionSize
      return end - InstructionSize
    },
    at: (address) => (address < end ? (code[address] ?? -1) : -1),
    operand: (address) => code[address + 1] ?? 0,
    patch: (address, a) => void (code[address + 1] = a),
    patchB: (address, b) => void (code[address + 2] = b),
    patchC: (address, c) => void (code[address + 3] = c),
    replace(address, operation, a) {
      code[address] = operation
      code[address + 1] = a
    },
    finish: () => code.slice(0, end),
  }
}
