import { factor } from './factor.ts'
import { otherPair, type Members } from './object-members.ts'
import { objectStates, type ObjectState, type Owed, type Property } from './object-states.ts'
import type { Parts } from './parts.ts'
import { isAnything, type ObjectShape } from './shape.ts'
import { noteKeyword } from './sources.ts'

/** Whether it matters how many properties come, or which of the further ones. */
export function isCounted(
  { someOther, minProperties, maxProperties }: ObjectShape,
  properties: readonly Property[],
  { others }: Members,
): boolean {
  const required = properties.filter((property) => property.required).length
  if (someOther.length > 0 || minProperties > Math.max(required, 1)) return true
  return maxProperties !== null && (others !== null || properties.length > maxProperties)
}

/**
 * An object whose properties are counted.
 *
 * @param owed the further properties that must come; `null` where they are too many
 * @returns `uncounted` where it would take too many states; then that is noted
 */
export function writeCounted(
  members: Members,
  shape: ObjectShape,
  owed: readonly Owed[] | null,
): Parts | null | 'uncounted' {
  const { writer, properties, order } = members
  const others = otherPair(members)
  const { minProperties: min, maxProperties: max } = shape
  const { make, layout, reporter } = writer
  noteRepeats(members, shape)
  if (properties.length === 0 && shape.someOther.length === 0) {
    if (others === null) return min > 0 ? null : ['{', ...layout.gap, '}']
    if (max === 0) return ['{', ...layout.gap, '}']
    const more = make.repeat(
      [...layout.comma, ...others],
      Math.max(0, min - 1),
      max === null ? null : max - 1,
    )
    const all = [...others, ...more]
    return ['{', ...layout.gap, ...(min > 0 ? all : make.optional(all)), '}']
  }
  const states =
    owed === null
      ? null
      : objectStates({
          properties,
          others,
          someOther: owed,
          owed: 2 ** shape.someOther.length - 1,
          min,
          max,
          order,
        })
  if (states !== null) return states.length === 0 ? null : writeStates(members, states)
  for (const keyword of ['minProperties', 'maxProperties'] as const) {
    const isSaid = keyword === 'minProperties' ? min > 0 : max !== null
    if (isSaid) noteKeyword(reporter, shape, keyword, 'relaxed', 'takes too many states to count')
  }
  for (const { origin } of shape.someOther) {
    reporter.note(origin.path, origin.keyword, 'relaxed', 'takes too many states to turn round')
  }
  return 'uncounted'
}

/** A grammar cannot tell that the name of a further property has come before. */
function noteRepeats({ writer, others, properties }: Members, shape: ObjectShape): void {
  const { reporter } = writer
  if (others === null) return
  const { minProperties, someOther } = shape
  if (minProperties > Math.max(1, properties.filter(({ required }) => required).length)) {
    noteKeyword(
      reporter,
      shape,
      'minProperties',
      'relaxed',
      'counts a name that comes twice as two',
    )
  }
  for (const { schemas, origin } of someOther) {
    // Where its value may be any, a second one of the same name changes nothing.
    if (isAnything(writer.shapesOf(schemas))) continue
    const reason = 'holds for texts in which no name comes twice: the last of them counts'
    reporter.note(origin.path, origin.keyword, 'relaxed', reason)
  }
}

function writeStates({ writer, name }: Members, states: readonly ObjectState[]): Parts {
  const { make, layout } = writer
  const named = states.map((_, id) => make.freeName(`${name}-members-${id}`))
  const reached = new Set([0])
  for (const id of reached) {
    const { isFirst, ends, steps } = states[id] ?? { isFirst: false, ends: true, steps: [] }
    const alternatives = steps.map(({ pair, to }): Parts => {
      reached.add(to)
      return [...(isFirst ? [] : layout.comma), ...pair, make.ref(named[to] ?? '')]
    })
    make.rule(named[id] ?? '', () => factor(make, ends ? [...alternatives, ['}']] : alternatives))
  }
  return ['{', ...layout.gap, make.ref(named[0] ?? '')]
}
