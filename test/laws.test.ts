import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import { chatFromArena, profiles } from '../src/chat/index.ts'
import { formatList } from '../src/formats/index.ts'
import { sampleFormats, withChatTags } from './support/chat-arenas.ts'
import { damagedTexts, formatCases, markersOf } from './support/generate.ts'
import { checkLaws } from './support/laws.ts'
import { buildPlan } from './support/plan.ts'
import { arenaPlans } from './support/random-arenas.ts'
import { createRandom, mutateText, randomSentence } from './support/random-texts.ts'

// CI looks longer, and someone who looks for trouble looks elsewhere each time.
const { CI, TEST_HARDER } = process.env
const factor = TEST_HARDER !== undefined ? 50 : CI !== undefined ? 4 : 1
const seed = TEST_HARDER !== undefined ? Date.now() : 7
// Formats share the time: the more there are, the fewer texts each has.
const share = Math.max(1, Math.round((12 * factor) / formatList.length))

describe('the laws of a stream', () => {
  for (const { name, chat, texts, late } of sampleFormats) {
    it(`hold for ${name}`, { timeout: 60_000 * factor }, () => {
      for (const text of texts) checkLaws(chat, text, { wellFormed: late !== true })
    })

    it(`hold for ${name} when the text is damaged`, { timeout: 60_000 * factor }, () => {
      texts.forEach((text, i) => {
        for (const damaged of damagedTexts(text, markersOf(text), 8 * factor, seed + i)) {
          checkLaws(chat, damaged, { cuts: 20, reparse: damaged.length < 250 })
        }
      })
    })
  }

  const formatted = formatCases(share, seed)
  for (const { name, chat, session, texts } of formatted) {
    it(`hold for ${name}`, { timeout: 60_000 * factor }, () => {
      for (const text of texts) {
        // A sentence of one request is not one of every other.
        const { complete, diagnostics } = chat.parse(text, session)
        checkLaws(chat, text, {
          session,
          wellFormed: complete && diagnostics.length === 0,
          cuts: 60,
        })
      }
    })

    it(`hold for ${name} when the text is damaged`, { timeout: 60_000 * factor }, () => {
      texts.forEach((text, i) => {
        for (const damaged of damagedTexts(text, markersOf(text), share, seed + i)) {
          checkLaws(chat, damaged, { session, cuts: 15, reparse: damaged.length < 250 })
        }
      })
    })
  }

  // Every profile where someone looks for trouble; else one format and request in five, with another
  // profile for each neighbour.
  const engines = Object.values(profiles).filter(({ name }) => name !== 'pegbnf')
  const sampled = formatted.flatMap((one, i) => {
    if (TEST_HARDER !== undefined) return engines.map((profile) => ({ ...one, profile, i }))
    const profile = engines[i % engines.length] ?? profiles.vllm
    return factor > 1 || (i + seed) % 5 === 0 ? [{ ...one, profile, i }] : []
  })
  for (const { name, chat, session, texts, profile, i } of sampled) {
    it(`hold for ${name}, read as ${profile.name}`, { timeout: 60_000 * factor }, () => {
      for (const text of texts.slice(0, factor)) {
        for (const read of [text, ...damagedTexts(text, markersOf(text), 1, seed + i)]) {
          checkLaws(chat, read, { session: { ...session, profile }, cuts: 8, reparse: false })
        }
      }
    })
  }

  it(
    'hold for random arenas and texts, laws 3 and 4 left out',
    { timeout: 120_000 * factor },
    () => {
      const property = fc.property(
        arenaPlans,
        fc.nat(20),
        fc.integer(),
        (plan, shift, textSeed) => {
          const arena = buildPlan(plan)
          fc.pre(arena !== null)
          if (arena === null) return
          const chat = chatFromArena(withChatTags(arena, shift))
          const random = createRandom(textSeed)
          for (let i = 0; i < 2; i++) {
            checkLaws(chat, mutateText(randomSentence(arena, random), random), { linear: false })
          }
        },
      )
      fc.assert(property, { numRuns: 100 * factor, seed })
    },
  )
})
