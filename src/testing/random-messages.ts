import type { Tool } from '../chat/chat-types.ts'
import type { MessageToWrite } from '../chat/write.ts'
import { sampleMany } from '../gbnf/sample.ts'
import { schemaToGbnf } from '../text/schema-to-gbnf.ts'
import { createDraw, type Draw } from './random.ts'

/** How messages are drawn. */
export interface RandomMessagesOptions {
  /** 20 by default. */
  readonly count?: number
  /** The same seed gives the same messages; 1 by default. */
  readonly seed?: number
  /** Some have reasoning; true by default. */
  readonly reasoning?: boolean
  /** The most calls of one message; 3 by default. */
  readonly maxCalls?: number
}

/**
 * Random valid messages for a list of tools: text with signs at which readers break, and calls whose
 * arguments are sentences of the tools' own schemas.
 *
 * @throws {GrammarError} when the schema of a tool cannot be compiled
 * @example
 * ```ts
 * const properties = { up: { type: 'boolean' } } as const
 * const flip = { function: { name: 'flip', parameters: { type: 'object', properties, required: ['up'] } } } as const
 * const calls = randomMessages([flip]).flatMap(({ toolCalls }) => toolCalls ?? [])
 * calls.every((call) => typeof JSON.parse(String(call.arguments)).up === 'boolean') // true
 * ```
 */
export function randomMessages(
  tools: readonly Tool[],
  options: RandomMessagesOptions = {},
): MessageToWrite[] {
  const { count = 20, seed = 1, reasoning = true, maxCalls = 3 } = options
  const draw = createDraw(seed)
  const calls = tools.map(({ function: tool }) => ({
    name: tool.name,
    samples: argumentsOf(tool.parameters, seed),
  }))
  return Array.from({ length: count }, (): MessageToWrite => {
    const wanted = calls.length === 0 ? 0 : draw.below(maxCalls + 1)
    const made = Array.from({ length: wanted }, () => randomCall(calls, draw))
    const content = made.length > 0 && draw.below(3) === 0 ? '' : randomText(draw)
    return {
      ...(reasoning && draw.below(2) === 0 ? { reasoning: randomText(draw) } : {}),
      content,
      ...(made.length === 0 ? {} : { toolCalls: made }),
    }
  })
}

interface Samples {
  readonly name: string
  readonly samples: readonly string[]
}

/** Sentences of a tool's schema: enough to show each of its parts. */
function argumentsOf(schema: Tool['function']['parameters'], seed: number): readonly string[] {
  if (schema === undefined) return ['{}']
  const { gbnf } = schemaToGbnf(schema, { whitespace: 'one-space' })
  return sampleMany(gbnf, 16, { seed, maxLength: 120 })
}

function randomCall(calls: readonly Samples[], draw: Draw): { name: string; arguments: string } {
  const { name, samples } = calls[draw.below(calls.length)] ?? { name: '', samples: [] }
  return { name, arguments: samples[draw.below(samples.length)] ?? '{}' }
}

const words = ['On', 'it', 'café', '🚀', '日本', 'a < b', '"so"', '{}', "it's", '1,000', 'x_y', '\\n', '&amp;', '—'] as const // prettier-ignore

function randomText(draw: Draw): string {
  const length = 1 + draw.below(9)
  const parts = Array.from({ length }, () => draw.pick(words))
  return `${parts.join(draw.pick([' ', ' ', '\n']))}.`
}
