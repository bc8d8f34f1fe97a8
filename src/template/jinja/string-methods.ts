import { given, integerArgument, itemsOf, textArgument, type Runtime } from './runtime.ts'
import { textOf } from './text.ts'
import { pointsOf, typeOf, type Given, type Value } from './value.ts'

type Method = (r: Runtime, text: string, args: Given) => Value

/** Python's methods of strings, by name. */
export const stringMethods: Readonly<Record<string, Method>> = {
  strip: (r, text, args) => strip(text, textArgument(r, args, [0, 'chars'], null), true, true),
  lstrip: (r, text, args) => strip(text, textArgument(r, args, [0, 'chars'], null), true, false),
  rstrip: (r, text, args) => strip(text, textArgument(r, args, [0, 'chars'], null), false, true),
  split: (r, text, args) => split(r, text, args, false),
  rsplit: (r, text, args) => split(r, text, args, true),
  splitlines: (_, text, args) => splitLines(text, args.positional[0] === true),
  startswith: (r, text, args) => affixes(r, args).some((affix) => text.startsWith(affix)),
  endswith: (r, text, args) => affixes(r, args).some((affix) => text.endsWith(affix)),
  upper: (_, text) => text.toUpperCase(),
  lower: (_, text) => text.toLowerCase(),
  title: (_, text) => titleCase(text),
  capitalize: (_, text) => capitalize(text),
  swapcase: (_, text) =>
    pointsOf(text)
      .map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase()))
      .join(''),
  replace(r, text, args) {
    const [from, to] = [
      textArgument(r, args, [0, 'old'], ''),
      textArgument(r, args, [1, 'new'], ''),
    ]
    return replaceText(r, text, [from, to], integerArgument(r, args, [2, 'count'], -1))
  },
  join: (r, text, args) =>
    itemsOf(r, args.positional[0] ?? [])
      .map(textOf)
      .join(text),
  find: (r, text, args) => pointIndex(text, text.indexOf(textArgument(r, args, [0, 'sub'], ''))),
  rfind: (r, text, args) =>
    pointIndex(text, text.lastIndexOf(textArgument(r, args, [0, 'sub'], ''))),
  index(r, text, args) {
    const at = text.indexOf(textArgument(r, args, [0, 'sub'], ''))
    return at < 0 ? r.fail('the substring is not there') : pointIndex(text, at)
  },
  count(r, text, args) {
    const part = textArgument(r, args, [0, 'sub'], '')
    return part === '' ? pointsOf(text).length + 1 : text.split(part).length - 1
  },
  removeprefix(r, text, args) {
    const affix = textArgument(r, args, [0, 'prefix'], '')
    return text.startsWith(affix) ? text.slice(affix.length) : text
  },
  removesuffix(r, text, args) {
    const affix = textArgument(r, args, [0, 'suffix'], '')
    return affix !== '' && text.endsWith(affix) ? text.slice(0, -affix.length) : text
  },
  partition: (r, text, args) => partition(text, textArgument(r, args, [0, 'sep'], ' '), false),
  rpartition: (r, text, args) => partition(text, textArgument(r, args, [0, 'sep'], ' '), true),
  zfill(r, text, args) {
    const sign = text.startsWith('-') || text.startsWith('+') ? text.slice(0, 1) : ''
    const width = padWidth(r, args) - sign.length
    return sign + text.slice(sign.length).padStart(width, '0')
  },
  ljust: (r, text, args) => text.padEnd(padWidth(r, args), textArgument(r, args, [1, 'fill'], ' ')),
  rjust: (r, text, args) =>
    text.padStart(padWidth(r, args), textArgument(r, args, [1, 'fill'], ' ')),
  format: (r, text, args) => format(r, text, args),
  isdigit: (_, text) => /^\p{Nd}+$/u.test(text),
  isnumeric: (_, text) => /^\p{N}+$/u.test(text),
  isdecimal: (_, text) => /^\p{Nd}+$/u.test(text),
  isalpha: (_, text) => /^\p{L}+$/u.test(text),
  isalnum: (_, text) => /^[\p{L}\p{N}]+$/u.test(text),
  isspace: (_, text) => text !== '' && strip(text, null, true, true) === '',
  isupper: (_, text) => text !== text.toLowerCase() && text === text.toUpperCase(),
  islower: (_, text) => text !== text.toUpperCase() && text === text.toLowerCase(),
}

function padWidth(r: Runtime, args: Given): number {
  const width = integerArgument(r, args, [0, 'width'], 0)
  r.spend(Math.max(0, width))
  return width
}

/** Takes characters off the ends: white space, or those of a set. */
export function strip(text: string, set: string | null, start: boolean, end: boolean): string {
  if (set === null) {
    const left = start ? text.trimStart() : text
    return end ? left.trimEnd() : left
  }
  const points = pointsOf(text)
  const chars = new Set(pointsOf(set))
  let [from, to] = [0, points.length]
  if (start) while (from < to && chars.has(points[from] ?? '')) from += 1
  if (end) while (to > from && chars.has(points[to - 1] ?? '')) to -= 1
  return points.slice(from, to).join('')
}

