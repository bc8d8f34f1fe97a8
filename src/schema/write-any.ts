import { wordOf, type Layout } from './layout.ts'
import type { NodeMaker, Parts } from './parts.ts'

/** Any JSON value, object or array. */
export interface AnyJson {
  value(): Parts
  object(): Parts
  array(): Parts
}

/** Any JSON in a layout: the builder's own nodes where white space is free, else rules like them. */
export function createAnyJson(make: NodeMaker, layout: Layout): AnyJson {
  if (layout.name === 'free') {
    if (layout.words === 'python') {
      return {
        value: () => [make.python('value')],
        object: () => [make.python('dict')],
        array: () => [make.python('list')],
      }
    }
    return {
      value: () => [make.json('value')],
      object: () => [make.json('object')],
      array: () => [make.json('array')],
    }
  }
  const stem = `${layout.words}-${layout.name}`
  const listOf = (item: Parts): Parts =>
    make.optional([...item, ...make.repeat([...layout.comma, ...item], 0, null)])

  const words: readonly Parts[] =
    layout.words === 'json'
      ? [[make.json('bool')], [make.json('null')]]
      : [true, false, null].map((word) => [wordOf(layout, word)])
  const value = (): Parts => [
    make.rule(`${stem}:value`, () => [
      make.choice([object(), array(), [make.json('string')], [make.json('number')], ...words]),
    ]),
  ]
  const object = (): Parts => [
    make.rule(`${stem}:object`, () => [
      '{',
      ...listOf([make.json('string'), ...layout.colon, ...value()]),
      '}',
    ]),
  ]
  const array = (): Parts => [make.rule(`${stem}:array`, () => ['[', ...listOf(value()), ']'])]
  return { value, object, array }
}
