import { buildGrammar } from '../../src/grammar.ts'
import { compileArena } from '../../src/machine/compile.ts'
import { createMachine } from '../../src/machine/machine.ts'
import type { Machine } from '../../src/machine/machine-types.ts'
import type { Program } from '../../src/machine/program.ts'
import type { Tape } from '../../src/machine/tape.ts'
import type { Arena } from '../../src/peg/arena.ts'
import type { Builder } from '../../src/peg/builder.ts'
import type { NodeId } from '../../src/peg/node.ts'

/** What tags a rule's text, where the value is wanted. */
type Wrap = (p: Builder, tag: string, item: NodeId) => NodeId

/** The parts of JSON that are scanned, not matched rule by rule. */
interface Scalars {
  readonly gap: NodeId
  /** The inside of a string. */
  readonly text: NodeId
  readonly number: NodeId
}

/** Of chars, choice and repeat alone, rule by rule what the peers have. */
function composedScalars(p: Builder): Scalars {
  const escape = p.sequence(
    '\\',
    p.choice(p.chars('["\\\\/bfnrt]', 1, 1), p.sequence('u', p.chars('[0-9a-fA-F]', 4, 4))),
  )
  return {
    gap: p.chars('[ \\t\\n\\r]', 0),
    text: p.zeroOrMore(p.choice(p.chars('[^"\\\\\\x00-\\x1f]'), escape)),
    number: p.sequence(
      p.optional('-'),
      p.choice('0', p.sequence(p.chars('[1-9]', 1, 1), p.chars('[0-9]', 0))),
      p.optional(p.sequence('.', p.chars('[0-9]'))),
      p.optional(p.sequence(p.chars('[eE]', 1, 1), p.chars('[+\\-]', 0, 1), p.chars('[0-9]'))),
    ),
  }
}

/** The library's own nodes, as its users would write it. */
function ownScalars(p: Builder): Scalars {
  return { gap: p.space(), text: p.jsonStringContent(), number: p.jsonNumber() }
}

function json(scalarsOf: (p: Builder) => Scalars, wrap: Wrap): Arena {
  return buildGrammar((p) => {
    const { gap, text, number } = scalarsOf(p)
    p.rule('string', p.sequence('"', wrap(p, 'string', text), '"'))
    p.rule('number', wrap(p, 'number', number))
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

/** An arena, compiled, and which tag each node is. */
interface Parser {
  readonly program: Program
  readonly kinds: Uint8Array
}

const names = ['', 'object', 'array', 'string', 'number', 'true', 'false', 'null']
const [, ObjectKind, ArrayKind, StringKind, NumberKind, TrueKind, FalseKind] = names.keys()

function compile(arena: Arena): Parser {
  return { program: compileArena(arena, { ruleRecords: false }), kinds: kindsOf(arena) }
}

/** Which kind of value each node tags. */
export function kindsOf(arena: Arena): Uint8Array {
  return Uint8Array.from(arena.nodes, (node) => (node.kind === 'tag' ? names.indexOf(node.tag) : 0))
}

const limits = { maxDepth: 200_000 }
const plain: Wrap = (_p, _tag, item) => item
const tagging: Wrap = (p, tag, item) => p.tag(tag, item)
/** The composed grammar without tags. */
export const bareArena: Arena = json(composedScalars, plain)
/** The composed grammar with a tag for each value. */
export const taggedArena: Arena = json(composedScalars, tagging)
/** JSON as the library has it. */
export const nodesArena: Arena = buildGrammar((p) =>
  p.sequence(p.space(), p.json(), p.space(), p.end()),
)
const bare = compile(bareArena)
const nodes = compile(nodesArena)
const tagged = compile(taggedArena)
/** The library's own scalars, each value tagged. */
export const taggedNodesArena: Arena = json(ownScalars, tagging)
const taggedNodes = compile(taggedNodesArena)

function run({ program }: Parser, text: string): Machine {
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

type Container = unknown[] | Record<string, unknown>

/** The value of the text, by the composed grammar. */
export function buildValue(text: string): unknown {
  return valueOf(tagged, text)
}

/** The value of the text, by the nodes that there are for JSON's scalars. */
export function buildValueNodes(text: string): unknown {
  return valueOf(taggedNodes, text)
}

function valueOf(parser: Parser, text: string): unknown {
  const machine = run(parser, text)
  if (machine.status !== 'success') throw new SyntaxError('not JSON')
  return valueOfTape(machine.tape, parser.kinds, text)
}

/** The value that a tape tells of, made in one pass over it. */
export function valueOfTape(
  { records, length }: Pick<Tape, 'records' | 'length'>,
  kinds: Uint8Array,
  text: string,
): unknown {
  const stringAt = createStrings(text)
  const keys: (string | null)[] = []
  const stack: Container[] = []
  let top: Container = []
  let key: string | null = null

  function put(made: unknown): void {
    if (key === null) (top as unknown[]).push(made)
    else if (key === '__proto__') define(top, key, made)
    else (top as Record<string, unknown>)[key] = made
    key = null
  }

  for (let at = 0; at < length; at += 2) {
    const record = records[at]!
    if (record < 0) {
      const made = top
      top = stack.pop() ?? []
      key = keys.pop() ?? null
      put(made)
      continue
    }
    const kind = kinds[record]!
    if (kind === ObjectKind || kind === ArrayKind) {
      stack.push(top)
      keys.push(key)
      top = kind === ObjectKind ? {} : []
      key = null
      continue
    }
    // A scalar's close is the next record.
    const start = records[at + 1]!
    const end = records[at + 3]!
    at += 2
    if (kind === StringKind) {
      if (key === null && !Array.isArray(top)) key = stringAt.key(start, end)
      else put(stringAt.value(start, end))
    } else if (kind === NumberKind) put(Number(text.slice(start, end)))
    else put(kind === TrueKind ? true : kind === FalseKind ? false : null)
  }
  return Array.isArray(top) ? top[0] : null
}

interface Strings {
  /** The string of a stretch of content. */
  value(start: number, end: number): string
  /** The same for a key, of which there are few: a known one is found without being cut out. */
  key(start: number, end: number): string
}

function createStrings(text: string): Strings {
  const known: (string | undefined)[] = Array.from({ length: 256 }, () => undefined)
  // Where the next escape is: most strings have none, and need not be searched each.
  let escape = text.indexOf('\\')
  if (escape < 0) escape = text.length

  function value(start: number, end: number): string {
    const part = text.slice(start, end)
    while (escape < start) {
      escape = text.indexOf('\\', start)
      if (escape < 0) escape = text.length
    }
    return escape < end ? (JSON.parse(`"${part}"`) as string) : part
  }

  function key(start: number, end: number): string {
    const place = (31 * (end - start) + text.charCodeAt(start)) & 255
    const found = known[place]
    if (found !== undefined && text.startsWith(found, start) && found.length === end - start) {
      return found
    }
    const made = value(start, end)
    // One with an escape is not what stands in the text.
    if (made.length === end - start) known[place] = made
    return made
  }
  return { value, key }
}

function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}
