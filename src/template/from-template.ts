import type { Chat, FormatOptions } from '../chat/chat-types.ts'
import { analyseTemplate, type AnalysisOptions, type TemplateAnalysis } from './analysis/analyse.ts'
import type { TemplateDescription } from './analysis/description.ts'
import type { ChatTemplate } from './chat-template.ts'
import { createChatTemplate } from './chat-template.ts'
import { llamaServerBody, type LlamaServerBody } from './llama-server.ts'
import type { PromptMessage } from './prompt-message.ts'
import { TemplateError } from './template-error.ts'

/** What a request asks for, and how its prompt is rendered. */
export interface TemplateRequest extends FormatOptions, AnalysisOptions {
  /** The conversation, for `prompt()` and `toLlamaServer()`. */
  readonly messages?: readonly PromptMessage[]
  /** More variables of the template, as servers take them in `chat_template_kwargs`. */
  readonly variables?: Readonly<Record<string, unknown>>
}

/** A chat that was found out from a template, with the prompts that the template renders. */
export interface TemplateChat extends Chat {
  readonly analysis: TemplateAnalysis
  /** What the prompt ends with for this request. */
  readonly generationPrompt: string
  /**
   * The prompt of a conversation, the request's own by default.
   *
   * @throws {TemplateError} when the template refuses the messages
   */
  prompt(messages?: readonly PromptMessage[]): string
  /** The body for llama-server's `/completion`: prompt, grammar and what goes with them. */
  toLlamaServer(options?: {
    readonly messages?: readonly PromptMessage[]
    /** `false` for a grammar of the whole answer, where the server knows no lazy ones. */
    readonly lazy?: boolean
    /** Ids of marker tokens by their text. */
    readonly tokens?: Readonly<Record<string, number>>
  }): LlamaServerBody
}

/**
 * A chat for a request from a chat template, with no code for its model.
 *
 * @throws {TemplateError} when the template is broken, writes in a way that nothing here reads, or does not
 * say how its model calls the tools that are given
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
 * chat.prompt([{ role: 'user', content: 'Hi' }]) // '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n'
 * ```
 */
export function fromTemplate(
  template: string | ChatTemplate,
  request: TemplateRequest = {},
): TemplateChat {
  const { messages = [], variables = {}, formats, ...options } = request
  const chatTemplate = typeof template === 'string' ? createChatTemplate(template) : template
  const analysis = analyseTemplate(chatTemplate, formats === undefined ? {} : { formats })
  const { description, make } = analysis
  const thinks = options.reasoning !== 'off'
  const chat = make({ ...withTools(options, analysis), ...modeOf(options, description) })

  function prompt(conversation: readonly PromptMessage[] = messages): string {
    return chatTemplate.render({
      messages: conversation,
      enableThinking: thinks,
      variables: { ...(thinks ? description.variables : {}), ...variables },
      ...(options.tools === undefined ? {} : { tools: options.tools }),
    })
  }

  return {
    ...chat,
    analysis,
    generationPrompt: thinks ? description.generationPrompt : description.promptWithoutThinking,
    prompt,
    toLlamaServer({ messages: conversation, lazy, tokens } = {}) {
      const grammar = chat.grammar(lazy === undefined ? {} : { lazy })
      return llamaServerBody(prompt(conversation), grammar, tokens)
    },
  }
}

/** Whether the prompt of a request has opened the reasoning. */
function modeOf(
  { reasoning: wanted }: FormatOptions,
  { reasoning, promptWithoutThinking }: TemplateDescription,
): Pick<FormatOptions, 'reasoning'> {
  if (reasoning === null || wanted === 'open')
    return wanted === undefined ? {} : { reasoning: wanted }
  if (wanted === 'off') {
    // A template that cannot do without opens it all the same.
    const opens = reasoning.open !== '' && promptWithoutThinking.trimEnd().endsWith(reasoning.open)
    return { reasoning: opens ? 'open' : 'off' }
  }
  return reasoning.openedByPrompt
    ? { reasoning: 'open' }
    : wanted === undefined
      ? {}
      : { reasoning: wanted }
}

/** Tools for a format that has no calls would be dropped without a word. */
function withTools(options: FormatOptions, { make, warnings }: TemplateAnalysis): FormatOptions {
  const { calls, turn } = make.family
  const wants = (options.tools?.length ?? 0) > 0 && options.toolChoice !== 'none'
  if (!wants || calls !== undefined || turn !== undefined) return options
  throw new TemplateError(
    'template-unknown',
    `the template does not show how its model calls tools: ${warnings[0] ?? 'it prints no calls'}`,
    {
      hint: 'take a format by its name, as formats.hermes, or one of your own made by defineFormat',
    },
  )
}
