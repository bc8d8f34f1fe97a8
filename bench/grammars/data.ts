import { seeded } from '../json/data.ts'

const names = ['count', 'total', 'name', 'list', 'value', 'index', 'result', 'x']

/** About 100 KB of comma-separated values, some of them quoted, the same at every run. */
export function makeCsv(size = 100 * 1024): string {
  const random = seeded(11)
  const lines: string[] = []
  let length = 0
  while (length < size) {
    const fields = Array.from({ length: 8 }, () =>
      random() < 0.2 ? '"a ""quoted"", field"' : String(Math.floor(random() * 1e6)),
    )
    lines.push(fields.join(','))
    length += fields.join(',').length + 1
  }
  return lines.join('\n')
}

/** About 100 KB of the small language of `fixtures/peggy/script.peggy`, the same at every run. */
export function makeScript(size = 100 * 1024): string {
  const random = seeded(13)
  const pick = (): string => names[Math.floor(random() * names.length)] ?? 'x'
  const number = (): string => String(Math.floor(random() * 1000))
  const term = (depth: number): string => {
    const roll = random()
    if (roll < 0.35) return pick()
    if (roll < 0.6) return number()
    if (roll < 0.7) return '`some text`'
    if (depth === 0) return number()
    return roll < 0.85
      ? `${pick()}(${expression(depth - 1)}, ${expression(depth - 1)})`
      : `(${expression(depth - 1)})`
  }
  const expression = (depth: number): string =>
    random() < 0.5
      ? term(depth)
      : `${term(depth)} ${'+-<'[Math.floor(random() * 3)]} ${term(depth)}`
  const lines: string[] = []
  let length = 0
  while (length < size) {
    const roll = random()
    const line =
      roll < 0.5
        ? `let ${pick()} = ${expression(3)};`
        : roll < 0.7
          ? `if (${expression(2)}) {\n  ${pick()}(${expression(2)}); // why\n}`
          : `${expression(3)};`
    lines.push(line)
    length += line.length + 1
  }
  return `${lines.join('\n')}\n`
}
