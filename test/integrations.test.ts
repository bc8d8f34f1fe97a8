import { generateText, jsonSchema, streamText, tool, wrapLanguageModel, type ToolSet } from 'ai'
import { MockLanguageModelV3, convertArrayToReadableStream } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { formats, type Chat, type FormatOptions } from '../src/index.ts'
import { formatList } from '../src/formats/registry.ts'
import { pegbnf } from '../src/integrations/ai-sdk.ts'
import { chunksOf, randomMessages, type Cut } from '../src/testing/index.ts'
import { describeWithOracle } from './support/oracle.ts'
import { createWorker } from './support/worker.ts'
import { fileURLToPath } from 'node:url'
import { takesTools } from './support/takes-tools.ts'

const usage = {
  inputTokens: { total: 11, noCache: 11, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 7, text: 7, reasoning: 0 },
}
const schema = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
}
const tools: ToolSet = Object.fromEntries([['weather', tool({ inputSchema: jsonSchema(schema) })]])
const weather = { type: 'function', function: { name: 'weather', parameters: schema } } as const

/** A model that writes this text, wrapped. */
function modelOf(
  text: string,
  {
    make = formats.hermes as (options?: FormatOptions) => Chat,
    cut = 'token' as Cut,
    unified = 'stop' as 'stop' | 'length',
    breaks = false,
  } = {},
) {
  const finishReason = { unified, raw: unified }
  const deltas = chunksOf(text, cut).map((delta) => ({
    type: 'text-delta' as const,
    id: '0',
    delta,
  }))
  return wrapLanguageModel({
    model: new MockLanguageModelV3({
      doStream: {
        stream: convertArrayToReadableStream([
          { type: 'stream-start', warnings: [] },
          { type: 'text-start', id: '0' },
          ...deltas,
          ...(breaks
            ? [{ type: 'error' as const, error: new Error('gone') }]
            : [
                { type: 'text-end' as const, id: '0' },
                { type: 'finish' as const, usage, finishReason },
              ]),
        ]),
      },
      doGenerate: { content: [{ type: 'text', text }], finishReason, usage, warnings: [] },
    }),
    middleware: pegbnf(make),
  })
}

async function bothWays(model: ReturnType<typeof modelOf>) {
  const streamed = streamText({ model, prompt: 'x', tools })
  await streamed.consumeStream()
  const whole = await generateText({ model, prompt: 'x', tools })
  return Promise.all(
    [streamed, whole].map(async (result) => ({
      text: await result.text,
      reasoning: await result.reasoningText,
      calls: (await result.toolCalls).map(({ toolName, input, invalid }) => ({
        toolName,
        input,
        invalid,
      })),
      finish: await result.finishReason,
      tokens: (await result.usage).totalTokens,
    })),
  )
}

describe('the AI SDK’s middleware', () => {
  const written =
    '<think>\nTwo.</think>\n\nI look.\n<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>'

  it.each(['char', 'token', 1, 2, 3] as const)(
    'reads reasoning and calls, cut by %s',
    async (cut) => {
      for (const result of await bothWays(modelOf(written, { cut }))) {
        expect(result).toMatchObject({
          calls: [{ toolName: 'weather', input: { city: 'Oslo' } }],
          finish: 'tool-calls',
          tokens: 18,
        })
        expect(result.calls[0]?.invalid).not.toBe(true)
        expect(result.text.trim()).toBe('I look.')
        expect(result.reasoning?.trim()).toBe('Two.')
      }
    },
  )

  it('never makes a call of one that is not whole', async () => {
    const cut = written.slice(0, written.indexOf('"Oslo'))
    for (const unified of ['stop', 'length'] as const) {
      for (const result of await bothWays(modelOf(cut, { unified }))) {
        expect(result).toMatchObject({ calls: [], finish: 'length' })
        expect(result.text).toContain('"weather"')
      }
    }
  })

  it('leaves a plain answer as it is', async () => {
    for (const result of await bothWays(modelOf('a < b {} <tool> "x" 🚀'))) {
      expect(result).toMatchObject({ text: 'a < b {} <tool> "x" 🚀', calls: [], finish: 'stop' })
    }
  })

  it('tells what was read when the stream breaks off', async () => {
    const model = modelOf(written.slice(0, written.indexOf('\n<tool_call>')), { breaks: true })
    const result = streamText({ model, prompt: 'x', tools, onError() {} })
    let text = ''
    for await (const part of result.fullStream) if (part.type === 'text-delta') text += part.text
    expect(text.trim()).toBe('I look.')
  })

  it('reads what other families write', async () => {
    const [message] = randomMessages([weather], { count: 1, seed: 3, reasoning: false })
    for (const { name, make } of formatList) {
      if (!takesTools(make)) continue
      const { text } = make({ tools: [weather] }).write({
        ...message,
        toolCalls: [{ name: 'weather', arguments: { city: 'Oslo' } }],
      })
      const [streamed, whole] = await bothWays(modelOf(text, { make, cut: 7 }))
      expect(streamed, name).toMatchObject({
        calls: [{ toolName: 'weather', input: { city: 'Oslo' } }],
      })
      expect(whole, name).toEqual(streamed)
    }
  })
})

describeWithOracle('node-llama-cpp', () => {
  it('writes a call under our grammar, which is read token by token', async () => {
    const script = fileURLToPath(new URL('./oracles/completion-worker.ts', import.meta.url))
    const worker = createWorker({ script, limitMs: 60_000 })
    const outcome = await worker.ask<{
      deltas: unknown[]
      message: { toolCalls: { name: string; state: string; arguments: string }[] }
    }>({ seed: 3, maxTokens: 500 })
    worker.close()
    expect(outcome).toMatchObject({ kind: 'value' })
    if (outcome.kind !== 'value') return
    const { deltas, message } = outcome.value
    expect(message.toolCalls).toMatchObject([{ name: 'flip', state: 'complete' }])
    expect(JSON.parse(message.toolCalls[0]?.arguments ?? '')).toEqual({ up: expect.any(Boolean) })
    expect(deltas.length).toBeGreaterThan(3)
    expect(deltas.at(-1)).toEqual({ kind: 'finish', reason: 'tool_calls' })
  })
})
