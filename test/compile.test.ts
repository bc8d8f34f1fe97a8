import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAst } from '../src/ast/node.ts'
import { printAst } from '../src/ast/print.ts'
import { fromPeggy } from '../src/peggy.ts'
import { buildGrammar } from '../src/grammar.ts'
import { openMachine } from '../src/machine/parse.ts'
import type { MachineLimits } from '../src/machine/machine-types.ts'
import type { Arena, View } from '../src/peg/arena.ts'
import { loadCompiled, type CompiledModule } from './support/compiled.ts'
import { readCaseTexts } from './support/case-texts.ts'
import {
  checkCommitted,
  checkResume,
  isTractable,
  reparsePrefixes,
} from './support/machine-laws.ts'
import { chunkings } from './support/outcome.ts'
import { buildPlan } from './support/plan.ts'
import { arenaPlans } from './support/random-arenas.ts'
import { createRandom, mutateText, randomSentence } from './support/random-texts.ts'
import { projectRoot } from './support/sources.ts'

const { CI, TEST_HARDER } = process.env
const runs = TEST_HARDER !== undefined ? 4000 : CI === undefined ? 60 : 600

const readPeggyFixture = (name: string): string =>
  readFileSync(`${projectRoot}fixtures/peggy/${name}.peggy`, 'utf8')

interface Reading {
  readonly view?: View
  readonly ruleRecords?: boolean
  readonly limits?: Partial<MachineLimits>
}

/** Holds a generated module to the library's machine on one text. */
function checkText(
  module: CompiledModule,
  arena: Arena,
  text: string,
  reading: Reading = {},
): void {
  const { limits, ...compiled } = reading
  const options = limits === undefined ? {} : { limits }
  const machine = openMachine(arena, { ...compiled, ...options })
  machine.feed(text)
  machine.finish()
  const parsed = module.parse(text, options)
  expect(parsed.result(), JSON.stringify(text)).toEqual(machine.result())
  expect(parsed.status).toBe(machine.status)
  const { records, length } = machine.tape
  expect([...parsed.tape.records.subarray(0, parsed.tape.length)]).toEqual([
    ...records.subarray(0, length),
  ])
  expect(module.printAst(parsed.ast())).toBe(printAst(createAst(machine, arena)))
  const { code } = { code: 'none', ...machine.result() }
  if (code !== 'tape-limit') {
    expect(module.recognise(text, options)).toBe(machine.status === 'success')
  }
}

/** Holds a session of a generated module to a reparse after every chunk. */
function checkSession(module: CompiledModule, arena: Arena, text: string): void {
  const open = (): ReturnType<CompiledModule['open']> => module.open()
  const subject = { arena, options: {}, open }
  const machine = { ...subject, open: () => openMachine(arena) }
  const prefixes = reparsePrefixes(machine, text)
  for (const chunks of chunkings(text)) {
    checkResume(subject, chunks, prefixes)
    checkCommitted(subject, chunks)
  }
}

describe('a generated parser', () => {
  it('says of random texts what the machine says', { timeout: 180_000 }, async () => {
    const counts = { matched: 0, left: 0 }
    const property = fc.asyncProperty(
      arenaPlans,
      fc.integer(),
      fc.constantFrom<Reading>({}, { view: 'grammar', ruleRecords: false }),
      async (plan, seed, reading) => {
        const arena = buildPlan(plan)
        fc.pre(arena !== null)
        if (arena === null) return
        const module = await loadCompiled(arena, reading)
        const random = createRandom(seed)
        for (let i = 0; i < 12; i++) {
          const sentence = randomSentence(arena, random)
          checkText(module, arena, i % 3 === 0 ? mutateText(sentence, random) : sentence, reading)
        }
        counts.matched += module.counts.matched
        counts.left += module.counts.left
      },
    )
    await fc.assert(property, { numRuns: runs, seed: 20_260_119 })
    expect(counts.matched).toBeGreaterThan(counts.left / 4)
  })

  it('meets the limits that the machine meets', { timeout: 180_000 }, async () => {
    const limited = fc.record(
      {
        maxDepth: fc.nat(4),
        maxTapeRecords: fc.nat(8),
        maxHeld: fc.nat(6),
        maxTextLength: fc.constantFrom(5, 20),
      },
      { requiredKeys: [] },
    )
    const property = fc.asyncProperty(
      arenaPlans,
      fc.integer(),
      limited,
      async (plan, seed, limits) => {
        const arena = buildPlan(plan)
        fc.pre(arena !== null)
        if (arena === null) return
        const module = await loadCompiled(arena)
        const random = createRandom(seed)
        for (let i = 0; i < 6; i++)
          checkText(module, arena, randomSentence(arena, random), { limits })
      },
    )
    await fc.assert(property, { numRuns: runs, seed: 20_260_119 })
  })

  it('reads a text that comes in pieces as the machine does', { timeout: 180_000 }, async () => {
    const property = fc.asyncProperty(arenaPlans, fc.integer(), async (plan, seed) => {
      const arena = buildPlan(plan)
      fc.pre(arena !== null)
      if (arena === null) return
      const module = await loadCompiled(arena)
      const text = randomSentence(arena, createRandom(seed))
      if (isTractable(arena, text, {})) checkSession(module, arena, text)
    })
    await fc.assert(property, { numRuns: Math.ceil(runs / 6), seed: 20_260_119 })
  })

  it('reads the texts of every combinator', { timeout: 60_000 }, async () => {
    const counts = { matched: 0, left: 0 }
    for (const { make, inputs } of readCaseTexts()) {
      const arena = buildGrammar(make)
      const module = await loadCompiled(arena)
      for (const text of inputs) checkText(module, arena, text)
      counts.matched += module.counts.matched
      counts.left += module.counts.left
    }
    expect(counts.matched).toBeGreaterThan(counts.left)
  })
})

