import type { SchemaSettings } from '../peg/node.ts'
import type { NodeMaker, Parts } from './parts.ts'

/**
 * Where white space stands: once a gap, never on both sides of a boundary, so that a sampler has
 * one rule to follow there.
 */
export interface Layout {
  readonly name: NonNullable<SchemaSettings['whitespace']>
  /** Behind an opening bracket, and behind a value. */
  readonly gap: Parts
  /** Between a key and its value. */
  readonly colon: Parts
  /** Between two values. */
  readonly comma: Parts
}

/** The layout of a white space setting. */
export function layoutOf(make: NodeMaker, whitespace: Layout['name']): Layout {
  switch (whitespace) {
    case 'compact':
      return { name: whitespace, gap: [], colon: [':'], comma: [','] }
    case 'one-space':
      return { name: whitespace, gap: [], colon: [': '], comma: [', '] }
    case 'free': {
      const gap = [make.space()]
      return { name: whitespace, gap, colon: [...gap, ':', ...gap], comma: [',', ...gap] }
    }
  }
}
