import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCallArguments, createPartialArguments, type ValueEvent } from '../src/chat/index.ts'
import { formats } from '../src/index.ts'

function read(text: string, sizes: readonly number[] = [1]) {
  const args = createPartialArguments()
  const events: ValueEvent[] = []
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length] ?? 1
    for (const event of args.push(text.slice(at, at + size))) events.push(event)
    at += size
  }
  return { args, events }
}

describe('partial arguments', () => {
  it('are the value of the text, however it is cut and written', () => {
    const spaced = fc.record({ value: fc.jsonValue({ maxDepth: 5 }), space: fc.nat(3) })
    fc.assert(
      fc.property(
        spaced,
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        (json, sizes) => {
          const text = JSON.stringify({ root: json.value }, null, json.space)
          const { args, events } = read(text, sizes)
          expect(args.value).toEqual(JSON.parse(text))
          expect(args.state).toBe('complete')
          expect(args.isComplete()).toBe(true)
          expect(new Set(args.completeness().values())).toEqual(new Set([true]))
          // Texts add up to the strings that end up in their places.
          const texts = new Map<string, string>()
          for (const event of events) {
            const key = JSON.stringify(event.path)
            if (event.kind === 'text') texts.set(key, (texts.get(key) ?? '') + event.text)
            if (event.kind === 'value' && typeof event.value === 'string') {
              expect(texts.get(key) ?? '').toBe(event.value)
            }
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('say at every place what is there, and only numbers, words and keys that are whole', () => {
    const text = '{"a": "x\\u00e9y", "n": 12, "l": [true, {"b": null}]}'
    const shown: unknown[] = []
    const args = createPartialArguments()
    for (const char of text) {
      args.push(char)
      const now = JSON.stringify(args.value)
      if (shown.at(-1) !== now) shown.push(now)
    }
    expect(shown).toEqual(
      [
        undefined,
        '{}',
        '{"a":""}',
        '{"a":"x"}',
        '{"a":"xé"}',
        '{"a":"xéy"}',
        '{"a":"xéy","n":12}',
        '{"a":"xéy","n":12,"l":[]}',
        '{"a":"xéy","n":12,"l":[true]}',
        '{"a":"xéy","n":12,"l":[true,{}]}',
        '{"a":"xéy","n":12,"l":[true,{"b":null}]}',
      ].slice(shown[0] === undefined ? 0 : 1),
    )
  })

  it('tell complete parts from those that may grow', () => {
    const args = createPartialArguments<{ city: string; tags: string[]; days: number }>()
    args.push('{"city": "Oslo", "tags": ["a/b", "c')
    expect(args.value).toEqual({ city: 'Oslo', tags: ['a/b', 'c'] })
    expect([...args.completeness()]).toEqual([
      ['', false],
      ['/city', true],
      ['/tags', false],
      ['/tags/0', true],
      ['/tags/1', false],
    ])
    expect(args.isComplete(['tags', 1])).toBe(false)
    expect(args.isComplete(['days'])).toBeUndefined()
    // The types follow the schema; these lines are checked by the compiler.
    const city: string | undefined = args.value?.city
    const first: string | undefined = args.value?.tags?.[0]
    expect([city, first]).toEqual(['Oslo', 'a/b'])
  })

  it('keep what is complete as the same object', () => {
    const args = createPartialArguments<{ items: { id: number }[] }>()
    args.push('{"items": [{"id": 1}, {"id"')
    const first = args.value?.items?.[0]
    args.push(': 2}]}')
    expect(args.value?.items?.[0]).toBe(first)
    expect(args.value).toEqual({ items: [{ id: 1 }, { id: 2 }] })
  })

  it('put pairs of escaped surrogates together, and half of one is U+FFFD', () => {
    const { args, events } = read('{"a": "\\ud83d\\ude80", "b": "\\ud83d!"}')
    expect(args.value).toEqual({ a: '🚀', b: '\ufffd!' })
    expect(events.flatMap((event) => (event.kind === 'text' ? [event.text] : []))).not.toContain(
      '\ud83d',
    )
  })

  it('hold own keys of any name, and the last of two equal ones', () => {
    const { args } = read('{"__proto__": {"x": 1}, "constructor": "c", "a": 1, "a": [2]}')
    expect(JSON.stringify(args.value)).toBe('{"__proto__":{"x":1},"constructor":"c","a":[2]}')
    expect(Object.getPrototypeOf(args.value)).toBe(Object.prototype)
    expect(args.isComplete(['__proto__', 'x'])).toBe(true)
  })

  it.each([
    ['{"a": 1]', {}],
    ['{"a" 1}', {}],
    ["{'a': 1}", {}],
    ['{"a": tru3}', {}],
    ['{"a": "x\u0001y"}', { a: 'x' }],
    ['{"a": 1} x', { a: 1 }],
  ])('stop at what is no JSON: %s', (text, value) => {
    const { args } = read(text, [3])
    expect(args.state).toBe('invalid')
    expect(args.value).toEqual(value)
    expect(args.push('"more"')).toEqual([])
  })

  it('stop at a nesting that is too deep, without a stack overflow', () => {
    const { args } = read(`${'{"a":'.repeat(100_000)}1`, [1000])
    expect(args.state).toBe('invalid')
    expect(() => args.completeness()).not.toThrow()
  })

  it('cost the new text, whatever came before', () => {
    const stepsOf = (items: number, size: number): number => {
      const text = JSON.stringify({
        list: Array.from({ length: items }, (_, id) => ({ id, text: 'some text' })),
        long: 'y'.repeat(items * 20),
      })
      const { args } = read(text, [size])
      expect(args.state).toBe('complete')
      return args.steps / text.length
    }
    const small = stepsOf(100, 1)
    for (const [items, size] of [
      [1000, 1],
      [1000, 7],
      [4000, 3],
    ] as const) {
      expect(stepsOf(items, size)).toBeLessThan(small * 1.05)
    }
    expect(small).toBeLessThan(2)
  })
})

describe('hostile arguments', () => {
  /** One string of a megabyte, many keys and values, names of prototypes, equal keys, depth. */
  const many = 20_000
  const hostile: readonly (readonly [string, string])[] = [
    ['a string of a megabyte', `{"a":"${'x'.repeat(1 << 20)}"}`],
    ['a string of escapes alone', `{"a":"${'\\u00e9\\ud83d\\ude80\\n'.repeat(10_000)}"}`],
    ['many keys', `{${Array.from({ length: 5 * many }, (_, i) => `"k${i}":${i}`).join()}}`],
    ['one key again and again', `{${'"a":1,'.repeat(many)}"a":2}`],
    ['one key with another object each time', `{${'"a":{"b":[1]},'.repeat(many)}"a":2}`],
    ['keys named __proto__', `{${'"__proto__":{"x":"y"},'.repeat(many)}"a":2}`],
    ['many values', `{"a":[${'0,'.repeat(many)}0]}`],
    ['much white space', `{"a":${' '.repeat(1 << 20)}1}`],
    ['a long number', `{"a":0.${'1'.repeat(many)}}`],
    ['a long key', `{"${'k'.repeat(1 << 20)}":1}`],
    ['much that is nested', `{"a":${'[{"b":'.repeat(200)}1${'}]'.repeat(200)}}`],
  ]

  it.each(hostile)('of %s cost their text, and are its value', (_, text) => {
    for (const size of [7, 1009, text.length]) {
      const { args } = read(text, [size])
      expect(args.state).toBe('complete')
      expect(JSON.stringify(args.value)).toBe(JSON.stringify(JSON.parse(text)))
      // As in any other text: a step or two a character.
      expect(args.steps).toBeLessThanOrEqual(2 * text.length)
    }
  })

  it('tell what is complete, at every cut of a text with all kinds of values', () => {
    const text =
      '{"__proto__": [1, "\\ud83d\\ude80"], "a": {"": null, "b": [{}, []]}, "a": -1.5e3, "z/~": true}'
    const whole: unknown = JSON.parse(text)
    for (let cut = 0; cut <= text.length; cut++) {
      const args = createPartialArguments()
      args.push(text.slice(0, cut))
      const places = args.completeness()
      // What is complete holds nothing that is not.
      for (const [place, isComplete] of places) {
        for (const [other, isOtherComplete] of places) {
          if (isComplete && other.startsWith(`${place}/`)) expect(isOtherComplete).toBe(true)
        }
      }
      const own = Object.getPrototypeOf(args.value ?? {})
      expect(own).toBe(Object.prototype)
      args.push(text.slice(cut))
      expect(args.value).toEqual(whole)
      expect(args.isComplete()).toBe(true)
    }
  })

  it('are not kept: a whole key of ours is not the model’s', () => {
    const { args } = read('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}')
    expect(args.state).toBe('complete')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})

describe('the calls of a response', () => {
  it('are read as values while they stream, by tool', () => {
    const tools = ['weather', 'clock'].map((name) => ({ function: { name } }))
    const session = formats.hermes({ tools }).open({ seed: 1 })
    const reader = createCallArguments<{ weather: { city: string }; clock: { zone?: string } }>()
    const text =
      '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>\n' +
      '<tool_call>\n{"name": "clock", "arguments": {"zone": "Eu'
    const texts: string[] = []
    for (const char of text) {
      for (const delta of session.feed(char)) {
        for (const { index, name, event } of reader.push(delta)) {
          if (event.kind === 'text')
            texts.push(`${index} ${name} ${event.path.join('.')} ${event.text}`)
        }
      }
    }
    expect(texts.slice(0, 5)).toEqual([
      '0 weather city O',
      '0 weather city s',
      '0 weather city l',
      '0 weather city o',
      '1 clock zone E',
    ])
    for (const delta of session.finish({ stopReason: 'length' })) reader.push(delta)
    const [first, second] = reader.calls
    expect(first?.state).toBe('complete')
    expect(second?.state).toBe('incomplete')
    // Narrowed by its name.
    expect(first?.name === 'weather' && first.arguments.value?.city).toBe('Oslo')
    expect(second?.name === 'clock' && second.arguments.value?.zone).toBe('Eu')
  })
})
