import { describe, expect, it } from 'vitest'
import { formats, type Delta, type StopReason, type Tool } from '../src/index.ts'
import {
  createAiSdkEncoder,
  createWireEncoder,
  lintRules,
  lintSources,
  requestFields,
  wireProtocols,
  type WireProtocol,
} from '../src/protocol/index.ts'
import { expectGolden } from './support/golden.ts'

const tools: readonly Tool[] = [{ type: 'function', function: { name: 'weather' } }]
const text =
  '<think>\nTwo cities.\n</think>\n\nI look.\n<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>\n' +
  '<tool_call>\n{"name": "weather", "arguments": {"city": "Rome"}}\n</tool_call>'

const usage = { inputTokens: 20, outputTokens: 30, reasoningTokens: 5, cachedTokens: 8 }

/** The deltas of an answer in pieces of a dozen characters. */
function deltasOf(answer: string, stopReason: StopReason): Delta[] {
  const session = formats.hermes({ tools, reasoning: 'on' }).open({ seed: 1 })
  const chunks = answer.match(/[\s\S]{1,12}/g) ?? []
  const deltas = chunks.flatMap((chunk) => session.feed(chunk))
  return [...deltas, ...session.finish({ stopReason })]
}

function streamOf(protocol: WireProtocol, deltas: readonly Delta[]): string {
  const fixed = { id: 'id_1', created: 1_767_225_600, model: 'qwen3', usage, includeUsage: true }
  const wire = createWireEncoder(protocol, fixed)
  return [wire.start(), ...deltas.map(wire.push), wire.end()].join('')
}

const answers = {
  'reasoning, content and two calls': deltasOf(text, 'stop'),
  'a call that is cut off': deltasOf(text.slice(0, text.indexOf('Rome')), 'length'),
  'an upstream that fails': deltasOf('<think>\nTwo', 'error'),
}

describe('the whole stream of', () => {
  it.each(wireProtocols)('%s', (protocol) => {
    const parts = Object.entries(answers).map(
      ([name, deltas]) => `=== ${name}\n\n${streamOf(protocol, deltas).trimEnd()}\n`,
    )
    expectGolden(`fixtures/protocol/${protocol}.txt`, parts.join('\n'))
  })

  it('the AI SDK', () => {
    const parts = Object.entries(answers).map(([name, deltas]) => {
      const encoder = createAiSdkEncoder({
        id: 'id_1',
        model: 'qwen3',
        created: new Date(0),
        usage,
      })
      const all = [...encoder.start(), ...deltas.flatMap(encoder.push), ...encoder.end()]
      const lines = all.map((part) =>
        JSON.stringify(part, (_, v) => (v instanceof Error ? String(v) : v)),
      )
      return `=== ${name}\n\n${lines.join('\n')}\n`
    })
    expectGolden('fixtures/protocol/ai-sdk.txt', parts.join('\n'))
  })
})

it('docs/protocols.md has every field and every rule', () => {
  expectGolden('docs/protocols.md', document())
  expect(document()).not.toContain('undefined')
})

function document(): string {
  const fields = Object.entries(requestFields).map(([protocol, table]) => {
    const rows = Object.entries(table).map(
      ([name, { fate, as }]) => `| \`${name}\` | ${fate} | ${cell(as)} |`,
    )
    return `### ${protocol}\n\n| field | fate | as, or why |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  const rules = Object.entries(lintRules).map(
    ([name, { meaning, source }]) =>
      `| \`${name}\` | ${cell(meaning)} | [${source}](${lintSources[source]}) |`,
  )
  return `# Protocols

Written by \`npm run update\` from the tables in \`src/protocol\`.

## Fields of requests

_kept_: it means the same here. _mapped_: it is put into other words. _ignored_: it has no effect here, and leaving it out
changes no answer. _refused_: the request is answered with the protocol's error, with the place and the reason; \`null\`,
\`false\`, an empty text and an empty list ask for nothing. Fields that no row names are given back in \`extra\`.

${fields.join('\n')}
## Why a response ended

| message | openai-chat | openai-responses | anthropic | ollama | AI SDK |
|---|---|---|---|---|---|
| \`stop\` | stop | completed | end_turn, stop_sequence | stop | stop |
| \`tool_calls\` | tool_calls | completed | tool_use | stop | tool-calls |
| \`length\` | length | incomplete | max_tokens | length | length |
| \`abort\` | length | incomplete | max_tokens | length | other; UI: abort |
| \`parse_error\` | length | incomplete | max_tokens | length | other |
| \`error\` | length | failed | error | error | error |
| a call that is not whole | length, sent without what would make it whole JSON | incomplete, its item too | max_tokens, its block closed | sent as content | sent as text; UI: tool-input-error |

## Rules of \`lint-stream\`

| rule | asks that | written in |
|---|---|---|
${rules.join('\n')}
`
}

function cell(words: string): string {
  return words.replaceAll('|', '\\|')
}
