import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { charSet, readClass, type CharSet } from './charset.ts'
import { createCompositions, type Compositions } from './compositions.ts'
import { createFamilies, type Families } from './families.ts'
import { createRecent } from '../util/recent.ts'
import type { NodeId, PegNode } from './node.ts'
import type { DelimiterOperand, Operand, Primitives, RuleOptions } from './primitives.ts'

export type { DelimiterOperand, Operand, Primitives, RuleOptions, SchemaOptions } from './primitives.ts'

/** The builder: every combinator, the JSON and Python families, and their compositions. */
export interface Builder extends Primitives, Families, Compositions {}

/** What compiles into a grammar needs beside the builder: rules of its own, named apart from others. */
export type Internals = Pick<Draft, 'add' | 'diagnostics' | 'nodes' | 'rules' | 'silent'>

/** What a builder leaves behind when the grammar is made: `grammar.ts` closes it to an arena. */
export interface Draft {
  readonly nodes: PegNode[]
  readonly rules: Map<string, NodeId>
  readonly diagnostics: Diagnostic[]
  /** The nodes that findings are about; where these stand is known when the root is. */
  readonly subjects: Map<Diagnostic, NodeId>
  /** Adds a node; used by what compiles into the draft. */
  add(node: PegNode): NodeId
  /** A rule without a record on the tape, made once; a use while it is being made is a reference. */
  silent(name: string, body: () => NodeId): NodeId
  /** After this every method of the builder throws. */
  close(): void
}

/** Makes an empty builder and the draft that it fills. */
export function createBuilder(): { builder: Builder; draft: Draft } {
  const nodes: PegNode[] = []
  const rules = new Map<string, NodeId>()
  const diagnostics: Diagnostic[] = []
  const subjects = new Map<Diagnostic, NodeId>()
  const leaves = createLeaves()
  let closed = false

  function add(node: PegNode): NodeId {
    if (closed) {
      throw new TypeError('this builder is closed: make nodes inside the function given to buildGrammar')
    }
    const id = nodes.length as NodeId
    const known = leaves.once(node, id)
    if (known === id) nodes.push(node)
    return known
  }

  function report(diagnostic: Diagnostic, subject?: NodeId): void {
    diagnostics.push(diagnostic)
    if (subject !== undefined) subjects.set(diagnostic, subject)
  }

  function silent(name: string, body: () => NodeId): NodeId {
    if (rules.has(name)) return add({ kind: 'ref', name, target: -1 as NodeId })
    rules.set(name, -1 as NodeId)
    const id = add({ kind: 'rule', name, item: body(), trigger: false, silent: true })
    rules.set(name, id)
    return id
  }

  const primitives = createPrimitives(add, rules, report)
  const families = createFamilies(primitives, { add, silent })
  const compositions = createCompositions(primitives, { silent, report })
  const builder = { ...primitives, ...families, ...compositions }
  const close = (): void => void (closed = true)
  return { builder, draft: { nodes, rules, diagnostics, subjects, add, silent, close } }
}

/** The leaves of a draft. */
interface Leaves {
  /**
   * The id of an equal leaf that is there, or the one given, from then on. Equal leaves are one node: a
   * tool list says `</parameter>` thousands of times. Nodes with a meaning of their own where they
   * stand are only the same as themselves.
   */
  once(node: PegNode, id: NodeId): NodeId
}

function createLeaves(): Leaves {
  const kinds = {
    literal: new Map<string, NodeId>(),
    token: new Map<string, NodeId>(),
    ref: new Map<string, NodeId>(),
  }
  const plain = new Map<string, NodeId>()

  function find(known: Map<string, NodeId>, key: string, id: NodeId): NodeId {
    const found = known.get(key)
    if (found !== undefined) return found
    known.set(key, id)
    return id
  }

  return {
    once(node, id) {
      switch (node.kind) {
        case 'literal':
        case 'token':
          return find(kinds[node.kind], node.text, id)
        case 'ref':
          return find(kinds.ref, node.name, id)
        case 'eps':
        case 'any':
        case 'space':
        case 'rest':
        case 'cut':
        case 'start':
        case 'end':
          return find(plain, node.kind, id)
        default:
          return id
      }
    },
  }
}

type Add = (node: PegNode) => NodeId
type Report = (diagnostic: Diagnostic, subject?: NodeId) => void

