import {
  isFloat,
  isUndefined,
  maxDataDepth,
  numberOf,
  typeOf,
  type Key,
  type Value,
} from './value.ts'

/** Python's `str`, as `{{ value }}` prints it. */
export function textOf(value: Value): string {
  return typeof value === 'string' ? value : isUndefined(value) ? '' : reprOf(value)
}

/** Python's `repr`. */
export function reprOf(value: Value, depth = 0): string {
  if (depth > maxDataDepth) return '...'
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map((item) => reprOf(item, depth + 1)).join(', ')}]`
  if (value instanceof Map) {
    const members = [...value].map(([key, item]) => `${reprOf(key)}: ${reprOf(item, depth + 1)}`)
    return `{${members.join(', ')}}`
  }
  switch (typeOf(value)) {
    case 'none':
      return 'None'
    case 'boolean':
      return value === true ? 'True' : 'False'
    case 'integer':
      return String(value)
    case 'float':
      return floatText(numberOf(value) ?? 0)
    case 'undefined':
      return 'Undefined'
    default:
      return `<${typeOf(value)}>`
  }
}

/** A float as Python prints it: always with a point or an exponent. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf'
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e')
    return `${digits}e${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`
  }
  return Number.isInteger(value) ? `${value}.0` : String(value)
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  let out = quote
  for (const c of text) {
    if (c === '\\' || c === quote) out += `\\${c}`
    else if (c === '\n') out += '\\n'
    else if (c === '\r') out += '\\r'
    else if (c === '\t') out += '\\t'
    else if (c < ' ' || c === '\x7f') {
      out += `\\x${(c.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`
    } else out += c
  }
  return out + quote
}

/** How JSON is laid out: Python's `json.dumps` with Hugging Face's settings by default. */
export interface JsonLayout {
  readonly indent: string | null
  readonly itemSeparator: string
  readonly keySeparator: string
  readonly sortKeys: boolean
  readonly ascii: boolean
}

/** JSON text of a value; null if a part of it has none. */
export function jsonOf(value: Value, layout: JsonLayout, depth = 0): string | null {
  if (depth > maxDataDepth) return null
  if (value === null) return 'null'
  if (typeof value === 'string') return jsonString(value, layout.ascii)
  if (typeof value === 'boolean') return String(value)
  const number = numberOf(value)
  if (number !== null) return isFloat(value) ? jsonFloat(number) : floatOrInteger(number)
  if (Array.isArray(value)) {
    return joined(
      value.map((item) => jsonOf(item, layout, depth + 1)),
      '[]',
      layout,
      depth,
    )
  }
  if (!(value instanceof Map)) return null
  const entries = layout.sortKeys ? [...value].toSorted(byKey) : [...value]
  const members = entries.map(([key, item]) => {
    const text = jsonOf(item, layout, depth + 1)
    return text === null
      ? null
      : jsonString(keyText(key), layout.ascii) + layout.keySeparator + text
  })
  return joined(members, '{}', layout, depth)
}

function joined(
  items: readonly (string | null)[],
  brackets: string,
  { indent, itemSeparator }: JsonLayout,
  depth: number,
): string | null {
  if (items.length === 0) return brackets
  if (items.includes(null)) return null
  const [open, close] = [brackets.slice(0, 1), brackets.slice(1)]
  if (indent === null) return open + items.join(itemSeparator) + close
  const line = `\n${indent.repeat(depth + 1)}`
  return `${open}${line}${items.join(itemSeparator + line)}\n${indent.repeat(depth)}${close}`
}

function byKey([a]: readonly [Key, Value], [b]: readonly [Key, Value]): number {
  const [x, y] = [keyText(a), keyText(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

function keyText(key: Key): string {
  if (typeof key === 'string') return key
  return key === null ? 'null' : String(key)
}

function floatOrInteger(value: number): string {
  return Number.isInteger(value) ? String(value) : jsonFloat(value)
}

function jsonFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  return Number.isFinite(value) ? floatText(value) : value < 0 ? '-Infinity' : 'Infinity'
}

function jsonString(text: string, ascii: boolean): string {
  const json = JSON.stringify(text)
  if (!ascii) return json
  let out = ''
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i)
    out += code < 127 ? json.charAt(i) : `\\u${code.toString(16).padStart(4, '0')}`
  }
  return out
}
