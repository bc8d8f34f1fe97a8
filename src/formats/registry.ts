import * as families from './families.ts'
import type { Format } from './format.ts'
import { checkText } from '../util/wrong-argument.ts'

/** A family's format, ready to be made for a request. */
export interface FormatEntry {
  readonly name: string
  /** What it is, in one line. */
  readonly summary: string
  /** Other names that templates, servers and users give it. */
  readonly aliases: readonly string[]
  readonly make: Format
}

/** Every format, by name. */
export const formatList: readonly FormatEntry[] = Object.values(families)
  .map((make) => ({ summary: '', aliases: [], ...make.family, make }))
  .map(({ name, summary, aliases, make }) => ({ name, summary, aliases, make }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))

const byName: ReadonlyMap<string, FormatEntry> = new Map(
  formatList.flatMap((entry) => [entry.name, ...entry.aliases].map((name) => [name, entry])),
)

/**
 * The maker of a format by its name or one of its aliases, whatever their case.
 *
 * @example
 * ```ts
 * formatByName('Qwen2.5')?.().parse('Ahoy').message.content // 'Ahoy'
 * formatByName('no such family') // undefined
 * ```
 */
export function formatByName(name: string): Format | undefined {
  checkText('the name of a format', name)
  return byName.get(name.toLowerCase())?.make
}

/**
 * The names of all formats, without aliases.
 *
 * @example
 * ```ts
 * formatNames().includes('hermes') // true
 * ```
 */
export function formatNames(): string[] {
  return formatList.map(({ name }) => name)
}
