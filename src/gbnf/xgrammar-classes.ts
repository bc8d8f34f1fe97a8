import {
  charRanges,
  charSet,
  complement,
  intersect,
  MaxCodePoint,
  type CharSet,
} from '../peg/charset.ts'
import { charClass, mapChanged, type GbnfExpr, type GbnfGrammar } from './expr.ts'

/** Why a grammar for XGrammar may be widened. */
export const beyondAscii =
  'names ranges beyond ASCII, which the classes of XGrammar cannot: any such character is admitted'

// As many characters of a class are printed one by one.
const maxSingles = 64

/**
 * A grammar whose classes XGrammar reads as they are meant, or wider. Its classes know ASCII, and of
 * other characters one that is turned round lets all through (tried on version 0.1.27): so where a
 * class holds more than a few others it is written as one that leaves out ASCII only.
 */
export function withPlainClasses(grammar: GbnfGrammar): {
  readonly grammar: GbnfGrammar
  /** Some class admits characters that it did not. */
  readonly isWidened: boolean
} {
  let isWidened = false

  function adapt(expr: GbnfExpr): GbnfExpr {
    switch (expr.kind) {
      case 'class':
        return adaptClass(expr.negated ? complement(charSet(expr.ranges)) : charSet(expr.ranges))
      case 'sequence': {
        const items = mapChanged(expr.items, adapt)
        return items === expr.items ? expr : { ...expr, items }
      }
      case 'choice': {
        const alternatives = mapChanged(expr.alternatives, adapt)
        return alternatives === expr.alternatives ? expr : { ...expr, alternatives }
      }
      case 'repeat': {
        const item = adapt(expr.item)
        return item === expr.item ? expr : { ...expr, item }
      }
      default:
        return expr
    }
  }

  function adaptClass(set: CharSet): GbnfExpr {
    const others = intersect(set, wide)
    const count = charRanges(others).reduce((sum, [low, high]) => sum + high - low + 1, 0)
    if (count <= maxSingles) return charClass(charRanges(intersect(set, [...ascii, ...wide])))
    const left = complement(set)
    isWidened ||= intersect(left, wide).length > 0
    return charClass(charRanges(intersect(left, ascii)), true)
  }

  const rules = grammar.rules.map((rule) => ({ ...rule, expr: adapt(rule.expr) }))
  return { grammar: { ...grammar, rules }, isWidened }
}

const ascii: CharSet = [0, 0x7f]
/** Halves of pairs are in no text. */
const wide: CharSet = [0x80, 0xd7ff, 0xe000, MaxCodePoint]
