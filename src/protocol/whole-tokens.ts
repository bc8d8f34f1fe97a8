import type { TokenLogprob } from '../chat/delta.ts'

/** What is known of the tokens of a whole response, for each of its choices; nothing where nobody asked. */
export interface WholeTokens {
  /** Of the content. */
  readonly logprobs?: (choice: number) => readonly TokenLogprob[]
  readonly tokenIds?: (choice: number) => readonly number[]
}
