import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  createReader,
  diffRequests,
  diffTexts,
  readLlama,
  readOurs,
} from './support/llama/compare.ts'
import { isSame, knownDifferences, type Difference } from './support/llama/known-differences.ts'
import { templateFamilies } from './support/llama/templates.ts'
import { chatOracle, describeWithOracle } from './support/oracle.ts'
import { ownTemplates, sharedTemplates } from './support/real-templates.ts'

// `TEST_HARDER=1` reads 200 messages a template and request, anew each time; `DIFF_SEED` repeats one.
const { CI, TEST_HARDER, DIFF_SEED } = process.env
const messages = TEST_HARDER !== undefined ? 200 : CI !== undefined ? 20 : 4
const seed =
  DIFF_SEED !== undefined ? Number(DIFF_SEED) : TEST_HARDER !== undefined ? Date.now() % 1e9 : 11

const templates = [...ownTemplates(), ...sharedTemplates()].flatMap(({ name, text }) => {
  const template = name.replace(/\.jinja$/, '')
  const family = templateFamilies[template]
  return family === undefined ? [] : [{ template, text, family }]
})

describeWithOracle(`llama.cpp's chat parser, seed ${seed}`, () => {
  const oracle = chatOracle({ limitMs: 20_000, markers: [] })
  const told = new Map<string, number>()

  for (const { template, text, family } of templates) {
    it(
      `reads as the profile llamaCpp does: ${template}`,
      { timeout: 120_000 + messages * 5000 },
      async () => {
        const found: Difference[] = []
        let [asked, unanswered] = [0, 0]
        for (const request of diffRequests) {
          const reader = await createReader(oracle, text, family, request)
          // All messages under the first request, a quarter under each other.
          const count = request === diffRequests[0] ? messages : Math.ceil(messages / 4)
          for (const read of diffTexts(reader, family, count, seed)) {
            const llama = await readLlama(oracle, reader, read.text)
            asked++
            if (llama === null) {
              unanswered++
              continue
            }
            const ours = readOurs(reader, read)
            if (isSame(llama, ours)) continue
            const difference = { ...read, template, llama, ours }
            const known = knownDifferences.find((one) => one.explains(difference))
            if (known === undefined) found.push(difference)
            else told.set(known.name, (told.get(known.name) ?? 0) + 1)
          }
        }
        expect(found).toEqual([])
        expect(unanswered).toBeLessThanOrEqual(asked / 100)
      },
    )
  }

  it(
    'reads white space at the beginning as the profile does',
    { timeout: 120_000 + templates.length * 4000 },
    async () => {
      const requests = diffRequests.filter(({ name }) => !/call/.test(name))
      for (const { template, text, family } of templates) {
        for (const request of requests) {
          const reader = await createReader(oracle, text, family, request)
          for (const white of ['\nHello', ' \n\nHello']) {
            const llama = await readLlama(oracle, reader, white)
            if (llama === null) continue
            const ours = readOurs(reader, { kind: 'whole', text: white })
            const difference = { kind: 'whole', text: white, template, llama, ours } as const
            if (isSame(llama, ours)) continue
            const known = knownDifferences.some((one) => one.explains(difference))
            expect(known ? null : { request: request.name, difference }).toBeNull()
          }
        }
      }
    },
  )

  it('knows of no difference that there is not', () => {
    // A routine run is too short to meet each of them.
    if (messages < 200) return
    const met = knownDifferences.filter(({ name }) => told.has(name))
    const common = knownDifferences.filter(({ rare = false }) => !rare)
    expect(met).toEqual(expect.arrayContaining(common))
  })
})

describe('what is known to differ', () => {
  it('has a reason and an example', () => {
    for (const { reason, example } of knownDifferences) {
      expect(reason.length).toBeGreaterThan(20)
      expect(example).not.toBe('')
    }
  })

  it('is told in the docs', () => {
    const page = readFileSync(new URL('../docs/llama-cpp.md', import.meta.url), 'utf8')
    for (const { name, reason, example } of knownDifferences) {
      expect(page).toContain(`**${name}**`)
      expect(page.replaceAll(/\s+/g, ' ')).toContain(reason)
      expect(page).toContain(example)
    }
  })
})
