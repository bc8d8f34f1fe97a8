import type { FormatOptions, Tool, ToolChoice } from '../chat/chat-types.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Policies } from '../chat/policy.ts'
import type { ReasoningSyntax } from './reasoning.ts'
import { callableTools } from './callable-tools.ts'
import { checkRequest } from './check-request.ts'
import { type Strictness, allowedTools } from './strictness.ts'

/** A turn's options with their defaults. */
export interface TurnRequest {
  readonly tools: readonly Tool[]
  /** Of tools that are left out. */
  readonly warnings: readonly Diagnostic[]
  readonly choice: ToolChoice
  readonly parallel: boolean
  readonly reasoning: NonNullable<FormatOptions['reasoning']>
  /** Options of the schema compiler. */
  readonly schema: FormatOptions['schema'] | undefined
  /** What the grammar holds calls to. */
  readonly strict: Strictness
}

/**
 * Fills in the defaults of a request; a tool choice without tools is `none`.
 *
 * @throws {TypeError} when a tool or the choice has another form, or the choice names no tool
 */
export function readRequest(
  options: FormatOptions,
  reasoning: ReasoningSyntax | undefined,
): TurnRequest {
  checkRequest(options)
  const { tools: callable, warnings } = callableTools(options.tools ?? [])
  const tools = allowedTools({ ...options, tools: callable })
  const choice = tools.length === 0 ? 'none' : (options.toolChoice ?? 'auto')
  if (typeof choice === 'object') {
    const name = choice.function.name
    if (!tools.some((tool) => tool.function.name === name)) {
      throw new TypeError(`toolChoice names ${JSON.stringify(name)}, which is not among the tools`)
    }
  }
  return {
    tools,
    warnings,
    choice,
    parallel: options.parallelToolCalls ?? true,
    reasoning: reasoningMode(options, reasoning),
    schema: options.schema,
    strict: options.strict ?? 'arguments',
  }
}

function reasoningMode(
  { reasoning: wanted, reasoningFormat }: FormatOptions,
  syntax: ReasoningSyntax | undefined,
): TurnRequest['reasoning'] {
  if (syntax === undefined || reasoningFormat === 'none' || wanted === 'off') return 'off'
  // Without an opener there is nothing to tell by that the reasoning begins.
  if (syntax.open === '') return 'open'
  return wanted ?? (syntax.opened === true ? 'open' : 'on')
}

/** The tools that the grammar may call: all, or the one that the request names. */
export function chosenTools({ tools, choice }: TurnRequest): readonly Tool[] {
  return typeof choice === 'object'
    ? tools.filter((tool) => tool.function.name === choice.function.name)
    : tools
}

/** Whether calls are read: they may come, or the policies read them in spite of that. */
export function readsCalls({ tools, choice }: TurnRequest, policies: Policies): boolean {
  return tools.length === 0
    ? policies.withoutTools !== 'text'
    : choice !== 'none' || policies.noneChoice === 'hide'
}

/** The policies that calls are read under: where no tool is known, any name is good. */
export function namesRead({ tools }: TurnRequest, policies: Policies): Policies {
  return tools.length === 0 ? { ...policies, undeclaredTool: 'emit' } : policies
}
