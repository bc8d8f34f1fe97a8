import { findCapabilities, type Capabilities } from './capabilities.ts'
import { compileTemplate, type RenderLimits } from './jinja/compile.ts'
import { strftime } from './jinja/strftime.ts'
import type { PromptMessage } from './prompt-message.ts'
import { prepareMessages } from './surgery.ts'
import { TemplateError } from './template-error.ts'

/** What a prompt is rendered for. */
export interface PromptRequest {
  readonly messages: readonly PromptMessage[]
  /** The tools in OpenAI's form. */
  readonly tools?: readonly object[]
  /** Ends the prompt with what begins the answer; true by default. */
  readonly addGenerationPrompt?: boolean
  /** Lets the model think, where the template asks; true by default. */
  readonly enableThinking?: boolean
  /** More variables of the template, as servers take them in `chat_template_kwargs`. */
  readonly variables?: Readonly<Record<string, unknown>>
  /** Passes the messages on as they are: no surgery. */
  readonly asGiven?: boolean
  readonly limits?: RenderLimits
}

/** A chat template with the tokens that it prints, ready to render. */
export interface ChatTemplate {
  readonly source: string
  readonly bosToken: string
  readonly eosToken: string
  /** What it can take; found by rendering it once, when first asked for. */
  readonly capabilities: Capabilities
  /**
   * The prompt of a conversation. Messages are brought into the form that the template can take.
   *
   * @throws {TemplateError} when the template fails or refuses the messages
   */
  render(request: PromptRequest): string
}

/** The texts of a model's special tokens; those of the template itself when not given. */
export interface TemplateTokens {
  readonly bosToken?: string
  readonly eosToken?: string
}

/**
 * Makes a chat template of its Jinja text.
 *
 * @throws {TemplateError} when it is no template
 * @example
 * ```ts
 * const template = createChatTemplate(
 *   "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}<|assistant|>",
 * )
 * template.render({ messages: [{ role: 'user', content: 'Ahoy' }] }) // '<|user|>Ahoy<|assistant|>'
 * ```
 */
export function createChatTemplate(source: string, tokens: TemplateTokens = {}): ChatTemplate {
  const compiled = compileTemplate(source)
  const { bosToken = '', eosToken = '' } = tokens
  let capabilities: Capabilities | null = null

  function renderMessages(
    messages: readonly PromptMessage[],
    request: Omit<PromptRequest, 'messages'>,
  ): string {
    const now = request.limits?.now ?? new Date()
    const context = {
      messages,
      tools: request.tools,
      add_generation_prompt: request.addGenerationPrompt ?? true,
      enable_thinking: request.enableThinking ?? true,
      bos_token: bosToken,
      eos_token: eosToken,
      // Names that older templates take the time from; llama.cpp gives them, in these forms.
      date_string: strftime(now, '%d %b %Y'),
      datetime: strftime(now, '%b %d %Y'),
      ...request.variables,
    }
    return compiled.render(context, { ...request.limits, now })
  }

  /** Probes are small: a template that works long on them refuses them. */
  function tryRender(messages: readonly PromptMessage[], more: object = {}): string | null {
    try {
      return renderMessages(messages, { ...more, limits: { maxSteps: 1_000_000 } })
    } catch (error) {
      if (error instanceof TemplateError) return null
      throw error
    }
  }

  const template: ChatTemplate = {
    source: compiled.source,
    bosToken,
    eosToken,
    get capabilities() {
      capabilities ??= findCapabilities(tryRender, compiled.source)
      return capabilities
    },
    render(request) {
      const { messages } = request
      const prepared =
        request.asGiven === true ? messages : prepareMessages(messages, template.capabilities)
      return renderMessages(prepared, request)
    },
  }
  return template
}
