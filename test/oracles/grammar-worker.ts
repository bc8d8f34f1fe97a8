import { serve } from './serve.ts'
import { withModelFile } from './model-file.ts'
import { byteVocabulary, firstByteToken } from './vocabulary.ts'
import type { GrammarRequest, GrammarVerdict, TextVerdict } from './protocol.ts'

// The parts of node-llama-cpp that are used, its internals included: no public call judges a text.
interface Engine {
  getLlama(options: object): Promise<Llama>
  readonly LlamaGrammar: new (
    llama: Llama,
    options: { grammar: string; rootRuleName: string },
  ) => Grammar
  readonly LlamaGrammarEvaluationState: new (options: { model: Model; grammar: Grammar }) => {
    readonly _state: object
  }
}
interface Llama {
  loadModel(options: object): Promise<Model>
}
interface Model {
  readonly tokens: { readonly eos: number }
  readonly _llama: { readonly _bindings: { readonly AddonSampler: Sampler } }
}
interface Grammar {
  _testText(text: string): boolean
}
interface Sampler {
  canBeNextTokenForGrammarEvaluationState(state: object, token: number): boolean
  acceptGrammarEvaluationStateToken(state: object, token: number): void
}

// A name that the compiler cannot see through: the oracles are not installed everywhere.
const packageName: string = 'node-llama-cpp'
const engine: Engine = await import(packageName)
const llama = await engine.getLlama({
  gpu: false,
  build: 'never',
  skipDownload: true,
  progressLogs: false,
  logLevel: 'disabled',
})
const model = await withModelFile({ vocabulary: byteVocabulary() }, (modelPath) =>
  llama.loadModel({ modelPath, vocabOnly: true }),
)

function judge({ gbnf, texts, root = 'root' }: GrammarRequest): GrammarVerdict {
  let grammar: Grammar
  try {
    grammar = new engine.LlamaGrammar(llama, { grammar: gbnf, rootRuleName: root })
  } catch (error) {
    return { loads: false, error: error instanceof Error ? error.message : String(error) }
  }
  return { loads: true, texts: texts.map((text) => judgeText(grammar, text)) }
}

function judgeText(grammar: Grammar, text: string): TextVerdict {
  const accepts = grammar._testText(text)
  const sampler = model._llama._bindings.AddonSampler
  const { _state: state } = new engine.LlamaGrammarEvaluationState({ model, grammar })
  let byteOffset = 0
  for (const byte of Buffer.from(text, 'utf8')) {
    const token = firstByteToken + byte
    if (!sampler.canBeNextTokenForGrammarEvaluationState(state, token)) {
      return { accepts, validPrefix: false, complete: false, refusedAtByte: byteOffset }
    }
    sampler.acceptGrammarEvaluationStateToken(state, token)
    byteOffset += 1
  }
  const complete = sampler.canBeNextTokenForGrammarEvaluationState(state, model.tokens.eos)
  return { accepts, validPrefix: true, complete, refusedAtByte: null }
}

await serve(judge)
