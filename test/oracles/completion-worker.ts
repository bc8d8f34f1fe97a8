import { formats } from '../../src/index.ts'
import type { Delta } from '../../src/chat/delta.ts'
import { readLlama, type LlamaDetokenizer } from '../../src/integrations/node-llama-cpp.ts'
import { withModelFile } from './model-file.ts'
import { serve } from './serve.ts'
import { chatVocabulary } from './vocabulary.ts'

// The parts of node-llama-cpp that are used.
interface Engine {
  getLlama(options: object): Promise<Llama>
  readonly LlamaCompletion: new (options: object) => {
    generateCompletionWithMeta(
      prompt: unknown,
      options: object,
    ): Promise<{ readonly metadata: { readonly stopReason: string } }>
  }
}
interface Llama {
  loadModel(options: object): Promise<Model>
  createGrammar(options: object): Promise<object>
}
interface Model extends LlamaDetokenizer {
  createContext(options: object): Promise<{ getSequence(): object }>
  tokenize(text: string, specialTokens: boolean): number[]
}

const packageName: string = 'node-llama-cpp'
const engine: Engine = await import(packageName)
const llama = await engine.getLlama({
  gpu: false,
  build: 'never',
  skipDownload: true,
  progressLogs: false,
  logLevel: 'disabled',
  // Two threads are many times slower on a machine with two cores.
  maxThreads: 1,
})
const vocabulary = chatVocabulary(['<think>', '</think>', '<tool_call>', '</tool_call>'])
const model = await withModelFile({ vocabulary }, (modelPath) => llama.loadModel({ modelPath }))
const context = await model.createContext({ contextSize: 2048 })
const contextSequence = context.getSequence()

const flip = {
  function: {
    name: 'flip',
    parameters: {
      type: 'object',
      properties: { up: { type: 'boolean' } },
      required: ['up'],
      additionalProperties: false,
    },
  },
} as const

async function complete({ seed, maxTokens }: { seed: number; maxTokens: number }): Promise<object> {
  const chat = formats.hermes({
    tools: [flip],
    toolChoice: 'required',
    parallelToolCalls: false,
    reasoning: 'off',
    schema: { whitespace: 'compact' },
  })
  const deltas: Delta[] = []
  const reader = readLlama(chat, { model, seed: 1, onDelta: (delta) => deltas.push(delta) })
  const grammar = await llama.createGrammar({ grammar: reader.gbnf })
  const completion = new engine.LlamaCompletion({ contextSequence })
  const { metadata } = await completion.generateCompletionWithMeta(model.tokenize('x', true), {
    grammar,
    onToken: reader.onToken,
    maxTokens,
    temperature: 1,
    minP: 1e-4,
    seed,
  })
  return { message: reader.finish(metadata.stopReason), deltas }
}

await serve(complete)
