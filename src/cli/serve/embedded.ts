import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createNodeLlama,
  type NodeLlamaModel,
  type NodeLlamaSequence,
  type Upstream,
} from '../../gateway/index.ts'
import { UsageError } from '../exit.ts'

// The parts of node-llama-cpp that are used; it is an optional peer, which is imported when it is asked for.
interface Engine {
  getLlama(options: object): Promise<Llama>
  readonly LlamaGrammarEvaluationState: new (options: object) => object
  readonly TokenBias: {
    for(model: object): { set(token: number, bias: { readonly logit: number }): unknown }
  }
}
interface Llama {
  loadModel(options: object): Promise<LoadedModel>
  createGrammar(options: { readonly grammar: string }): Promise<object>
  dispose(): Promise<void>
}
interface LoadedModel extends NodeLlamaModel {
  readonly trainContextSize: number
  createContext(options: object): Promise<{ getSequence(): NodeLlamaSequence }>
}

/** How a model is loaded. */
export interface EmbeddedOptions {
  readonly file: string
  /** Texts that are written at the same time. */
  readonly parallel: number
  /** Tokens of each; as many as the memory has room for unless given. */
  readonly context?: number
  /** Texts of its markers, to be told by their ids. */
  readonly markerTokens: readonly string[]
  /** Threads of the processor; half as many as it has unless given. */
  readonly threads?: number
}

/** A model inside this process. */
export interface Embedded {
  readonly upstream: Upstream
  close(): Promise<void>
}

/**
 * Loads a model with node-llama-cpp.
 *
 * @throws {UsageError} when that is not installed, or the file is no model
 */
export async function loadEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const engine = await importEngine()
  const llama = await engine.getLlama({
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: 'error',
    // As llama.cpp has it: threads wait for each other, so that one a processor's core is too many.
    maxThreads: options.threads ?? Math.max(1, Math.floor(availableParallelism() / 2)),
  })
  try {
    const model = await llama.loadModel({ modelPath: resolve(options.file) })
    const context = await model.createContext({
      sequences: options.parallel,
      ...(options.context === undefined ? {} : { contextSize: options.context }),
    })
    const sequences = Array.from({ length: options.parallel }, () => context.getSequence())
    const grammarState = async (gbnf: string): Promise<object> =>
      new engine.LlamaGrammarEvaluationState({
        model,
        grammar: await llama.createGrammar({ grammar: gbnf }),
      })
    const tokenBias = (biases: ReadonlyMap<number, number>): object => {
      const bias = engine.TokenBias.for(model)
      for (const [token, logit] of biases) bias.set(token, { logit })
      return bias
    }
    return {
      upstream: createNodeLlama({
        model,
        sequences,
        grammarState,
        tokenBias,
        markerTokens: options.markerTokens,
      }),
      close: () => llama.dispose(),
    }
  } catch (error) {
    await llama.dispose()
    throw new UsageError(
      `cannot load ${options.file}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const packageName = 'node-llama-cpp'

async function importEngine(): Promise<Engine> {
  // Beside pegbnf, or in the project that the command is run in.
  for (const place of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json')).href]) {
    const found = resolveFrom(place)
    if (found === null) continue
    const engine: Engine = await import(found)
    return engine
  }
  throw new UsageError(
    `--model needs ${packageName}, which is not installed`,
    `npm install ${packageName}`,
  )
}

function resolveFrom(place: string): string | null {
  try {
    return pathToFileURL(createRequire(place).resolve(packageName)).href
  } catch {
    return null
  }
}
