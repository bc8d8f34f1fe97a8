import { add, complete, cycle, suite } from 'benny'
import type { Tool } from '../src/chat/chat-types.ts'
import { emitGbnf } from '../src/gbnf/emit.ts'
import { formats } from '../src/formats/index.ts'

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

type Prepare = (tools: Tool[]) => () => number

/** Times one way to a grammar for each number of tools, and prints how it grows. */
async function benchSizes(title: string, prepare: Prepare): Promise<void> {
  const result = await suite(
    title,
    ...sizes.map((size) => add(`${size} tools`, () => prepare(makeTools(size)))),
    cycle(),
    complete(),
  )
  const seconds = (size: number): number =>
    result.results.find(({ name }) => name === `${size} tools`)?.details.median ?? Number.NaN
  const times = sizes.map((size) => `${size} tools ${(seconds(size) * 1000).toFixed(1)} ms`)
  const ratio = seconds(300) / seconds(30)
  console.log(
    `${times.join(', ')}; 300 take ${ratio.toFixed(1)} times as long as 30 (at most 12)\n`,
  )
}

/** Grammars for 1, 30 and 300 tools: emitting alone, and all that a request pays. */
async function benchEmit(): Promise<void> {
  for (const name of ['hermes', 'qwen3Coder'] as const) {
    await benchSizes(`${name}: emit the grammar of an arena`, (tools) => {
      const arena = formats[name]({ tools, toolChoice: 'auto' }).arena()
      return () => emitGbnf(arena).gbnf.length
    })
    await benchSizes(`${name}: from tools to grammar`, (tools) => {
      return () => formats[name]({ tools, toolChoice: 'auto' }).grammar({ lazy: true }).gbnf.length
    })
  }
}

await benchEmit()
