import type { JsonSchema } from '../peg/node.ts'
import { isRecord } from './json-value.ts'

/** A tool as a list declares it. */
export interface ListedTool {
  readonly name: string
  /** The schema of its arguments; `null` where the list has none that is one. */
  readonly schema: JsonSchema | null
}

/**
 * The tools of a list: OpenAI's form (`{ type: 'function', function: { name, parameters } }`, or the
 * function alone), a request that holds such tools, or the result of MCP's `tools/list` (`{ tools: [{
 * name, inputSchema }] }`), bare or as a JSON-RPC response.
 *
 * @returns `null` for anything else
 */
export function toolsOf(value: unknown): readonly ListedTool[] | null {
  if (Array.isArray(value)) return value.map((item, i) => toolOf(item, i))
  if (!isRecord(value)) return null
  return toolsOf(value['tools'] ?? value['result'] ?? null)
}

function toolOf(item: unknown, index: number): ListedTool {
  const declared = isRecord(item) && isRecord(item['function']) ? item['function'] : item
  if (!isRecord(declared)) return { name: `#${index}`, schema: null }
  const { name } = declared
  const found = declared['parameters'] ?? declared['inputSchema'] ?? declared['input_schema'] ?? {}
  return {
    name: typeof name === 'string' && name !== '' ? name : `#${index}`,
    schema: isRecord(found) || typeof found === 'boolean' ? found : null,
  }
}
