/** The name of the rule that a whole text must match. */
export const rootName = 'root'

/** Whether llama.cpp reads `name` as a rule's name: ASCII letters, digits and `-`, at least one. */
export function isRuleName(name: string): boolean {
  return /^[A-Za-z0-9-]+$/.test(name)
}

/**
 * The nearest rule name: every run of other characters becomes one `-`. Different texts may give
 * the same name; `createNamer` tells them apart.
 *
 * @example
 * ```ts
 * toRuleName('get_weather.v2') // 'get-weather-v2'
 * ```
 */
export function toRuleName(text: string): string {
  if (plainName.test(text)) return text
  const name = text.replace(others, '-')
  return plainName.test(name) ? name : name.replace(dashesAround, '') || 'rule'
}

const others = /[^A-Za-z0-9]+/g
const dashesAround = /^-|-$/g
const plainName = /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/

/**
 * Gives out rule names that differ from each other and from the reserved ones: the wanted name, or
 * the wanted name with the first free `-2`, `-3`, … behind it. The same calls give the same names.
 *
 * @example
 * ```ts
 * const name = createNamer(['root'])
 * name('root') // 'root-2'
 * name('get_x') // 'get-x'
 * name('get-x') // 'get-x-2'
 * ```
 */
export function createNamer(reserved: Iterable<string> = []): (wanted: string) => string {
  const taken = new Set<string>(reserved)
  // Where to go on counting for a name, so that n equal wishes do not cost n² look-ups.
  const counts = new Map<string, number>()
  return (wanted) => {
    const base = toRuleName(wanted)
    let name = base
    if (taken.has(base)) {
      let count = counts.get(base) ?? 1
      do name = `${base}-${++count}`
      while (taken.has(name))
      counts.set(base, count)
    }
    taken.add(name)
    return name
  }
}
