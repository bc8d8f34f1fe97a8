/** A JSON object of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value has fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object's own field; `undefined` for anything else. */
export function fieldOf(value: unknown, name: string): unknown {
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** The own field as an object. */
export function innerOf(value: unknown, name: string): Fields | undefined {
  const found = fieldOf(value, name)
  return isFields(found) ? found : undefined
}

/** The own field as a text. */
export function textOf(value: unknown, name: string): string | undefined {
  const found = fieldOf(value, name)
  return typeof found === 'string' ? found : undefined
}

/** The own field as a finite number. */
export function numberOf(value: unknown, name: string): number | undefined {
  const found = fieldOf(value, name)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** The own field as a list; empty when it is none. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  const found = fieldOf(value, name)
  return Array.isArray(found) ? found : []
}

/** A text's JSON value; `undefined` when it is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
