import type { NodeLlamaModel } from './node-llama.ts'

/** No character takes more tokens. */
const maxCharacterTokens = 4

/** Turns tokens into text; a character that several tokens spell waits for the last of them. */
export function createTokenText<Token extends number>(
  model: NodeLlamaModel<Token>,
  written: readonly Token[],
): { push(token: Token): string; end(): string } {
  let waiting: Token[] = []

  function take(): string {
    const before = written.slice(0, written.length - waiting.length).slice(-maxCharacterTokens)
    const text = model.detokenize(waiting, true, before)
    waiting = []
    return text
  }

  return {
    push(token) {
      waiting.push(token)
      const before = written.slice(0, -waiting.length).slice(-maxCharacterTokens)
      const text = model.detokenize(waiting, true, before)
      if (text.endsWith('\ufffd') && waiting.length < maxCharacterTokens) return ''
      waiting = []
      return text
    },
    end: () => (waiting.length === 0 ? '' : take()),
  }
}
