import { diagnose } from '../diagnostics/diagnostic.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import { emitGbnf } from '../gbnf/emit.ts'
import { beyondAscii } from '../gbnf/xgrammar-classes.ts'
import { adaptToXgrammar } from '../gbnf/xgrammar.ts'
import { buildGrammar } from '../grammar.ts'
import type { Arena } from '../peg/arena.ts'
import type { JsonSchema, SchemaSettings } from '../peg/node.ts'
import { compileSchema } from '../schema/compile.ts'
import type { Draft, RemoteSchemas } from '../schema/references.ts'
import type { SchemaReport } from '../schema/report.ts'
import { checkOptions, type OptionNames } from '../util/wrong-argument.ts'

/** Settings of a schema's grammar, and the stem of the names of its rules. */
export interface SchemaOptions extends SchemaSettings {
  /** `schema` by default. */
  readonly name?: string
  /** Schemas by their URIs, for references that lead out of the schema: nothing is ever fetched. */
  readonly refs?: RemoteSchemas
  /** The draft of a schema that names none in `$schema`: `2020-12` by default. */
  readonly draft?: Draft
  /** What reads the grammar: llama.cpp by default, or XGrammar, whose escapes differ. */
  readonly target?: 'llama.cpp' | 'xgrammar'
}

const optionNames = {
  name: true,
  refs: true,
  draft: true,
  target: true,
  order: true,
  whitespace: true,
  additionalProperties: true,
  integers: true,
  words: true,
  strict: true,
} satisfies OptionNames<SchemaOptions>

/** A schema as an arena. */
export interface SchemaArena {
  /** Matches the JSON texts of the schema's values. */
  readonly arena: Arena
  /** What became of each keyword. */
  readonly report: SchemaReport
}

/** A schema as a grammar for llama.cpp. */
export interface SchemaGbnf {
  readonly gbnf: string
  readonly report: SchemaReport
}

/**
 * The arena of a JSON Schema. A keyword that no grammar can follow is relaxed at the smallest place
 * and said in the report.
 *
 * @throws {GrammarError} only with `strict`, when the report is not exact
 * @example
 * ```ts
 * const { arena, report } = schemaToArena({ type: 'integer', minimum: 0 })
 * report.exact // true
 * parseText(arena, '-1').status // 'failure'
 * ```
 */
export function schemaToArena(schema: JsonSchema, options: SchemaOptions = {}): SchemaArena {
  checkOptions('options of a schema', options, optionNames)
  let report: SchemaReport = { exact: true, entries: [] }
  const arena = buildGrammar((p, draft) => {
    const compiled = compileSchema(p, draft, schema, options)
    report = compiled.report
    const errors = compiled.diagnostics.filter((found) => found.severity === 'error')
    if (errors.length > 0) throw new GrammarError(errors)
    return compiled.node
  })
  return { arena, report }
}

/**
 * The GBNF of a JSON Schema, shaped so that llama.cpp samples it fast.
 *
 * @throws {GrammarError} only with `strict`, when the report is not exact
 * @example
 * ```ts
 * schemaToGbnf({ enum: ['yes', 'no'] }).gbnf // root ::= "\"" ("yes\"" | "no\"")
 * ```
 */
export function schemaToGbnf(schema: JsonSchema, options: SchemaOptions = {}): SchemaGbnf {
  const { arena, report } = schemaToArena(schema, options)
  const { gbnf, grammar } = emitGbnf(arena)
  if (options.target !== 'xgrammar') return { gbnf, report }
  const { ebnf, isWidened } = adaptToXgrammar(grammar)
  return { gbnf: ebnf, report: isWidened ? reportWidened(report, options) : report }
}

/** What a target cannot say belongs to no keyword. */
function reportWidened({ entries }: SchemaReport, { strict = false }: SchemaOptions): SchemaReport {
  if (strict) {
    const found = diagnose('schema-relaxed', `the schema ${beyondAscii}`, { path: '/' })
    throw new GrammarError([{ ...found, severity: 'error' }])
  }
  const entry = { path: '', keyword: '', effect: 'relaxed', reason: beyondAscii } as const
  return { exact: false, entries: [...entries, entry] }
}
