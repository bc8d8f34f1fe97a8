import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Builder, Internals } from '../peg/builder.ts'
import type { JsonSchema, NodeId, SchemaSettings } from '../peg/node.ts'
import { createNodeMaker, type Parts } from './parts.ts'
import { mentionsUnevaluated } from './unevaluated.ts'
import { plainCopy } from './plain-copy.ts'
import { isObject } from './raw-schema.ts'
import { draftOf, type Draft } from './drafts.ts'
import { createReferences, type RemoteSchemas } from './references.ts'
import { admitsNone, createReporter, type SchemaReport } from './report.ts'
import { createSchemas } from './shapes-of.ts'
import { createWriter } from './writer.ts'

/** A schema as a node, and what became of its keywords. */
export interface CompiledSchema {
  readonly node: NodeId
  readonly report: SchemaReport
  /** The entries of the report that a grammar's author should see. */
  readonly diagnostics: readonly Diagnostic[]
  /** What compiling took: nodes, schemas and pairs of shapes. */
  readonly steps: number
}

/** Settings, and the stem of the names of the rules. */
export interface CompileOptions extends SchemaSettings {
  readonly name?: string
  /** Schemas by their URIs, for references that lead out of the schema. */
  readonly refs?: RemoteSchemas
  /** The draft of a schema that names none in `$schema`: `2020-12` by default. */
  readonly draft?: Draft
  /**
   * What a schema that admits no value becomes: a grammar of no text (the default), or any value of its
   * type, so that one odd tool does not take a request down. Either is told.
   */
  readonly impossible?: 'none' | 'any'
  /** Nothing of the schema is enforced but the type that it names, if any. */
  readonly onlyType?: boolean
}

/**
 * Compiles a schema to a node that admits the JSON texts of its values, into the grammar that a
 * builder makes. It never throws: what cannot be said in a grammar is relaxed at the smallest
 * place, and reported.
 */
export function compileSchema(
  p: Builder,
  internals: Internals,
  schema: JsonSchema,
  options: CompileOptions = {},
): CompiledSchema {
  const make = createNodeMaker(p, internals)
  const nodesBefore = internals.nodes.length
  const reporter = createReporter()
  const unreadable = (path: string): void => reporter.note(path, '', 'refused', 'cannot be read')
  const root = plainCopy(schema, unreadable)
  const refs = plainCopy(options.refs ?? {}, unreadable)
  const schemas = createSchemas({
    references: createReferences(root, isObject(refs) ? refs : {}, options.draft ?? '2020-12'),
    reporter,
    tracksEvaluated: [root, refs].some(mentionsUnevaluated),
  })
  const stem = freeStem(internals, options.name ?? 'schema')
  // Draft 4 counts no number with a point as an integer.
  const isOldest = draftOf(root, options.draft ?? '2020-12') === '4'
  const settings: SchemaSettings = isOldest ? { ...options, integers: 'digits' } : options
  const writer = createWriter({ make, schemas, reporter, settings, stem })
  let parts = writer.value([{ schema: options.onlyType === true ? ofType(root) : root, path: '' }])
  if (parts === null) {
    reporter.note('', '', 'refused', admitsNone)
    const any = (): Parts =>
      writer.value([{ schema: ofType(root), path: '' }]) ?? writer.value([]) ?? []
    parts = options.impossible === 'any' ? any() : [make.chars([], 1, 1)]
  }
  return {
    node: make.node(parts),
    report: reporter.report(),
    diagnostics: reporter.diagnostics(options.strict === true),
    steps: internals.nodes.length - nodesBefore + schemas.steps(),
  }
}

/** A schema of all values of the type that a schema names, if it names one. */
function ofType(root: unknown): JsonSchema {
  const type = isObject(root) ? root['type'] : undefined
  return typeof type === 'string' ? { type } : true
}

/** The stems taken in each builder, by its table of rules, and how often each was wanted. */
const takenStems = new WeakMap<Internals['rules'], Map<string, number>>()

/** Two schemas of one grammar may have the same name. Looked up, not searched: tools are many. */
function freeStem({ rules }: Internals, wanted: string): string {
  const taken = takenStems.get(rules) ?? new Map<string, number>()
  takenStems.set(rules, taken)
  let count = (taken.get(wanted) ?? 0) + 1
  let stem = count === 1 ? wanted : `${wanted}-${count}`
  while (stem !== wanted && taken.has(stem)) stem = `${wanted}-${++count}`
  taken.set(wanted, count)
  if (stem !== wanted) taken.set(stem, 1)
  return stem
}