describe('work that grows without end', () => {
  it('is left to the machine, which stops', async () => {
    // Each level is tried twice for nothing: 2^n steps.
    const arena = buildGrammar((p) => {
      p.rule('pair', () =>
        p.choice(
          p.sequence('(', p.ref('pair'), ')', 'x'),
          p.sequence('(', p.ref('pair'), ')', 'y'),
          'z',
        ),
      )
      return p.sequence(p.ref('pair'), p.end())
    })
    const module = await loadCompiled(arena)
    for (const depth of [5, 20, 60]) {
      const text = `${'('.repeat(depth)}z${')y'.repeat(depth)}`
      checkText(module, arena, text)
      checkText(module, arena, text, { limits: { maxSteps: 1000 } })
    }
    expect(module.counts.left).toBeGreaterThan(0)
    expect(module.parse(`${'('.repeat(60)}z${')y'.repeat(60)}`).result()).toMatchObject({
      code: 'work-limit',
    })
  })

  it('is counted where scans are undone', async () => {
    // Each round reads to the end of the text in vain.
    const arena = buildGrammar((p) =>
      p.zeroOrMore(p.choice(p.sequence(p.chars('[a-z]', 0), '!'), p.chars('[a-z]', 1, 1))),
    )
    const module = await loadCompiled(arena)
    for (const length of [100, 1000, 3000]) checkText(module, arena, 'a'.repeat(length))
  })

  it('meets the limit of steps where the machine meets it', { timeout: 60_000 }, async () => {
    const words = Array.from({ length: 60 }, (_, i) => `let x${i} = (a + ${i}) < f(g, \`h\`);`)
    for (const name of ['script', 'json', 'csv']) {
      const arena = fromPeggy(readPeggyFixture(name), { actions: 'strip' })
      const module = await loadCompiled(arena)
      const list = JSON.stringify(words.map((word, i) => ({ word, i })))
      const text = name === 'script' ? words.join('\n') : name === 'json' ? list : words.join(',\n')
      for (const maxSteps of [1, 2, 3, 4, 6, 8, 10, 12, 16, 24, 32, 64, 200]) {
        checkText(module, arena, text, { limits: { maxSteps } })
      }
      expect(module.counts.matched).toBeGreaterThan(0)
    }
  })

  it('is left to the machine where rules nest too deeply', async () => {
    const arena = fromPeggy('list = "(" list* ")"')
    const module = await loadCompiled(arena)
    for (const depth of [100, 300, 600])
      checkText(module, arena, '('.repeat(depth) + ')'.repeat(depth))
    const deep = '('.repeat(20_000) + ')'.repeat(20_000)
    checkText(module, arena, deep, { limits: { maxDepth: 100_000 } })
  })
})

describe('values', () => {
  it('are there where the grammar is JSON', async () => {
    const arena = buildGrammar((p) =>
      p.sequence(p.tag('call', p.json()), p.space(), p.tag('name', p.chars('[a-z]'))),
    )
    const module = await loadCompiled(arena)
    const [call, name] = module.parse('{"__proto__": [1, "\\ud800"]} x').ast().children
    expect(call?.value).toEqual(JSON.parse('{"__proto__": [1, "\\ud800"]}'))
    expect(name?.value).toBeUndefined()
    const session = module.open()
    session.feed('{"a": 1')
    expect(session.ast().children[0]).toMatchObject({ tag: 'call', open: true, value: undefined })
  })
})
