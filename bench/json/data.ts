import { mulberry32 } from '../../src/util/mulberry32.ts'

/** About 100 KB of JSON in the manner of an API's answer, the same at every run. */
export function makeJson(size = 100 * 1024): string {
  const random = seeded(7)
  const pick = (words: readonly string[]): string =>
    words[Math.floor(random() * words.length)] ?? ''
  const records: unknown[] = []
  let length = 0
  while (length < size) {
    const record = {
      id: Math.floor(random() * 1e6),
      name: `${pick(names)} ${pick(names)}`,
      email: `${pick(names).toLowerCase()}@example.org`,
      score: Math.round(random() * 1e5) / 100,
      active: random() < 0.5,
      tags: Array.from({ length: Math.floor(random() * 4) }, () => pick(tags)),
      address: { city: pick(cities), zip: null, note: 'a "quoted" word\nand a line' },
    }
    records.push(record)
    length += JSON.stringify(record).length + 4
  }
  return JSON.stringify(records, null, 1).replaceAll('\n ', '\n')
}

const names = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Alan', 'Katherine', 'Niklaus', 'Frances']
const tags = ['new', 'paid', 'late', 'priority-customer', 'é', '日本', 'to be reviewed']
const cities = ['Oslo', 'Cádiz', 'Brest', 'São Paulo', 'Kraków', 'Bergen']

/** Random numbers below 1, the same at every run. */
export function seeded(seed: number): () => number {
  const random = mulberry32(seed)
  return () => random() / 2 ** 32
}
