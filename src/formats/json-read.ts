import type { Tool } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import { chatTags } from '../chat/tags.ts'
import type { Builder, Operand } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import type { CallUnit } from './call-list.ts'
import type { JsonToolsSyntax } from './json-tools.ts'
import { looseJson } from './loose-json.ts'
import { anyMarker, delimiter, marker } from './marker.ts'
import { anyText } from './one-of.ts'

/** So much text around the JSON of a call is read over. */
const MaxText = 80

/** So many brackets too many are read over; more are text. */
const MaxSurplus = 8

/** A name as it stands inside a JSON string. */
export function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** The parts of a call as the parser reads it: any white space, further members, any order. */
export function readJsonCall(
  p: Builder,
  syntax: JsonToolsSyntax,
  closers: readonly string[],
  tools: readonly Tool[],
  policies: Policies,
): Omit<CallUnit, 'printed'> {
  const t = chatTags(p)
  const { open = '', close = '', also = [], bare = false, wrapper, nameIsKey = false } = syntax
  const loose = looseJson(p, 'arguments', closers)
  const fields = fieldsOf(p, syntax, loose.value, policies)
  const { comma, key } = fields
  const around = policies.textBeforeJson === 'skip' && open !== '' && close !== ''
  const text = (): NodeId => p.recover(t.note('unread-text', t.skip(p.chars('[^{<]', 1, MaxText))))
  const opener =
    open === ''
      ? p.eps()
      : p.sequence(
          anyMarker(p, [open, ...also]),
          p.space(),
          ...(around ? [p.optional(text())] : []),
        )
  const inner =
    wrapper === undefined
      ? p.eps()
      : p.sequence(besideWrapper(p, syntax, fields), key(`"${wrapper}"`), '{', p.space())
  const begin = p.sequence(bare ? p.optional(opener) : opener, '{', p.space(), inner)

  const names = tools.map((tool) => inJson(tool.function.name))
  const known = policies.undeclaredTool === 'emit' ? p.jsonStringContent() : anyText(p, names)
  const quoted = p.sequence('"', t.toolNameJson(known), '"')
  const colon = p.sequence(p.space(), ':', p.space())
  const named = nameIsKey ? p.sequence(quoted, colon) : p.sequence(key(fields.nameKey), quoted)
  const certain =
    syntax.needsArguments === true
      ? p.peek(
          p.choice(
            p.sequence(comma, fields.anyArgumentKey),
            p.recover(
              p.sequence(comma, fields.typeKey, p.jsonString(), comma, fields.anyArgumentKey),
            ),
          ),
        )
      : p.eps()

  const close1 =
    close === ''
      ? p.eps()
      : p.optional(
          p.sequence(
            p.space(),
            p.choice(
              marker(p, close),
              p.end(),
              ...(around ? [p.sequence(text(), marker(p, close))] : []),
            ),
          ),
        )
  const endings =
    closers.length === 0 ? [] : [p.peek(p.choice(...closers.map((c) => marker(p, c))))]
  // What is neither a member nor the end makes the arguments invalid: such a call must not run. Where the
  // text ends in it, nobody knows what it would have been.
  const garbage = t.toolArgs(
    closers.length === 0
      ? p.sequence(p.any(), p.through('}'))
      : p.sequence(p.any(), p.until(...closers.map(delimiter)), ...endings),
  )
  const outer = wrapper === undefined ? p.eps() : p.optional(p.sequence(p.space(), '}'))
  // Models close more brackets than they opened; only where the call's closer follows is that theirs.
  const surplus =
    close === '' || syntax.list !== undefined || policies.strayOpener === 'reject'
      ? p.eps()
      : p.recover(
          p.optional(
            p.sequence(
              p.space(),
              t.note('unread-text', t.skip(p.chars('[}\\]]', 1, MaxSurplus))),
              p.space(),
              ...endings,
            ),
          ),
        )
  const end = p.sequence(p.space(), p.choice('}', ...endings, garbage), outer, surplus, close1)
  return {
    // A name is shown when it is certain that it is one.
    head:
      fields.behind === null
        ? p.sequence(begin, fields.before, p.atomic(p.sequence(named, certain)))
        : p.sequence(
            begin,
            fields.before,
            p.choice(
              p.sequence(fields.behind, p.atomic(named)),
              p.atomic(p.sequence(named, certain)),
            ),
          ),
    rest: nameIsKey
      ? p.sequence(t.toolArgs(loose.value), end)
      : p.sequence(
          p.zeroOrMore(fields.member),
          // Given again they are sent again, so that the call is marked invalid.
          p.zeroOrMore(p.sequence(comma, fields.given, p.zeroOrMore(fields.member))),
          end,
        ),
    undeclared: nameIsKey
      ? p.sequence(begin, p.jsonString(), colon, p.peek('{'))
      : p.sequence(begin, fields.ids, key(fields.nameKey), p.jsonString()),
    any: p.sequence(bare ? p.optional(opener) : opener, loose.object, close1),
  }
}

