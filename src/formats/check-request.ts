import type { FormatOptions } from '../chat/chat-types.ts'
import { wrongArgument } from '../util/wrong-argument.ts'

/**
 * Refuses tools and a tool choice in another API's form, which only a program without types can give. Read as
 * they are they would be tools without a name: a grammar that no call fits.
 *
 * @throws {TypeError} naming the first that is wrong, and the form it must have
 */
export function checkRequest(options: FormatOptions): void {
  checkValues(options)
  const tools: unknown = options.tools === undefined ? [] : options.tools
  if (!Array.isArray(tools)) throw new TypeError(`tools must be an array of ${form}`)
  for (const [index, tool] of tools.entries()) {
    if (!hasFunction(tool)) throw new TypeError(`tools[${index}] must have the form ${form}`)
  }
  const choice: unknown = options.toolChoice ?? 'auto'
  if (choice === 'auto' || choice === 'none' || choice === 'required' || hasFunction(choice)) return
  throw new TypeError(
    `toolChoice must be 'auto', 'none', 'required' or { function: { name } }, not ${show(choice)}`,
  )
}

/** The options that are one of some words, and these. */
const words = {
  strict: ['arguments', 'envelope', 'nothing'],
  reasoning: ['on', 'off', 'open'],
  reasoningFormat: ['auto', 'none'],
  withTools: ['either'],
} as const

function checkValues(options: FormatOptions): void {
  for (const [name, allowed] of Object.entries(words)) {
    const value = fieldOf(options, name)
    if (value === undefined || allowed.some((word) => word === value)) continue
    throw wrongArgument(name, allowed.map((word) => `'${word}'`).join(' or '), value)
  }
  const parallel: unknown = options.parallelToolCalls
  if (parallel === undefined || typeof parallel === 'boolean') return
  throw wrongArgument('parallelToolCalls', 'true or false', parallel)
}

const form = "{ type: 'function', function: { name, parameters } }"

function hasFunction(value: unknown): boolean {
  const declared = fieldOf(value, 'function')
  return typeof fieldOf(declared, 'name') === 'string'
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function show(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : 'a value of another form'
}
