import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { acceptGbnf, createAcceptor } from '../src/gbnf/accept.ts'
import { readGbnf } from '../src/gbnf/read.ts'
import { parseText } from '../src/machine/parse.ts'
import type { Arena } from '../src/peg/arena.ts'
import type { SchemaReport } from '../src/schema/report.ts'
import { schemaToArena, schemaToGbnf } from '../src/text/schema-to-gbnf.ts'
import { describeWithOracle, grammarOracle } from './support/oracle.ts'
import { readSchemaCases, writeSchemaCases, type SchemaCase } from './support/schema-cases.ts'

const isUpdate = process.env['UPDATE'] === '1'
const cases = isUpdate ? readSchemaCases().map(renewed) : readSchemaCases()

if (isUpdate) {
  for (const file of new Set(cases.map((found) => found.file))) {
    writeSchemaCases(
      file,
      cases.filter((found) => found.file === file),
    )
  }
}

describe('cases', () => {
  it.each(cases.map((given) => [given.file, given.name, given] as const))('%s: %s', (...row) => {
    const given = row[2]
    const { gbnf, report } = schemaToGbnf(given.schema, given.settings)
    expect(gbnf.trimEnd()).toBe(given.grammar)
    expect(reportLines(report)).toEqual(given.report)
    expect(readGbnf(gbnf).diagnostics).toEqual([])
    const { arena } = schemaToArena(given.schema, given.settings)
    for (const text of given.accepts) checkAccepted(arena, gbnf, text)
    for (const text of given.rejects) {
      expect(acceptGbnf(gbnf, text).kind, text).not.toBe('complete')
      expect(reads(arena, text), text).toBe(false)
    }
    checkValidator(given, report)
  })
})

/** The grammar and the parser agree, on the text and on its beginnings. */
function checkAccepted(arena: Arena, gbnf: string, text: string): void {
  expect(acceptGbnf(gbnf, text).kind, text).toBe('complete')
  expect(reads(arena, text), text).toBe(true)
  const acceptor = createAcceptor(gbnf)
  for (const char of text) expect(acceptor.feed(char), text).toBe(true)
}

function reads(arena: Arena, text: string): boolean {
  const result = parseText(arena, text, { view: 'grammar' }).result()
  return result.kind === 'success' && result.end === text.length
}

/** Where the report is exact, a validator says the same; accepted texts are valid in any case. */
function checkValidator(given: SchemaCase, report: SchemaReport): void {
  if (given.validator === 'none') return
  const said = JSON.stringify(given.schema)
  const Validator = said.includes('draft-07') ? Ajv : said.includes('2019-09') ? Ajv2019 : Ajv2020
  const validator = new Validator({ strict: false, validateFormats: false })
  const validate = validator.compile(given.schema as object)
  if (!report.entries.some(({ effect }) => effect === 'relaxed' || effect === 'ignored')) {
    for (const text of given.accepts) expect(validate(JSON.parse(text)), text).toBe(true)
  }
}

describeWithOracle('llama.cpp', () => {
  it('loads each grammar and accepts the same texts', async () => {
    const verdicts = await grammarOracle().check(
      cases.map(({ grammar, accepts, rejects }) => ({
        gbnf: `${grammar}\n`,
        texts: [...accepts, ...rejects],
      })),
    )
    cases.forEach(({ name, accepts, rejects }, i) => {
      const verdict = verdicts[i]
      if (verdict?.loads !== true) throw new Error(`${name} does not load: ${verdict?.error}`)
      const accepted = [...accepts, ...rejects].filter((_, k) => verdict.texts[k]?.accepts)
      expect(accepted, name).toEqual(accepts)
    })
  })
})

function renewed(given: SchemaCase): SchemaCase {
  const { gbnf, report } = schemaToGbnf(given.schema, given.settings)
  return { ...given, grammar: gbnf.trimEnd(), report: reportLines(report) }
}

function reportLines({ entries }: SchemaReport): string[] {
  return entries
    .filter(({ effect }) => effect !== 'exact')
    .map(({ path, keyword, effect }) => `${path === '' ? '/' : path} ${keyword} ${effect}`)
}
