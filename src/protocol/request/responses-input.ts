import type { ContentPart, PromptCall, PromptMessage } from '../../template/prompt-message.ts'
import { argumentText } from '../decode/decoder.ts'
import type { Body } from './body.ts'
import { imagePart, joinParts, partsOf, textPart } from './content.ts'

/** A message of the assistant that more items may join. */
interface Turn {
  content: string
  reasoning: string
  readonly calls: PromptCall[]
}

/** The messages that the input's items make: a text is the user's. */
export function inputMessages(body: Body): PromptMessage[] {
  const input = body.value('input')
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  const messages: PromptMessage[] = []
  let turn: Turn | null = null

  function flush(): void {
    if (turn === null) return
    const { content, reasoning, calls } = turn
    messages.push({
      role: 'assistant',
      content: content === '' && calls.length > 0 ? null : content,
      ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    })
    turn = null
  }

  function open(): Turn {
    turn ??= { content: '', reasoning: '', calls: [] }
    return turn
  }

  for (const item of body.items('input')) {
    const type = item.text('type') ?? 'message'
    if (type === 'reasoning') {
      flush()
      open().reasoning = reasoningText(item)
    } else if (type === 'function_call') {
      open().calls.push({
        id: item.needText('call_id'),
        type: 'function',
        function: { name: item.needText('name'), arguments: argumentText(item.value('arguments')) },
      })
    } else if (type === 'function_call_output') {
      flush()
      messages.push({
        role: 'tool',
        tool_call_id: item.needText('call_id'),
        content: joinParts(partsOf(item, 'output', responsesPart)),
      })
    } else if (type === 'message') {
      const role = item.needText('role')
      const content = joinParts(partsOf(item, 'content', responsesPart))
      if (role === 'assistant') {
        const current: Turn | null = turn
        if (current !== null && hasSaid(current)) flush()
        open().content =
          typeof content === 'string' ? content : item.refuse('content', 'must be texts')
      } else if (role === 'user' || role === 'system' || role === 'developer') {
        flush()
        messages.push({ role: role === 'developer' ? 'system' : role, content })
      } else item.refuse('role', 'is not known')
    } else
      item.refuse('type', `an item of type ${JSON.stringify(type.slice(0, 40))} is not supported`)
  }
  flush()
  return messages
}

function hasSaid({ content, calls }: Turn): boolean {
  return content !== '' || calls.length > 0
}

function reasoningText(item: Body): string {
  const content = item.items('content').map((part) => part.text('text') ?? '')
  const parts =
    content.length > 0 ? content : item.items('summary').map((p) => p.text('text') ?? '')
  return parts.join('\n')
}

function responsesPart(part: Body): readonly ContentPart[] {
  const type = part.needText('type')
  switch (type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return [textPart(part.needText('text'))]
    case 'refusal':
      return [textPart(part.needText('refusal'))]
    case 'input_image': {
      const url = part.text('image_url')
      return url === undefined
        ? part.refuse('image_url', 'is missing: there are no stored files')
        : [imagePart(url)]
    }
    default:
      return part.refuse(
        'type',
        `a part of type ${JSON.stringify(type.slice(0, 40))} is not supported`,
      )
  }
}
