/** An object or array that is open inside a tagged value. */
export interface Nest {
  readonly kind: 'object' | 'array'
  /** How many members or items it has so far. */
  count: number
}

/** What a nest stands in. */
export interface NestHolder {
  /** The objects and arrays that are open inside a tagged value, outermost first. */
  readonly nest: Nest[]
  /** What is known of the member that is open: its name, its value too. */
  member: 'none' | 'named' | 'valued'
}

/** The same nest, to go on with on its own. */
export function copyNest(nest: readonly Nest[]): Nest[] {
  return nest.map((level) => ({ ...level }))
}

/** What stands before the next member or item of the innermost level. */
export function nextInNest(nest: readonly Nest[], gap: '' | ' '): string {
  const level = nest[nest.length - 1]
  if (level === undefined) return ''
  level.count++
  return level.count > 1 ? `,${gap}` : ''
}

/** What stands before a value: a comma, where it is an item of an array and not the first. */
export function beforeValue({ nest }: Pick<NestHolder, 'nest'>, gap: '' | ' '): string {
  return nest[nest.length - 1]?.kind === 'array' ? nextInNest(nest, gap) : ''
}

/** An object or array begins. */
export function openNest(holder: NestHolder, kind: Nest['kind'], gap: '' | ' '): string {
  const before = beforeValue(holder, gap)
  holder.nest.push({ kind, count: 0 })
  return before + (kind === 'object' ? '{' : '[')
}

/** The innermost object or array ends. */
export function closeNest(holder: NestHolder): string {
  const kind = holder.nest.pop()?.kind
  holder.member = 'valued'
  return kind === undefined ? '' : kind === 'object' ? '}' : ']'
}
