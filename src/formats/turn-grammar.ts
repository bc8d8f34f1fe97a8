import type { BuiltFormat } from '../chat/chat-types.ts'
import { leavesCallsFree } from './strictness.ts'
import type { CallMarkers } from './call-markers.ts'
import type { TurnRequest } from './turn-request.ts'
import type { TurnSyntax } from './turn-syntax.ts'

/** What a server needs beside the arena. */
export function turnGrammar(
  syntax: TurnSyntax,
  request: TurnRequest,
  calls: CallMarkers,
): Pick<BuiltFormat, 'lazy' | 'triggers' | 'preservedTokens' | 'stops'> {
  const lazy =
    request.choice === 'auto' && !leavesCallsFree(request.tools, request.choice, request.strict)
  const { open = '', close = '' } = request.reasoning === 'off' ? {} : (syntax.reasoning ?? {})
  const { content } = syntax
  const hasCalls = request.choice !== 'none'
  return {
    lazy,
    triggers: lazy ? calls.openers.map((value) => ({ type: 'word', value })) : [],
    preservedTokens: [
      open,
      close,
      ...(content === undefined ? [] : [content.open, content.close]),
      ...(hasCalls ? [...calls.openers, ...calls.closers, ...(calls.tokens ?? [])] : []),
    ].filter((text) => text !== ''),
    stops: syntax.ends,
  }
}
