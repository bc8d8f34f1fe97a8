import type { Tool } from '../src/chat/chat-types.ts'
import { emitGbnf } from '../src/gbnf/emit.ts'
import { hermes, qwen3Coder } from '../src/formats/index.ts'
import { compare } from './support/compare.ts'

const sizes = [1, 30, 300]

/** Tools in the manner of real ones: a few parameters, most of them optional, one with choices. */
function makeTools(count: number): Tool[] {
  return Array.from({ length: count }, (_, i) => ({
    type: 'function',
    function: {
      name: `${['get', 'set', 'list', 'find'][i % 4]}_${['user', 'order', 'file'][i % 3]}_${i}`,
      parameters: {
        type: 'object',
        properties: {
          [`id_${i}`]: { type: 'string' },
          limit: { type: 'integer', minimum: 1, maximum: 100 },
          order: { enum: ['ascending', 'descending', `by_field_${i}`] },
          tags: { type: 'array', items: { type: 'string' } },
          exact: { type: 'boolean' },
        },
        required: [`id_${i}`],
      },
    },
  }))
}

/** Times one way to a grammar for each number of tools, and says how it grows. */
async function benchSizes(title: string, prepare: (tools: Tool[]) => () => number): Promise<void> {
  const nameOf = (size: number): string => `${size} tools`
  const result = await compare(
    title,
    Object.fromEntries(sizes.map((size) => [nameOf(size), prepare(makeTools(size))])),
  )
  result.ratio(nameOf(300), nameOf(30), 1 / 12)
}

/** Grammars for 1, 30 and 300 tools: emitting alone, and all that a request pays. */
async function benchEmit(): Promise<void> {
  for (const [name, format] of Object.entries({ hermes, qwen3Coder })) {
    await benchSizes(`${name}: emit the grammar of an arena`, (tools) => {
      const arena = format({ tools, toolChoice: 'auto' }).arena()
      return () => emitGbnf(arena).gbnf.length
    })
    await benchSizes(`${name}: from tools to grammar`, (tools) => {
      return () => format({ tools, toolChoice: 'auto' }).grammar({ lazy: true }).gbnf.length
    })
  }
}

await benchEmit()
