import { describe, expect, it } from 'vitest'
import { formatList } from '../src/formats/index.ts'
import { sampleMany } from '../src/gbnf/sample.ts'
import { formatCases, sampleTools } from './support/generate.ts'
import { chatOracle, describeWithOracle } from './support/oracle.ts'
import { createRandom } from './support/random-texts.ts'
import { takesTools } from './support/takes-tools.ts'

// `TEST_HARDER=1`: 200 sentences of each, and at most 2,000 tries of the model.
const { CI, TEST_HARDER } = process.env
const wanted = TEST_HARDER !== undefined ? 200 : CI !== undefined ? 4 : 1
const mostTries = wanted * 10
const seed = TEST_HARDER !== undefined ? Date.now() % 1e9 : 5

describe(`sentences of a format's grammar, seed ${seed}`, () => {
  const sampled = wanted * 2
  for (const { name, chat } of formatCases(0, seed)) {
    it(
      `are read without a note, and fail nowhere when they are cut: ${name}`,
      {
        timeout: 60_000 + sampled * 1000,
      },
      () => {
        const random = createRandom(seed)
        const { gbnf } = chat.grammar({ lazy: false })
        for (const text of sampleMany(gbnf, sampled, { seed, maxLength: 300 })) {
          expect({ text, notes: chat.parse(text).diagnostics }).toEqual({ text, notes: [] })
          const cut = text.slice(0, random(text.length + 1))
          const { diagnostics } = chat.parse(cut, { partial: true })
          expect({ cut, notes: diagnostics }).toEqual({ cut, notes: [] })
        }
      },
    )
  }
})

describeWithOracle(`what llama.cpp writes under a format's grammar, seed ${seed}`, () => {
  // One format in eight where there is no time for all.
  const chosen = formatList.filter((_, i) => wanted > 4 || i % 8 === seed % 8)
  for (const { name, make } of chosen) {
    it(`is read without a note: ${name}`, { timeout: 120_000 + mostTries * 500 }, async () => {
      const tools = takesTools(make) ? sampleTools : undefined
      const chat = make(tools === undefined ? {} : { tools })
      const { gbnf, preservedTokens } = chat.grammar({ lazy: false })
      // A closer that is no token of the real model: spelled out at random, it would never come.
      const closer = make.family.reasoning?.close
      const markers = typeof closer === 'string' ? [closer] : []
      const oracle = chatOracle({ markers: [...new Set([...preservedTokens, ...markers])] })
      let [tries, ended] = [0, 0]
      while (ended < wanted && tries < mostTries) {
        const options = { seed: seed + tries++, maxTokens: 200, closing: 2 + (tries % 4) }
        const written = await oracle.generate(gbnf, options)
        const read = chat.parse(written.text, { partial: !written.ended })
        expect({ text: written.text, notes: read.diagnostics }).toEqual({
          text: written.text,
          notes: [],
        })
        if (written.ended) ended++
      }
      process.stderr.write(`${name}: ${ended} ended in ${tries} tries\n`)
      expect(ended).toBeGreaterThan(0)
    })
  }
})
