import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { afterAll, expect, it } from 'vitest'
import { createTestFolder, runCli, startCliFromSources } from './support/cli.ts'
import { projectRoot } from './support/sources.ts'

const folder = createTestFolder()
afterAll(() => folder.remove())

const place = {
  $defs: { p: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
}
const tools = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'The weather */ of a place.',
      parameters: {
        ...place,
        type: 'object',
        properties: { place: { $ref: '#/$defs/p' }, unit: { enum: ['c', 'f'] } },
        required: ['place'],
      },
    },
  },
  {
    function: {
      name: 'get-weather',
      parameters: { type: 'object', properties: { n: { type: 'integer' } } },
    },
  },
  { function: { name: '2 now' } },
]

it('types writes a declaration that its users compile with', { timeout: 120_000 }, async () => {
  const file = folder.file('tools.json', tools)
  const output = folder.file('tools.d.ts', '')
  const result = await runCli(['types', file, '-o', output], '', startCliFromSources)
  expect(result, result.err).toMatchObject({ code: 0, out: '' })
  // The test's folder has no packages: the types come from the sources.
  const code = readFileSync(output, 'utf8').replace(
    "'pegbnf/chat'",
    `'${projectRoot}src/chat/index.ts'`,
  )
  folder.file('tools.d.ts', code)
  const user = folder.file(
    'user.ts',
    `import { argumentsOf, type PartialValue } from '${projectRoot}src/chat/index.ts'
import type { ArgumentsByName, PartialArguments, ToolCall } from './tools.d.ts'
export function use(call: ToolCall): string | undefined {
  if (call.state !== 'complete') return call.name
  if (call.name === 'get_weather') return argumentsOf(call).place.city + (argumentsOf(call).unit ?? 'c')
  if (call.name === 'get-weather') {
    // @ts-expect-error: a number.
    return argumentsOf(call).n
  }
  return call.name satisfies '2 now'
}
export const part: PartialArguments<'get_weather'> = { place: {} }
export const same: PartialValue<ArgumentsByName['get_weather']> = part
// @ts-expect-error: there is no such tool.
export type No = PartialArguments<'nothing'>
`,
  )
  const program = ts.createProgram([user], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.webworker.d.ts', 'lib.webworker.asynciterable.d.ts'],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: false,
    types: [],
  })
  const found = ts
    .getPreEmitDiagnostics(program)
    .filter(({ file: where }) => where?.fileName.includes('pegbnf-cli-'))
  expect(found.map((each) => ts.flattenDiagnosticMessageText(each.messageText, '\n'))).toEqual([])
})
