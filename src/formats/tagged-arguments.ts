import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder, Operand } from '../peg/builder.ts'
import type { JsonSchema, NodeId } from '../peg/node.ts'
import { classifyType, valueTypes } from '../schema/value-types.ts'
import { inJson } from './json-read.ts'
import { anyText } from './one-of.ts'
import type { Parameter } from './parameters.ts'
import { closersOf, hasElements, openersOf, spaced, type TaggedSyntax } from './tagged-syntax.ts'
import { typesOf } from './tagged-types.ts'
import type { TaggedValues } from './tagged-value.ts'

/** What the arguments of a call are read with. */
export interface ArgumentReading {
  readonly syntax: TaggedSyntax
  readonly values: TaggedValues
  readonly policies: Policies
}

/**
 * Arguments in any order, text between them noted and dropped, then as much closing as there is.
 *
 * Where the policy reads what the grammar prints and no more: the required ones in the order of the
 * schema, the others anywhere behind, and nothing between.
 */
export function readArguments(
  p: Builder,
  { syntax, values, policies }: ArgumentReading,
  listed: readonly Parameter[],
): NodeId {
  const strict = policies.strayOpener === 'reject'
  const argument = argumentReader(p, { syntax, values, policies })
  const end = spaced(p, syntax.end)
  if (strict) {
    const of = (parameter: Parameter): NodeId => p.sequence(p.space(), argument([parameter], null))
    const required = listed.filter((parameter) => parameter.required)
    const others = listed.filter((parameter) => !parameter.required)
    return p.sequence(
      ...required.map(of),
      ...(others.length === 0 ? [] : [p.zeroOrMore(p.sequence(p.space(), argument(others, null)))]),
      p.space(),
      end,
      closing(p, syntax),
    )
  }
  const t = chatTags(p)
  const next = [...openersOf(syntax), ...(syntax.outer === undefined ? [] : closersOf(syntax))]
  const stops = p.choice(syntax.argumentOpen.trim(), syntax.end.trim(), ...next)
  const noise = t.note('unread-text', t.skip(p.oneOrMore(p.sequence(p.not(stops), p.any()))))
  return p.sequence(
    wrapped(p, syntax, values, policies, listed),
    p.zeroOrMore(p.sequence(p.space(), p.choice(argument(listed, 'text'), p.recover(noise)))),
    p.space(),
    // A call that the next one, or the outer closer, cuts off has ended all the same.
    p.choice(end, p.peek(p.choice(...next, syntax.argumentOpen.trim()))),
    closing(p, syntax),
  )
}

/** All arguments as the JSON of one that the tool does not have. */
function wrapped(
  p: Builder,
  { argumentOpen, argumentClose, attribute }: TaggedSyntax,
  values: TaggedValues,
  { wrappedArguments }: Policies,
  listed: readonly Parameter[],
): NodeId {
  const names = listed.map(({ name }) => name)
  const wrappers = ['arguments', 'input'].filter((name) => !names.includes(name))
  if (attribute === undefined || names.length === 0) return p.eps()
  if (wrappedArguments === 'keep' || wrappers.length === 0) return p.eps()
  const { before, words, after } = attribute
  const key = p.sequence('"', anyText(p, names.map(inJson)), '"')
  const t = chatTags(p)
  return p.recover(
    p.optional(
      p.sequence(
        p.space(),
        argumentOpen.trim(),
        p.choice(...wrappers),
        spaced(p, `${before}${words.object}${after}`),
        p.peek(p.sequence(p.space(), '{', p.space(), key)),
        p.cut(),
        p.space(),
        t.toolArgs(values.object),
        spaced(p, argumentClose),
      ),
    ),
  )
}

function closing(p: Builder, { outer }: TaggedSyntax): NodeId {
  return outer === undefined
    ? p.eps()
    : p.optional(p.sequence(p.space(), p.choice(p.token(outer.close.trim()), p.end())))
}

/** Reads one of the arguments, or one of any name as text. */
function argumentReader(
  p: Builder,
  { syntax, values, policies }: ArgumentReading,
): (listed: readonly Parameter[], unknown: 'text' | null) => NodeId {
  const t = chatTags(p)
  const { argumentOpen, argumentNameClose, attribute } = syntax
  const strict = policies.strayOpener === 'reject'
  // The tag that ends a call may begin like one of an argument.
  const freeName = hasElements(syntax) ? '[^<>/\\n"]' : '[^<>\\n"]'

  /** A name is shown when what closes it was read: until then it may be the beginning of another. */
  const behind = (name: Operand, close: Operand, value: NodeId): NodeId =>
    p.sequence(p.atomic(p.sequence(t.toolArgName(name), close)), p.cut(), value)

  function named(name: Operand, schema: JsonSchema | null, key = ''): NodeId {
    const value = schema === null ? values.readUnknown : values.read(schema, key)
    if (attribute === undefined) return behind(name, spaced(p, argumentNameClose), value)
    const { before, after, words } = attribute
    const text = schema !== null && classifyType(schema) === 'string'
    const typed = typesOf(words)
      .filter(({ types }) => !strict || types.includes('string') === text)
      .map(({ word, types }) => {
        // Where values are converted, one that may only be text is text, whatever the word says.
        const json = text && policies.argumentValue === 'verbatim' ? [] : types
        const read = types.includes('string') ? values.readText : values.readTyped(json)
        const byWord = attribute.decides === true || schema === null || valueTypes(schema).size > 5
        return p.sequence(spaced(p, `${word}${after}`), p.cut(), byWord ? read : value)
      })
    const other = p.sequence(p.until(after.trim(), '\n'), spaced(p, after), p.cut(), value)
    const choices = [
      behind(name, spaced(p, before), p.choice(...typed, ...(strict ? [] : [p.recover(other)]))),
      ...(attribute.optional === true && !strict
        ? [behind(name, spaced(p, argumentNameClose), value)]
        : []),
    ]
    return p.choice(...choices)
  }

  return (listed, unknown) => {
    const known = listed.map(({ name, schema }) => named(p.literal(name), schema, name))
    const rest = unknown === null ? [] : [named(p.chars(freeName), null)]
    return t.toolArg(p.sequence(argumentOpen.trimStart(), p.choice(...known, ...rest)))
  }
}
