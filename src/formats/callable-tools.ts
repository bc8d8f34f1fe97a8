import type { Tool } from '../chat/chat-types.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { quote } from '../diagnostics/format.ts'
import type { JsonSchema } from '../peg/node.ts'
import { plainCopy } from '../schema/plain-copy.ts'
import { toWellFormed } from '../util/well-formed.ts'

/** The tools of a request that calls can name, and what is said of the others. */
export interface CallableTools {
  readonly tools: readonly Tool[]
  readonly warnings: readonly Diagnostic[]
}

/**
 * Leaves out tools that no call can name: text has no name that is blank or holds half a surrogate pair, and
 * of two tools with one name none could say which it means. The grammar would admit calls that
 * the parser cannot read. The schemas of the others are those of objects, as arguments are.
 */
export function callableTools(tools: readonly Tool[]): CallableTools {
  const names = new Set<string>()
  const warnings: Diagnostic[] = []
  const callable = tools.flatMap((tool, index) => {
    const { name } = tool.function
    const fault = names.has(name) ? 'is the second of its name' : faultOf(name)
    names.add(name)
    if (fault === null) return [withObjects(tool, warnings)]
    const message = `tools[${index}], ${quote(name)}, ${fault}: it is left out`
    const hint = 'give each tool a name of its own, of letters, digits, _ and -'
    warnings.push(diagnose('tool-name', message, { hint }))
    return []
  })
  return { tools: callable, warnings }
}

function faultOf(name: string): string | null {
  if (name.trim() === '') return 'has a blank name'
  return toWellFormed(name) === name ? null : 'has half a surrogate pair in its name'
}

/** The tool with a schema that can be read without care, and admits objects only. */
function withObjects(tool: Tool, warnings: Diagnostic[]): Tool {
  const given: unknown = tool.function.parameters
  if (given === undefined) return tool
  const parameters = objectSchema(given, (code, fault) => {
    const message = `the parameters of ${quote(tool.function.name)} ${fault}: any object is admitted`
    warnings.push(diagnose(code, message))
  })
  return parameters === given ? tool : { ...tool, function: { ...tool.function, parameters } }
}

type Refuse = (code: 'schema-refused' | 'schema-impossible', fault: string) => void

/** What of a schema is about objects, as it is if it is about nothing else. */
function objectSchema(given: unknown, refuse: Refuse): JsonSchema {
  const anyObject = { type: 'object' }
  if (given === null || given === true) return anyObject
  const schema = readable(given)
  if (given === false || (isSchema(schema) && !admitsObjects(schema['type']))) {
    refuse('schema-impossible', 'admit no object')
    return anyObject
  }
  if (!isSchema(schema)) {
    refuse('schema-refused', 'are no schema')
    return anyObject
  }
  return schema['type'] === 'object' ? schema : { ...schema, ...anyObject }
}

function admitsObjects(type: unknown): boolean {
  if (Array.isArray(type)) return type.includes('object')
  return type === undefined || type === 'object' || typeof type !== 'string'
}

/** The schema itself, or where it throws when it is read, what can be read of it. */
function readable(schema: unknown): unknown {
  let throws = false
  const copy = plainCopy(schema, () => {
    throws = true
  })
  return throws ? copy : schema
}

function isSchema(value: unknown): value is Exclude<JsonSchema, boolean> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
