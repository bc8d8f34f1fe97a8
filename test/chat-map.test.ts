import { describe, expect, it } from 'vitest'
import type { Delta, Message } from '../src/chat/index.ts'
import { chatOf, type ArenaMaker } from './support/chat-arenas.ts'

function read(make: ArenaMaker, text: string, options: Parameters<typeof chatOf>[1] = {}): Message {
  return chatOf(make, options).parse(text, { seed: 1 }).message
}

/** The calls of a message, without what every call has. */
function callsOf(message: Message): unknown[] {
  return message.toolCalls.map(({ name, arguments: args, state }) => [name, args, state])
}

const named = (p: Parameters<ArenaMaker>[0]): ReturnType<ArenaMaker> => p.toolName(p.chars('[a-z]'))

describe('a message of a tape', () => {
  it('joins content and reasoning, and keeps their true order in segments', () => {
    const message = read(
      (p) =>
        p.sequence(
          p.zeroOrMore(
            p.choice(
              p.sequence('(', p.reasoning(p.until(')')), ')'),
              p.sequence('[', p.content(p.until(']')), ']'),
            ),
          ),
          p.end(),
        ),
      '(a)[b](c)(d)[e]',
    )
    expect(message).toMatchObject({ content: 'be', reasoning: 'acd', finishReason: 'stop' })
    expect(message.segments).toEqual([
      { kind: 'reasoning', text: 'a' },
      { kind: 'content', text: 'b' },
      { kind: 'reasoning', text: 'cd' },
      { kind: 'content', text: 'e' },
    ])
  })

  it('passes JSON arguments through character for character, without white space around', () => {
    const message = read(
      (p) => p.tool(p.sequence(named(p), '=', p.toolArgs(p.until(';')), ';')),
      'f= {"b": 1,\t"a":"\\u00e9é"} \n;',
    )
    expect(callsOf(message)).toEqual([['f', '{"b": 1,\t"a":"\\u00e9é"}', 'complete']])
  })

  it('gives a call without arguments an empty object', () => {
    const empty: ArenaMaker = (p) =>
      p.tool(p.sequence(named(p), '(', p.optional(p.toolArgs(p.chars('[ ]', 0))), ')'))
    expect(callsOf(read(empty, 'f()'))).toEqual([['f', '{}', 'complete']])
    expect(callsOf(read(empty, 'f(  )'))).toEqual([['f', '{}', 'complete']])
  })

  it('calls arguments that are no object invalid, and says so', () => {
    const make: ArenaMaker = (p) => p.tool(p.sequence(named(p), '=', p.toolArgs(p.until(';')), ';'))
    for (const args of ['[1]', '{"a":}', '{"a":1', '7', 'null', '{} {}']) {
      const message = read(make, `f=${args};`)
      expect(callsOf(message)).toEqual([['f', args, 'invalid']])
      expect(message.diagnostics).toMatchObject([{ code: 'invalid-arguments', offset: 0 }])
    }
  })

  it('decodes arguments that are a JSON string', () => {
    const make: ArenaMaker = (p) =>
      p.tool(p.sequence(named(p), '=', p.toolArgsString(p.jsonString()), ';'))
    const message = read(make, 'f="{\\"a\\": \\"\\\\n\\ud83d\\ude00\\"}";')
    expect(callsOf(message)).toEqual([['f', '{"a": "\\n😀"}', 'complete']])
    expect(message.diagnostics.map(({ code }) => code)).toEqual(['double-encoded'])
    expect(callsOf(read(make, 'f="";'))).toEqual([['f', '{}', 'complete']])
  })

  it('assembles tagged arguments', () => {
    const make: ArenaMaker = (p) => {
      const value = p.choice(
        p.sequence(':', p.toolArgString(p.until(';'))),
        p.sequence('=', p.toolArgValue(p.until(';'))),
        p.eps(),
      )
      const argument = p.toolArg(p.sequence(p.toolArgName(p.chars('[a-z"]')), value, ';'))
      return p.tool(p.sequence(named(p), '(', p.zeroOrMore(argument), ')'))
    }
    expect(callsOf(read(make, 'f()'))).toEqual([['f', '{}', 'complete']])
    expect(callsOf(read(make, 'f(a:x"\\\n\té;b=[1, 2];"c:;d;)'))).toEqual([
      ['f', '{"a":"x\\"\\\\\\n\\té","b":[1, 2],"\\"c":"","d":null}', 'complete'],
    ])
    const twice = read(make, 'f(a:x;a:y;)')
    expect(callsOf(twice)).toEqual([['f', '{"a":"x","a":"y"}', 'complete']])
    expect(twice.diagnostics).toMatchObject([{ code: 'duplicate-argument', offset: 6 }])
  })

  it('keeps a nameless call as content', () => {
    const message = read(
      (p) =>
        p.sequence(
          p.content(p.until('[')),
          p.tool(p.sequence('[', p.toolArgs(p.until(']')), ']')),
          p.content(p.rest()),
        ),
      'a[{}]b',
    )
    expect(message).toMatchObject({ content: 'a[{}]b', toolCalls: [] })
    expect(message.coverage).toEqual([{ kind: 'content', start: 0, end: 6 }])
    expect(message.diagnostics).toMatchObject([{ code: 'unread-text', offset: 1 }])
  })

  it.each([
    ['Hi\n=> nothing {}\n', 'Hi\n=> nothing {}\n'],
    ['\n\n=> x', '\n\n=> x'],
    ['Hi \n=> up {}\n', 'Hi'],
    ['a\n=> up {}\n\n=> b', 'a\n=> b'],
  ])('gives %j its layout back with a call that is none', (text, content) => {
    const make: ArenaMaker = (p) => {
      const args = p.toolArgs(p.jsonObject())
      const call = p.tool(p.sequence('=> ', p.toolName(p.literal('up')), ' ', args, '\n'))
      return p.sequence(p.content(p.until('=> ')), p.zeroOrMore(call), p.end())
    }
    const message = read(make, text)
    expect(message.content).toBe(content)
    const session = chatOf(make).open({ seed: 1 })
    for (const char of text) session.feed(char)
    session.finish()
    expect(session.message).toEqual(message)
  })

  it('notes what note tags say; their text is of the tag around them', () => {
    const message = read(
      (p) =>
        p.content(
          p.sequence('a', p.note('stray-marker', p.literal('</x>')), 'b', p.tag('own', 'c')),
        ),
      'a</x>bc',
    )
    expect(message.content).toBe('a</x>bc')
    expect(message.diagnostics).toEqual([
      {
        code: 'stray-marker',
        severity: 'info',
        message: 'a marker stands where it means nothing: "</x>"',
        offset: 1,
      },
    ])
  })

  it('says what became of every character', () => {
    const message = read(
      (p) =>
        p.sequence(
          '<think>',
          p.reasoning(p.until('</think>')),
          '</think>\n\n',
          p.content(p.until('<')),
          p.tool(p.sequence('<', named(p), ' ', p.toolArgs(p.until('>')), '>')),
          p.skip(p.rest()),
        ),
      '<think>a</think>\n\nb<f {}>..',
    )
    const kinds = message.coverage.map(({ kind, start, end }) => `${kind} ${start}-${end}`)
    expect(kinds).toEqual([
      'marker 0-7',
      'reasoning 7-8',
      'marker 8-16',
      'skipped 16-18',
      'content 18-19',
      'marker 19-20',
      'call 20-21',
      'skipped 21-22',
      'call 22-24',
      'marker 24-25',
      'skipped 25-27',
    ])
  })

  it('drops reasoning that is only white space, unless the policy keeps it', () => {
    const chat = chatOf((p) => p.sequence('(', p.reasoning(p.until(')')), ')', p.content(p.rest())))
    const dropped = chat.parse('(\n \n)x').message
    expect(dropped).toMatchObject({ reasoning: '', content: 'x' })
    expect(dropped.coverage[1]).toEqual({ kind: 'skipped', start: 1, end: 4 })
    expect(chat.parse('(\n a\n)x').message.reasoning).toBe('\n a\n')
    const kept = chat.parse('(\n \n)x', { policies: { blankReasoning: 'keep' } }).message
    expect(kept.reasoning).toBe('\n \n')
  })
})

