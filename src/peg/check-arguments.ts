import { wrongArgument } from '../util/wrong-argument.ts'
import type { Builder } from './builder.ts'

/** What an argument of a combinator must be. */
interface Kind {
  readonly expected: string
  readonly hint?: string
  /** `count` is how many nodes there are: a node is a number below it. */
  is(value: unknown, count: number): boolean
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOperand = (value: unknown, count: number): boolean =>
  typeof value === 'string' ||
  (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count)

const text: Kind = { expected: 'a string', is: (value) => typeof value === 'string' }
const operand: Kind = {
  expected: 'a node of this grammar or a string',
  hint: 'characters of a class are p.chars("[a-z]"), text up to a delimiter is p.until("x")',
  is: isOperand,
}
const body: Kind = {
  ...operand,
  expected: 'a node of this grammar, a string, or a function that makes one',
  is: (value, count) => typeof value === 'function' || isOperand(value, count),
}
const operands: Kind = {
  expected: 'an array of nodes and strings',
  is: (value, count) => Array.isArray(value) && value.every((each) => isOperand(each, count)),
}
const delimiter: Kind = {
  expected: 'a string, or { text, token }',
  is: (value) =>
    typeof value === 'string' ||
    (typeof value === 'object' &&
      value !== null &&
      'text' in value &&
      typeof value.text === 'string'),
}
const klass: Kind = {
  expected: 'a class as in GBNF',
  hint: 'write "[a-z_]" as a string',
  is: (value) =>
    typeof value === 'string' ||
    (Array.isArray(value) && value.every((each) => typeof each === 'number')),
}
// Which numbers make sense is a fault of the grammar, found with the others.
const bound: Kind = { expected: 'a number', is: (value) => typeof value === 'number' }
const optional = (kind: Kind): Kind => ({
  ...kind,
  is: (value, count) => value === undefined || kind.is(value, count),
})
const upper = optional({
  expected: 'a number, or null for any',
  is: (value) => value === null || typeof value === 'number',
})
const options = optional({ expected: 'an object of options', is: isObject })
/** A schema comes from a tool: one that is none is told by the report, and takes nothing down. */
const schema: Kind = { expected: 'a JSON Schema', is: () => true }

/** The arguments of each combinator; the last kind of a list in `rest` is that of all that follow. */
const signatures: Partial<Record<keyof Builder, { kinds: readonly Kind[]; rest?: Kind }>> = {
  literal: { kinds: [text] },
  token: { kinds: [text] },
  sequence: { kinds: [], rest: operand },
  choice: { kinds: [], rest: operand },
  repeat: { kinds: [operand, bound, upper] },
  optional: { kinds: [operand] },
  zeroOrMore: { kinds: [operand] },
  oneOrMore: { kinds: [operand] },
  peek: { kinds: [operand] },
  not: { kinds: [operand] },
  chars: { kinds: [klass, optional(bound), upper] },
  until: { kinds: [], rest: delimiter },
  through: { kinds: [], rest: delimiter },
  atomic: { kinds: [operand] },
  tag: { kinds: [text, operand] },
  rule: { kinds: [text, body, options] },
  ref: { kinds: [text] },
  schema: { kinds: [schema, options] },
  gbnf: { kinds: [operand, text] },
  dual: { kinds: [operand, operand] },
  recover: { kinds: [operand] },
  permute: { kinds: [operands, options] },
  prefix: { kinds: [text, text] },
  optspace: { kinds: [text] },
  safeContent: { kinds: [text, text, operand] },
  separatedBy: { kinds: [operand, operand, options] },
}

/** The same builder for callers who may have no types: an argument of another kind is refused by name, at once. */
export function checkArguments(builder: Builder, countNodes: () => number): Builder {
  const checked = { ...builder }

  /** A function that makes a rule's body is held to give one. */
  function checkMade(arg: unknown): unknown {
    if (typeof arg !== 'function') return arg
    return () => {
      const made: unknown = Reflect.apply(arg, undefined, [])
      if (operand.is(made, countNodes())) return made
      throw wrongArgument('what the function of p.rule returns', operand.expected, made)
    }
  }

  for (const [name, { kinds, rest }] of Object.entries(signatures)) {
    const inner: unknown = Reflect.get(builder, name)
    if (typeof inner !== 'function') continue
    const outer = (...args: unknown[]): unknown => {
      const count = countNodes()
      for (let i = 0; i < Math.max(kinds.length, args.length); i++) {
        const kind = kinds[i] ?? rest
        if (kind === undefined || kind.is(args[i], count)) continue
        throw wrongArgument(`argument ${i + 1} of p.${name}`, kind.expected, args[i], kind.hint)
      }
      return Reflect.apply(inner, undefined, name === 'rule' ? args.map(checkMade) : args)
    }
    Reflect.set(checked, name, outer)
  }
  return checked
}
