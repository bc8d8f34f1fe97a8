import type { LikelyToken, TokenLogprob } from '../../chat/delta.ts'
import type { NodeLlamaModel, NodeLlamaSequence } from './node-llama.ts'

/** A token that was drawn, and how likely each was; null where nobody asked. */
interface Drawn<Token extends number> {
  readonly token: Token
  readonly probabilities: ReadonlyMap<Token, number> | null
}

/** Draws tokens, with all probabilities where they are wanted. */
export async function* drawTokens<Token extends number>(
  sequence: NodeLlamaSequence<Token>,
  tokens: Token[],
  withProbabilities: boolean,
  options: object,
): AsyncGenerator<Drawn<Token>> {
  if (withProbabilities && sequence.evaluateWithMetadata !== undefined) {
    yield* sequence.evaluateWithMetadata(tokens, { probabilities: true }, options)
    return
  }
  for await (const token of sequence.evaluate(tokens, options)) yield { token, probabilities: null }
}

/** A token and its alternatives; the map has the most likely ones first. */
export function likelyToken<Token extends number>(
  model: NodeLlamaModel<Token>,
  token: Token,
  probabilities: ReadonlyMap<Token, number>,
  top: number | null,
): TokenLogprob {
  const likely = (id: Token, probability: number): LikelyToken => ({
    text: model.detokenize([id], true, []),
    // JSON has no negative infinity.
    logprob: Math.max(-9999, Math.log(probability)),
  })
  const best: LikelyToken[] = []
  for (const [id, probability] of probabilities) {
    if (best.length >= (top ?? 0)) break
    best.push(likely(id, probability))
  }
  return { ...likely(token, probabilities.get(token) ?? 0), top: best }
}
