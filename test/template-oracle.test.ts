import { expect, it } from 'vitest'
import { createChatTemplate, fromTemplate, type TemplateChat } from '../src/template/index.ts'
import { chatOracle, describeWithOracle } from './support/oracle.ts'
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

function ours(text: string): TemplateChat | null {
  try {
    return fromTemplate(createChatTemplate(text), { tools, messages })
  } catch {
    return null
  }
}

describeWithOracle('what llama.cpp makes of the same templates', () => {
  const oracle = chatOracle()

  it('has grammars where ours has them, lazy alike; ours has more', async () => {
    const counts = {
      templates: 0,
      both: 0,
      oursOnly: 0,
      theirsOnly: 0,
      neither: 0,
      lazyAlike: 0,
      promptAlike: 0,
    }
    const [theirsOnly, otherPrompts]: [string[], string[]] = [[], []]
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
      } else if (we) counts.oursOnly++
      else if (they) theirsOnly.push(name)
      else counts.neither++
    }
    const printed = { ...counts, theirsOnly: theirsOnly.length, missing: theirsOnly, otherPrompts }
    process.stdout.write(`${JSON.stringify(printed)}\n`)
    if (counts.templates < 10) return
    expect(counts.lazyAlike).toBe(counts.both)
    expect(counts.oursOnly).toBeGreaterThan(theirsOnly.length)
    expect(otherPrompts.filter((name) => !(name in otherPrompt))).toEqual([])
  }, 300_000)
})
