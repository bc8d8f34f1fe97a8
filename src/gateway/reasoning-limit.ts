import type { Chunk } from '../chat/chat-types.ts'
import { createTokenFinder } from '../chat/tokens.ts'
import type { TokenUsage } from '../protocol/token-usage.ts'
import { textOfChunk } from './chunk-text.ts'
import type { Generation, Upstream, UpstreamEvent } from './upstream.ts'

/** A bound on the tokens of reasoning. */
export interface ReasoningLimit {
  readonly tokens: number
  /** What ends the reasoning when the model does not. */
  readonly closer: string
  /** Whether the reasoning stands open behind this text of the model; null where none has begun. */
  isOpen(text: string): boolean | null
  /** What is asked for behind the closer; `prompt` is all that stands before. */
  rest(prompt: string): Pick<Generation, 'prompt' | 'grammar'>
}

/**
 * Writes a text whose reasoning is no longer than a limit, whatever the engine: where it would be, the
 * engine is stopped, the reasoning is closed, and the engine goes on behind it. An engine that keeps what it
 * has read of a prompt reads only the closer.
 */
export async function* limitReasoning(
  upstream: Upstream,
  generation: Generation,
  limit: ReasoningLimit,
  signal: AbortSignal,
): AsyncGenerator<readonly UpstreamEvent[]> {
  const watch = watchReasoning(limit)
  for await (const events of upstream.generate(generation, signal)) {
    yield watch.pass(events)
    // Leaving the loop stops the engine.
    if (watch.tokens !== null) break
  }
  if (watch.tokens === null) return
  const used = watch.tokens
  const { maxTokens } = generation.sampling
  const left = maxTokens === undefined ? undefined : Math.max(0, maxTokens - used)
  yield chunksOf(limit.closer, upstream.tokens).map((chunk) => ({ kind: 'text', chunk }))
  if (left === 0) return yield [{ kind: 'end', reason: 'length' }]
  const next: Generation = {
    ...generation,
    ...limit.rest(generation.prompt + watch.text() + limit.closer),
    sampling: { ...generation.sampling, ...(left === undefined ? {} : { maxTokens: left }) },
  }
  for await (const events of upstream.generate(next, signal)) {
    yield events.map((event) => (event.kind === 'usage' ? behind(event) : event))
  }

  /** The counts of both texts as those of one: what the first wrote is no part of the client's prompt. */
  function behind({ kind, usage }: Extract<UpstreamEvent, { kind: 'usage' }>): UpstreamEvent {
    const outputTokens = usage.outputTokens + used
    return { kind, usage: { ...(watch.counted ?? usage), outputTokens } }
  }
}

/** Follows a text until its reasoning is over, or too long. */
interface ReasoningWatch {
  /** What an engine said, up to where the reasoning has become too long. */
  pass(events: readonly UpstreamEvent[]): readonly UpstreamEvent[]
  /** How many there were when it had; null as long as it has not. */
  readonly tokens: number | null
  /** What the engine counted until then, if it does. */
  readonly counted: TokenUsage | null
  text(): string
}

function watchReasoning({ tokens: most, closer, isOpen }: ReasoningLimit): ReasoningWatch {
  const pieces: string[] = []
  const end = closer.trim()
  let watching = true
  let tokens = 0
  /** White space alone opens and closes nothing: one look at it is enough. */
  let blank = true
  let looked = false
  let counted: TokenUsage | null = null
  let exceeded: number | null = null
  const text = (): string => pieces.join('')

  /** Whether the reasoning is too long behind the text so far. */
  function isTooLong(): boolean {
    if (tokens < most || (blank && looked)) return false
    looked = true
    const open = isOpen(text())
    // What has ended, or has not begun before the answer has, is not looked for any more.
    watching = open === true || (open === null && blank)
    // A closer that is being written comes to its end in as many tokens as it has characters.
    return open === true && !(tokens < most + end.length && endsInside(text(), end))
  }

  return {
    pass(events) {
      if (!watching) return events
      counted = countOf(events) ?? counted
      // About one token a text: a read tells how many there are at its end.
      const texts = events.filter(({ kind }) => kind === 'text').length
      if (counted !== null) tokens = Math.max(tokens, counted.outputTokens - texts)
      for (const [at, event] of events.entries()) {
        if (event.kind !== 'text') continue
        const piece = textOfChunk(event.chunk)
        pieces.push(piece)
        blank &&= piece.trim() === ''
        tokens++
        if (!isTooLong()) continue
        exceeded = tokens
        return events.slice(0, at + 1)
      }
      return events
    },
    get tokens() {
      return exceeded
    },
    get counted() {
      return counted
    },
    text,
  }
}

/** The counts behind a read; null from an engine that does not count. */
function countOf(events: readonly UpstreamEvent[]): TokenUsage | null {
  const last = events.findLast(({ kind }) => kind === 'usage')
  return last?.kind === 'usage' && last.usage.outputTokens > 0 ? last.usage : null
}

/** No id of a token: of text that is no marker nobody asks for one. */
const ordinary = -1

/** The closer as the model would have written it: where markers are told by their ids, with those. */
function chunksOf(text: string, tokens: Upstream['tokens']): Chunk[] {
  if (tokens === undefined) return [text]
  const chunks: Chunk[] = []
  let from = 0
  for (const { start, text: marker } of createTokenFinder(tokens).findAll(text)) {
    if (start > from) chunks.push({ text: text.slice(from, start), ids: [ordinary] })
    chunks.push({ text: marker, ids: [tokens[marker] ?? ordinary] })
    from = start + marker.length
  }
  return from < text.length ? [...chunks, { text: text.slice(from), ids: [ordinary] }] : chunks
}

/** Whether a text ends with the beginning of a marker: the model is about to write it. */
function endsInside(text: string, marker: string): boolean {
  for (let length = Math.min(marker.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(marker.slice(0, length))) return true
  }
  return false
}
