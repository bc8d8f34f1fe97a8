import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  chatOracle,
  describeWithOracle,
  grammarOracle,
  type FormatOptions,
} from './support/oracle.ts'

const tools = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'The weather of a city',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' }, days: { type: 'integer' } },
        required: ['city'],
      },
    },
  },
]

describeWithOracle('the grammar oracle', () => {
  const oracle = grammarOracle({ limitMs: 3000 })

  it('judges whole texts and prefixes', async () => {
    const gbnf = 'root ::= "é" [0-9]+ ";"'
    const texts = ['é12;', 'é12', 'éx', 'x', '', 'é1;;']
    expect(await oracle.check([{ gbnf, texts }])).toEqual([
      {
        loads: true,
        texts: [
          { accepts: true, validPrefix: true, complete: true, refusedAtByte: null },
          { accepts: false, validPrefix: true, complete: false, refusedAtByte: null },
          { accepts: false, validPrefix: false, complete: false, refusedAtByte: 2 },
          { accepts: false, validPrefix: false, complete: false, refusedAtByte: 0 },
          { accepts: false, validPrefix: true, complete: false, refusedAtByte: null },
          { accepts: false, validPrefix: false, complete: false, refusedAtByte: 4 },
        ],
      },
    ])
  })

  it('reports a grammar that llama.cpp refuses', async () => {
    const [verdict] = await oracle.check([{ gbnf: 'root ::= missing', texts: ['a'] }])
    expect(verdict).toMatchObject({ loads: false, error: 'Failed to parse grammar' })
  })

  it('reports a loader that hangs as a timeout and goes on', async () => {
    const verdicts = await oracle.check([
      { gbnf: 'root ::= "a"{4,2}', texts: [] },
      { gbnf: 'root ::= "a"{2,4}', texts: ['aaa'] },
    ])
    expect(verdicts).toMatchObject([
      { loads: false, error: 'timeout' },
      { loads: true, texts: [{ accepts: true }] },
    ])
  })
})

describeWithOracle('the chat oracle', () => {
  const oracle = chatOracle()
  const template = readFileSync(
    new URL('../templates/oracle-chatml.jinja', import.meta.url),
    'utf8',
  )
  const format = (source: string, options: FormatOptions = {}) =>
    oracle.format([{ role: 'user', content: 'Weather?' }], source, { tools, ...options })
  const call = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris"}}\n</tool_call>'

  it('formats a prompt and a lazy grammar', async () => {
    const made = await format(template)
    expect(made.prompt).toContain('get_weather')
    expect(made.grammar).toContain('root ::=')
    expect(made.grammar_lazy).toBe(true)
    expect(made.grammar_triggers).not.toEqual([])
  })

  it('parses a call and the text before it', async () => {
    const message = await oracle.parse(await format(template), `Let me see. 😀\n${call}`)
    expect(message.content.trim()).toBe('Let me see. 😀')
    expect(message.tool_calls).toMatchObject([
      { function: { name: 'get_weather', arguments: '{"city": "Paris"}' } },
    ])
  })

  it('shows the message after each token', async () => {
    const { parts, message } = await oracle.stream(await format(template), call)
    expect(parts.length).toBeGreaterThan(10)
    expect(parts.at(-1)?.message).toEqual(message)
    const lengths = parts.map((part) => part.message.tool_calls[0]?.function.arguments.length ?? 0)
    expect(lengths).toEqual(lengths.toSorted((left, right) => left - right))
  })

  it('writes under a grammar, the same for the same seed', async () => {
    const gbnf = 'root ::= "<think>" [a-z]{3,9} "</think>"'
    const options = { seed: 7, maxTokens: 40 }
    const first = await oracle.generate(gbnf, options)
    expect(first).toMatchObject({ ended: true })
    expect(first.text).toMatch(/^<think>[a-z]{3,9}<\/think>$/)
    expect(await oracle.generate(gbnf, options)).toEqual(first)
  })

  it('reports a template that it cannot render', async () => {
    await expect(format('{{ raise_exception("no tools here") }}')).rejects.toThrow(/llama\.cpp: /)
  })

  // Templates of real models stand beside the checkout in CI; they are not ours to ship.
  const shared = new URL('../../shared/templates/', import.meta.url)
  const families = ['NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use', 'Qwen-Qwen3-0.6B']
  if (existsSync(shared)) {
    it.each(families)('parses what %s is told to write', async (family) => {
      const made = await format(readFileSync(new URL(`${family}.jinja`, shared), 'utf8'))
      const message = await oracle.parse(made, call)
      expect(message.tool_calls).toMatchObject([
        { function: { name: 'get_weather', arguments: '{"city": "Paris"}' } },
      ])
    })
  }
})
