import type { FormatOptions, Tool, ToolChoice } from '../chat/chat-types.ts'
import { parametersOf } from './parameters.ts'

/** How much of a call the grammar constrains. */
export type Strictness = NonNullable<FormatOptions['strict']>

/**
 * The tools that a request allows, of those that it declares.
 *
 * @throws {TypeError} when one is allowed that is not declared
 */
export function allowedTools({ tools = [], allowedTools: names }: FormatOptions): readonly Tool[] {
  if (names === undefined) return tools
  const declared = new Set(tools.map((tool) => tool.function.name))
  const missing = names.find((name) => !declared.has(name))
  if (missing !== undefined) {
    throw new TypeError(
      `allowedTools names ${JSON.stringify(missing)}, which is not among the tools`,
    )
  }
  return tools.filter((tool) => names.includes(tool.function.name))
}

/** A tool as the grammar prints its calls: with any values where its schema is not enforced. */
export function printedTool(tool: Tool, level: Strictness): Tool {
  if (level === 'arguments' || tool.function.strict === true) return tool
  const { listed } = parametersOf(tool)
  const properties = Object.fromEntries(listed.map(({ name }) => [name, true]))
  return { ...tool, function: { ...tool.function, parameters: { type: 'object', properties } } }
}

/**
 * Whether the grammar leaves calls alone: only where the model need not call, no tool asks for more and
 * the request asks for nothing.
 */
export function leavesCallsFree(
  tools: readonly Tool[],
  choice: ToolChoice,
  level: Strictness,
): boolean {
  return (
    level === 'nothing' && choice === 'auto' && !tools.some((tool) => tool.function.strict === true)
  )
}
