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
  const indices = new Map<string, number>()
  const warnings: Diagnostic[] = []
  const callable = tools.flatMap((tool, index) => {
    const { name } = tool.function
    const first = indices.get(name)
    const fault = faultOf(name)
    if (first !== undefined) warnings.push(secondOf(first, index, name))
    else if (fault !== null) warnings.push(unnameable(index, name, fault))
    else {
      indices.set(name, index)
      return [withObjects(tool, warnings)]
    }
    return []
  })
  return { tools: callable, warnings }
}

function secondOf(first: number, index: number, name: string): Diagnostic {
  const message = `tools ${first} and ${index} have the same name, ${quote(name)}`
  return diagnose('duplicate-tool', message, { hint: 'rename one: the second is left out' })
}

function unnameable(index: number, name: string, fault: string): Diagnostic {
  return diagnose('tool-name', `tool ${index}, ${quote(name)}, ${fault}: it is left out`, {
    hint: 'give each tool a name of letters, digits, _ and -',
  })
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
    warnings.push(diagnose(code, message, { severity: 'warning' }))
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
