import type { FormatOptions } from '../chat/chat-types.ts'
import type { Format } from '../formats/format.ts'
import { fieldOf } from '../protocol/fields.ts'
import type { ChatRequest } from '../protocol/request/chat-request.ts'

type Mode = Pick<FormatOptions, 'reasoning' | 'reasoningFormat'>

/**
 * Tells from a prompt whether the model is about to think: templates write the opener of the reasoning, or
 * an empty reasoning where it is switched off.
 */
export function openReasoningMode(make: Format): (prompt: string, request: ChatRequest) => Mode {
  const chat = make({ reasoning: 'on' })

  /** What the last turn of a prompt says; `undefined` where it says nothing. */
  function said(prompt: string): 'open' | 'off' | undefined {
    if (make.family.reasoning === undefined) return undefined
    if (!chat.reasoningEnded(prompt, { thinking: false })) return 'open'
    return chat.reasoningEnded(prompt, { thinking: true }) ? 'off' : undefined
  }

  return (prompt, request) => {
    if (fieldOf(request.extra, 'reasoning_format') === 'none') return { reasoningFormat: 'none' }
    const mode = said(prompt) ?? (request.reasoning === 'off' ? 'off' : undefined)
    return mode === undefined ? {} : { reasoning: mode }
  }
}
