import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { BlockCall } from './blocks.ts'

/**
 * What stands for a call that is not whole where a protocol has only whole ones. It begins like the
 * call and is never closed, so that nothing that reads calls out of text takes it for one.
 */
export function unfinishedText({ name }: Pick<BlockCall, 'name'>, args: string): string {
  return `{"name": ${JSON.stringify(name)}, "arguments": ${args}`
}

/** Tells that a call is not whole, where the protocol cannot say so itself. */
export function warnUnfinished(
  { name }: Pick<BlockCall, 'name'>,
  state: 'incomplete' | 'invalid' | 'complete',
): Diagnostic {
  const code = state === 'incomplete' ? 'incomplete-call' : 'invalid-arguments'
  const shown = JSON.stringify(name.slice(0, 40))
  return diagnose(
    code,
    `the call of ${shown} is not whole, and was not sent as one that may be run`,
  )
}
