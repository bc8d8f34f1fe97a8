import { describe, expect, it } from 'vitest'
import type { Tool } from '../src/chat/chat-types.ts'
import { acceptGbnf } from '../src/gbnf/index.ts'
import { sampleMany } from '../src/gbnf/sample.ts'
import { createChatTemplate, fromTemplate, type TemplateChat } from '../src/template/index.ts'
import { describeWithOracle, grammarOracle } from './support/oracle.ts'
import { inventedTemplates, ownTemplates, sharedTemplates } from './support/real-templates.ts'

// Reasoning, then a call or an answer that is held to a schema: one grammar, not lazy, for each template.

const tools: Tool[] = [
  {
    type: 'function',
    function: {
      name: 'look',
      parameters: {
        type: 'object',
        properties: { at: { enum: ['moon', 'sun'] } },
        required: ['at'],
      },
    },
  },
]
const responseSchema = { enum: [{ verdict: 'yes' }, { verdict: 'no' }] }

interface Made {
  readonly name: string
  readonly chat: TemplateChat
  readonly gbnf: string
}

function make({ name, text }: { readonly name: string; readonly text: string }): Made[] {
  const template = createChatTemplate(text)
  const { analysis } = fromTemplate(template)
  if (analysis.make.family.calls === undefined && analysis.make.family.turn === undefined) return []
  const chat = fromTemplate(template, { tools, responseSchema, withTools: 'either' })
  return [{ name, chat, gbnf: chat.grammar().gbnf }]
}

const made = [...ownTemplates(), ...inventedTemplates(), ...sharedTemplates()].flatMap(make)

/** What a text is: a whole call, a value of the schema, or neither. */
function kindOf(chat: TemplateChat, text: string): 'call' | 'value' | string {
  const { content, toolCalls } = chat.parse(text).message
  if (toolCalls.length > 0) {
    return toolCalls.every(({ name, state }) => name === 'look' && state === 'complete')
      ? 'call'
      : `a call that is ${toolCalls.map(({ state }) => state).join()}`
  }
  try {
    return ['yes', 'no'].includes(JSON.parse(content).verdict) ? 'value' : content
  } catch {
    return content
  }
}

/** What is said before a call or an answer: the reasoning, where the prompt has opened it. */
function thought({ analysis, generationPrompt }: TemplateChat): { readonly reasoning?: string } {
  const { reasoning } = analysis.description
  return reasoning !== null && generationPrompt.trimEnd().endsWith(reasoning.open)
    ? { reasoning: 'Hm.' }
    : {}
}

describe.each(made)('$name', ({ chat, gbnf }) => {
  it('prints nothing but calls and answers', () => {
    expect(chat.grammar()).toMatchObject({ lazy: false, triggers: [] })
    const texts = sampleMany(gbnf, 20, { seed: 7, maxLength: 60 })
    const kinds = new Set(texts.map((text) => kindOf(chat, text)))
    expect([...kinds].filter((kind) => kind !== 'call' && kind !== 'value')).toEqual([])
  })

  it('has room for a call and for an answer as the model writes them, and for no other answer', () => {
    const { text } = chat.write({ ...thought(chat), content: '{"verdict": "yes"}' })
    expect(acceptGbnf(gbnf, text), text).toMatchObject({ kind: 'complete' })
    expect(kindOf(chat, text)).toBe('value')
    expect(acceptGbnf(gbnf, text.replace('yes', 'perhaps')).kind).not.toBe('complete')
    const calls = ['0', 'abc123xyz', 'functions.look:0', 'call_0123456789abcdefghijklmn'].map(
      (id) =>
        chat.write({
          ...thought(chat),
          toolCalls: [{ name: 'look', arguments: { at: 'sun' }, id }],
        }).text,
    )
    const written = calls.find((call) => acceptGbnf(gbnf, call).kind === 'complete')
    expect(written, calls[0]).toBeDefined()
    expect(kindOf(chat, written ?? '')).toBe('call')
  })
})

describeWithOracle('llama.cpp', () => {
  it('loads each grammar, and accepts what it prints', async () => {
    const batch = made.map(({ gbnf }) => ({
      gbnf,
      texts: sampleMany(gbnf, 3, { seed: 11, maxLength: 200 }),
    }))
    const verdicts = await grammarOracle().check(batch)
    const wrong = made.filter((_, i) => {
      const verdict = verdicts[i]
      return verdict?.loads !== true || !verdict.texts.every(({ accepts }) => accepts)
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
  }, 120_000)
})
