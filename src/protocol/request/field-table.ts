/**
 * What becomes of a field of a request. `kept`: it means the same here. `mapped`: it is put into
 * other words. `ignored`: it has no effect here, and leaving it out changes no answer. `refused`: it
 * asks for what cannot be done, and the request is answered with the protocol's error.
 */
export type FieldFate = 'kept' | 'mapped' | 'ignored' | 'refused'

/** One row of a table. */
export interface FieldRow {
  readonly fate: FieldFate
  /** Where it goes, or why not. */
  readonly as: string
  /** Values of a refused field that ask for nothing, as JSON. */
  readonly unless?: readonly string[]
}

/** The fields of a protocol's request. */
export type FieldTable = Readonly<Record<string, FieldRow>>

/** A field that means the same here. */
export function kept(as: string): FieldRow {
  return { fate: 'kept', as }
}

/** A field that is put into other words. */
export function mapped(as: string): FieldRow {
  return { fate: 'mapped', as }
}

/** A field without effect. */
export function ignored(why: string): FieldRow {
  return { fate: 'ignored', as: why }
}

/** A field that cannot be served, unless it has one of these values. */
export function refused(why: string, unless: readonly unknown[] = []): FieldRow {
  return { fate: 'refused', as: why, unless: unless.map((value) => JSON.stringify(value)) }
}
