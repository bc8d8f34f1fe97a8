import { generate } from '../support/generated.ts'
import {
  bareArena,
  kindsOf,
  nodesArena,
  taggedArena,
  taggedNodesArena,
  valueOfTape,
} from './pegbnf.ts'
import type { Arena } from '../../src/peg/arena.ts'

const options = { ruleRecords: false }
const bare = await generate(bareArena, options)
const nodes = await generate(nodesArena, options)

/** How large a generated parser is. */
export const sizes: string = bare.sizes

/** Whether the text is JSON, by functions generated from the composed grammar. */
export function recognise(text: string): boolean {
  return bare.recognise(text, deep)
}

/** Whether the text is JSON, by functions generated from the `json` nodes. */
export function recogniseNodes(text: string): boolean {
  return nodes.recognise(text, deep)
}

/** The value of the text, by the composed grammar. */
export const buildValue: (text: string) => unknown = await builderOf(taggedArena)
/** The value of the text, by the nodes that there are for JSON's scalars. */
export const buildValueNodes: (text: string) => unknown = await builderOf(taggedNodesArena)

const deep = { limits: { maxDepth: 200_000 } }

async function builderOf(arena: Arena): Promise<(text: string) => unknown> {
  const parser = await generate(arena, options)
  const kinds = kindsOf(arena)
  return (text) => {
    const { status, tape } = parser.parse(text, deep)
    if (status !== 'success') throw new SyntaxError('not JSON')
    return valueOfTape(tape, kinds, text)
  }
}
