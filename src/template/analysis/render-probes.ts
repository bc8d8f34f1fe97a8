import type { Tool } from '../../chat/chat-types.ts'
import type { ChatTemplate } from '../chat-template.ts'
import type { PromptMessage } from '../prompt-message.ts'
import { TemplateError } from '../template-error.ts'
import { answers, plainTools, probe, probeTools } from './probe-texts.ts'

/** A rendering, or why there is none. */
export type Rendered =
  | { readonly text: string; readonly reason?: undefined }
  | { readonly text?: undefined; readonly reason: string }

/** What a conversation of the probes is rendered with. */
export interface Ask {
  /** The answer that ends the conversation; none by default. */
  readonly answer?: PromptMessage
  readonly generate?: boolean
  readonly tools?: boolean
  readonly thinking?: boolean
  /** Goes on behind the answer, with the results of its calls or of a call. */
  readonly followed?: boolean
}

/** Renders a conversation that ends with an answer, or before it. */
export interface ProbeRenderer {
  render(ask: Ask): Rendered
  /** The declared tools: simpler ones where a template fails at the types of the others. */
  readonly tools: readonly Tool[]
}

// Probes are small: a template that works long on them refuses them.
const limits = { maxSteps: 1_000_000 }

const question: PromptMessage = { role: 'user', content: probe.question }
const system: PromptMessage = { role: 'system', content: 'qzSystemzq' }
const greeting: PromptMessage = { role: 'assistant', content: 'qzGreetingzq' }

/** Some templates want more of a conversation than a question. */
const histories: readonly (readonly PromptMessage[])[] = [
  [question],
  [system, question],
  [system, question, greeting, question],
]

/**
 * Finds the conversation in which a template prints a plain answer.
 *
 * @throws {TemplateError} when it prints none in any; it says why
 */
export function openRenderer(
  template: ChatTemplate,
  variables: Readonly<Record<string, unknown>> = {},
): ProbeRenderer {
  const reasons: string[] = []
  for (const history of histories) {
    const render = rendererOf(template, history, probeTools, variables)
    const [prompt, whole] = [render({ generate: true }), render({ answer: answers.content })]
    if (prompt.text !== undefined && whole.text?.includes(probe.content) === true) {
      const works = [{ generate: true }, { answer: answers.call }].every(
        (ask) => render({ ...ask, tools: true }).text !== undefined,
      )
      const simple = rendererOf(template, history, plainTools, variables)
      const simplerWorks =
        !works && simple({ answer: answers.call, tools: true }).text !== undefined
      return simplerWorks ? { render: simple, tools: plainTools } : { render, tools: probeTools }
    }
    reasons.push(prompt.reason ?? whole.reason ?? 'the answer is not in what it prints')
  }
  throw new TemplateError(
    'template-unknown',
    `the template prints no plain answer: ${reasons[0]}`,
    {
      hint:
        template.source.trim() === ''
          ? 'the template is empty: give the file that holds it'
          : 'see what it prints of a conversation: pegbnf prompt, or render({ messages, asGiven: true })',
    },
  )
}

/** What a tool answers; asked for behind a text as well, so that the two can be compared. */
function resultsOf(answer: PromptMessage | undefined): PromptMessage[] {
  const names = (answer?.tool_calls ?? []).map(({ id, function: call }) => [id, call.name] as const)
  return (names.length === 0 ? [[probe.id, probe.tool] as const] : names).map(([id, name]) => ({
    role: 'tool',
    tool_call_id: id ?? probe.id,
    name,
    content: probe.result,
  }))
}

function rendererOf(
  template: ChatTemplate,
  history: readonly PromptMessage[],
  tools: readonly Tool[],
  variables: Readonly<Record<string, unknown>>,
): ProbeRenderer['render'] {
  const memo = new Map<string, Rendered>()

  function render({
    answer,
    generate = false,
    tools: declares = false,
    thinking = true,
    followed = false,
  }: Ask): Rendered {
    try {
      const turn = answer === undefined ? [] : [answer]
      const text = template.render({
        messages: [...history, ...turn, ...(followed ? resultsOf(answer) : [])],
        addGenerationPrompt: generate,
        enableThinking: thinking,
        variables: thinking ? variables : {},
        ...(declares ? { tools } : {}),
        limits,
      })
      return { text }
    } catch (error) {
      if (error instanceof TemplateError) return { reason: error.diagnostic.message }
      throw error
    }
  }

  return (ask) => {
    const key = JSON.stringify(ask)
    const known = memo.get(key) ?? render(ask)
    memo.set(key, known)
    return known
  }
}
