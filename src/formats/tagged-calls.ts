import type { Tool } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import { elementValues } from './element-value.ts'
import { looseJson } from './loose-json.ts'
import { parametersOf, type Parameter } from './parameters.ts'
import { readArguments } from './tagged-arguments.ts'
import { printTaggedCall } from './tagged-print.ts'
import { closersOf, hasElements, openersOf, spaced, type TaggedSyntax } from './tagged-syntax.ts'
import { printedValue } from './tagged-types.ts'
import { taggedValues } from './tagged-value.ts'
import type { TurnRequest } from './turn-request.ts'
import type { CallSyntax } from './turn-syntax.ts'

/** Calls whose arguments are tagged, typed by each tool's schema. */
export function taggedCalls(
  p: Builder,
  syntax: TaggedSyntax,
  tools: readonly Tool[],
  policies: Policies,
  request: Pick<TurnRequest, 'schema'>,
): CallSyntax {
  const t = chatTags(p)
  const { outer, nameOpen, nameClose } = syntax
  const closers = [syntax.argumentClose.trim(), syntax.end.trim(), ...closersOf(syntax)]
  const loose = looseJson(p, 'value', closers)
  const values = hasElements(syntax)
    ? elementValues(p, syntax, loose, policies, request)
    : taggedValues(p, syntax, loose, policies, request)
  const reading = { syntax, values, policies }
  const named = (name: NodeId): NodeId => p.sequence(name, nameEnd(p, syntax))

  // The name decides which arguments there are, so each tool is an alternative up to its own rule.
  const declared = tools.map(({ function: tool }) => ({
    name: () => p.literal(tool.name),
    rule: `arguments-${tool.name}`,
    listed: parametersOf({ function: tool }).listed,
  }))
  const bodies = [...declared]
  const freeName = (): NodeId => p.chars(nameClose.trim() === '' ? '[^<> \\t\\r\\n"]' : '[^<>\\n"]')
  if (policies.undeclaredTool === 'emit') {
    bodies.push({ name: freeName, rule: 'arguments:any', listed: [] })
  }
  for (const { rule, listed } of bodies) p.rule(rule, readArguments(p, reading, listed))

  const heads = (): NodeId => p.choice(...bodies.map(({ name }) => named(name())))
  const calls = (): NodeId =>
    p.choice(
      ...bodies.map(({ name, rule }) =>
        p.sequence(p.atomic(named(t.toolName(name()))), p.cut(), p.ref(rule)),
      ),
    )
  const inner = outer === undefined ? p.token(nameOpen.trim()) : spaced(p, nameOpen)
  const bare = outer === undefined ? p.sequence(inner, p.space()) : inner
  const wrapper =
    outer === undefined
      ? p.eps()
      : p.sequence(p.optional(outer.lead ?? ''), p.token(outer.open.trim()), p.space())
  const begin =
    policies.strayOpener === 'reject' && outer?.optional !== true
      ? p.sequence(wrapper, bare)
      : p.sequence(p.optional(wrapper), bare)
  // Where a family's models write about their tags, a call without its opener must be whole, of a
  // declared tool, and have what that requires.
  const ending = [syntax.end.trim(), nameOpen.trim()]
  const isWhole = p.peek(p.sequence(p.until(...ending), syntax.end.trim()))
  const given = ({ name }: Parameter): NodeId => {
    const opener = `${syntax.argumentOpen.trim()}${name}${syntax.attribute === undefined ? '' : '"'}`
    return p.peek(p.sequence(p.until(opener, ...ending), opener))
  }
  const alone = (): NodeId =>
    p.sequence(
      bare,
      p.choice(
        ...declared.map(({ name, listed }) =>
          p.sequence(
            named(name()),
            isWhole,
            ...listed.filter(({ required }) => required).map(given),
          ),
        ),
      ),
    )
  const careful = outer?.bareIsWhole === true && declared.length > 0
  return {
    openers: openersOf(syntax),
    // Inside the reasoning an inner tag alone is no call: it is talked about more often.
    ...(outer === undefined ? {} : { reasoningOpeners: [outer.open.trim()] }),
    closers: closersOf(syntax),
    ...(outer?.lead === undefined ? {} : { led: [outer.lead + outer.open.trim()] }),
    head: careful
      ? p.choice(p.sequence(wrapper, bare, heads()), alone())
      : p.sequence(begin, heads()),
    whole: p.sequence(begin, calls()),
    ...(outer?.around === 'all'
      ? {
          further: p.sequence(p.optional(wrapper), bare, calls()),
          section: { open: outer.open, close: outer.close },
        }
      : {}),
    undeclared: p.sequence(begin, named(freeName())),
    printed: (chosen) => printTaggedCall(p, syntax, chosen, printedValue(p, syntax, values)),
  }
}

/** What ends a name: its own closer, or where there is none the tag or white space behind it. */
function nameEnd(p: Builder, { nameClose, numberOpen }: TaggedSyntax): NodeId {
  if (numberOpen !== undefined) {
    return p.sequence(p.optional(p.sequence(numberOpen, p.chars('[0-9]'))), spaced(p, nameClose))
  }
  return nameClose.trim() === '' ? p.peek(p.chars('[< \\t\\r\\n]', 1, 1)) : spaced(p, nameClose)
}