function createPrimitives(add: Add, rules: Map<string, NodeId>, report: Report): Primitives {
  const node = (operand: Operand): NodeId =>
    typeof operand === 'string' ? literal(operand) : operand

  function literal(text: string): NodeId {
    return text === '' ? add({ kind: 'eps' }) : add({ kind: 'literal', text })
  }

  function repeat(item: Operand, min: number, max: number | null = null): NodeId {
    const id = add({ kind: 'repeat', item: node(item), min, max })
    checkBounds(id, 'repeat', min, max)
    return id
  }

  function checkBounds(id: NodeId, kind: string, min: number, max: number | null): void {
    const bad = badBounds(min, max)
    if (bad === null) return
    report(diagnose('bad-bounds', `${bad} in ${kind}`, { hint: boundsHint }), id)
  }

  function chars(set: string | CharSet, min = 1, max: number | null = null): NodeId {
    const read = typeof set === 'string' ? classes.once(set, () => readClass(set)) : set
    const plain = typeof read === 'string' ? charSet([]) : read
    const id = add({ kind: 'chars', set: withoutSurrogates(plain), min, max })
    if (typeof read === 'string') report(diagnose('bad-class', read, { hint: classHint }), id)
    checkBounds(id, 'chars', min, max)
    return id
  }

  function delimited(kind: 'until' | 'through', operands: readonly DelimiterOperand[]): NodeId {
    const delimiters = operands.map((d) => (typeof d === 'string' ? { text: d, token: false } : d))
    const id = add({ kind, delimiters })
    if (delimiters.some((d) => d.text === '')) {
      const hint = 'leave it out: it would end the text before its first character'
      report(diagnose('empty-delimiter', `${kind} has an empty delimiter`, { hint }), id)
    }
    return id
  }

  function rule(name: string, item: Operand | (() => Operand), options: RuleOptions = {}): NodeId {
    if (rules.has(name)) {
      const hint = 'give each rule a name of its own, and use ref(name) for the same rule again'
      const message = `the rule ${JSON.stringify(name)} is defined twice`
      report(diagnose('duplicate-rule', message, { rule: name, hint }))
    }
    // The name is taken before the body is made, so that the body may refer to it.
    rules.set(name, -1 as NodeId)
    const body = node(typeof item === 'function' ? item() : item)
    const { trigger = false, silent = false } = options
    const id = add({ kind: 'rule', name, item: body, trigger, silent })
    rules.set(name, id)
    return id
  }

  return {
    start: () => add({ kind: 'start' }),
    end: () => add({ kind: 'end' }),
    eps: () => add({ kind: 'eps' }),
    literal,
    token: (text) => add({ kind: 'token', text }),
    sequence: (...items) => add({ kind: 'sequence', items: items.map(node) }),
    choice: (...items) => add({ kind: 'choice', items: items.map(node) }),
    repeat,
    optional: (item) => repeat(item, 0, 1),
    zeroOrMore: (item) => repeat(item, 0),
    oneOrMore: (item) => repeat(item, 1),
    peek: (item) => add({ kind: 'peek', item: node(item) }),
    not: (item) => add({ kind: 'not', item: node(item) }),
    any: () => add({ kind: 'any' }),
    chars,
    space: () => add({ kind: 'space' }),
    until: (...delimiters) =>
      delimiters.length === 0 ? add({ kind: 'rest' }) : delimited('until', delimiters),
    through: (...delimiters) => delimited('through', delimiters),
    rest: () => add({ kind: 'rest' }),
    stringContent: (quote, flavour) => add({ kind: 'stringContent', quote, flavour }),
    atomic: (item) => add({ kind: 'atomic', item: node(item) }),
    tag: (tag, item) => add({ kind: 'tag', tag, item: node(item) }),
    rule,
    ref: (name) => add({ kind: 'ref', name, target: -1 as NodeId }),
    cut: () => add({ kind: 'cut' }),
    schema: (schema, options = {}) =>
      add({
        kind: 'schema',
        name: options.name ?? 'schema',
        schema,
        ...(options.settings === undefined ? {} : { settings: options.settings }),
        // -1 stands for "any JSON value" until the grammar is closed.
        item: options.item === undefined ? (-1 as NodeId) : node(options.item),
        strict: -1 as NodeId,
      }),
    gbnf: (item, text) => add({ kind: 'gbnf', item: node(item), text }),
    dual: (reading, grammar) => add({ kind: 'dual', item: node(reading), strict: node(grammar) }),
    recover: (item) => add({ kind: 'recover', item: node(item) }),
  }
}

// The library's own families name the same few in nearly every grammar.
const classes = createRecent<CharSet | string>(64, 256)

const boundsHint = 'give whole numbers, the smaller one first, and no maximum for any number'
const classHint = 'write it as in GBNF: [a-z_], [^"\\\\], [\\x00-\\x1f], [\\u4e00-\\u9fff]'

const surrogates = { lo: 0xd800, hi: 0xdfff }

function withoutSurrogates(set: CharSet): CharSet {
  if (!holdsSurrogates(set)) return set
  const out: [number, number][] = []
  for (let i = 0; i + 1 < set.length; i += 2) {
    const [lo, hi] = [set[i] ?? 0, set[i + 1] ?? 0]
    out.push([lo, Math.min(hi, surrogates.lo - 1)], [Math.max(lo, surrogates.hi + 1), hi])
  }
  return charSet(out.filter(([lo, hi]) => lo <= hi))
}

function holdsSurrogates(set: CharSet): boolean {
  for (let i = 0; i + 1 < set.length; i += 2) {
    if ((set[i] ?? 0) <= surrogates.hi && (set[i + 1] ?? 0) >= surrogates.lo) return true
  }
  return false
}

function badBounds(min: number, max: number | null): string | null {
  if (!Number.isInteger(min) || min < 0) return `the minimum ${min} is not a whole number from 0`
  if (max === null) return null
  if (!Number.isInteger(max)) return `the maximum ${max} is not a whole number`
  return max < min ? `the maximum ${max} is below the minimum ${min}` : null
}
