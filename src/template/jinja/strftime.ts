const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months =
  'January February March April May June July August September October November December'.split(' ')

const two = (value: number): string => String(value).padStart(2, '0')

const codes: Readonly<Record<string, (at: Date) => string>> = {
  Y: (at) => String(at.getFullYear()),
  y: (at) => two(at.getFullYear() % 100),
  m: (at) => two(at.getMonth() + 1),
  d: (at) => two(at.getDate()),
  e: (at) => String(at.getDate()).padStart(2),
  H: (at) => two(at.getHours()),
  I: (at) => two(at.getHours() % 12 || 12),
  M: (at) => two(at.getMinutes()),
  S: (at) => two(at.getSeconds()),
  p: (at) => (at.getHours() < 12 ? 'AM' : 'PM'),
  A: (at) => days[at.getDay()] ?? '',
  a: (at) => (days[at.getDay()] ?? '').slice(0, 3),
  B: (at) => months[at.getMonth()] ?? '',
  b: (at) => (months[at.getMonth()] ?? '').slice(0, 3),
  j: (at) => String(dayOfYear(at)).padStart(3, '0'),
  w: (at) => String(at.getDay()),
  F: (at) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
  T: (at) => `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
  Z: () => '',
  z: () => '',
  '%': () => '%',
}

/** A time as C's `strftime` writes it in English; a code that it does not know is left as it is. */
export function strftime(at: Date, format: string): string {
  return format.replaceAll(/%(-?)([A-Za-z%])/g, (whole, unpadded: string, code: string) => {
    const text = Object.hasOwn(codes, code) ? codes[code]?.(at) : undefined
    if (text === undefined) return String(whole)
    return unpadded === '-' ? text.replace(/^[0 ]+(?=.)/, '') : text
  })
}

function dayOfYear(at: Date): number {
  const first = Date.UTC(at.getFullYear(), 0, 1)
  return (Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) - first) / 86_400_000 + 1
}
