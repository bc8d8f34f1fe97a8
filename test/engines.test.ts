import { describe, expect, it } from 'vitest'
import {
  engineProfile,
  formats,
  guidedJson,
  profiles,
  type Delta,
  type Tool,
} from '../src/index.ts'
import { repairJson } from '../src/chat/json-repair.ts'
import { closersOf } from '../src/chat/args-gate.ts'

const tools: Tool[] = [
  {
    type: 'function',
    function: {
      name: 'go',
      parameters: { type: 'object', properties: { to: { type: 'string' } } },
    },
  },
]
const tokens = { '<think>': 1, '</think>': 2, '<tool_call>': 3, '</tool_call>': 4, '<eos>': 5 }
const call = '<tool_call>{"name": "go", "arguments": {"to": "Rome"}}</tool_call>'

describe('tokens whose text comes late', () => {
  const chat = formats.hermes({ tools, reasoning: 'open' })

  it('change the state where their text is', () => {
    const session = chat.open({ tokens })
    session.feed({ text: 'still think', ids: [10, 11, 2] })
    expect(session.message.reasoning).toBe('still think')
    session.feed({ text: 'ing</think>Yes', ids: [12] })
    expect(session.message).toMatchObject({ reasoning: 'still thinking', content: 'Yes' })
  })

  it('are not shown in part', () => {
    const session = chat.open({ tokens })
    session.feed({ text: 'so</thi', ids: [10, 2] })
    expect(session.message.reasoning).toBe('so')
    session.feed({ text: 'nk>Yes', ids: [12] })
    expect(session.message).toMatchObject({ reasoning: 'so', content: 'Yes' })
  })

  it('are text after all if nothing of them came', () => {
    const session = chat.open({ tokens })
    session.feed({ text: 'a <', ids: [10, 11, 2] })
    session.finish()
    expect(session.message.reasoning).toBe('a <')
  })
})

describe('special tokens that a format does not know', () => {
  const specialTokens = ['<eos>', '<think>', '<|im_end|>']

  it('are dropped by their ids, where ids come', () => {
    const session = formats.hermes().open({ tokens, specialTokens })
    session.feed({ text: 'a<eos>b <eos>', ids: [10, 5, 11, 12, 13] })
    session.finish()
    expect(session.message.content).toBe('ab <eos>')
  })

  it('are dropped by their text, however it is cut', () => {
    for (const chunks of [['a<eos>b'], ['a<e', 'os>b'], ['a', '<', 'eos', '>', 'b']]) {
      const session = formats.hermes().open({ specialTokens })
      for (const chunk of chunks) session.feed(chunk)
      session.finish()
      expect(session.message.content).toBe('ab')
      expect(session.message.diagnostics.map(({ code }) => code)).toContain('special-token')
    }
  })

  it('stay what they are where the format knows them', () => {
    const { message } = formats.hermes().parse('<think>a</think>b<eo', { specialTokens })
    expect(message).toMatchObject({ reasoning: 'a', content: 'b<eo' })
  })
})

describe('reasoning that a request does not want', () => {
  const chat = formats.hermes({ tools, reasoning: 'open' })

  it('leaves no trace', () => {
    const session = chat.open({ includeReasoning: false })
    const deltas = [...session.feed(`secret</think>Yes${call}`), ...session.finish()]
    expect(JSON.stringify([deltas, session.message])).not.toContain('secret')
    expect(session.message).toMatchObject({ reasoning: '', content: 'Yes' })
    expect(session.stats.hidesReasoning).toBe(true)
  })

  it('is sent in one piece where it is not to be streamed', () => {
    const session = chat.open({ streamReasoning: false })
    const told = (deltas: Delta[]): unknown[] => deltas.filter(({ kind }) => kind !== 'note')
    expect(told(session.feed('a'))).toEqual([])
    expect(told(session.feed('b</think>'))).toEqual([])
    expect(told(session.feed('c'))).toEqual([
      { kind: 'reasoning', text: 'ab' },
      { kind: 'content', text: 'c' },
    ])
    const cut = chat.open({ streamReasoning: false })
    cut.feed('half')
    expect(told(cut.finish())[0]).toEqual({ kind: 'reasoning', text: 'half' })
  })
})

