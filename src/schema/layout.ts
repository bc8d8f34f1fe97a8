import type { SchemaSettings } from '../peg/node.ts'
import type { NodeMaker, Parts } from './parts.ts'

/**
 * Where white space stands: once a gap, never on both sides of a boundary, so that a sampler has
 * one rule to follow there.
 */
export interface Layout {
  /** How the words among the values are spelled. */
  readonly words: NonNullable<SchemaSettings['words']>
  readonly name: NonNullable<SchemaSettings['whitespace']>
  /** Behind an opening bracket, and behind a value. */
  readonly gap: Parts
  /** Between a key and its value. */
  readonly colon: Parts
  /** Between two values. */
  readonly comma: Parts
}

/** The layout that settings ask for. */
export function layoutOf(
  make: NodeMaker,
  { whitespace = 'free', words = 'json' }: SchemaSettings,
): Layout {
  switch (whitespace) {
    case 'compact':
      return { words, name: whitespace, gap: [], colon: [':'], comma: [','] }
    case 'one-space':
      return { words, name: whitespace, gap: [], colon: [': '], comma: [', '] }
    case 'free': {
      const gap = [make.space()]
      return { words, name: whitespace, gap, colon: [...gap, ':', ...gap], comma: [',', ...gap] }
    }
  }
}

/** A word among the values, as a layout spells it. */
export function wordOf({ words }: Pick<Layout, 'words'>, value: boolean | null): string {
  if (words === 'json') return String(value)
  return value === null ? 'None' : value ? 'True' : 'False'
}
