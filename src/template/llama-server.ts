import type { ChatGrammar, Trigger } from '../chat/chat-types.ts'

/** A trigger as llama-server takes it: 0 a token by its id, 1 a word, 2 a pattern, 3 a pattern of all the text. */
export interface LlamaServerTrigger {
  readonly type: 0 | 1 | 2 | 3
  readonly value: string
  readonly token?: number
}

/** What llama-server's `/completion` needs for a request; merge it with your sampling options. */
export interface LlamaServerBody {
  readonly prompt: string
  readonly grammar: string
  readonly grammar_lazy: boolean
  readonly grammar_triggers: readonly LlamaServerTrigger[]
  /** Special tokens that the server would leave out of the text. */
  readonly preserved_tokens: readonly string[]
  readonly stop: readonly string[]
}

/**
 * The body of a request for llama-server's `/completion`.
 *
 * A word that is one token in the model's vocabulary must be preserved, and what is no token is ignored
 * there, so that all words are listed. Triggers that are tokens need their ids; without them they are words.
 *
 * Source: llama.cpp's `tools/server`, README and `server-task.cpp`.
 *
 * @example
 * ```ts
 * const tools: Tool[] = [{ type: 'function', function: { name: 'now' } }]
 * const grammar = formats.hermes({ tools }).grammar()
 * llamaServerBody('<|im_start|>user…', grammar).grammar_triggers[0] // { type: 1, value: '<tool_call>' }
 * ```
 */
export function llamaServerBody(
  prompt: string,
  grammar: ChatGrammar,
  tokens: Readonly<Record<string, number>> = {},
): LlamaServerBody {
  const words = grammar.triggers.filter(({ type }) => type === 'word' || type === 'token')
  return {
    prompt,
    grammar: grammar.gbnf,
    grammar_lazy: grammar.lazy,
    grammar_triggers: grammar.triggers.map((trigger) => serverTrigger(trigger, tokens)),
    preserved_tokens: [
      ...new Set([...grammar.preservedTokens, ...words.map(({ value }) => value)]),
    ],
    stop: grammar.stops,
  }
}

function serverTrigger(
  { type, value }: Trigger,
  tokens: Readonly<Record<string, number>>,
): LlamaServerTrigger {
  if (type === 'pattern') return { type: 2, value }
  if (type === 'pattern_full') return { type: 3, value }
  const token = type === 'token' && Object.hasOwn(tokens, value) ? tokens[value] : undefined
  return token === undefined ? { type: 1, value } : { type: 0, value, token }
}
