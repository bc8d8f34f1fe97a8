import { complement, hasChar, intersect, type CharSet } from '../peg/charset.ts'
import type { CharsNode, StringContentNode } from '../peg/node.ts'
import { commentOf } from './class-tests.ts'
import { inComment } from './comments.ts'
import type { Fail, Point, Shared } from './emit-shared.ts'
import type { Lines } from './lines.ts'

/** Longer literals are compared by a loop. */
const MaxInline = 12

/** So many steps a character need not be counted where it is read but once: `matchFast` leaves room for them. */
const UncountedSteps = 3

/** Writes what compares and scans characters. */
export interface ScanEmitter {
  literal(text: string, fail: Fail): void
  /** `more` are the steps that the machine takes for each character beyond those of a scan. */
  chars(node: CharsNode, fail: Fail, more: number): void
  until(kind: 'until' | 'through', delimiters: readonly string[], fail: Fail): void
  string(node: StringContentNode, fail: Fail): void
}

export function createScanEmitter(
  { classes, constants }: Pick<Shared, 'classes' | 'constants'>,
  out: Lines,
  at: Point,
): ScanEmitter {
  function literal(text: string, fail: Fail): void {
    const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
    if (units.length > MaxInline) {
      const name = `literal${constants.length}`
      constants.push(`const ${name} = unitsOf(${JSON.stringify(text)})`)
      out.line(`if (!matches(t, p, ${name})) ${fail}`)
    } else {
      const tests = units.map((unit, i) => `t[p${i === 0 ? '' : ` + ${i}`}] !== ${unit}`)
      if (at.known.length === 1 && at.known[0] === units[0]) tests.shift()
      if (tests.length > 0) out.line(`if (${tests.join(' || ')}) ${fail} // ${inComment(text)}`)
    }
    at.known = []
    out.line(units.length === 1 ? 'p++' : `p += ${units.length}`)
  }

  function chars({ set, min, max }: CharsNode, fail: Fail, more: number): void {
    const begun = at.known
    at.known = []
    if (max === 0) return
    const astral = classes.astral(set)
    const test = astral === 'some' ? '' : classes.test(set)
    const note = ` // ${commentOf(set)}`
    if (min === 1 && max === 1 && astral !== 'some') {
      if (!isBegun(set, begun)) out.line(`if (!(${test})) ${fail}${note}`)
      return out.line(astral === 'none' ? 'p++' : 'p += (t[p] & 0xfc00) === 0xd800 ? 2 : 1')
    }
    const plain = astral !== 'some' && max === null && min <= 1
    if (plain) {
      const isKnown = min === 1 && isBegun(set, begun)
      const inRun = classes.testInRun(set)
      if (at.open === 0 && more <= UncountedSteps) {
        if (min === 1 && !isKnown) out.line(`if (!(${test})) ${fail}`)
        return out.line(
          min === 1 ? `do p++; while (${inRun})${note}` : `while (${inRun}) p++${note}`,
        )
      }
      out.block('', () => {
        out.line('const s = p')
        out.line(`while (${inRun}) p++${note}`)
        if (min === 1 && !isKnown) out.line(`if (p === s) ${fail}`)
        out.line(more === 0 ? 'work += (p - s) >> 3' : `work += (p - s) * ${more}`)
      })
      return
    }
    if (min === 0 && max === 1 && astral === 'none') return out.line(`if (${test}) p++${note}`)
    if (min === max && astral === 'none' && min <= MaxInline) {
      out.block(`for (let k = 0; k < ${min}; k++)`, () => {
        out.line(`if (!(${test})) ${fail}${note}`)
        out.line('p++')
      })
      return
    }
    emitScan(
      `span(t, p, n, ${classes.constant(set)}, ${min}, ${max ?? -1})`,
      commentOf(set),
      fail,
      more,
    )
  }

  /** A call that scans: the offset behind what it took, or the complement of where it gave up. */
  function emitScan(call: string, note: string, fail: Fail, more = 0): void {
    const steps = (length: string): string =>
      more === 0 ? `work += ${length} >> 3` : `work += ${length} * ${more}`
    if (at.open === 0) return out.line(`if ((p = ${call}) < 0) ${fail} // ${note}`)
    out.block('', () => {
      out.line('const s = p')
      out.line(`p = ${call} // ${note}`)
      out.block('if (p < 0)', () => {
        out.line(steps('(~p - s)'))
        out.line(fail)
      })
      out.line(steps('(p - s)'))
    })
  }

  function until(kind: 'until' | 'through', delimiters: readonly string[], fail: Fail): void {
    const [only] = delimiters
    const note = delimiters.map(inComment).join(', ')
    const through = kind === 'through'
    if (delimiters.length === 1 && only?.length === 1) {
      out.block('', () => {
        if (at.open > 0) out.line('const s = p')
        out.line(`while (p < n && t[p] !== ${only.charCodeAt(0)}) p++ // ${note}`)
        if (at.open > 0) out.line('work += (p - s) >> 3')
        if (through) out.line(`if (p++ >= n) ${fail}`)
      })
      return
    }
    const name = `delimiters${constants.length}`
    constants.push(
      `const ${name} = delimiterList(${JSON.stringify(delimiters.map((each) => ({ text: each, token: false })))})`,
    )
    emitScan(`findDelimiter(t, p, n, ${name}, ${through})`, note, fail)
  }

  function string({ quote, flavour }: StringContentNode, fail: Fail): void {
    const args = `t, p, end, ${quote.charCodeAt(0)}, ${flavour === 'python'}`
    emitScan(`stringEnd(${args})`, `${flavour} string`, fail)
  }

  return { literal, chars, until, string }
}
/** Whether what is known to stand here is in a class. */
function isBegun(set: CharSet, begun: readonly number[]): boolean {
  return begun.length > 0 && begun.every((klass) => hasClass(set, klass))
}

/** Whether a class has all of a class of first characters. */
function hasClass(set: CharSet, klass: number): boolean {
  if (klass < 128) return hasChar(set, klass)
  return intersect(complement(set), scalars).length === 0
}

/** Beyond ASCII, surrogates left out: a text has none alone. */
const scalars: CharSet = [0x80, 0xd7ff, 0xe000, 0x10ffff]
