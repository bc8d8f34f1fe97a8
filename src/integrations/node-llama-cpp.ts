import type { Chat, SessionOptions } from '../chat/chat-types.ts'
import type { Delta } from '../chat/delta.ts'
import type { Message, StopReason } from '../chat/message.ts'

/** The part of node-llama-cpp's model that turns tokens into text. */
export interface LlamaDetokenizer<Token extends number = number> {
  detokenize(tokens: readonly Token[], specialTokens: boolean, lastTokens: readonly Token[]): string
}

/** What a completion of node-llama-cpp writes, being read. */
export interface LlamaReader<Token extends number = number> {
  /** For `llama.createGrammar({ grammar })`; it holds from the first token on. */
  readonly gbnf: string
  /** For the options of `generateCompletion`: reads tokens, markers included. */
  readonly onToken: (tokens: readonly Token[]) => void
  /** Says how the completion ended, as its `metadata.stopReason` has it, and gives the message. */
  finish(stopReason?: string): Message
  readonly message: Message
}

/** How a completion is read. */
export interface LlamaReaderOptions<Token extends number = number> extends SessionOptions {
  readonly model: LlamaDetokenizer<Token>
  /** Told of each difference. */
  readonly onDelta?: (delta: Delta) => void
}

/** The detokenizer looks at so many tokens before those that it turns into text. */
const lastTokens = 4

/**
 * Reads what a completion of node-llama-cpp writes: its own text callbacks leave markers out, so that tokens
 * are read here.
 *
 * @example
 * ```ts
 * const reader = readLlama(formats.plain(), { model: { detokenize: () => 'Ahoy' } })
 * reader.onToken([1])
 * reader.finish('eogToken').content // 'Ahoy'
 * ```
 */
export function readLlama<Token extends number = number>(
  chat: Chat,
  options: LlamaReaderOptions<Token>,
): LlamaReader<Token> {
  const { model, onDelta, ...reading } = options
  const session = chat.open({ checkGrammar: false, ...reading })
  let before: Token[] = []
  let waiting: Token[] = []

  function tell(deltas: readonly Delta[]): void {
    for (const delta of deltas) onDelta?.(delta)
  }

  function take(isLast: boolean): void {
    if (waiting.length === 0) return
    const text = model.detokenize(waiting, true, before)
    // A character that several tokens spell waits for the last of them.
    if (!isLast && text.endsWith('\ufffd') && waiting.length < lastTokens) return
    before = [...before, ...waiting].slice(-lastTokens)
    const ids = waiting
    waiting = []
    tell(session.feed({ text, ids }))
  }

  return {
    gbnf: chat.grammar({ lazy: false }).gbnf,
    onToken(tokens) {
      waiting.push(...tokens)
      take(false)
    },
    finish(stopReason = 'eogToken') {
      take(true)
      tell(session.finish({ stopReason: reasons[stopReason] ?? 'stop' }))
      return session.message
    },
    get message() {
      return session.message
    },
  }
}

// What `metadata.stopReason` says; all else is the model's own end.
const reasons: Readonly<Record<string, StopReason>> = { maxTokens: 'length', abort: 'abort' }
