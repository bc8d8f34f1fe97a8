import type { ContentPart, PromptCall, PromptMessage } from '../../template/prompt-message.ts'
import { argumentText } from '../decode/decoder.ts'
import { bodyOf, defined, type Body } from './body.ts'
import { joinParts, partsOf, textPart } from './content.ts'

/** A message; fields that OpenAI does not know are passed on to the template. */
export function openaiMessage(body: Body): PromptMessage {
  const role = body.needText('role')
  const partOf = role === 'assistant' ? saidPart : openaiPart
  if (!['system', 'developer', 'user', 'assistant', 'tool', 'function'].includes(role)) {
    body.refuse('role', 'is not known')
  }
  const content = joinParts(partsOf(body, 'content', partOf))
  const { reasoning: _thought, refusal: _refusal, function_call: _old, ...known } = body.fields
  const { audio: _audio, tool_calls: _calls, ...rest } = known
  const more = { ...rest, role: roles[role] ?? role }
  if (role !== 'assistant') return { ...more, content, ...toolPlace(body, role) }
  const thought = body.text('reasoning_content') ?? body.text('reasoning') ?? thoughtParts(body)
  const calls = assistantCalls(body)
  const said = content === '' ? (body.text('refusal') ?? '') : content
  return {
    ...more,
    content: said === '' && calls.length > 0 ? null : said,
    ...defined({ reasoning_content: thought }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}

// Templates know `system` everywhere and `developer` almost nowhere.
const roles: Readonly<Record<string, string>> = { developer: 'system', function: 'tool' }

function toolPlace(body: Body, role: string): { tool_call_id?: string } {
  if (role !== 'tool') return {}
  return { tool_call_id: body.needText('tool_call_id') }
}

function assistantCalls(body: Body): PromptCall[] {
  const calls = body.items('tool_calls').map((call): PromptCall => {
    const made = call.inner('function') ?? call.refuse('function', 'is missing')
    return {
      ...defined({ id: call.text('id') }),
      type: 'function',
      function: { name: made.needText('name'), arguments: argumentText(made.value('arguments')) },
    }
  })
  const old = body.inner('function_call')
  if (old === undefined) return calls
  const made = { name: old.needText('name'), arguments: argumentText(old.value('arguments')) }
  return [...calls, { type: 'function', function: made }]
}

/** A part of an answer; its thoughts are read apart. */
function saidPart(part: Body): readonly ContentPart[] {
  return part.value('type') === 'thinking' ? [] : openaiPart(part)
}

/**
 * Thoughts among the parts of the content, as Mistral sends them and wants them back.
 * Source: https://docs.mistral.ai/capabilities/reasoning
 */
function thoughtParts(body: Body): string | undefined {
  if (!Array.isArray(body.value('content'))) return undefined
  const thoughts = body.items('content').filter((part) => part.text('type') === 'thinking')
  if (thoughts.length === 0) return undefined
  const parts = thoughts.flatMap((part) => partsOf(part, 'thinking', openaiPart))
  return parts.map(({ text = '' }) => text).join('')
}

function openaiPart(part: Body): readonly ContentPart[] {
  const type = part.needText('type')
  switch (type) {
    case 'text':
      return [textPart(part.needText('text'))]
    case 'refusal':
      return [textPart(part.needText('refusal'))]
    case 'image_url': {
      const image = part.value('image_url')
      // Some clients send the URL alone.
      const url =
        typeof image === 'string' ? image : bodyOf(image, part.at('image_url')).needText('url')
      return [{ ...part.fields, type, image_url: { url } }]
    }
    case 'input_audio':
    case 'video_url':
      return [{ ...part.fields, type }]
    default:
      return part.refuse(
        'type',
        `a part of type ${JSON.stringify(type.slice(0, 40))} is not supported`,
      )
  }
}
