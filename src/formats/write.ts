import type { WholeMessage } from '../chat/write.ts'
import type { TurnRequest } from './turn-request.ts'
import type { TurnSyntax } from './turn-syntax.ts'

/** A message as a family writes it: reasoning, content, then all calls. */
export function writeTurn(
  syntax: Pick<TurnSyntax, 'reasoning' | 'content' | 'writeCalls'>,
  request: TurnRequest,
  message: WholeMessage,
): string {
  const { toolCalls } = message
  const content = writeContent(syntax.content, message.content)
  const calls = toolCalls.length === 0 ? '' : (syntax.writeCalls?.(toolCalls, request) ?? '')
  const wrapped = syntax.content !== undefined && syntax.content.optional !== true
  const gap = content !== '' && calls !== '' && !wrapped ? '\n' : ''
  return `${writeReasoning(syntax.reasoning, request, message.reasoning)}${content}${gap}${calls}`
}

function writeReasoning(
  syntax: TurnSyntax['reasoning'],
  { reasoning: mode }: TurnRequest,
  text: string,
): string {
  if (syntax === undefined || mode === 'off' || (mode === 'on' && text === '')) return ''
  const { open, close, layout = { open: '\n', close: '\n\n' } } = syntax
  // The prompt has written the opener and what stands behind it.
  return `${mode === 'open' ? '' : open + layout.open}${text}${close}${layout.close}`
}

function writeContent(syntax: TurnSyntax['content'], text: string): string {
  if (syntax === undefined || syntax.optional === true || text === '') return text
  return syntax.open + text + syntax.close
}
