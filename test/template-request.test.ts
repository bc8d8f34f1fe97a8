import { describe, expect, it } from 'vitest'
import { acceptGbnf } from '../src/gbnf/index.ts'
import { createChatTemplate, fromTemplate, simulateTriggers } from '../src/template/index.ts'
import { ownTemplates } from './support/real-templates.ts'

const own = (name: string): string => ownTemplates().find((one) => one.name === name)?.text ?? ''
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
const call = '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>'

describe('one request from a template', () => {
  it('has the prompt, the grammar and what llama-server needs', () => {
    const chat = fromTemplate(own('hermes.jinja'), { tools, messages })
    expect(chat.generationPrompt).toBe('<|im_start|>assistant\n')
    expect(chat.prompt()).toContain('"name": "weather"')
    const body = chat.toLlamaServer()
    expect(body).toMatchObject({
      prompt: chat.prompt(),
      grammar_lazy: true,
      grammar_triggers: [{ type: 1, value: '<tool_call>' }],
      stop: ['<|im_end|>'],
    })
    // A word that is one token must be preserved, or the server answers 400.
    expect(body.preserved_tokens).toEqual(
      expect.arrayContaining(['<think>', '</think>', '<tool_call>', '</tool_call>']),
    )
    expect(acceptGbnf(body.grammar, call).kind).toBe('complete')
    // JSON through and through.
    expect(JSON.parse(JSON.stringify(body))).toEqual(body)
  })

  it('has one grammar of thinking and calls where the server has no lazy ones', () => {
    const chat = fromTemplate(own('hermes.jinja'), { tools, messages, toolChoice: 'required' })
    const {
      grammar,
      grammar_lazy: lazy,
      grammar_triggers: triggers,
    } = chat.toLlamaServer({ lazy: false })
    expect([lazy, triggers]).toEqual([false, []])
    expect(acceptGbnf(grammar, `<think>\nHm.\n</think>\n\n${call}`).kind).toBe('complete')
    expect(acceptGbnf(grammar, 'It is cold.').kind).toBe('refused')
  })

  it('lets the model think, then holds it to a response schema', () => {
    const chat = fromTemplate(own('hermes.jinja'), {
      messages,
      responseSchema: { type: 'integer' },
    })
    const { gbnf } = chat.grammar({ lazy: false })
    expect(acceptGbnf(gbnf, '<think>\n6 × 7\n</think>\n\n42').kind).toBe('complete')
    expect(acceptGbnf(gbnf, '<think>\n6 × 7\n</think>\n\nwell').kind).toBe('refused')
  })

  it('lets it answer by calls or by a value of the schema, when the request says so', () => {
    const chat = fromTemplate(own('hermes.jinja'), {
      tools,
      responseSchema: { type: 'integer' },
      withTools: 'either',
    })
    const { gbnf, lazy } = chat.grammar()
    expect(lazy).toBe(false)
    expect(acceptGbnf(gbnf, `<think>\nHm.\n</think>\n\n${call}`).kind).toBe('complete')
    expect(acceptGbnf(gbnf, '42').kind).toBe('complete')
    expect(acceptGbnf(gbnf, 'Cold.').kind).toBe('refused')
    expect(chat.parse(call).message.toolCalls).toHaveLength(1)
    expect(chat.parse('42').message).toMatchObject({ content: '42', toolCalls: [] })
  })

  it('turns thinking off in the prompt, and reads no reasoning', () => {
    const source =
      '{% for m in messages %}<u>{{ m.content }}</u>{% endfor %}{% if add_generation_prompt %}<a>' +
      '{% if enable_thinking %}<think>{% else %}</think>{% endif %}{% endif %}'
    const off = fromTemplate(source, { reasoning: 'off', messages })
    expect(off.prompt()).toBe('<u>Oslo?</u><a></think>')
    expect(off.generationPrompt).toBe('<a></think>')
    expect(off.parse('Hello there.').message).toMatchObject({
      content: 'Hello there.',
      reasoning: '',
    })
    const on = fromTemplate(source, { messages })
    expect(on.prompt()).toBe('<u>Oslo?</u><a><think>')
    expect(on.parse('Hm.</think>Yes.').message).toMatchObject({ content: 'Yes.', reasoning: 'Hm.' })
  })

  it('refuses tools where the template does not show how they are called', () => {
    const template = createChatTemplate(own('strict-turns.jinja'))
    expect(fromTemplate(template).analysis.format).toBe('plain')
    expect(() => fromTemplate(template, { tools })).toThrow(
      /does not show how its model calls tools/,
    )
    expect(() => fromTemplate(template, { tools, toolChoice: 'none' })).toThrow(TypeError)
  })

  it('refuses a template whose calls nothing reads, and says what it printed', () => {
    const source =
      '{% for m in messages %}{{ m.content }}{% for c in m.tool_calls or [] %}' +
      '{% for k, v in c.function.arguments.items() %}{{ v }} for {{ k }}, {% endfor %}by {{ c.function.name }}{% endfor %}<e>{% endfor %}'
    expect(() => fromTemplate(source)).toThrow(
      /no format reads the calls .* the template printed "qzValueOnezq/s,
    )
  })
})

