import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { quote } from '../diagnostics/format.ts'
import type { BuiltFormat } from './chat-types.ts'
import type { FinishReason, Message, StopReason } from './message.ts'
import type { Policies } from './policy.ts'

/** What a finish reason depends on beside the message. */
export interface Ending {
  readonly stop: StopReason
  readonly policies: Policies
  readonly built: Pick<BuiltFormat, 'toolChoice' | 'tools'>
  /** What the caller's validator and the readers of schemas found. */
  readonly mismatches: number
}

/**
 * Calls make it `tool_calls` if the model stopped by itself: a cut text may lack more of them. A call
 * that was required and is not there as it should be makes it `parse_error`, where the policy says so.
 */
export function finishReasonOf(message: Message, ending: Ending): FinishReason {
  const { stop, policies, built } = ending
  if (requiredFault(message, ending) !== null) return 'parse_error'
  if (message.toolCalls.length === 0) return stop
  if (policies.toolCallsReason === 'always') return 'tool_calls'
  const forced = policies.toolCallsReason === 'unforced' && typeof built.toolChoice === 'object'
  return stop === 'stop' && !forced ? 'tool_calls' : stop
}

/** What is wrong with a response that had to be a call; nothing where it was cut off. */
export function requiredFault(message: Message, ending: Ending): Diagnostic | null {
  const { stop, policies, built, mismatches } = ending
  const { toolChoice = 'auto', tools = [] } = built
  const required = toolChoice === 'required' || typeof toolChoice === 'object'
  if (policies.requiredCall === 'ignore' || !required || stop !== 'stop') return null
  const fault = (what: string): Diagnostic => diagnose('required-call', what)
  if (message.toolCalls.length === 0) return fault('a call was required, and there is none')
  const allowed =
    typeof toolChoice === 'object'
      ? [toolChoice.function.name]
      : tools.map((tool) => tool.function.name)
  const wrong = message.toolCalls.find(
    ({ state, name }) => state !== 'complete' || !allowed.includes(name),
  )
  if (wrong !== undefined) return fault(`the required call of ${quote(wrong.name)} is not whole`)
  if (message.content.trim() !== '') return fault('text stands beside the required call')
  return mismatches > 0 ? fault('the required call does not fit its schema') : null
}
