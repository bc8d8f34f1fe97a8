import type { TokenRef, TurnMarkers } from './turn-markers.ts'

/** How the end of a prompt is looked at. */
export interface PromptOptions {
  /** Ids of marker tokens by their text, for prompts that are ids. */
  readonly tokens?: Readonly<Record<string, number>>
  /** Whether the model thinks unless the prompt says otherwise; by default as the markers say. */
  readonly thinking?: boolean
  /** A call ends the reasoning; true by default. */
  readonly callsEnd?: boolean
}

/**
 * Whether the reasoning has ended where a prompt, or a text so far, ends: from there on a constraint
 * on the answer holds. Looks backwards for the last marker of the turn; what an earlier turn closed
 * does not count, and a turn that says nothing is decided by `thinking`.
 *
 * @param prompt the text, or its tokens by their ids or texts
 * @example
 * ```ts
 * const markers = {
 *   reasoning: { open: '<think>', close: '</think>' },
 *   calls: ['<tool_call>'],
 *   turns: ['<|im_start|>', '<|im_end|>'],
 *   thinks: true,
 * }
 * reasoningEnded('<|im_start|>assistant\n<think>\n\n</think>\n\n', markers) // true
 * ```
 */
export function reasoningEnded(
  prompt: string | readonly TokenRef[],
  markers: TurnMarkers,
  options: PromptOptions = {},
): boolean {
  const { thinking = markers.thinks, callsEnd = true, tokens = {} } = options
  const { open, close } = markers.reasoning
  const meanings = new Map<string, Meaning>()
  for (const text of markers.turns) meanings.set(text, 'turn')
  if (callsEnd) for (const text of markers.calls) meanings.set(text, 'ended')
  meanings.set(close, 'ended')
  meanings.set(open, 'open')
  meanings.delete('')
  const last =
    typeof prompt === 'string' ? lastInText(prompt, meanings) : lastToken(prompt, meanings, tokens)
  return last === 'ended' || (last !== 'open' && !thinking)
}

/**
 * The tokens of a response that its answer is made of: those behind the reasoning's closer, or from the
 * call on that ended it. Without either there are none if the prompt had opened the reasoning, and all
 * if not.
 *
 * @example
 * ```ts
 * const markers = {
 *   reasoning: { open: '<think>', close: '</think>' },
 *   calls: ['<tool_call>'],
 *   turns: ['<|im_start|>', '<|im_end|>'],
 *   thinks: true,
 * }
 * answerTokens(['hm', '</think>', 'Ahoy'], markers, { opened: true }) // ['Ahoy']
 * ```
 */
export function answerTokens(
  response: readonly TokenRef[],
  markers: TurnMarkers,
  options: Pick<PromptOptions, 'tokens'> & { readonly opened: boolean },
): readonly TokenRef[] {
  const { tokens = {}, opened } = options
  const idOf = (text: string): TokenRef =>
    Object.hasOwn(tokens, text) ? (tokens[text] ?? text) : text
  const isOne = (texts: readonly string[]) => {
    const wanted = new Set<TokenRef>(texts.flatMap((text) => [text, idOf(text)]))
    return (token: TokenRef): boolean => wanted.has(token)
  }
  const closer = response.findIndex(isOne([markers.reasoning.close]))
  if (closer >= 0) return response.slice(closer + 1)
  const call = response.findIndex(isOne(markers.calls))
  if (call >= 0) return response.slice(call)
  return opened ? [] : response
}

type Meaning = 'open' | 'ended' | 'turn'

function lastInText(text: string, meanings: ReadonlyMap<string, Meaning>): Meaning | undefined {
  let found: { readonly end: number; readonly meaning: Meaning } | undefined
  for (const [marker, meaning] of meanings) {
    const at = text.lastIndexOf(marker)
    const end = at + marker.length
    // Of markers that overlap, the one that ends last was written last.
    if (at >= 0 && (found === undefined || end > found.end)) found = { end, meaning }
  }
  return found?.meaning
}

function lastToken(
  prompt: readonly TokenRef[],
  meanings: ReadonlyMap<string, Meaning>,
  tokens: Readonly<Record<string, number>>,
): Meaning | undefined {
  const known = new Map<TokenRef, Meaning>(meanings)
  for (const [text, id] of Object.entries(tokens)) {
    const meaning = meanings.get(text)
    if (meaning !== undefined) known.set(id, meaning)
  }
  for (let i = prompt.length - 1; i >= 0; i--) {
    const meaning = known.get(prompt[i] ?? '')
    if (meaning !== undefined) return meaning
  }
  return undefined
}
