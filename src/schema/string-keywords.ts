import { accepts, fromPattern, isFault } from '../automata/index.ts'
import { keywordReader, type Reading } from './keyword-reader.ts'
import { lowerMax, MaxBound } from './limits.ts'
import type { StringShape, TextLimit } from './shape.ts'
import { stringFormat } from './string-formats.ts'

/** The strings that `pattern`, `format`, `minLength` and `maxLength` leave. */
export function readString(reading: Reading, open: StringShape): StringShape {
  const at = keywordReader(reading)
  const minLength = at.count('minLength') ?? 0
  const maxLength = at.count('maxLength')
  for (const keyword of ['minLength', 'maxLength']) {
    const bound = at.count(keyword)
    if (bound === null) continue
    if (bound <= MaxBound) at.exact(keyword)
    else at.note(keyword, 'relaxed', `is enforced up to ${MaxBound} characters`)
  }
  const texts = [readPattern(reading), readFormat(reading)].filter((limit) => limit !== null)
  return {
    ...open,
    minLength: Math.min(minLength, MaxBound),
    maxLength: maxLength !== null && maxLength > MaxBound ? null : maxLength,
    texts,
  }
}

function readPattern(reading: Reading): TextLimit | null {
  const at = keywordReader(reading)
  const pattern = at.value('pattern')
  if (pattern === undefined) return null
  if (typeof pattern !== 'string') {
    at.note('pattern', 'ignored', 'is not a string')
    return null
  }
  const found = fromPattern(pattern)
  if (isFault(found)) {
    const place = found.offset > 0 ? ` at ${found.offset}` : ''
    const effect = found.kind === 'limit' ? 'ignored' : 'refused'
    at.note('pattern', effect, `${found.reason}${place}, and any string is admitted`)
    return null
  }
  at.exact('pattern')
  return { texts: found, keyword: 'pattern', path: reading.path, format: null }
}

function readFormat(reading: Reading): TextLimit | null {
  const at = keywordReader(reading)
  const name = at.value('format')
  if (name === undefined) return null
  if (typeof name !== 'string') {
    at.note('format', 'ignored', 'is not a string')
    return null
  }
  const { texts, effect, reason } = stringFormat(name)
  at.note('format', effect, reason)
  return texts === null ? null : { texts, keyword: 'format', path: reading.path, format: name }
}

/** Strings of both shapes; `null` where there are none by their lengths alone. */
export function meetStrings(a: StringShape, b: StringShape): StringShape | null {
  const minLength = Math.max(a.minLength, b.minLength)
  const maxLength = lowerMax(a.maxLength, b.maxLength)
  if (maxLength !== null && maxLength < minLength) return null
  const others = b.texts.filter((limit) => !a.texts.some(({ texts }) => texts === limit.texts))
  return { ...a, minLength, maxLength, texts: [...a.texts, ...others] }
}

/** Whether a string fits a shape. */
export function admitsString(shape: StringShape, value: string): boolean {
  const length = Array.from(value).length
  if (length < shape.minLength || (shape.maxLength !== null && length > shape.maxLength))
    return false
  return shape.texts.every(({ texts }) => accepts(texts, value))
}
