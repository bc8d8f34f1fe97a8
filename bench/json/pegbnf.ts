import { buildGrammar } from '../../src/grammar.ts'
import { compileArena } from '../../src/machine/compile.ts'
import { createMachine } from '../../src/machine/machine.ts'
import type { Machine } from '../../src/machine/machine-types.ts'
import type { Arena } from '../../src/peg/arena.ts'
import type { Builder } from '../../src/peg/builder.ts'
import type { NodeId } from '../../src/peg/node.ts'

/** JSON of literal, chars, choice, repeat and rule alone, rule by rule what the peers have. */
function composed(wrap: (p: Builder, tag: string, item: NodeId) => NodeId): Arena {
  return buildGrammar((p) => {
    const gap = p.chars('[ \\t\\n\\r]', 0)
    const escape = p.sequence(
      '\\',
      p.choice(p.chars('["\\\\/bfnrt]', 1, 1), p.sequence('u', p.chars('[0-9a-fA-F]', 4, 4))),
    )
    const text = p.zeroOrMore(p.choice(p.chars('[^"\\\\\\x00-\\x1f]'), escape))
    p.rule('string', p.sequence('"', wrap(p, 'string', text), '"'))
    p.rule(
      'number',
      wrap(
        p,
        'number',
        p.sequence(
          p.optional('-'),
          p.choice('0', p.sequence(p.chars('[1-9]', 1, 1), p.chars('[0-9]', 0))),
          p.optional(p.sequence('.', p.chars('[0-9]'))),
          p.optional(p.sequence(p.chars('[eE]', 1, 1), p.chars('[+\\-]', 0, 1), p.chars('[0-9]'))),
        ),
      ),
    )
    const member = p.sequence(p.ref('string'), gap, ':', gap, p.ref('value'), gap)
    const list = (item: NodeId): NodeId =>
      p.optional(p.sequence(item, p.zeroOrMore(p.sequence(',', gap, item))))
    p.rule('object', wrap(p, 'object', p.sequence('{', gap, list(member), '}')))
    p.rule(
      'array',
      wrap(p, 'array', p.sequence('[', gap, list(p.sequence(p.ref('value'), gap)), ']')),
    )
    const word = (text_: string): NodeId => wrap(p, text_, p.literal(text_))
    p.rule(
      'value',
      p.choice(
        p.ref('object'),
        p.ref('array'),
        p.ref('string'),
        p.ref('number'),
        word('true'),
        word('false'),
        word('null'),
      ),
    )
    return p.sequence(gap, p.ref('value'), gap, p.end())
  })
}

const limits = { maxDepth: 200_000 }
const bare = compileArena(
  composed((_p, _tag, item) => item),
  { ruleRecords: false },
)
const taggedArena = composed((p, tag, item) => p.tag(tag, item))
const tagged = compileArena(taggedArena, { ruleRecords: false })
const nodes = compileArena(
  buildGrammar((p) => p.sequence(p.space(), p.json(), p.space(), p.end())),
  { ruleRecords: false },
)

function run(program: typeof bare, text: string): Machine {
  const machine = createMachine(program, { limits })
  machine.feed(text)
  machine.finish()
  return machine
}

/** Whether the text is JSON, by the composed grammar. */
export function recognise(text: string): boolean {
  return run(bare, text).status === 'success'
}

/** Whether the text is JSON, by the `json` nodes. */
export function recogniseNodes(text: string): boolean {
  return run(nodes, text).status === 'success'
}

const names = ['', 'object', 'array', 'string', 'number', 'true', 'false', 'null']
const [, ObjectKind, ArrayKind, StringKind, NumberKind, TrueKind, FalseKind] = names.keys()
const kinds = Uint8Array.from(taggedArena.nodes, (node) =>
  node.kind === 'tag' ? names.indexOf(node.tag) : 0,
)

/** The value of the text, made of the tape. */
export function buildValue(text: string): unknown {
  const machine = run(tagged, text)
  if (machine.status !== 'success') throw new SyntaxError('not JSON')
  const { records, length } = machine.tape
  const keys: (string | null)[] = []
  const stack: (unknown[] | Record<string, unknown>)[] = []
  let top: unknown[] | Record<string, unknown> = []
  let key: string | null = null

  for (let at = 0; at < length; at += 2) {
    const record = records[at]!
    const kind = kinds[record < 0 ? ~record : record]!
    let made: unknown
    if (kind === ObjectKind || kind === ArrayKind) {
      if (record >= 0) {
        stack.push(top)
        keys.push(key)
        top = kind === ObjectKind ? {} : []
        key = null
        continue
      }
      made = top
      top = stack.pop() ?? []
      key = keys.pop() ?? null
    } else {
      // A scalar's close is the next record.
      const part = text.slice(records[at + 1]!, records[at + 3]!)
      at += 2
      if (kind === StringKind) {
        const string = part.includes('\\') ? (JSON.parse(`"${part}"`) as string) : part
        if (key === null && !Array.isArray(top)) {
          key = string
          continue
        }
        made = string
      } else
        made =
          kind === NumberKind
            ? Number(part)
            : kind === TrueKind
              ? true
              : kind === FalseKind
                ? false
                : null
    }
    if (Array.isArray(top)) top.push(made)
    else {
      if (key === '__proto__') Object.defineProperty(top, key, { value: made, enumerable: true })
      else top[key ?? ''] = made
      key = null
    }
  }
  return Array.isArray(top) ? top[0] : null
}
