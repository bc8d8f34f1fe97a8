import type { Tool } from '../chat/chat-types.ts'
import type { Builder, Operand } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { oneOf } from './one-of.ts'
import { parametersOf, type Parameter } from './parameters.ts'
import type { TaggedSyntax } from './tagged-syntax.ts'

/** Prints what follows the name of an argument: its value and all that closes it. */
export type PrintValue = (parameter: Parameter) => NodeId

/** A call of one of the tools as the grammar prints it, without what stands around all calls. */
export function printTaggedCall(
  p: Builder,
  syntax: TaggedSyntax,
  tools: readonly Tool[],
  value: PrintValue,
): NodeId {
  const { outer, nameOpen, nameClose, numberOpen, gap } = syntax
  const whole: PrintValue = (one) => (gap === undefined ? value(one) : p.sequence(value(one), gap))
  const names = tools.map((tool, i) => {
    const rest = printArguments(p, syntax, `call-${i}`, parametersOf(tool).listed, whole)
    const number = numberOpen === undefined ? p.eps() : p.sequence(numberOpen, p.chars('[0-9]'))
    return { text: tool.function.name, then: p.sequence(number, nameClose, rest) }
  })
  const call = p.sequence(nameOpen, oneOf(p, names))
  return outer?.around === 'each' ? p.sequence(outer.open, call, outer.close) : call
}

/** What stands around arguments: before each, before the first where that is another, behind the last. */
export interface ArgumentMarks extends Pick<TaggedSyntax, 'argumentOpen' | 'end'> {
  readonly first?: string
}

// A tree of all names for each place would be quadratic in size: further blocks are shared.
const blockSize = 32

/**
 * Arguments in the order of the schema, and the end of the call: a chain in which each place holds
 * the tree of the names that may come next, up to the next required one.
 */
export function printArguments(
  p: Builder,
  { first, argumentOpen, end }: ArgumentMarks,
  stem: string,
  listed: readonly Parameter[],
  value: PrintValue,
): Operand {
  const lastRequired = listed.findLastIndex(({ required }) => required)
  const rest = (index: number, begins: boolean): Operand =>
    index < listed.length ? p.ref(`${stem}-${begins ? 'first' : 'rest'}-${index}`) : end

  function chainAt(index: number, begins: boolean): NodeId {
    const block = Math.min(listed.length, (Math.floor(index / blockSize) + 1) * blockSize)
    const required = listed.findIndex((parameter, i) => i >= index && parameter.required)
    const to = required < 0 || required >= block ? block : required + 1
    const words = listed.slice(index, to).map(({ name }, i) => ({
      text: name,
      then: p.sequence(p.ref(`${stem}-value-${index + i}`), rest(index + i + 1, false)),
    }))
    const named = p.sequence(begins ? (first ?? argumentOpen) : argumentOpen, oneOf(p, words))
    if (to === required + 1) return named
    if (to < listed.length) return p.choice(named, rest(to, begins))
    return index > lastRequired ? p.choice(named, end) : named
  }

  listed.forEach((parameter, i) => {
    p.rule(`${stem}-value-${i}`, value(parameter), { silent: true })
    p.rule(`${stem}-rest-${i}`, chainAt(i, false), { silent: true })
    if (first !== undefined) p.rule(`${stem}-first-${i}`, chainAt(i, true), { silent: true })
  })
  return rest(0, first !== undefined)
}