/** Members before the wrapper: an id is taken, any other is read over. */
function besideWrapper(
  p: Builder,
  { wrapper = '', beside = [] }: JsonToolsSyntax,
  { idMember, comma, key }: Fields,
): NodeId {
  if (beside.length === 0) return p.eps()
  const other = p.sequence(p.not(`"${wrapper}"`), key(p.jsonString()), p.json())
  return p.zeroOrMore(p.sequence(p.choice(idMember, other), comma))
}

interface Fields {
  readonly comma: NodeId
  readonly nameKey: NodeId
  /** What shows that an object is a call, also where its value is not read. */
  readonly anyArgumentKey: NodeId
  readonly typeKey: NodeId
  /** What may stand before the name. */
  readonly before: NodeId
  /** Arguments before the name, where a name alone is none. */
  readonly behind: NodeId | null
  readonly ids: NodeId
  readonly idMember: NodeId
  /** The arguments with their key. */
  readonly given: NodeId
  /** A member that means nothing, or the id, with the comma before it. */
  readonly member: NodeId
  key(name: Operand): NodeId
}

function fieldsOf(p: Builder, syntax: JsonToolsSyntax, value: NodeId, policies: Policies): Fields {
  const t = chatTags(p)
  const { name = 'name', arguments: own = 'arguments', id, nameIsKey = false } = syntax
  const strict = policies.strayOpener === 'reject'
  const key = (field: Operand): NodeId => p.sequence(field, p.space(), ':', p.space())
  const comma = p.sequence(p.space(), ',', p.space())
  const others = ['arguments', 'parameters'].filter((field) => field !== own)
  const names = policies.argumentFields === 'both' ? [own, ...others] : [own]
  const anyNames = strict ? names : [own, ...others]
  const oneOfKeys = (fields: readonly string[]): NodeId =>
    p.choice(...fields.map((field) => `"${field}"`))
  const argumentKey = oneOfKeys(names)
  const nameKey = p.literal(`"${name}"`)
  const typeKey = p.literal('"type"')

  // A JSON string that holds an object is decoded once, where the policy asks for it.
  const content = t.toolArgsString(p.jsonStringContent())
  const encoded = p.sequence('"', p.peek('{'), p.cut(), content, '"')
  const asIs = t.toolArgs(value)
  const decodes = policies.doubleEncoded === 'decode'
  const given = p.sequence(key(argumentKey), decodes ? p.choice(encoded, asIs) : asIs)

  const idValue = p.choice(
    p.sequence('"', t.toolId(p.jsonStringContent()), '"'),
    t.toolId(p.chars('[0-9]')),
  )
  const idMember = p.sequence(key(id === undefined ? '"id"' : `"${id.key}"`), idValue)
  const idFirst = id?.place === 'first' ? p.optional(p.sequence(idMember, comma)) : p.eps()
  const type = p.optional(p.sequence(key(typeKey), p.jsonString(), comma))
  // Members that mean nothing here are read over, an id is taken, arguments may come first.
  const foreign = p.sequence(p.not(p.choice(nameKey, argumentKey)), key(p.jsonString()), p.json())
  const more = p.zeroOrMore(p.sequence(p.choice(idMember, foreign), comma))
  const before = (): NodeId => {
    if (nameIsKey) return p.eps()
    if (strict) return syntax.typed === true ? p.sequence(type, idFirst) : idFirst
    const early = p.optional(p.sequence(given, comma, more))
    return syntax.needsArguments === true ? more : p.sequence(more, early)
  }
  const other = p.sequence(comma, p.not(argumentKey), key(p.jsonString()), value)
  const member = id?.place === 'last' ? p.choice(p.sequence(comma, idMember), other) : other
  return {
    comma,
    nameKey,
    anyArgumentKey: oneOfKeys(anyNames),
    typeKey,
    before: before(),
    behind: syntax.needsArguments === true && !strict ? p.sequence(given, comma, more) : null,
    ids: idFirst,
    idMember,
    given,
    member,
    key,
  }
}
