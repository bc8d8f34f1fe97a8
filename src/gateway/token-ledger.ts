import { createQueue } from '../util/queue.ts'
import type { Session } from '../chat/chat-types.ts'
import type { Delta, TokenLogprob } from '../chat/delta.ts'

/** Knows which tokens became content, and tells of them with it. */
export interface TokenLedger {
  /** Text of the model, and the tokens that came with it. */
  add(text: string, tokens: readonly TokenLogprob[]): void
  /** The deltas that a client is sent, with the log probabilities of their tokens. */
  attach(deltas: readonly Delta[]): Delta[]
  /** How often a token was looked at: a few times each, however they come. */
  readonly steps: number
}

/** A token whose place in the model's text is known. */
interface Placed {
  readonly token: TokenLogprob
  readonly start: number
  readonly end: number
}

/** How far behind the place where it should stand a token is looked for. */
const reach = 256

/**
 * Makes the ledger of one text. Only what becomes content is told of: the log probabilities of reasoning,
 * calls and markers stay here. `before` is what the client wrote of the answer itself.
 */
export function createTokenLedger(
  session: Pick<Session, 'coverageSince'>,
  before: { readonly text: number; readonly content: number },
): TokenLedger {
  /** Text that no token stands for yet, and where it begins. */
  let rest = ''
  let cursor = before.text
  const waiting = createQueue<TokenLogprob>()
  const placed = createQueue<Placed>()
  /** Up to here it is known what became of the text, and so much of that is content. */
  let known = before.text
  let content = before.content
  /** Tokens of content, by where they begin in it. */
  const ready = createQueue<{ readonly token: TokenLogprob; readonly at: number }>()
  let sent = before.content
  let steps = 0

  /** Engines hold text back that their tokens have spelled already, and some have no text of their own. */
  function place(): void {
    for (let token = waiting.at(0); token !== undefined; token = waiting.at(0)) {
      steps++
      const { text } = token
      const spelled = text === '' || text.includes('\ufffd') ? '' : text
      if (spelled !== '' && rest.length < spelled.length && spelled.startsWith(rest)) break
      const found = rest.slice(0, reach + spelled.length).indexOf(spelled)
      const skipped = Math.max(0, found)
      const length = found < 0 ? 0 : spelled.length
      const start = cursor + skipped
      placed.push({ token, start, end: start + length })
      cursor = start + length
      rest = rest.slice(skipped + length)
      waiting.take(1)
    }
  }

  function settle(): void {
    for (const { kind, start, end } of session.coverageSince(known)) {
      if (kind === 'pending') break
      const isContent = kind === 'content'
      for (let next = placed.at(0); next !== undefined && next.start < end; next = placed.at(0)) {
        steps++
        if (isContent)
          ready.push({ token: next.token, at: content + Math.max(0, next.start - start) })
        // It ends in what follows, which may be content.
        else if (next.end > end) break
        placed.take(1)
      }
      if (isContent) content += end - start
      known = end
    }
  }

  return {
    add(text, tokens) {
      rest += text
      for (const token of tokens) waiting.push(token)
      place()
      // Text without tokens is not looked through for ever.
      if (waiting.length === 0 && rest.length > reach) {
        cursor += rest.length
        rest = ''
      }
    },
    attach(deltas) {
      settle()
      return deltas.map((delta) => {
        if (delta.kind !== 'content') return delta
        sent += delta.text.length
        let count = 0
        for (let next = ready.at(0); next !== undefined && next.at < sent; next = ready.at(count)) {
          steps++
          count++
        }
        const taken = ready.take(count)
        return taken.length === 0 ? delta : { ...delta, logprobs: taken.map(({ token }) => token) }
      })
    },
    get steps() {
      return steps
    },
  }
}
