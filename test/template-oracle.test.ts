import { expect, it } from 'vitest'
import type { ChatGrammar } from '../src/chat/chat-types.ts'
import {
  createChatTemplate,
  fromTemplate,
  simulateTriggers,
  type TemplateChat,
} from '../src/template/index.ts'
import { chatOracle, describeWithOracle, type ChatFormat } from './support/oracle.ts'
import { packagedTemplates, sharedTemplates } from './support/real-templates.ts'

const tools = [
  {
    type: 'function' as const,
    function: {
      name: 'weather',
      description: 'Tells it',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
]
const messages = [{ role: 'user', content: 'Oslo?' }]

/** Where ours has another generation prompt on purpose. */
const otherPrompt: Readonly<Record<string, string>> = {
  // These print it always: llama.cpp, which compares two prompts, finds none.
  'CohereForAI-c4ai-command-r7b-12-2024-tool_use.jinja': 'always printed',
  'fireworks-ai-llama-3-firefunction-v2.jinja': 'always printed',
}

/** llama.cpp's kinds of triggers, by their numbers. */
const triggerTypes = ['token', 'word', 'pattern', 'pattern_full'] as const

/** Whether a call, and a text, would switch a grammar on, and where it would end the generation of the call. */
function effects(
  grammar: Pick<ChatGrammar, 'gbnf' | 'lazy' | 'triggers'>,
  { call, text }: Written,
  generationPrompt: string,
) {
  const [called, said] = [call, text].map((one) =>
    // In words: one character at a time, llama.cpp's `>>>(?!all)` would begin inside of the `all` that it excludes.
    simulateTriggers(grammar, one.match(/\w+|\W/gu) ?? [], { generationPrompt }),
  )
  return {
    call: called?.triggered !== null,
    text: said?.triggered !== null,
    dies: called?.dies?.offset ?? null,
  }
}

interface Written {
  readonly call: string
  readonly text: string
}

function written(chat: TemplateChat): Written {
  const { text } = chat.write({ content: 'It rains {in} Oslo [today]: 1 < 2.' })
  return { call: writtenCall(chat), text }
}

/** A call as the model writes it; its id is of the kind that the grammar asks for. */
function writtenCall(chat: TemplateChat): string {
  const ids = ['0', 'abc123xyz', 'functions.weather:0', 'call_0123456789abcdefghijklmn']
  const texts = ids.map(
    (id) => chat.write({ toolCalls: [{ name: 'weather', arguments: { city: 'Oslo' }, id }] }).text,
  )
  const grammar = chat.grammar()
  return texts.find((text) => simulateTriggers(grammar, text).dies === null) ?? texts[0] ?? ''
}

function theirGrammar({ grammar = '', grammar_lazy, grammar_triggers = [] }: ChatFormat) {
  const triggers = grammar_triggers.map(({ type, value }) => ({
    type: triggerTypes[type] ?? ('word' as const),
    value,
  }))
  return { gbnf: grammar, lazy: grammar_lazy === true, triggers }
}

/** Where llama.cpp's triggers have another effect. */
const otherEffect: Readonly<Record<string, string>> = {
  // Theirs is `<|sep|>` alone, which ends each tag: the grammar is on from the first one, and dies there.
  'Kimi-K3.jinja': 'any tag triggers',
}

function ours(text: string): TemplateChat | null {
  try {
    return fromTemplate(createChatTemplate(text), { tools, messages })
  } catch {
    return null
  }
}

describeWithOracle('what llama.cpp makes of the same templates', () => {
  const oracle = chatOracle()

  it('has grammars where ours has them, lazy alike and switched on by the same; ours has more', async () => {
    const counts = {
      templates: 0,
      both: 0,
      oursOnly: 0,
      theirsOnly: 0,
      neither: 0,
      lazyAlike: 0,
      promptAlike: 0,
      effectAlike: 0,
    }
    const [theirsOnly, otherPrompts, otherEffects]: [string[], string[], string[]] = [[], [], []]
    const wrong: string[] = []
    const seen = new Set<string>()
    for (const { name, text } of [...sharedTemplates(), ...(await packagedTemplates())]) {
      const { capabilities } = createChatTemplate(text)
      if (seen.has(text) || !(capabilities.tools || capabilities.toolCalls)) continue
      seen.add(text)
      const theirs = await oracle
        .format(messages, text, { tools, tool_choice: 'auto' })
        .catch(() => null)
      const chat = ours(text)
      const grammar = chat?.grammar()
      const [we, they] = [grammar !== undefined, (theirs?.grammar ?? '') !== '']
      counts.templates++
      if (we && they) {
        counts.both++
        if (grammar?.lazy === theirs?.grammar_lazy) counts.lazyAlike++
        if (chat?.generationPrompt === theirs?.generation_prompt) counts.promptAlike++
        else otherPrompts.push(name)
        if (chat === null || theirs === null || grammar === undefined) continue
        const texts = written(chat)
        const mine = effects(grammar, texts, chat.generationPrompt)
        const other = effects(theirGrammar(theirs), texts, theirs.generation_prompt ?? '')
        if (!mine.call || mine.text || mine.dies !== null) wrong.push(name)
        if (mine.call === other.call && mine.text === other.text) counts.effectAlike++
        else otherEffects.push(name)
      } else if (we) counts.oursOnly++
      else if (they) theirsOnly.push(name)
      else counts.neither++
    }
    const printed = {
      ...counts,
      theirsOnly: theirsOnly.length,
      missing: theirsOnly,
      otherPrompts,
      otherEffects,
    }
    process.stdout.write(`${JSON.stringify(printed)}\n`)
    if (counts.templates < 10) return
    expect(wrong).toEqual([])
    expect(counts.lazyAlike).toBe(counts.both)
    expect(counts.oursOnly).toBeGreaterThan(theirsOnly.length)
    expect(otherEffects.filter((name) => !(name in otherEffect))).toEqual([])
    expect(otherPrompts.filter((name) => !(name in otherPrompt))).toEqual([])
  }, 300_000)
})
