import type { WholeMessage } from '../chat/write.ts'
import type { TurnRequest, TurnSyntax } from './turn.ts'

/** A message as a family writes it: reasoning, content, then all calls. */
export function writeTurn(
  syntax: Pick<TurnSyntax, 'reasoning' | 'writeCalls'>,
  request: TurnRequest,
  message: WholeMessage,
): string {
  const { content, toolCalls } = message
  const calls = toolCalls.length === 0 ? '' : syntax.writeCalls(toolCalls, request)
  const gap = content !== '' && calls !== '' ? '\n' : ''
  return `${writeReasoning(syntax.reasoning, request, message.reasoning)}${content}${gap}${calls}`
}

function writeReasoning(
  { open, close }: TurnSyntax['reasoning'],
  { reasoning: mode }: TurnRequest,
  text: string,
): string {
  if (mode === 'off' || (mode === 'on' && text === '')) return ''
  // The prompt has written the opener and its line break.
  return `${mode === 'open' ? '' : `${open}\n`}${text}${close}\n\n`
}