describe('the simulator', () => {
  const chat = fromTemplate(own('hermes.jinja'), { tools })

  it('lets a valid answer through, from its trigger on', () => {
    const result = simulateTriggers(chat.grammar(), `Let me look.\n${call}`)
    expect(result).toEqual({
      triggered: { trigger: { type: 'word', value: '<tool_call>' }, start: 13, end: 24 },
      dies: null,
      complete: true,
    })
  })

  it('constrains nothing before', () => {
    expect(simulateTriggers(chat.grammar(), 'tool_call>{{{')).toEqual({
      triggered: null,
      dies: null,
      complete: true,
    })
  })

  it('says where generation dies, and what the grammar wants there', () => {
    const text = '<tool_call>\n{"name": "whether"'
    const { dies } = simulateTriggers(chat.grammar(), text)
    expect(dies).toMatchObject({ offset: text.indexOf('h', 20), found: 'h' })
    expect(dies?.expected).toContain('eather')
  })

  it('a token that runs past the trigger goes through the grammar whole', () => {
    const tokens = ['Hm', '<tool_call>{', '"name"']
    expect(simulateTriggers(chat.grammar(), tokens).triggered).toMatchObject({ start: 2, end: 14 })
    const strict = {
      gbnf: 'root ::= "<c>" "x"',
      lazy: true,
      triggers: [{ type: 'word' as const, value: '<c>' }],
    }
    expect(simulateTriggers(strict, ['a', '<c>y', 'x']).dies).toMatchObject({
      offset: 4,
      token: 1,
      found: 'y',
    })
    expect(simulateTriggers(strict, ['a', '<', 'c', '>', 'x'])).toMatchObject({
      dies: null,
      complete: true,
    })
  })

  it('knows patterns and their groups, whole patterns, tokens and the prompt', () => {
    const gbnf = 'root ::= "to=f" [a-z]*'
    const on = (type: 'pattern' | 'pattern_full' | 'token', value: string, text: string[]) =>
      simulateTriggers({ gbnf, lazy: true, triggers: [{ type, value }] }, text)
    expect(on('pattern', '(?:^|<s>)(to=f)', ['<s>', 'to=', 'fab'])).toMatchObject({
      triggered: { start: 3 },
      dies: null,
    })
    expect(on('pattern_full', '[^x]*(to=f)', ['ab', 'to=f', 'g'])).toMatchObject({
      triggered: { start: 2 },
      dies: null,
    })
    expect(on('pattern_full', '(to=f)', ['ab', 'to=f'])).toMatchObject({ triggered: null })
    expect(on('token', 'to=f', ['to=', 'f', 'to=f', 'a'])).toMatchObject({
      triggered: { start: 4 },
      dies: null,
    })
    const lazy = { gbnf, lazy: true, triggers: [{ type: 'word' as const, value: 'to=f' }] }
    expect(simulateTriggers(lazy, 'f1', { generationPrompt: '<s>to=' }).dies).toMatchObject({
      offset: 1,
    })
  })

  it('every shipped lazy grammar lets its own calls through', async () => {
    const { formatList } = await import('../src/formats/registry.ts')
    const given = { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] }
    const stuck: string[] = []
    for (const { name, make } of formatList) {
      if (make.family.calls === undefined && make.family.turn === undefined) continue
      const one = make({ tools: [{ function: { name: 'look', parameters: given } }] })
      const grammar = one.grammar()
      if (!grammar.lazy) continue
      // Families want ids of their own.
      const results = ['0', 'abcdefghi', 'abcdefghij', undefined].map((id) => {
        const called = {
          name: 'look',
          arguments: { at: 'me' },
          ...(id === undefined ? {} : { id }),
        }
        const { text } = one.write({ content: '', toolCalls: [called] })
        return {
          text,
          ...simulateTriggers(grammar, text, { generationPrompt: make.family.header }),
        }
      })
      const works = results.some(
        ({ triggered, dies, complete }) => triggered !== null && dies === null && complete,
      )
      if (!works) stuck.push(`${name}: ${JSON.stringify(results.at(-1))}`)
    }
    expect(stuck).toEqual([])
  })
})
