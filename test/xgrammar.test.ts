import { existsSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { acceptGbnf } from '../src/gbnf/accept.ts'
import type { JsonSchema } from '../src/peg/node.ts'
import { parseSchema } from '../src/schema/parse-schema.ts'
import { schemaToGbnf, type SchemaOptions } from '../src/text/schema-to-gbnf.ts'
import { readSchemaCases } from './support/schema-cases.ts'
import { projectRoot } from './support/sources.ts'
import { createWorker } from './support/worker.ts'

const oracles = `${projectRoot}test/oracles/`
const isInstalled = existsSync(`${oracles}node_modules/@mlc-ai/web-xgrammar`)
const worker = createWorker({ script: `${oracles}xgrammar-worker.ts`, limitMs: 60_000 })
afterAll(() => worker.close())

interface Given {
  readonly name: string
  readonly schema: JsonSchema
  readonly settings: SchemaOptions
  readonly texts: readonly string[]
}

/** Where XGrammar refuses the grammar, or says of a text what llama.cpp does not. */
async function disagreements(cases: readonly Given[]): Promise<string[]> {
  const found: string[] = []
  for (const { name, schema, settings, texts } of cases) {
    const { gbnf: ebnf, report } = schemaToGbnf(schema, { ...settings, target: 'xgrammar' })
    const outcome = await worker.ask<readonly boolean[]>({ ebnf, texts })
    if (outcome.kind !== 'value') {
      found.push(`${name}: ${outcome.kind}`)
      worker.close()
      continue
    }
    const { gbnf, report: usual } = schemaToGbnf(schema, settings)
    const isWidened = report.entries.length > usual.entries.length
    texts.forEach((text, i) => {
      const ours = acceptGbnf(gbnf, text).kind === 'complete'
      const theirs = outcome.value[i] === true
      if (ours !== theirs && !(isWidened && theirs)) found.push(`${name}: ${text.slice(0, 200)}`)
    })
  }
  return found
}

const judged = isInstalled ? describe : describe.skip

judged('XGrammar (where test/oracles is installed)', { timeout: 900_000 }, () => {
  it('reads the grammar of each case and agrees on its texts', async () => {
    const cases = readSchemaCases().map(({ name, schema, settings, accepts, rejects }) => ({
      name,
      schema,
      settings,
      texts: [...accepts, ...rejects],
    }))
    expect(await disagreements(cases)).toEqual([])
  })

  const shared = `${projectRoot}../shared/schema/maskbench-dev.jsonl`
  it.runIf(existsSync(shared))('and of schemas from the wild', async () => {
    const lines = readFileSync(shared, 'utf8').trim().split('\n')
    // All of them take ten minutes.
    const every = process.env['TEST_HARDER'] === '1' ? 1 : 16
    const cases = lines
      .filter((_, i) => i % every === 0)
      .map((line): Given => {
        const { id, schema, tests }: { id: string; schema: unknown; tests: { c: string }[] } =
          JSON.parse(line)
        return {
          name: id,
          schema: parseSchema(JSON.stringify(schema)),
          settings: { additionalProperties: 'open', whitespace: 'free', integers: 'any' },
          texts: tests.map(({ c }) => c),
        }
      })
    expect(await disagreements(cases)).toEqual([])
  })
})

describe('what XGrammar cannot say', () => {
  const entryOf = (schema: JsonSchema) =>
    schemaToGbnf(schema, { target: 'xgrammar' }).report.entries.filter(
      ({ path, keyword }) => path === '' && keyword === '',
    )

  it('ranges beyond ASCII are widened, and reported', () => {
    const schema = { type: 'string', pattern: '^[\u0100-\u4000]+$' }
    expect(entryOf(schema)).toEqual([expect.objectContaining({ effect: 'relaxed' })])
    expect(() => schemaToGbnf(schema, { target: 'xgrammar', strict: true })).toThrow(/ASCII/)
  })

  it('a few characters beyond ASCII are written one by one', () => {
    const schema = { type: 'string', pattern: '^[aéü]+$' }
    expect(entryOf(schema)).toEqual([])
    expect(schemaToGbnf(schema, { target: 'xgrammar' }).gbnf).toContain(
      String.raw`"\u00E9" | "\u00FC"`,
    )
  })
})
