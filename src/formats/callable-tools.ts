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
 * the parser cannot read.
 */
export function callableTools(tools: readonly Tool[]): CallableTools {
  const names = new Set<string>()
  const warnings: Diagnostic[] = []
  const callable = tools.filter(({ function: { name } }, index) => {
    const fault = names.has(name) ? 'is the second of its name' : faultOf(name)
    names.add(name)
    if (fault === null) return true
    const message = `tools[${index}], ${quote(name)}, ${fault}: it is left out`
    const hint = 'give each tool a name of its own, of letters, digits, _ and -'
    warnings.push(diagnose('tool-name', message, { hint }))
    return false
  })
  return { tools: callable.map(readable), warnings }
}

function faultOf(name: string): string | null {
  if (name.trim() === '') return 'has a blank name'
  return toWellFormed(name) === name ? null : 'has half a surrogate pair in its name'
}

/** The tool, or where its schema throws when it is read, one with what can be read of it. */
function readable(tool: Tool): Tool {
  let throws = false
  const copy = plainCopy(tool.function.parameters, () => {
    throws = true
  })
  if (!throws) return tool
  const parameters = isSchema(copy) ? copy : {}
  return { ...tool, function: { ...tool.function, parameters } }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
