import { defined, type Body } from './body.ts'
import type { ChatRequest } from './chat-request.ts'

/** What a request says of reasoning. */
type ReasoningWish = Pick<
  ChatRequest,
  'reasoning' | 'reasoningEffort' | 'reasoningBudget' | 'showReasoning'
>

/** What an effort says: `none` means that the model may not think. */
export function effortOf(effort: string | undefined): ReasoningWish {
  if (effort === undefined) return {}
  return effort === 'none' ? { reasoning: 'off' } : { reasoning: 'on', reasoningEffort: effort }
}

/** Anthropic's `thinking`, which DeepSeek, GLM and Kimi have in chat completions too. */
export function thinkingOf(thinking: Body | undefined): ReasoningWish {
  if (thinking === undefined) return {}
  if (thinking.needText('type') === 'disabled') return { reasoning: 'off' }
  return {
    reasoning: 'on',
    ...defined<ReasoningWish>({
      reasoningBudget: thinking.number('budget_tokens'),
      showReasoning: thinking.text('display') === 'omitted' ? false : undefined,
    }),
  }
}

/**
 * The wish of a chat completion, in the words of OpenAI, and of the servers that have their own. Where
 * it is said in several, OpenAI's word stands.
 */
export function reasoningWish(body: Body): ReasoningWish {
  return {
    ...qwenThinking(body),
    ...thinkingOf(body.inner('thinking')),
    ...routedReasoning(body.inner('reasoning')),
    ...effortOf(body.text('reasoning_effort')),
    ...budget(body.number('thinking_token_budget') ?? body.number('reasoning_budget_tokens')),
  }
}

// Source: https://www.alibabacloud.com/help/en/model-studio/deep-thinking
function qwenThinking(body: Body): ReasoningWish {
  const thinks = body.flag('enable_thinking')
  const said = thinks === undefined ? {} : ({ reasoning: thinks ? 'on' : 'off' } as const)
  return { ...said, ...budget(body.number('thinking_budget')) }
}

// Source: https://openrouter.ai/docs/use-cases/reasoning-tokens
function routedReasoning(wish: Body | undefined): ReasoningWish {
  if (wish === undefined) return {}
  const enabled = wish.flag('enabled')
  const switched = enabled === undefined ? {} : ({ reasoning: enabled ? 'on' : 'off' } as const)
  return {
    ...effortOf(wish.text('effort')),
    ...budget(wish.number('max_tokens')),
    ...switched,
    ...(wish.flag('exclude') === true ? { showReasoning: false } : {}),
  }
}

function budget(tokens: number | undefined): ReasoningWish {
  return tokens === undefined ? {} : { reasoningBudget: tokens }
}
