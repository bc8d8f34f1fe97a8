import { quote } from '../../diagnostics/format.ts'
import { fromJson } from './from-json.ts'
import { listFilters } from './list-filters.ts'
import { argument, integerArgument, lengthOf, textArgument, type Runtime } from './runtime.ts'
import { capitalize, formatPercent, replaceText, stringMethods, strip } from './string-methods.ts'
import { jsonOf, reprOf, textOf } from './text.ts'
import {
  floatValue,
  isTruthy,
  isUndefined,
  numberOf,
  typeOf,
  type Given,
  type Value,
} from './value.ts'

/** A filter: the value before the bar, and its arguments. */
export type Filter = (r: Runtime, value: Value, args: Given) => Value

/** The filters of Jinja2, with Hugging Face's `tojson`, by name. */
export const filters: Readonly<Record<string, Filter>> = {
  ...listFilters,
  tojson: toJson,
  from_json: readJson,
  fromjson: readJson,
  string: (_, value) => textOf(value),
  trim: (r, value, args) =>
    strip(textOf(value), textArgument(r, args, [0, 'chars'], null), true, true),
  upper: (_, value) => textOf(value).toUpperCase(),
  lower: (_, value) => textOf(value).toLowerCase(),
  title: (r, value) => method(r, 'title', value),
  capitalize: (_, value) => capitalize(textOf(value)),
  replace(r, value, args) {
    const [from, to] = [
      textArgument(r, args, [0, 'old'], ''),
      textArgument(r, args, [1, 'new'], ''),
    ]
    return replaceText(r, textOf(value), [from, to], integerArgument(r, args, [2, 'count'], -1))
  },
  indent: indentLines,
  default: otherwise,
  d: otherwise,
  length: (r, value) => lengthOf(r, value),
  count: (r, value) => lengthOf(r, value),
  abs: (r, value) =>
    Math.abs(numberOf(value) ?? r.fail(`abs needs a number, not ${typeOf(value)}`)),
  int: (r, value, args) => toInteger(value, integerArgument(r, args, [0, 'default'], 0)),
  float: (_, value, args) => toFloat(value, argument(args, 0, 'default') ?? floatValue(0)),
  round,
  safe: (_, value) => value,
  escape: (_, value) => escapeHtml(textOf(value)),
  e: (_, value) => escapeHtml(textOf(value)),
  forceescape: (_, value) => escapeHtml(textOf(value)),
  striptags: (_, value) =>
    textOf(value)
      .replaceAll(/<[^<>]*>/g, '')
      .split(/\s+/)
      .join(' ')
      .trim(),
  urlencode: (_, value) => encodeURIComponent(textOf(value)).replaceAll('%2F', '/'),
  wordcount: (_, value) =>
    textOf(value)
      .split(/\s+/)
      .filter((word) => word !== '').length,
  format: (r, value, args) => formatPercent(r, textOf(value), [...args.positional]),
  truncate,
  center(r, value, args) {
    const text = textOf(value)
    const width = integerArgument(r, args, [0, 'width'], 80)
    r.spend(Math.max(0, width))
    const before = Math.floor(Math.max(0, width - text.length) / 2)
    return (' '.repeat(before) + text).padEnd(width)
  },
  pprint: (_, value) => reprOf(value),
  attr: (r, value, args) => r.attribute(value, textArgument(r, args, [0, 'name'], '')),
}

function method(r: Runtime, name: string, value: Value): Value {
  return stringMethods[name]?.(r, textOf(value), { positional: [], named: new Map() }) ?? ''
}

function toJson(r: Runtime, value: Value, args: Given): Value {
  const given = argument(args, 0, 'indent')
  const indent =
    typeof given === 'number'
      ? ' '.repeat(Math.min(32, given))
      : typeof given === 'string'
        ? given
        : null
  const separators = args.named.get('separators')
  const [item, key] = Array.isArray(separators) ? separators.map(textOf) : []
  const json = jsonOf(value, {
    indent,
    itemSeparator: item ?? (indent === null ? ', ' : ','),
    keySeparator: key ?? ': ',
    sortKeys: isTruthy(args.named.get('sort_keys') ?? false),
    ascii: isTruthy(args.named.get('ensure_ascii') ?? false),
  })
  if (json === null) return r.fail(`${typeOf(value)} cannot be written as JSON`)
  r.spend(json.length / 8)
  return json
}

function readJson(r: Runtime, value: Value): Value {
  const text = textOf(value)
  r.spend(text.length / 8)
  try {
    return fromJson(JSON.parse(text))
  } catch {
    return r.fail(`${quote(text)} is not JSON`)
  }
}

function indentLines(r: Runtime, value: Value, args: Given): Value {
  const width = argument(args, 0, 'width') ?? 4
  const unit =
    typeof width === 'string' ? width : ' '.repeat(Math.min(200, Number(numberOf(width) ?? 4)))
  const first = isTruthy(argument(args, 1, 'first') ?? false)
  const blank = isTruthy(argument(args, 2, 'blank') ?? false)
  const lines = textOf(value).split('\n')
  r.spend(lines.length)
  return lines
    .map((line, i) =>
      (i === 0 && !first) || (i > 0 && line === '' && !blank) ? line : unit + line,
    )
    .join('\n')
}

function otherwise(_: Runtime, value: Value, args: Given): Value {
  const emptyToo = isTruthy(argument(args, 1, 'boolean') ?? false)
  const missing = isUndefined(value) || (emptyToo && !isTruthy(value))
  return missing ? (argument(args, 0, 'default_value') ?? '') : value
}

function toInteger(value: Value, fallback: number): Value {
  const number = typeof value === 'string' ? Number(value.trim() || 'x') : numberOf(value)
  return number === null || !Number.isFinite(number) ? fallback : Math.trunc(number)
}

function toFloat(value: Value, fallback: Value): Value {
  const number = typeof value === 'string' ? Number(value.trim() || 'x') : numberOf(value)
  return number === null || Number.isNaN(number) ? fallback : floatValue(number)
}

function round(r: Runtime, value: Value, args: Given): Value {
  const number = numberOf(value) ?? r.fail(`round needs a number, not ${typeOf(value)}`)
  const scale = 10 ** integerArgument(r, args, [0, 'precision'], 0)
  const how = textArgument(r, args, [1, 'method'], 'common')
  const operation = how === 'ceil' ? Math.ceil : how === 'floor' ? Math.floor : Math.round
  return floatValue(operation(number * scale) / scale)
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&#34;')
    .replaceAll("'", '&#39;')
}

function truncate(r: Runtime, value: Value, args: Given): Value {
  const text = textOf(value)
  const length = integerArgument(r, args, [0, 'length'], 255)
  const end = textArgument(r, args, [2, 'end'], '...')
  const leeway = integerArgument(r, args, [3, 'leeway'], 5)
  if (text.length <= length + leeway) return text
  const cut = text.slice(0, Math.max(0, length - end.length))
  if (isTruthy(argument(args, 1, 'killwords') ?? false)) return cut + end
  const space = cut.lastIndexOf(' ')
  return (space < 0 ? cut : cut.slice(0, space)) + end
}
