import { describe, expect, it } from 'vitest'
import { buildGrammar, chatFromArena, formats, GrammarError } from '../src/index.ts'
import { readGbnf } from '../src/gbnf/index.ts'
import { schemaToGbnf } from '../src/schema.ts'

// What hostile input once broke, or might: each case is the smallest that did.

const many = Array.from({ length: 130_000 }, (_, i) => i)
const long = 'x'.repeat(200_000)

describe('long things take the stack no deeper', () => {
  it('a literal of 200,000 characters is named in a failure', () => {
    const arena = buildGrammar((p) => p.tag('content', p.literal(long)))
    const { diagnostics } = chatFromArena(arena).parse('xxy')
    expect(diagnostics.map(({ code }) => code)).toContain('no-match')
  })

  it('a delimiter of 200,000 characters too', () => {
    const arena = buildGrammar((p) => p.tag('content', p.through(long)))
    expect(chatFromArena(arena).parse('xxy').complete).toBe(false)
  })

  it('the name of a tool', () => {
    const chat = formats.hermes({ tools: [{ function: { name: long } }] })
    expect(chat.parse('<tool_call>{"name": "xxy').message.toolCalls).toEqual([])
  })

  it('130,000 values of an enum beside another alternative', () => {
    const schema = { oneOf: [{ enum: many }, { enum: ['a'] }] }
    expect(() => schemaToGbnf(schema)).not.toThrow()
  })
})

it(
  '130,000 alternatives that wait for one rule are looked at once each',
  { timeout: 60_000 },
  () => {
    // Quadratic, it took minutes; all at once, it took the stack.
    const grammar = `root ::= ${'a | '.repeat(130_000)}a\na ::= "x"*`
    expect(() => readGbnf(grammar)).not.toThrow()
  },
)

describe('what is given to buildGrammar and is no node', () => {
  it.each([null, 99, -1, Number.NaN, {}])('%s', (made) => {
    expect(() => buildGrammar(() => made as never)).toThrow(GrammarError)
  })
})
