import type { JsonSchema } from '../peg/node.ts'
import { isRecord } from './json-value.ts'

/** A tool as a list declares it. */
export interface ListedTool {
  readonly name: string
  /** The schema of its arguments; `null` where it has no name, or a schema that is none. */
  readonly schema: JsonSchema | null
}

/** What to do where a file holds no tools. */
export const toolsHint =
  'give an array such as [{"type":"function","function":{"name":"weather","parameters":{"type":"object"}}}]'

/**
 * The items of a list of tools: an array, a request that holds one as `tools`, or the result of MCP's
 * `tools/list`, bare or as a JSON-RPC response.
 *
 * @returns `null` for anything else
 */
export function toolItems(value: unknown): readonly unknown[] | null {
  const result = isRecord(value) && isRecord(value['result']) ? value['result'] : value
  const list = isRecord(result) ? result['tools'] : result
  return Array.isArray(list) ? list : null
}

/**
 * The schema of a function's arguments, by OpenAI's name for it, MCP's or Anthropic's. Read by one name
 * alone it would be missed in silence, and the arguments be any object.
 */
export function declaredSchema(declared: Readonly<Record<string, unknown>>): unknown {
  return declared['parameters'] ?? declared['inputSchema'] ?? declared['input_schema']
}

/**
 * The tools of a list, in OpenAI's form (`{ type: 'function', function: { name, parameters } }`, or the
 * function alone), MCP's (`{ name, inputSchema }`) or Anthropic's (`{ name, input_schema }`).
 *
 * @returns `null` for what is no list
 */
export function toolsOf(value: unknown): readonly ListedTool[] | null {
  return toolItems(value)?.map((item, i) => toolOf(item, i)) ?? null
}

function toolOf(item: unknown, index: number): ListedTool {
  const declared = isRecord(item) && isRecord(item['function']) ? item['function'] : item
  if (!isRecord(declared)) return { name: `#${index}`, schema: null }
  const { name } = declared
  if (typeof name !== 'string' || name === '') return { name: `#${index}`, schema: null }
  const found = declaredSchema(declared) ?? {}
  return { name, schema: isRecord(found) || typeof found === 'boolean' ? found : null }
}
