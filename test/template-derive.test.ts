import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Tool } from '../src/chat/chat-types.ts'
import { acceptGbnf } from '../src/gbnf/index.ts'
import { formatByName } from '../src/formats/registry.ts'
import {
  analyseTemplate,
  createChatTemplate,
  describeTemplate,
  formatFromDescription,
  type TemplateAnalysis,
  type TemplateDescription,
} from '../src/template/index.ts'
import { expectGolden, namesIn } from './support/golden.ts'
import { ownTemplates, sharedTemplates } from './support/real-templates.ts'

const invented = namesIn('fixtures/templates', '.jinja').map((name) => ({
  name,
  text: readFileSync(new URL(`../fixtures/templates/${name}.jinja`, import.meta.url), 'utf8'),
}))

/** Without any known family. */
const derive = (text: string): TemplateAnalysis =>
  analyseTemplate(createChatTemplate(text), { formats: [] })

describe.each(invented)('the invented family $name', ({ name, text }) => {
  it('is described as data', () => {
    const { capabilities: _, ...description } = describeTemplate(createChatTemplate(text))
    expectGolden(`fixtures/templates/${name}.json`, `${JSON.stringify(description, null, 2)}\n`)
  })

  it('is no known family, and read back in all its parts', () => {
    const analysis = analyseTemplate(createChatTemplate(text))
    expect(analysis).toMatchObject({ format: 'template', confidence: 1, warnings: [] })
    const { calls, parallel, arguments: given, content } = analysis.parts
    expect({ calls, parallel, given, content }).toEqual({
      calls: 1,
      parallel: 1,
      given: 1,
      content: 1,
    })
  })

  it('gives a format that survives JSON, whose grammar admits what the template prints', () => {
    const { description, checks } = derive(text)
    const copy: TemplateDescription = JSON.parse(JSON.stringify(description))
    const tools = ['qz_first_tool_zq', 'qz_second_tool_zq'].map((tool) => ({
      function: {
        name: tool,
        parameters: {
          type: 'object',
          properties: { qz_key_one_zq: { type: 'string' }, qz_key_two_zq: { type: 'string' } },
        },
      },
    }))
    const opened = description.reasoning?.openedByPrompt === true ? 'open' : 'on'
    for (const { answer, text: printed } of checks) {
      if (answer !== 'call' && answer !== 'calls') continue
      const close = description.reasoning?.close ?? ''
      const reasoning = close !== '' && printed.includes(close) ? opened : 'on'
      const chat = formatFromDescription(copy)({ tools, reasoning })
      const { gbnf } = chat.grammar({ lazy: false })
      expect(acceptGbnf(gbnf, printed).kind, printed).toBe('complete')
      // A cut is no other message: law 1.
      const session = chat.open()
      for (const character of printed) session.feed(character)
      session.finish()
      expect(session.message.toolCalls.map(({ name: called }) => called)).toEqual(
        chat.parse(printed).message.toolCalls.map(({ name: called }) => called),
      )
    }
  })

  it('writes what it reads', () => {
    const { make, description } = derive(text)
    const tools: Tool[] = [{ function: { name: 'look' } }]
    const calls = [{ name: 'look', arguments: { at: 'the "moon"', n: 3, deep: [{ x: null }] } }]
    const chat = make({ tools })
    const { diagnostics } = chat.write({
      content: 'Well.',
      toolCalls: calls,
      ...(description.reasoning === null ? {} : { reasoning: 'Hm.' }),
    })
    // A typed argument whose schema says nothing is text.
    if (description.calls?.style !== 'tagged') expect(diagnostics).toEqual([])
  })
})

interface Recorded {
  readonly tools?: Tool[]
  readonly text?: string
  readonly chunks?: string[]
}

describe('a family that is hidden', () => {
  it.each([
    ['hermes', 'qwen3.jsonl'],
    ['qwen3-coder', 'qwen3-coder.jsonl'],
  ])('%s is derived, and reads its recorded answers as it does itself', (name, file) => {
    const text = ownTemplates().find((one) => one.name === `${name}.jinja`)?.text ?? ''
    const { make, confidence } = derive(text)
    expect(confidence).toBe(1)
    const lines = readFileSync(new URL(`../fixtures/recorded/${file}`, import.meta.url), 'utf8')
    const cases: Recorded[] = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(cases.length).toBeGreaterThan(0)
    for (const { tools, text: whole, chunks = [] } of cases) {
      const output = whole ?? chunks.join('')
      const options = tools === undefined ? {} : { tools }
      const read = (chat: ReturnType<typeof make> | undefined) => {
        const message = chat?.parse(output, { seed: 1 }).message
        return [
          message?.content,
          message?.reasoning,
          message?.toolCalls.map((one) => [one.name, one.arguments, one.state]),
        ]
      }
      expect(read(make(options)), output).toEqual(read(formatByName(name)?.(options)))
    }
  })

  /** What no composition says yet. */
  const beyond: readonly string[] = [
    'Kimi-K3', // closers that name what they close, marks around an empty text
    'google-gemma-4', // a notation of its own
  ]
  const real = sharedTemplates().filter(({ name }) => !beyond.some((one) => name.startsWith(one)))
  it.each(real)('$name is derived and read back', ({ text }) => {
    const known = analyseTemplate(createChatTemplate(text))
    if (known.parts.calls === null) return
    const { parts, warnings } = derive(text)
    expect(parts.calls, warnings.join('\n')).toBe(1)
    expect(parts.content).toBe(1)
    expect(parts.parallel).toBe(known.parts.parallel)
    expect(parts.arguments).toBe(known.parts.arguments)
  })
})
