import { describe, expect, it } from 'vitest'
import { formats, profiles, type Tool } from '../src/index.ts'

const parameters = { type: 'object', properties: { level: { type: 'integer' } } }
const set: Tool = { type: 'function', function: { name: 'set', parameters } }
const strict: Tool = { ...set, function: { ...set.function, strict: true } }
const other: Tool = { type: 'function', function: { name: 'other' } }

const gbnf = (tools: readonly Tool[], level: 'arguments' | 'envelope' | 'nothing'): string =>
  formats.hermes({ tools, strict: level, toolChoice: 'auto' }).grammar({ lazy: false }).gbnf

describe('how strict the grammar is', () => {
  it('holds arguments to their schemas, or only calls to their markers', () => {
    expect(gbnf([set], 'arguments')).toContain('level')
    expect(gbnf([set], 'arguments')).not.toBe(gbnf([set], 'envelope'))
    expect(gbnf([set], 'envelope')).toContain('<tool_call>')
  })

  it('holds a tool that asks for it to its schema in any case', () => {
    expect(gbnf([strict], 'envelope')).toBe(gbnf([set], 'arguments'))
    expect(gbnf([strict], 'nothing')).toBe(gbnf([set], 'arguments'))
  })

  it('leaves calls alone where nothing is asked, but not where one must come', () => {
    expect(gbnf([set], 'nothing')).not.toContain('<tool_call>')
    const chat = formats.hermes({ tools: [set], strict: 'nothing' })
    expect(chat.grammar()).toMatchObject({ lazy: false, triggers: [] })
    const call = '<tool_call>{"name": "set", "arguments": {"level": 1}}</tool_call>'
    expect(chat.parse(call).message.toolCalls).toMatchObject([{ name: 'set', state: 'complete' }])
    const must = formats.hermes({ tools: [set], strict: 'nothing', toolChoice: 'required' })
    expect(must.grammar().gbnf).toContain('<tool_call>')
  })
})

describe('the tools that a request allows', () => {
  const call = (name: string): string => `<tool_call>{"name":"${name}","arguments":{}}</tool_call>`

  it('are called, and calls of others are hidden while the rest count on', () => {
    const chat = formats.hermes({ tools: [set, other], allowedTools: ['other'] })
    const { message } = chat.parse(`${call('set')}${call('other')}`, { profile: profiles.lmdeploy })
    expect(message.toolCalls).toMatchObject([{ index: 0, name: 'other' }])
    expect(chat.grammar().gbnf).not.toContain('set')
  })

  it('must be declared', () => {
    const make = (): unknown => formats.hermes({ tools: [set], allowedTools: ['nope'] })
    expect(make).toThrow('allowedTools names "nope"')
  })
})
