import { keywordReader, type Reading } from './keyword-reader.ts'
import { lowerMax } from './limits.ts'
import { MaxBound } from './limits.ts'
import type { StringShape } from './shape.ts'

/** The strings that `minLength` and `maxLength` leave. */
export function readString(reading: Reading, open: StringShape): StringShape {
  const at = keywordReader(reading)
  for (const keyword of ['pattern', 'format']) {
    if (at.has(keyword)) at.note(keyword, 'ignored', 'is not enforced by the grammar')
  }
  const minLength = at.count('minLength') ?? 0
  const maxLength = at.count('maxLength')
  for (const keyword of ['minLength', 'maxLength']) {
    const bound = at.count(keyword)
    if (bound === null) continue
    if (bound <= MaxBound) at.exact(keyword)
    else at.note(keyword, 'relaxed', `is enforced up to ${MaxBound} characters`)
  }
  return {
    ...open,
    minLength: Math.min(minLength, MaxBound),
    maxLength: maxLength !== null && maxLength > MaxBound ? null : maxLength,
  }
}

/** Strings of both shapes. */
export function meetStrings(a: StringShape, b: StringShape): StringShape | null {
  const minLength = Math.max(a.minLength, b.minLength)
  const maxLength = lowerMax(a.maxLength, b.maxLength)
  return maxLength !== null && maxLength < minLength ? null : { ...a, minLength, maxLength }
}

/** Whether a string fits a shape. */
export function admitsString(shape: StringShape, value: string): boolean {
  const length = Array.from(value).length
  return length >= shape.minLength && (shape.maxLength === null || length <= shape.maxLength)
}
