import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, it } from 'vitest'
import type {
  ChatFormat,
  ChatMessage,
  ChatOperations,
  FormatOptions,
  GenerateOptions,
  GrammarRequest,
  GrammarVerdict,
} from '../oracles/protocol.ts'
import { createWorker, type Outcome, type Worker } from './worker.ts'

export type { ChatFormat, ChatMessage, FormatOptions } from '../oracles/protocol.ts'

export type Availability = { readonly ok: true } | { readonly ok: false; readonly reason: string }

const oracleFolder = fileURLToPath(new URL('../oracles/', import.meta.url))

/** Whether the real llama.cpp can be asked here, and if not, why not. */
export const oracleAvailable: Availability = findOracles()

/**
 * Registers tests that need the real llama.cpp. Where it is missing, one skipped test stands for them, whose name
 * says why; `npm test` repeats it before its last line, and in CI it counts as a failure.
 */
export function describeWithOracle(name: string, register: () => void): void {
  if (oracleAvailable.ok) {
    describe(name, () => {
      afterAll(closeOracles)
      register()
    })
  } else {
    it.skip(`${name} (${oracleAvailable.reason})`)
  }
}

/** What llama.cpp says of one grammar. A grammar that hangs or crashes its loader is reported, never thrown. */
export type GrammarOutcome =
  | GrammarVerdict
  | { readonly loads: false; readonly error: 'timeout' | 'crash'; readonly detail: string }

export interface GrammarOracle {
  /** Judges each grammar on its texts, in order, in one child process. */
  check(batch: readonly GrammarRequest[]): Promise<GrammarOutcome[]>
}

export function grammarOracle({ limitMs = 10_000 } = {}): GrammarOracle {
  const worker = workerOf('grammar-worker.ts', [], limitMs)
  return {
    async check(batch) {
      const outcomes: GrammarOutcome[] = []
      for (const request of batch) {
        const outcome = await worker.ask<GrammarVerdict>(request)
        if (outcome.kind === 'value') outcomes.push(outcome.value)
        else if (outcome.kind === 'error') throw new Error(outcome.message)
        else outcomes.push({ loads: false, error: outcome.kind, detail: describeEnd(outcome) })
      }
      return outcomes
    },
  }
}

/** llama.cpp's own chat layer: its prompt, grammar and parser for any template. A hang or an error throws. */
export interface ChatOracle {
  format(
    messages: readonly object[],
    template: string,
    options?: FormatOptions,
  ): Promise<ChatFormat>
  parse(format: ChatFormat, text: string): Promise<ChatMessage>
  stream(format: ChatFormat, text: string): Promise<ChatOperations['stream']['answer']>
  generate(gbnf: string, options: GenerateOptions): Promise<ChatOperations['generate']['answer']>
}

const defaultMarkers = ['<think>', '</think>', '<tool_call>', '</tool_call>']

/** `markers` become tokens of their own in the model's vocabulary, as they are in real ones. */
export function chatOracle({ limitMs = 60_000, markers = defaultMarkers } = {}): ChatOracle {
  const worker = workerOf('chat-worker.ts', [JSON.stringify(markers)], limitMs)

  async function ask<Name extends keyof ChatOperations>(
    operation: Name,
    request: ChatOperations[Name]['request'],
  ): Promise<ChatOperations[Name]['answer']> {
    const outcome = await worker.ask<ChatOperations[Name]['answer']>({ operation, ...request })
    if (outcome.kind === 'value') return outcome.value
    throw new Error(
      `llama.cpp: ${outcome.kind === 'error' ? outcome.message : describeEnd(outcome)}`,
    )
  }

  return {
    format: (messages, template, options = {}) => ask('format', { messages, template, options }),
    parse: (format, text) => ask('parse', { format, text }),
    stream: (format, text) => ask('stream', { format, text }),
    generate: (gbnf, options) => ask('generate', { gbnf, options }),
  }
}

/** Ends every child process that this test file has started. */
export function closeOracles(): void {
  for (const worker of workers) worker.close()
}

const workers: Worker[] = []

function workerOf(script: string, args: readonly string[], limitMs: number): Worker {
  const worker = createWorker({ script: oracleFolder + script, args, limitMs })
  workers.push(worker)
  return worker
}

function describeEnd(outcome: Exclude<Outcome<unknown>, { kind: 'value' | 'error' }>): string {
  return outcome.kind === 'timeout' ? `no answer in ${outcome.afterMs} ms` : outcome.message
}

function findOracles(): Availability {
  if (process.env['PEGBNF_ORACLES'] === 'off') return { ok: false, reason: 'PEGBNF_ORACLES=off' }
  const platform = `${process.platform}-${process.arch}`
  if (platform !== 'linux-x64') {
    return { ok: false, reason: `no build of llama.cpp for ${platform} is set up` }
  }
  const engines = ['@fugood/node-llama-linux-x64', '@node-llama-cpp/linux-x64']
  const missing = engines.filter((name) => !existsSync(`${oracleFolder}node_modules/${name}`))
  return missing.length === 0
    ? { ok: true }
    : { ok: false, reason: 'llama.cpp is not installed, and npm test could not install it' }
}
