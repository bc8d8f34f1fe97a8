import ts from 'typescript'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { argumentsOf, defineTools, formats, type SchemaValue, type ToolCall } from '../src/index.ts'
import { createCallArguments, type ArgumentsByName } from '../src/chat/index.ts'
import { projectRoot } from './support/sources.ts'

const call = (name: string, args: unknown): string =>
  `<tool_call>\n{"name": "${name}", "arguments": ${JSON.stringify(args)}}\n</tool_call>`

describe('the types of calls', () => {
  it('come from tools written as const', () => {
    const tools = [
      {
        type: 'function',
        function: {
          name: 'weather',
          parameters: {
            type: 'object',
            properties: {
              city: { type: 'string' },
              unit: { enum: ['celsius', 'fahrenheit'] },
              days: { type: ['integer', 'null'] },
            },
            required: ['city'],
          },
        },
      },
      { type: 'function', function: { name: 'now' } },
    ] as const
    const chat = formats.hermes({ tools })
    const [found] = chat.parse(call('weather', { city: 'Oslo', days: 2 })).message.toolCalls
    if (found?.state !== 'complete') throw new Error('the call is not complete')
    expectTypeOf(found.name).toEqualTypeOf<'weather' | 'now'>()
    if (found.name !== 'weather') throw new Error('another tool is called')
    const args = argumentsOf(found)
    expectTypeOf(args.city).toEqualTypeOf<string>()
    expectTypeOf(args.unit).toEqualTypeOf<'celsius' | 'fahrenheit' | undefined>()
    expectTypeOf(args.days).toEqualTypeOf<number | null | undefined>()
    // @ts-expect-error: no such argument.
    expect(args.town).toBeUndefined()
    expect(args).toEqual({ city: 'Oslo', days: 2 })
  })

  it('come from zod, which also gives the grammar', () => {
    const tools = defineTools({
      search: {
        description: 'Looks something up.',
        parameters: z.object({ query: z.string(), limit: z.number().int().optional() }),
      },
      weather: { parameters: { type: 'object', properties: { city: { type: 'string' } } } },
    })
    const chat = formats.qwen3Coder({ tools, toolChoice: 'required' })
    expect(chat.grammar().gbnf).toContain('limit')
    const session = formats.hermes({ tools }).open()
    session.feed(call('search', { query: 'pegs' }))
    session.finish()
    for (const found of session.message.toolCalls) {
      if (found.state !== 'complete' || found.name !== 'search') continue
      const args = argumentsOf(found)
      expectTypeOf(args).toEqualTypeOf<{ query: string; limit?: number | undefined }>()
      expect(args.query).toBe('pegs')
    }
    expect.assertions(2)
  })

  it('are those of any call where the tools are not known', () => {
    const tools = JSON.parse('[{"function":{"name":"x"}}]')
    const chat = formats.hermes({ tools })
    expectTypeOf(chat.parse('').message.toolCalls).toEqualTypeOf<readonly ToolCall[]>()
    expectTypeOf(formats.hermes().parse('').message.toolCalls).toEqualTypeOf<readonly ToolCall[]>()
  })

  it('are partial while arguments come', () => {
    const tools = defineTools({
      weather: { parameters: z.object({ place: z.object({ city: z.string() }) }) },
    })
    const reader = createCallArguments<ArgumentsByName<typeof tools>>()
    const session = formats.hermes({ tools }).open()
    for (const delta of session.feed(call('weather', { place: { city: 'Oslo' } }).slice(0, 65))) {
      reader.push(delta)
    }
    const [growing] = reader.calls
    expectTypeOf(growing?.arguments.value?.place?.city).toEqualTypeOf<string | undefined>()
    expect(growing?.arguments.value?.place?.city).toBe('Os')
  })

  it('follow references and alternatives', () => {
    const schema = {
      $defs: {
        tree: {
          type: 'object',
          properties: { next: { $ref: '#/$defs/tree' }, n: { type: 'number' } },
        },
      },
      anyOf: [
        { $ref: '#/$defs/tree' },
        { type: 'array', items: { const: 'leaf' } },
        { type: 'boolean' },
      ],
    } as const
    type Value = SchemaValue<typeof schema>
    const values: Value[] = [{ next: { next: { n: 1 } } }, ['leaf'], true]
    // @ts-expect-error: not a leaf.
    values.push(['twig'])
    // @ts-expect-error: a string three levels down.
    values.push({ next: { next: { n: '1' } } })
    expect(values).toHaveLength(5)
  })

  it('refuse a schema that cannot be written down', () => {
    expect(() => defineTools({ x: { parameters: z.object({ when: z.date() }) } })).toThrow(
      'the parameters of x cannot be written as JSON Schema',
    )
  })

  it(
    'cost the compiler little: forty tools with thirty arguments each',
    { timeout: 120_000 },
    () => {
      const tool = (i: number): string =>
        `{ function: { name: 'tool${i}', parameters: { type: 'object', required: ['a0'], properties: {${Array.from(
          { length: 30 },
          (_, k) =>
            `a${k}: { type: 'object', properties: { x: { type: ['string', 'null'] }, y: { enum: [1, 2] } } }`,
        ).join(', ')} } } } }`
      const code = `import { argumentsOf, formats } from '${projectRoot}src/index.ts'
const tools = [${Array.from({ length: 40 }, (_, i) => tool(i)).join(',\n')}] as const
for (const call of formats.hermes({ tools }).parse('').message.toolCalls)
  if (call.state === 'complete' && call.name === 'tool7') argumentsOf(call).a3?.x?.length
`
      const none = `import { formats } from '${projectRoot}src/index.ts'
formats.hermes().parse('').message.toolCalls`
      const counts = [code, none].map(countInstantiations)
      expect((counts[0] ?? 0) - (counts[1] ?? 0)).toBeLessThan(60_000)
    },
  )
})

/** How many types the compiler makes for a program, which must be right. */
function countInstantiations(code: string): number {
  const file = `${projectRoot}test/never-written.ts`
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.webworker.d.ts', 'lib.webworker.asynciterable.d.ts'],
    strict: true,
    noEmit: true,
    types: [],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, ...more) =>
    name === file
      ? ts.createSourceFile(name, code, ts.ScriptTarget.ES2023)
      : getSourceFile.call(host, name, ...more)
  const program = ts.createProgram([file], options, host)
  const found = program.getSemanticDiagnostics(program.getSourceFile(file))
  expect(found.map((each) => ts.flattenDiagnosticMessageText(each.messageText, '\n'))).toEqual([])
  return program.getInstantiationCount()
}
