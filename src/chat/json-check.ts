import { Mode, type JsonCheck } from './json-state.ts'

/** How deep the JSON of a call's arguments may nest before it counts as invalid. */
export const MaxJsonDepth = 512

/** Checks more text, and gives how much of it can stand in JSON: its length, or where it breaks. */
export function checkJson(check: JsonCheck, text: string): number {
  for (let i = 0; i < text.length; i++) {
    if (check.mode === Mode.failed) return 0
    if (check.mode === Mode.string) {
      i = skipPlain(text, i)
      if (i === text.length) break
    }
    step(check, text.charCodeAt(i))
    if (isFailed(check)) return i
  }
  return text.length
}

function isFailed({ mode }: JsonCheck): boolean {
  return mode === Mode.failed
}

const Quote = 34
const Backslash = 92

/** The index of the next character of a string that is not plain. */
function skipPlain(text: string, from: number): number {
  let i = from
  for (; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === Quote || unit === Backslash || unit < 32) break
  }
  return i
}

function step(check: JsonCheck, unit: number): void {
  const { mode } = check
  if (mode === Mode.string) inString(check, unit)
  else if (mode === Mode.escape) afterBackslash(check, unit)
  else if (mode === Mode.hex) countDown(check, isHex(unit), Mode.string)
  else if (mode === Mode.word) {
    const wanted = check.word.charCodeAt(check.word.length - check.left)
    countDown(check, unit === wanted, Mode.after)
  } else if (mode >= Mode.minus) inNumber(check, unit)
  else if (!isBlank(unit)) between(check, unit)
}

function inString(check: JsonCheck, unit: number): void {
  if (unit === Quote) check.mode = check.isKey ? Mode.colon : Mode.after
  else check.mode = unit === Backslash ? Mode.escape : Mode.failed
}

function afterBackslash(check: JsonCheck, unit: number): void {
  if (unit === 117) {
    check.mode = Mode.hex
    check.left = 4
  } else check.mode = '"\\/bfnrt'.includes(String.fromCharCode(unit)) ? Mode.string : Mode.failed
}

function countDown(check: JsonCheck, fits: boolean, then: number): void {
  if (!fits) check.mode = Mode.failed
  else if (--check.left === 0) check.mode = then
}

function between(check: JsonCheck, unit: number): void {
  const { mode } = check
  if (mode === Mode.value || mode === Mode.first) {
    if (unit === 93 && mode === Mode.first) close(check, false)
    else beginValue(check, unit)
  } else if (mode === Mode.key || mode === Mode.firstKey) {
    if (unit === 125 && mode === Mode.firstKey) close(check, true)
    else openString(check, unit === Quote, true)
  } else if (mode === Mode.colon) check.mode = unit === 58 ? Mode.value : Mode.failed
  else afterValue(check, unit)
}

function afterValue(check: JsonCheck, unit: number): void {
  const inObject = check.objects.at(-1)
  if (inObject === undefined) check.mode = Mode.failed
  else if (unit === 44) check.mode = inObject ? Mode.key : Mode.value
  else if (unit === (inObject ? 125 : 93)) close(check, inObject)
  else check.mode = Mode.failed
}

function beginValue(check: JsonCheck, unit: number): void {
  if (check.objects.length === 0) check.isObject = unit === 123
  const char = String.fromCharCode(unit)
  if (char === '{' || char === '[') open(check, char === '{')
  else if (char === '"') openString(check, true, false)
  else if (char === '-') check.mode = Mode.minus
  else if (char === '0') check.mode = Mode.zero
  else if (isDigit(unit)) check.mode = Mode.digits
  else {
    check.word = char === 't' ? 'true' : char === 'f' ? 'false' : char === 'n' ? 'null' : ''
    check.left = check.word.length - 1
    check.mode = check.word === '' ? Mode.failed : Mode.word
  }
}

function open(check: JsonCheck, isObject: boolean): void {
  check.objects.push(isObject)
  check.mode = isObject ? Mode.firstKey : Mode.first
  if (check.objects.length > MaxJsonDepth) check.mode = Mode.failed
}

function close(check: JsonCheck, isObject: boolean): void {
  check.mode = check.objects.pop() === isObject ? Mode.after : Mode.failed
}

function openString(check: JsonCheck, fits: boolean, isKey: boolean): void {
  check.isKey = isKey
  check.mode = fits ? Mode.string : Mode.failed
}

function inNumber(check: JsonCheck, unit: number): void {
  const next = numberMode(check.mode, unit)
  if (next !== Mode.after) check.mode = next
  else {
    check.mode = Mode.after
    if (!isBlank(unit)) afterValue(check, unit)
  }
}

/** The state of a number after one more character; `after` where the number has ended before it. */
function numberMode(mode: number, unit: number): number {
  const digit = isDigit(unit)
  const ended =
    mode === Mode.zero ||
    mode === Mode.digits ||
    mode === Mode.fraction ||
    mode === Mode.exponentDigits
  const otherwise = ended ? Mode.after : Mode.failed
  if (mode === Mode.minus) return unit === 48 ? Mode.zero : digit ? Mode.digits : otherwise
  if (mode === Mode.point) return digit ? Mode.fraction : otherwise
  if (mode === Mode.exponent && (unit === 43 || unit === 45)) return Mode.exponentSign
  if (mode >= Mode.exponent) return digit ? Mode.exponentDigits : otherwise
  if (digit) return mode === Mode.zero ? Mode.failed : mode
  if (unit === 46) return mode === Mode.fraction ? Mode.failed : Mode.point
  return unit === 69 || unit === 101 ? Mode.exponent : otherwise
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

function isHex(unit: number): boolean {
  return isDigit(unit) || (unit >= 65 && unit <= 70) || (unit >= 97 && unit <= 102)
}
