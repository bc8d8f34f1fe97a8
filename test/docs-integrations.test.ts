import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from './support/sources.ts'

/** The examples of docs/integrations.md compile against the sources, and against the frameworks' own types. */
const markdown = readFileSync(`${projectRoot}docs/integrations.md`, 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'pegbnf-docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const peers: Readonly<Record<string, string>> = {
  '@huggingface/transformers':
    'test/peers/node_modules/@huggingface/transformers/types/transformers.d.ts',
  '@mlc-ai/web-llm': 'test/peers/node_modules/@mlc-ai/web-llm/lib/index.d.ts',
  'node-llama-cpp': 'test/oracles/node_modules/node-llama-cpp/dist/index.d.ts',
}
const examples = [...markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)

it('shows four frameworks', () => {
  expect(examples).toHaveLength(4)
})

for (const code of examples) {
  const missing = Object.entries(peers).filter(
    ([name, types]) => code.includes(`'${name}'`) && !existsSync(projectRoot + types),
  )
  const what = /from '([^.'][^']*)'/.exec(code)?.[1] ?? ''
  if (missing.length > 0)
    it.skip(`compiles against ${what} (not installed, and npm test could not install it)`)
  else it(`compiles against ${what}`, () => expect(faultsOf(code)).toEqual([]), 60_000)
}

/** What the compiler says of an example. */
function faultsOf(code: string): string[] {
  const project = mkdtempSync(join(folder, 'example-'))
  mkdirSync(join(project, 'node_modules'))
  for (const name of ['ai', '@ai-sdk']) {
    symlinkSync(`${projectRoot}node_modules/${name}`, join(project, 'node_modules', name))
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  const file = join(project, 'example.ts')
  writeFileSync(file, code)
  const found = Object.entries(peers).filter(([, types]) => existsSync(projectRoot + types))
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    // WebLLM's types speak of WebGPU's, which browsers have.
    types: ['node'],
    typeRoots: [`${projectRoot}node_modules/@types`],
    paths: {
      pegbnf: [`${projectRoot}src/index.ts`],
      'pegbnf/schema': [`${projectRoot}src/schema.ts`],
      'pegbnf/*': [`${projectRoot}src/integrations/*.ts`],
      ...Object.fromEntries(found.map(([name, types]) => [name, [projectRoot + types]])),
    },
  })
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
