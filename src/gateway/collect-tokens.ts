import { addAll } from '../util/add-all.ts'
import type { TokenLogprob } from '../chat/delta.ts'
import type { WholeTokens } from '../protocol/whole-tokens.ts'
import type { Added } from './choices.ts'
import type { Generation } from './upstream.ts'

/** Collects what a whole answer tells of its tokens; nothing that was not asked for. */
export function collectTokens({
  logprobs: wanted,
  tokenIds,
}: Pick<Generation, 'logprobs' | 'tokenIds'>): {
  add(added: Added): void
  readonly whole: WholeTokens
} {
  const logprobs = new Map<number, TokenLogprob[]>()
  const ids = new Map<number, number[]>()
  return {
    add({ choice, deltas, ids: read }) {
      for (const delta of deltas) {
        if (delta.kind === 'content' && delta.logprobs !== undefined) {
          addAll(listOf(logprobs, choice), delta.logprobs)
        }
      }
      addAll(listOf(ids, choice), read)
    },
    whole: {
      ...(wanted === null ? {} : { logprobs: (choice) => logprobs.get(choice) ?? [] }),
      ...(tokenIds ? { tokenIds: (choice) => ids.get(choice) ?? [] } : {}),
    },
  }
}

function listOf<Item>(lists: Map<number, Item[]>, key: number): Item[] {
  const found = lists.get(key) ?? []
  lists.set(key, found)
  return found
}
