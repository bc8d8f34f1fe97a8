import { parseSchema, schemaToGbnf, type SchemaOptions } from '../src/schema.ts'

/**
 * An adapter for scorers of converters from JSON Schema: `compile(schema, text)` gives the GBNF. One
 * set of options for all schemas; `PEGBNF_SCORE` adds to them, as JSON. Bundle it to run it:
 * `npx esbuild scripts/score-adapter.ts --bundle --format=esm --platform=node --outfile=FILE.mjs`.
 */
export const options: SchemaOptions = {
  additionalProperties: 'open',
  whitespace: 'free',
  integers: 'any',
  ...readOptions(process.env['PEGBNF_SCORE']),
}

/** The grammar of a schema. Large numbers are read from its text, which has all their digits. */
export function compile(_schema: unknown, text: string): { gbnf: string; exact: boolean } {
  const { gbnf, report } = schemaToGbnf(parseSchema(text), options)
  return { gbnf, exact: report.exact }
}

/** Prints the options, once for a run. */
export function init(): void {
  process.stderr.write(`pegbnf: ${JSON.stringify(options)}\n`)
}

function readOptions(text: string | undefined): SchemaOptions {
  if (text === undefined) return {}
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? value : {}
}
