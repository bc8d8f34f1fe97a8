import { nearest } from './nearest.ts'

/** An argument that only a program without types can give: which one, what it must be, and what to do. */
class WrongArgument extends TypeError {
  readonly code = 'wrong-argument'
  /** The call and the argument, as `session.feed(chunk)`. */
  readonly place: string
  readonly expected: string
  readonly hint: string | undefined

  constructor(place: string, expected: string, value: unknown, hint?: string) {
    super(
      `${place} must be ${expected}, not ${describe(value)}${hint === undefined ? '' : `: ${hint}`}`,
    )
    this.name = 'TypeError'
    this.place = place
    this.expected = expected
    this.hint = hint
  }
}

/** The error for a value that is not what a place expects; `hint` says what to do. */
export function wrongArgument(
  place: string,
  expected: string,
  value: unknown,
  hint?: string,
): TypeError {
  return new WrongArgument(place, expected, value, hint)
}

/** @throws {TypeError} unless the value is a string */
export function checkText(place: string, value: unknown, hint?: string): void {
  if (typeof value !== 'string') throw wrongArgument(place, 'a string', value, hint)
}

/** The names of options, so that a type's own are all there: `{ … } satisfies OptionNames<Options>`. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>

/**
 * @param names the options that there are; one of another name would be ignored in silence
 * @throws {TypeError} unless the value is an object with options of these names, or left out
 */
export function checkOptions(
  place: string,
  value: unknown,
  names: Readonly<Record<string, true>>,
): void {
  if (value === undefined) return
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongArgument(place, 'an object of options', value)
  for (const [name, given] of Object.entries(value)) {
    if (given === undefined || Object.hasOwn(names, name)) continue
    const near = nearest(name, Object.keys(names))
    const hint =
      near === undefined ? `there are ${Object.keys(names).join(', ')}` : `did you mean ${near}?`
    throw new TypeError(`${place} have no ${JSON.stringify(name.slice(0, 60))}: ${hint}`)
  }
}

/** @throws {TypeError} unless the value is an arena, at least by its parts */
export function checkArena(place: string, value: unknown): void {
  const isArena =
    typeof value === 'object' && value !== null && 'nodes' in value && Array.isArray(value.nodes)
  if (!isArena)
    throw wrongArgument(place, 'an arena', value, 'make one with buildGrammar or fromPeggy')
}

/** A value by its kind; never its content, which may be long or private. */
function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  if (value instanceof RegExp) return 'a regular expression'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
