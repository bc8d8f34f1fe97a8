import type { Chat, FormatOptions } from '../chat/chat-types.ts'
import type { Format } from '../formats/format.ts'
import { fieldOf } from '../protocol/fields.ts'
import type { ChatRequest } from '../protocol/request/chat-request.ts'

/** How a request's answer is to reason. */
export interface ReasoningPlan {
  readonly mode: Pick<FormatOptions, 'reasoning' | 'reasoningFormat'>
  /** The prompt; where the request wants no reasoning and the template has opened it, it is closed again. */
  readonly prompt: string
  /** The most tokens of it; none where nothing bounds it. */
  readonly budget?: number
}

/** What a gateway knows of a model's reasoning. */
export interface Reasoning {
  plan(prompt: string, request: ChatRequest, knowsEffort: boolean): ReasoningPlan
  /** What ends it, with the white space that its template has there; null where nothing would. */
  readonly closer: string | null
  /** Whether it stands open at the end of a text; null where nothing has been said. */
  isOpen(text: string): boolean | null
}

/**
 * What an effort comes to where the template has no switch for it, in tokens; others are no bound.
 * Source: https://ai.google.dev/gemini-api/docs/openai
 */
const effortTokens: Readonly<Record<string, number>> = { minimal: 1024, low: 1024, medium: 8192 }

/** Looks at how the models of a format reason. */
export function createReasoning(make: Format): Reasoning {
  const chat = make({ reasoning: 'on' })
  const syntax = make.family.reasoning
  const closer = syntax === undefined ? null : closerOf(make, syntax.close)

  function isOpen(text: string): boolean | null {
    if (syntax === undefined) return null
    if (!chat.reasoningEnded(text, { thinking: false })) return true
    return chat.reasoningEnded(text, { thinking: true }) ? false : null
  }

  function plan(prompt: string, request: ChatRequest, knowsEffort: boolean): ReasoningPlan {
    const told = fieldOf(request.extra, 'reasoning_format')
    // llama.cpp's word, and Groq's.
    if (told === 'none' || told === 'raw') {
      return { mode: { reasoningFormat: 'none' }, prompt }
    }
    const budget = budgetOf(request, knowsEffort)
    const unwanted = request.reasoning === 'off' || budget === 0
    const open = isOpen(prompt)
    if (open === true && unwanted && closer !== null) {
      return { mode: { reasoning: 'off' }, prompt: prompt + closer }
    }
    const said = open === null ? (unwanted ? 'off' : undefined) : open ? 'open' : 'off'
    return {
      mode: said === undefined ? {} : { reasoning: said },
      prompt,
      ...(budget === undefined || said === 'off' ? {} : { budget }),
    }
  }

  return { plan, closer, isOpen }
}

function budgetOf(
  { reasoningBudget, reasoningEffort }: ChatRequest,
  knowsEffort: boolean,
): number | undefined {
  if (reasoningBudget !== undefined && reasoningBudget >= 0) return Math.floor(reasoningBudget)
  if (knowsEffort || reasoningEffort === undefined) return undefined
  return Object.hasOwn(effortTokens, reasoningEffort) ? effortTokens[reasoningEffort] : undefined
}

const thought = 'QzThoughtqZ'
const answer = 'QzAnswerqZ'

/**
 * What the format writes behind a thought, up to where an answer or a call may begin: the closer, and what
 * opens the next message where thoughts are messages of their own.
 */
function closerOf(make: Format, close: string): string | null {
  const text = write(make({ reasoning: 'open' }))
  const from = text.indexOf(thought) + thought.length
  const to = text.indexOf(answer)
  const end = text.indexOf(close, from) + close.length
  if (close === '' || from < thought.length || end < from || end > to) return null
  const rest = text.slice(end, to)
  const { header } = make.family
  const gap = rest.slice(0, rest.length - rest.trimStart().length)
  const next = header !== '' && rest.startsWith(header) ? header : gap
  // Models that begin a thought on a line of its own end it on one.
  const lines = write(make({ reasoning: 'on' })).includes(`\n${thought}`)
  return (lines ? '\n' : '') + text.slice(from, end) + next
}

function write(chat: Chat): string {
  try {
    return chat.write({ reasoning: thought, content: answer }).text
  } catch (error) {
    if (error instanceof TypeError) return ''
    throw error
  }
}