function split(r: Runtime, text: string, args: Given, fromRight: boolean): Value[] {
  const separator = textArgument(r, args, [0, 'sep'], null)
  const most = integerArgument(r, args, [1, 'maxsplit'], -1)
  if (separator === '') return r.fail('the separator of split is empty')
  const parts =
    separator === null ? text.split(/\s+/).filter((part) => part !== '') : text.split(separator)
  r.spend(parts.length)
  if (most < 0 || parts.length <= most + 1) return parts
  const glue = separator ?? ' '
  return fromRight
    ? [parts.slice(0, parts.length - most).join(glue), ...parts.slice(parts.length - most)]
    : [...parts.slice(0, most), parts.slice(most).join(glue)]
}

function splitLines(text: string, keep: boolean): Value[] {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/)
  const kept = lines.filter((line) => line !== '')
  return keep ? kept : kept.map((line) => line.replace(/\r?\n$|\r$/, ''))
}

function affixes(r: Runtime, args: Given): string[] {
  const value = args.positional[0]
  const list = Array.isArray(value) ? value : [value ?? '']
  return list.map((item) =>
    typeof item === 'string' ? item : r.fail(`expected a string, not ${typeOf(item)}`),
  )
}

function titleCase(text: string): string {
  return text.replaceAll(/\p{L}+/gu, capitalize)
}

/** The first character in upper case, the rest in lower case. */
export function capitalize(text: string): string {
  const [first = '', ...rest] = pointsOf(text)
  return first.toUpperCase() + rest.join('').toLowerCase()
}

/** Python's replace: all occurrences, or the first few. */
export function replaceText(
  r: Runtime,
  text: string,
  [from, to]: readonly [string, string],
  count: number,
): string {
  const parts = from === '' ? ['', ...pointsOf(text), ''] : text.split(from)
  r.spend(parts.length + (parts.length * to.length) / 8)
  if (count < 0 || parts.length <= count + 1) return parts.join(to)
  return [...parts.slice(0, count), parts.slice(count).join(from)].join(to)
}

function pointIndex(text: string, unit: number): number {
  return unit < 0 ? -1 : pointsOf(text.slice(0, unit)).length
}

function partition(text: string, separator: string, last: boolean): Value[] {
  const at = last ? text.lastIndexOf(separator) : text.indexOf(separator)
  if (at < 0) return last ? ['', '', text] : [text, '', '']
  return [text.slice(0, at), separator, text.slice(at + separator.length)]
}

/** `'{} {0} {name}'.format(…)`: fields without a format specification. */
function format(r: Runtime, text: string, args: Given): string {
  let next = 0
  return text.replaceAll(/\{\{|\}\}|\{([\w.]*)\}/g, (whole: string, field: string | undefined) => {
    if (field === undefined) return whole.slice(1)
    const [head = '', ...path] = field.split('.')
    const place = head === '' ? next++ : Number(head)
    const found = Number.isInteger(place) ? args.positional[place] : args.named.get(head)
    if (found === undefined) return r.fail(`format has no argument for {${field}}`)
    return textOf(path.reduce<Value>((value, name) => r.attribute(value, name), found))
  })
}

/** Python's `%` on a string: `%s`, `%d`, `%f`, `%x`, with flags, width and precision. */
export function formatPercent(r: Runtime, text: string, value: Value): string {
  const values = Array.isArray(value) ? value : [value]
  let next = 0
  const pattern = /%(?:\((\w+)\))?([-0+ ]*)(\d{0,4})(?:\.(\d{1,3}))?([sdifrxX%])/g
  return text.replaceAll(
    pattern,
    (
      _,
      name: string | undefined,
      flags: string,
      width: string,
      digits: string | undefined,
      type,
    ) => {
      if (type === '%') return '%'
      const item = name === undefined ? values[next++] : r.item(value, name)
      if (item === undefined) return r.fail('not enough arguments for the format')
      const plain = formatOne(r, item, String(type), digits)
      return pad(plain, flags, Number(width))
    },
  )
}

function formatOne(r: Runtime, item: Value, type: string, digits: string | undefined): string {
  if (type === 's' || type === 'r') {
    const text = type === 's' ? textOf(item) : textOf(r.filter('pprint', item, given()))
    return digits === undefined ? text : pointsOf(text).slice(0, Number(digits)).join('')
  }
  const number = Number(textOf(item))
  if (Number.isNaN(number)) return r.fail(`%${type} needs a number, not ${typeOf(item)}`)
  if (type === 'f') return number.toFixed(digits === undefined ? 6 : Number(digits))
  const whole = Math.trunc(number)
  if (type === 'x') return whole.toString(16)
  return type === 'X' ? whole.toString(16).toUpperCase() : String(whole)
}

function pad(text: string, flags: string, width: number): string {
  if (flags.includes('-')) return text.padEnd(width)
  return text.padStart(width, flags.includes('0') ? '0' : ' ')
}
