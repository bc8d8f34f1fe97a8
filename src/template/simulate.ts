import type { ChatGrammar, Trigger } from '../chat/chat-types.ts'
import { createAcceptor } from '../gbnf/accept.ts'
import { describeExpected } from '../gbnf/expected.ts'
import { createFinder } from './response/regex-match.ts'
import { isRegexFault, readRegex } from './response/regex-read.ts'

/** Where a lazy grammar was switched on. */
export interface Triggered {
  readonly trigger: Trigger
  /** Where the text begins that the grammar is given; UTF-16 code units from the start of the text. */
  readonly start: number
  /** Behind the token with which the trigger was complete. */
  readonly end: number
}

/** What a sampler under a grammar would do with a text. */
export interface Simulation {
  /** None when the grammar was on from the start, or never. */
  readonly triggered: Triggered | null
  /** Where generation dies: the first token, or character, that the grammar forbids. */
  readonly dies: {
    readonly offset: number
    /** The place of the token, where tokens were given. */
    readonly token: number
    readonly found: string
    readonly expected: string
  } | null
  /** The text may end here. */
  readonly complete: boolean
}

/** What is simulated beside the text. */
export interface SimulationOptions {
  /** What the prompt ends with: triggers are looked for from there on. */
  readonly generationPrompt?: string
}

/** Texts longer than this are searched for patterns no further: each token searches all of it. */
const maxPatternText = 2 ** 16

/**
 * Replays a text, or the texts of tokens, against a grammar and its triggers as llama.cpp's sampler goes
 * through them, and says where generation would die. A trigger counts when the token is complete with which
 * it stands in the text; from its start on, all goes through the grammar, the rest of that token included.
 *
 * Source: llama.cpp's `llama_grammar_accept_impl`.
 *
 * @throws GrammarError when the grammar is not one that llama.cpp would load
 * @example
 * ```ts
 * const grammar = { gbnf: 'root ::= "<call>" [a-z]+ "</call>"', lazy: true, stops: [], warnings: [],
 *   preservedTokens: [], triggers: [{ type: 'word' as const, value: '<call>' }] }
 * simulateTriggers(grammar, 'Well, <call>now</call>').complete // true
 * simulateTriggers(grammar, 'Well, <call>NOW').dies?.offset // 12
 * ```
 */
export function simulateTriggers(
  grammar: Pick<ChatGrammar, 'gbnf' | 'lazy' | 'triggers'>,
  text: string | readonly string[],
  { generationPrompt = '' }: SimulationOptions = {},
): Simulation {
  const tokens = typeof text === 'string' ? Array.from(text) : text
  const find = triggerFinder(grammar.triggers)
  const acceptor = createAcceptor(grammar.gbnf)
  let triggered: Triggered | null = null
  let on = !grammar.lazy
  let buffer = generationPrompt
  for (const [index, token] of tokens.entries()) {
    const offset = buffer.length - generationPrompt.length
    buffer += token
    let fed = token
    if (!on) {
      const found = find(buffer, token)
      if (found === null) continue
      on = true
      const start = found.start - generationPrompt.length
      triggered = { trigger: found.trigger, start, end: offset + token.length }
      fed = buffer.slice(found.start)
    }
    if (!acceptor.feed(fed))
      return dead(
        acceptor.result(),
        triggered,
        index,
        buffer.length - generationPrompt.length - fed.length,
        fed,
      )
  }
  return { triggered, dies: null, complete: !on || acceptor.result().kind === 'complete' }
}

function dead(
  result: ReturnType<ReturnType<typeof createAcceptor>['result']>,
  triggered: Triggered | null,
  token: number,
  from: number,
  fed: string,
): Simulation {
  const refused = result.kind === 'refused'
  // The acceptor counts from where the grammar began.
  const begin = triggered?.start ?? 0
  const offset = refused ? begin + result.offset : from
  return {
    triggered,
    dies: {
      offset,
      token,
      found: refused ? result.found : fed,
      expected: refused ? describeExpected(result.expected) : 'a cheaper grammar',
    },
    complete: false,
  }
}

interface Found {
  readonly trigger: Trigger
  readonly start: number
}

/** Looks for the triggers in all that was written, each time a token is complete. */
function triggerFinder(
  triggers: readonly Trigger[],
): (text: string, token: string) => Found | null {
  const trees = triggers.map(({ type, value }) =>
    type === 'pattern' || type === 'pattern_full' ? readRegex(value) : null,
  )
  return (text, token) => {
    for (const [i, trigger] of triggers.entries()) {
      const start = startOf(text, token, trigger, trees[i] ?? null)
      if (start !== null) return { trigger, start }
    }
    return null
  }
}

function startOf(
  text: string,
  token: string,
  { type, value }: Trigger,
  tree: ReturnType<typeof readRegex> | null,
): number | null {
  if (type === 'token') return token === value ? text.length - token.length : null
  if (type === 'word') {
    // What stood there before the token was looked through before.
    const at = text.indexOf(value, Math.max(0, text.length - token.length - value.length))
    return at < 0 ? null : at
  }
  if (tree === null || isRegexFault(tree) || text.length > maxPatternText) return null
  const match = createFinder(tree, text).search(text, 0)
  if (match === null) return null
  if (type === 'pattern_full' && (match.start > 0 || match.end < text.length)) return null
  // The grammar begins with the first group that took part.
  const group = [...match.groups]
    .filter(([key, part]) => typeof key === 'number' && key > 0 && part !== '')
    .toSorted(([a], [b]) => Number(a) - Number(b))[0]?.[1]
  return group === undefined ? match.start : text.indexOf(group, match.start)
}
