import type { Policies } from './policy.ts'
import type { TokenRef, TurnMarkers } from './turn-markers.ts'

/** Counts the tokens of reasoning while they come. */
export interface ReasoningCounter {
  add(token: TokenRef): void
  readonly count: number
}

/** How reasoning tokens are counted. */
export interface CountOptions {
  readonly rule: Policies['reasoningTokens']
  /** The prompt has opened the reasoning. */
  readonly opened: boolean
  /** Ids of marker tokens by their text, for tokens that are ids. */
  readonly tokens?: Readonly<Record<string, number>>
}

/**
 * Makes a counter that follows one of the engines' rules; the markers themselves never count.
 * `interval` counts all between the markers, calls too; `text` what is neither call nor answer, as a
 * call ends the reasoning; `depth` only inside markers that were written, nested ones once.
 */
export function createReasoningCounter(
  markers: TurnMarkers,
  { rule, opened, tokens = {} }: CountOptions,
): ReasoningCounter {
  const kinds = new Map<TokenRef, 'open' | 'close' | 'call'>()
  const know = (text: string, kind: 'open' | 'close' | 'call'): void => {
    if (text === '') return
    kinds.set(text, kind)
    const id = Object.hasOwn(tokens, text) ? tokens[text] : undefined
    if (id !== undefined) kinds.set(id, kind)
  }
  if (rule === 'text') for (const text of markers.calls) know(text, 'call')
  know(markers.reasoning.close, 'close')
  know(markers.reasoning.open, 'open')
  let depth = opened && rule !== 'depth' ? 1 : 0
  let count = 0

  return {
    add(token) {
      const kind = kinds.get(token)
      if (kind === 'open') depth = rule === 'depth' ? depth + 1 : 1
      else if (kind === 'close') depth = Math.max(0, depth - 1)
      else if (kind === 'call') depth = 0
      else if (depth > 0) count++
    },
    get count() {
      return count
    },
  }
}

/**
 * How many of a response's tokens are reasoning.
 *
 * @param response the tokens by their ids or texts
 * @example
 * ```ts
 * const markers = {
 *   reasoning: { open: '<think>', close: '</think>' },
 *   calls: ['<tool_call>'],
 *   turns: ['<|im_start|>', '<|im_end|>'],
 *   thinks: true,
 * }
 * const response = ['<think>', 'hm', '</think>', 'Ahoy']
 * countReasoningTokens(response, markers, { rule: 'interval', opened: false }) // 1
 * ```
 */
export function countReasoningTokens(
  response: readonly TokenRef[],
  markers: TurnMarkers,
  options: CountOptions,
): number {
  const counter = createReasoningCounter(markers, options)
  response.forEach(counter.add)
  return counter.count
}
