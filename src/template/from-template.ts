import type { Chat, FormatOptions } from '../chat/chat-types.ts'
import { analyseTemplate } from './analysis/analyse.ts'
import type { ChatTemplate } from './chat-template.ts'
import { createChatTemplate } from './chat-template.ts'

/**
 * A chat for a request from a chat template, with no code for its model.
 *
 * @throws {TemplateError} when the template is broken, or writes in a way that nothing here reads
 * @example
 * ```ts
 * const tools = [{ type: 'function' as const, function: { name: 'now' } }]
 * const chat = fromTemplate(
 *   "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}" +
 *     "{% for c in m.tool_calls or [] %}\n<tool_call>\n" +
 *     '{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}' +
 *     "\n</tool_call>{% endfor %}<|im_end|>\n{% endfor %}" +
 *     "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}",
 *   { tools },
 * )
 * const { message } = chat.parse('<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export function fromTemplate(template: string | ChatTemplate, options: FormatOptions = {}): Chat {
  const chatTemplate = typeof template === 'string' ? createChatTemplate(template) : template
  const { make, description } = analyseTemplate(chatTemplate)
  const opened = description.reasoning?.openedByPrompt === true
  return make(
    opened && options.reasoning === undefined ? { ...options, reasoning: 'open' } : options,
  )
}
