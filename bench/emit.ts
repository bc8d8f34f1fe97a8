import { add, complete, cycle, suite } from 'benny'
import { formats } from '../src/formats/index.ts'
import type { Tool } from '../src/chat/chat-types.ts'

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

/** The time to build an arena and print its grammar, for 1, 30 and 300 tools. */
async function benchEmit(): Promise<void> {
  for (const name of ['hermes', 'qwen3Coder'] as const) {
    const result = await suite(
      `grammar for tools, ${name}: build the arena and emit`,
      ...sizes.map((size) =>
        add(`${size} tools`, () => {
          const tools = makeTools(size)
          return () =>
            formats[name]({ tools, toolChoice: 'auto' }).grammar({ lazy: true }).gbnf.length
        }),
      ),
      cycle(),
      complete(),
    )
    const seconds = (size: number): number => {
      const found = result.results.find((each) => each.name === `${size} tools`)
      return 1 / (found?.ops ?? Number.NaN)
    }
    const ratio = seconds(300) / seconds(30)
    console.log(`300 tools take ${ratio.toFixed(1)} times as long as 30 (at most 12)\n`)
  }
}

await benchEmit()
