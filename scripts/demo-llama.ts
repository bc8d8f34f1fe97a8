import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createWorker } from '../test/support/worker.ts'

const folder = fileURLToPath(new URL('../test/oracles/', import.meta.url))

/**
 * Lets the real llama.cpp write under a grammar, with a model of random weights. Ends the process
 * with code 2 where llama.cpp is not installed.
 */
export async function writeWithLlama(gbnf: string): Promise<string> {
  if (!existsSync(`${folder}node_modules/@fugood/llama.node`)) {
    process.stderr.write(
      'llama.cpp is not installed here: run `npm test` once, which installs it into test/oracles,\n' +
        'or `npm ci --ignore-scripts --omit=optional` in that folder (linux-x64 only)\n',
    )
    process.exit(2)
  }
  const markers = JSON.stringify(['<think>', '</think>', '<tool_call>', '</tool_call>'])
  const worker = createWorker({
    script: `${folder}chat-worker.ts`,
    args: [markers],
    limitMs: 60_000,
  })
  const options = { seed: 1, maxTokens: 600 }
  const outcome = await worker.ask<{ text: string }>({ operation: 'generate', gbnf, options })
  worker.close()
  if (outcome.kind === 'value') return outcome.value.text
  throw new Error(outcome.kind === 'timeout' ? 'llama.cpp gave no answer' : outcome.message)
}
