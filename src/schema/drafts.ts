import { isObject, ownMember } from './raw-schema.ts'

/** A draft of JSON Schema. */
export type Draft = '4' | '6' | '7' | '2019-09' | '2020-12'

/** The draft that a schema names. */
export function draftOf(schema: unknown, otherwise: Draft): Draft {
  const said = isObject(schema) ? ownMember(schema, '$schema') : undefined
  if (typeof said !== 'string') return otherwise
  if (said.includes('draft-03')) return '4'
  return drafts.find((draft) => said.includes(draftNames[draft])) ?? otherwise
}

const drafts: readonly Draft[] = ['2020-12', '2019-09', '7', '6', '4']

const draftNames = {
  '4': 'draft-04',
  '6': 'draft-06',
  '7': 'draft-07',
  '2019-09': 'draft/2019-09',
  '2020-12': 'draft/2020-12',
} as const satisfies Record<Draft, string>

/** Whether a `$ref` hides all that stands beside it. */
export function isOld(draft: Draft): boolean {
  return draft === '4' || draft === '6' || draft === '7'
}