describe('the identity of a call', () => {
  const anyOrder: ArenaMaker = (p) =>
    p.tool(
      p.zeroOrMore(
        p.choice(
          p.sequence('i', p.toolId(p.chars('[0-9"]')), ';'),
          p.sequence(
            'x(',
            p.toolId(p.sequence(p.toolName(p.chars('[a-z]')), p.chars('[0-9]'))),
            ');',
          ),
          p.sequence('n', p.toolName(p.chars('[a-z]')), ';'),
          p.sequence('a', p.cut(), p.toolArgs(p.until(';')), ';'),
        ),
      ),
    )

  function deltasOf(
    make: ArenaMaker,
    text: string,
    options: Parameters<typeof chatOf>[1] = {},
  ): Delta[] {
    const session = chatOf(make, { idStyle: 'kimi', ...options }).open()
    const deltas = [...text].flatMap((char) => session.feed(char))
    return [...deltas, ...session.finish()].filter(({ kind }) => kind.startsWith('call'))
  }

  const first = (id: string, args = ''): unknown => ({
    kind: 'call',
    index: 0,
    id,
    type: 'function',
    name: 'f',
    arguments: args,
  })
  const more = (text: string): unknown => ({ kind: 'call', index: 0, arguments: text })
  const end = { kind: 'call-end', index: 0, state: 'complete' }

  it.each([
    ['its id before its name', 'i7;nf;a{};', [first('7'), more('{'), more('}'), end]],
    ['its id behind its name', 'nf;i7;a{};', [first('7'), more('{'), more('}'), end]],
    ['no id', 'nf;a{};', [first('functions.f:0', '{'), more('}'), end]],
    [
      'its id behind its arguments: too late',
      'nf;a{};i7;',
      [first('functions.f:0', '{'), more('}'), end],
    ],
    ['its arguments first', 'a{};i7;nf;', [first('7', '{}'), end]],
    ['its arguments first, its id last', 'a{};nf;i7;', [first('7', '{}'), end]],
    ['an id in quotes', 'i"7";nf;a{};', [first('7'), more('{'), more('}'), end]],
    ['a name alone', 'nf;', [first('functions.f:0', '{}'), end]],
    ['a name inside its id', 'x(f7);a{};', [first('f7'), more('{'), more('}'), end]],
  ] as const)('comes before its arguments: %s', (_, text, expected) => {
    const deltas = deltasOf(anyOrder, text)
    expect(deltas).toEqual(expected)
  })

  it('comes at once where the arena has no ids', () => {
    const make: ArenaMaker = (p) => p.tool(p.sequence(named(p), '=', p.toolArgs(p.until(';')), ';'))
    const session = chatOf(make).open({ seed: 1 })
    expect(session.feed('f=')).toMatchObject([{ kind: 'call', name: 'f', arguments: '' }])
  })

  it('notes a tool that was not declared', () => {
    const make: ArenaMaker = (p) => p.tool(p.sequence(named(p), ';'))
    const tools = [{ function: { name: 'f' } }]
    expect(read(make, 'f;', { tools }).diagnostics).toEqual([])
    expect(read(make, 'g;', { tools }).diagnostics).toMatchObject([{ code: 'undeclared-tool' }])
  })
})
