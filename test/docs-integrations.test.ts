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

/**
 * The examples of docs/integrations.md compile against the sources, and against the frameworks' own types where
 * these are installed. The others are known here by the parts that the examples use.
 */
const markdown = readFileSync(`${projectRoot}docs/integrations.md`, 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'pegbnf-docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ambient = `
declare module '@huggingface/transformers' {
  export interface Tokenizer { decode(ids: number[]): string }
  export interface Generator {
    (messages: { role: string; content: string }[], options: { max_new_tokens?: number; streamer?: TextStreamer }): Promise<unknown>
    tokenizer: Tokenizer
  }
  export function pipeline(task: 'text-generation', model: string): Promise<Generator>
  export class TextStreamer {
    constructor(tokenizer: Tokenizer, options: {
      skip_prompt?: boolean
      skip_special_tokens?: boolean
      callback_function?: (text: string) => void
    })
  }
}
declare module '@mlc-ai/web-llm' {
  export interface Chunk { choices: { delta: { content?: string | null } }[] }
  export function CreateMLCEngine(model: string): Promise<{
    chat: { completions: { create(request: {
      messages: { role: 'user'; content: string }[]
      stream: true
      response_format?: { type: 'grammar'; grammar: string }
    }): Promise<AsyncIterable<Chunk>> } }
  }>
}
declare module 'node-llama-cpp' {
  export type Token = number & { __token: never }
  export interface LlamaModel {
    tokenize(text: string, specialTokens?: boolean): Token[]
    detokenize(tokens: readonly Token[], specialTokens?: boolean, lastTokens?: readonly Token[]): string
    createContext(): Promise<{ getSequence(): object }>
  }
  export class LlamaGrammar { private kept: never }
  export function getLlama(): Promise<{
    loadModel(options: { modelPath: string }): Promise<LlamaModel>
    createGrammar(options: { grammar: string }): Promise<LlamaGrammar>
  }>
  export class LlamaCompletion {
    constructor(options: { contextSequence: object })
    generateCompletionWithMeta(input: Token[], options: { grammar?: LlamaGrammar; onToken?: (tokens: Token[]) => void }): Promise<{
      metadata: { stopReason: 'eogToken' | 'stopGenerationTrigger' | 'maxTokens' | 'abort' | 'customStopTrigger' }
    }>
  }
}
`

const llama = `${projectRoot}test/oracles/node_modules/node-llama-cpp/dist/index.d.ts`

it('has examples that compile', () => {
  const examples = [...markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  expect(examples).toHaveLength(4)
  mkdirSync(join(folder, 'node_modules'))
  for (const name of ['ai', '@ai-sdk']) {
    symlinkSync(`${projectRoot}node_modules/${name}`, join(folder, 'node_modules', name))
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'ambient.d.ts'), ambient)
  const files = examples.map((code, i) => {
    writeFileSync(join(folder, `example-${i}.ts`), code)
    return join(folder, `example-${i}.ts`)
  })
  const program = ts.createProgram([...files, join(folder, 'ambient.d.ts')], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [`${projectRoot}node_modules/@types`],
    paths: {
      pegbnf: [`${projectRoot}src/index.ts`],
      'pegbnf/schema': [`${projectRoot}src/schema.ts`],
      'pegbnf/*': [`${projectRoot}src/integrations/*.ts`],
      // Its own types, where it is installed.
      ...(existsSync(llama) ? { 'node-llama-cpp': [llama] } : {}),
    },
  })
  const found = files.flatMap((file) => {
    const source = program.getSourceFile(file)
    return ts
      .getPreEmitDiagnostics(program, source)
      .map(
        (diagnostic) =>
          `${file.slice(folder.length + 1)}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')}`,
      )
  })
  expect(found).toEqual([])
})
