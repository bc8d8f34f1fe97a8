import { describe, expect, it } from 'vitest'
import { limitReasoning } from '../src/gateway/reasoning-limit.ts'
import { formats } from '../src/formats/index.ts'
import { createReasoning } from '../src/gateway/reasoning.ts'
import type { Generation, Upstream, UpstreamEvent } from '../src/gateway/upstream.ts'

const generation: Generation = {
  prompt: 'Q',
  media: [],
  grammar: null,
  preservedTokens: [],
  stops: [],
  sampling: {},
  logprobs: null,
  tokenIds: false,
  extra: {},
}

/** What comes of a model that writes a text again and again, and how often the whole text was looked at. */
async function limited(begun: string, token: string, times: number) {
  const { isOpen, closer } = createReasoning(formats.hermes)
  let looks = 0
  let asked = 0
  const upstream: Pick<Upstream, 'generate'> = {
    async *generate(): AsyncGenerator<readonly UpstreamEvent[]> {
      const many = asked++ === 0 ? times : 0
      for (let i = 0; i < many; i++) yield [{ kind: 'text', chunk: token }]
      yield [{ kind: 'end', reason: 'stop' }]
    },
  }
  const limit = {
    tokens: 5,
    closer: closer ?? '',
    isOpen: (text: string) => (looks++, isOpen(begun + text)),
    rest: (prompt: string) => ({ prompt, grammar: null }),
  }
  const { signal } = new AbortController()
  const texts: string[] = []
  for await (const events of limitReasoning(upstream as Upstream, generation, limit, signal)) {
    for (const event of events) if (event.kind === 'text') texts.push(String(event.chunk))
  }
  return { texts, looks, asked, closer }
}

describe('a model that writes one token for ever', () => {
  it('is closed in a thought that always ends like a closer begins', async () => {
    const { texts, asked, closer } = await limited('<think>', '<', 2000)
    expect(asked).toBe(2)
    expect(texts.at(-1)).toBe(closer)
    expect(texts.length).toBeLessThan(5 + '</think>'.length + 2)
  })

  it('has its white space looked at once', async () => {
    const { texts, looks } = await limited('', '\n', 2000)
    expect(texts).toHaveLength(2000)
    expect(looks).toBe(1)
  })
})
