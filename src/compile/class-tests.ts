import { clipped } from './comments.ts'
import { charRanges, intersect, MaxCodePoint, printClass, type CharSet } from '../peg/charset.ts'

/**
 * How generated code asks whether a character is in a class. Behind the text stands a low surrogate, which begins
 * no character: so tests need not ask whether the text has ended.
 */
export interface ClassTests {
  /** A condition on the unit at `p`: whether it begins a character of the class. */
  test(set: CharSet): string
  /** The same for `p` within a run of the class: the second half of a pair goes on as well. */
  testInRun(set: CharSet): string
  /** What the class has beyond the first plane: nothing, everything, or some. */
  astral(set: CharSet): 'none' | 'all' | 'some'
  /** The name of a constant that holds the class, for a search code point by code point. */
  constant(set: CharSet): string
  /** The declarations of what the conditions name. */
  declarations(): string[]
}

/** Classes of a table of bits. */
const PlaneSize = 8

/** Collects the classes that a module's code asks for. */
export function createClassTests(): ClassTests {
  const tables: CharSet[] = []
  const known = new Map<string, number>()
  const constants = new Map<string, string>()

  function test(set: CharSet, unit = 't[p]'): string {
    const astral = astralOf(set)
    const ranges = charRanges(set)
    if (ranges.length === 0) return 'false'
    if (astral === 'none' && ranges.length <= 2) return ranges.map(compare).join(' || ')
    const key = set.join()
    const index = known.get(key) ?? tables.push(set) - 1
    known.set(key, index)
    const bit = 1 << (index % PlaneSize)
    return `(classes${Math.floor(index / PlaneSize)}[${unit}] & ${bit}) !== 0`
  }

  function testInRun(set: CharSet): string {
    if (astralOf(set) === 'none') return test(set)
    return `${test(set, 'c = t[p]')} || ((c & 0xfc00) === 0xdc00 && p < n)`
  }

  function constant(set: CharSet): string {
    const key = set.join()
    const name = constants.get(key) ?? `set${constants.size}`
    constants.set(key, name)
    return name
  }

  function declarations(): string[] {
    const lines: string[] = []
    for (let at = 0; at < tables.length; at += PlaneSize) {
      lines.push(`const classes${at / PlaneSize} = classTable([`)
      for (const set of tables.slice(at, at + PlaneSize)) {
        lines.push(`  [${set.join(', ')}], // ${commentOf(set)}`)
      }
      lines.push('])')
    }
    for (const [key, name] of constants) lines.push(`const ${name} = [${key}]`)
    return lines
  }

  return { test, testInRun, astral: astralOf, constant, declarations }
}

/** A class in a comment, short and on one line. */
export function commentOf(set: CharSet): string {
  return clipped(printClass(set), 60)
}

function astralOf(set: CharSet): 'none' | 'all' | 'some' {
  const wide = intersect(set, [0x10000, MaxCodePoint])
  if (wide.length === 0) return 'none'
  return wide.length === 2 && wide[0] === 0x10000 && wide[1] === MaxCodePoint ? 'all' : 'some'
}

function compare([low, high]: readonly [number, number]): string {
  return low === high ? `t[p] === ${low}` : `((c = t[p]) >= ${low} && c <= ${high})`
}
