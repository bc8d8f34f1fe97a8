import type { FormatOptions, Tool } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { JsonSchema, NodeId } from '../peg/node.ts'
import { looseJson } from './loose-json.ts'
import { parametersOf, type Parameter } from './parameters.ts'
import { taggedValues, type TaggedValues } from './tagged-value.ts'
import type { CallSyntax } from './turn.ts'

/** The tags of a family that marks each argument: what stands before, between and behind. */
export interface TaggedSyntax {
  /** Around a call; a call may come without where the family's models leave it out. */
  readonly open: string
  readonly close: string
  /** Around the name, the arguments and all: `<function=` NAME `>` … `</function>`. */
  readonly nameOpen: string
  readonly nameClose: string
  readonly end: string
  /** Around an argument: `<parameter=` NAME `>` value `</parameter>`. */
  readonly argumentOpen: string
  readonly argumentNameClose: string
  readonly argumentClose: string
}

/** Calls whose arguments are tagged, typed by each tool's schema. */
export function taggedCalls(
  p: Builder,
  syntax: TaggedSyntax,
  tools: readonly Tool[],
  policies: Policies,
  options: FormatOptions,
): CallSyntax {
  const t = chatTags(p)
  const { open, close, nameOpen, nameClose, end } = syntax
  const loose = looseJson(p, 'value', [syntax.argumentClose, end, close])
  const values = taggedValues(p, syntax, loose, policies, options)
  const begin = p.sequence(p.optional(p.sequence(p.token(open), p.space())), nameOpen)
  const freeName = p.chars('[^<>\\n]')
  const any = policies.undeclaredTool === 'emit'
  // The name decides which arguments there are, so each tool is an alternative up to its own rule.
  const bodies = tools.map((tool) => ({ tool, rule: `arguments-${tool.function.name}` }))
  for (const { tool, rule } of bodies) {
    p.rule(rule, readArguments(p, syntax, values, parametersOf(tool)))
  }
  const free = 'arguments:any'
  if (any) p.rule(free, readArguments(p, syntax, values, { listed: [], root: true }))
  const known = bodies.map(({ tool, rule }) =>
    p.sequence(
      p.atomic(p.sequence(t.toolName(p.literal(tool.function.name)), nameClose)),
      p.cut(),
      p.ref(rule),
    ),
  )
  return {
    openers: [open, nameOpen],
    closers: [close],
    head: p.sequence(
      begin,
      p.choice(
        ...tools.map((tool) => p.sequence(tool.function.name, nameClose)),
        ...(any ? [p.sequence(freeName, nameClose)] : []),
      ),
    ),
    whole: p.sequence(
      begin,
      p.choice(
        ...known,
        ...(any
          ? [
              p.sequence(
                p.atomic(p.sequence(t.toolName(freeName), nameClose)),
                p.cut(),
                p.ref(free),
              ),
            ]
          : []),
      ),
    ),
    undeclared: p.sequence(begin, freeName, nameClose),
    printed: (chosen) => printedCall(p, syntax, values, chosen),
  }
}

/** Arguments in any order, text between them noted and dropped, then as much closing as there is. */
function readArguments(
  p: Builder,
  syntax: TaggedSyntax,
  values: TaggedValues,
  parameters: { readonly listed: readonly Parameter[]; readonly root: JsonSchema },
): NodeId {
  const t = chatTags(p)
  const { open, close, end, argumentOpen, argumentNameClose } = syntax
  // A name is shown when what closes it was read: until then it may be the beginning of another.
  const named = parameters.listed.map((parameter) =>
    p.sequence(
      p.atomic(p.sequence(t.toolArgName(p.literal(parameter.name)), argumentNameClose)),
      p.cut(),
      values.read(parameter.schema),
    ),
  )
  const unknown = p.sequence(
    p.atomic(p.sequence(t.toolArgName(p.chars('[^<>\\n]')), argumentNameClose)),
    p.cut(),
    values.readText,
  )
  const argument = t.toolArg(p.sequence(argumentOpen, p.choice(...named, unknown)))
  const stops = p.choice(argumentOpen, end, close, open)
  const noise = t.note('unread-text', t.skip(p.oneOrMore(p.sequence(p.not(stops), p.any()))))
  return p.sequence(
    p.zeroOrMore(p.sequence(p.space(), p.choice(argument, p.recover(noise)))),
    p.space(),
    // A call that the next one, or the outer closer, cuts off has ended all the same.
    p.choice(end, p.peek(close), p.peek(open), p.peek(argumentOpen)),
    p.optional(p.sequence(p.space(), p.token(close))),
  )
}

/** `<tool_call>\n<function=NAME>\n` arguments in the schema's order `</function>\n</tool_call>`. */
function printedCall(
  p: Builder,
  syntax: TaggedSyntax,
  values: TaggedValues,
  tools: readonly Tool[],
): NodeId {
  const { open, close, nameOpen, nameClose, end, argumentOpen, argumentNameClose } = syntax
  const calls = tools.map((tool) => {
    const { listed } = parametersOf(tool)
    const parts = listed.map((parameter) => {
      const part = p.sequence(
        `${argumentOpen}${parameter.name}${argumentNameClose}\n`,
        p.cut(),
        values.print(parameter),
        '\n',
      )
      return parameter.required ? part : p.optional(part)
    })
    const rule = `print-${tool.function.name}`
    p.rule(rule, p.sequence(...parts, `${end}\n`))
    return p.sequence(`${tool.function.name}${nameClose}\n`, p.cut(), p.ref(rule))
  })
  return p.sequence(open, p.space(), nameOpen, p.choice(...calls), close)
}