describe('the end of the reasoning', () => {
  const chat = formats.hermes({ tools })

  it('is looked for in the last turn of a prompt', () => {
    expect(chat.reasoningEnded('<think>a</think>b<|im_end|><|im_start|>assistant\n')).toBe(false)
    expect(chat.reasoningEnded('<|im_start|>assistant\n<think>\n\n</think>\n\n')).toBe(true)
    expect(chat.reasoningEnded('<think>a<tool_call>')).toBe(true)
    expect(chat.reasoningEnded('<think>a<tool_call>', { profile: profiles.lmdeploy })).toBe(false)
    expect(chat.reasoningEnded([7, 1, 8, 2, 9], { tokens })).toBe(true)
    expect(formats.hermes({ reasoning: 'off' }).reasoningEnded('')).toBe(true)
  })
})

describe('a call that is required', () => {
  const chat = formats.hermes({ tools, toolChoice: 'required' })
  const profile = profiles.lmdeploy
  const reason = (text: string, options: object = {}): unknown =>
    chat.parse(text, { profile, ...options }).message.finishReason

  it('must come, whole, declared and alone', () => {
    expect(reason(call)).toBe('tool_calls')
    expect(reason('no')).toBe('parse_error')
    expect(reason(`Well: ${call}`)).toBe('parse_error')
    expect(reason(call.replace('go', 'gone'))).toBe('parse_error')
    expect(reason(call.replace('"Rome"', 'Rome'))).toBe('parse_error')
    expect(reason(call, { validate: () => 'not today' })).toBe('parse_error')
    expect(reason('no', { stopReason: 'length' })).toBe('length')
  })
})

describe('an engine', () => {
  it('is found by any spelling, in either of its readings', () => {
    expect(engineProfile('llama.cpp')).toBe(profiles.llamaCpp)
    expect(engineProfile('vLLM', { legacy: true })).toBe(profiles.vllmLegacy)
    expect(engineProfile('nobody')).toBeUndefined()
    const whole = engineProfile('vllm', { mode: 'whole' })
    expect(whole?.policies.contentAroundCalls).toBe('trim')
    expect(() => formats.plain().open(whole === undefined ? {} : { profile: whole })).toThrow(
      TypeError,
    )
  })

  it('may read a whole text otherwise than a stream', () => {
    const chat = formats.qwen3Coder({ tools })
    const text = ` Hm. ${call.replace(/\{.*\}/, '<function=go></function>')}`
    const session = chat.open({ profile: profiles.vllm })
    session.feed(text)
    session.finish()
    expect(session.message.content).toBe(' Hm. ')
    expect(chat.parse(text, { profile: profiles.vllm }).message.content).toBe('Hm.')
  })
})

describe('JSON that a server forces', () => {
  it('is the arguments of the named tool, or a list of calls', () => {
    const named = guidedJson({ tools, toolChoice: { function: { name: 'go' } } })
    expect(named.parse('{"to": "Rome"}').message.toolCalls).toMatchObject([
      { name: 'go', arguments: '{"to": "Rome"}', state: 'complete' },
    ])
    const list = guidedJson({ tools, toolChoice: 'required' })
    expect(
      list.parse('[{"name": "go", "parameters": {"to": "a"}}]').message.toolCalls,
    ).toHaveLength(1)
    expect(list.parse('no').message.content).toBe('no')
  })
})

describe('arguments', () => {
  it('are repaired where they can be', () => {
    const cases = [
      ["{'a': 'b'}", '{"a":"b"}'],
      ['{a: 1, b: [True, None,],}', '{"a":1,"b":[true,null]}'],
      ['{"a": {"b": [1, 2', '{"a":{"b":[1,2]}}'],
      ['{"a": "x\ny"}', '{"a":"x\\ny"}'],
      ['{"a": "say "}', '{"a":"say "}'],
      ['{"a": 1]}', '{"a":1}'],
      ['{"a": // why\n 1}', '{"a":1}'],
    ] as const
    for (const [text, wanted] of cases) {
      expect(repairJson(text)).toBe(wanted)
      expect(() => JSON.parse(wanted) as unknown).not.toThrow()
    }
    expect(repairJson('no')).toBeNull()
    expect(repairJson('{"a":'.repeat(600))).toBeNull()
  })

  it('are closed where they broke off', () => {
    expect(closersOf('{"a": ["b')).toBe('"]}')
    expect(closersOf('{"a": 1')).toBe('}')
    expect(closersOf('{"a":')).toBe('')
  })
})
