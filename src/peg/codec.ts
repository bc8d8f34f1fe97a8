import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { quote } from '../diagnostics/format.ts'
import { partsOf, type Arena } from './arena.ts'
import { readField } from './codec-fields.ts'
import { fieldsOf } from './fields.ts'
import type { NodeId, NodeKind, PegNode } from './node.ts'
import { checkArena } from '../util/wrong-argument.ts'

/** The version of the saved form; it grows when an older reader could misread a newer arena. */
export const ArenaVersion = 1

/** An arena as plain JSON. */
export interface ArenaJson {
  readonly version: typeof ArenaVersion
  readonly root: number
  /** Names in the order of definition. */
  readonly rules: readonly (readonly [name: string, node: number])[]
  readonly nodes: readonly { readonly kind: string; readonly [field: string]: unknown }[]
}

/** A saved arena that was read, or all that is wrong with it. */
export type Decoded =
  | { readonly arena: Omit<Arena, 'warnings'>; readonly diagnostics: readonly [] }
  | { readonly arena: null; readonly diagnostics: readonly Diagnostic[] }

/** A damaged file need not name each of its million faults. */
const MaxFaults = 20

/**
 * Saves an arena as plain data for `JSON.stringify`. What follows from the rest is left out: the
 * targets of references, the warnings.
 *
 * @example
 * ```ts
 * const text = JSON.stringify(encodeArena(buildGrammar((p) => p.choice('yes', 'no'))))
 * const same = loadArena(JSON.parse(text))
 * printArena(same) // 'root -> "yes" / "no"\n'
 * ```
 */
export function encodeArena(arena: Omit<Arena, 'warnings'>): ArenaJson {
  checkArena('argument 1 of encodeArena', arena)
  return {
    version: ArenaVersion,
    root: arena.root,
    rules: [...arena.rules].map(([name, id]) => [name, id] as const),
    nodes: arena.nodes.map((node) => {
      const values = new Map<string, unknown>(Object.entries(node))
      const fields = Object.keys(fieldsOf[node.kind]).filter((field) => values.has(field))
      return { kind: node.kind, ...Object.fromEntries(fields.map((f) => [f, values.get(f)])) }
    }),
  }
}

/**
 * Reads a saved arena of unknown origin: every id, bound and class is checked, references find their
 * rules by name, nothing is taken over but the known fields. It may still be left recursive:
 * `loadArena` analyses it too.
 */
export function decodeArena(value: unknown): Decoded {
  const faults: Diagnostic[] = []
  const fail = (path: string, message: string): void => {
    if (faults.length < MaxFaults) faults.push(diagnose('bad-arena', message, { path, hint }))
  }
  const nodes: PegNode[] = []
  const rules = new Map<string, NodeId>()
  let root = 0
  if (!isObject(value) || value['version'] !== ArenaVersion) {
    const found = isObject(value) ? printShort(value['version']) : printShort(value)
    fail('version', `version ${ArenaVersion} is expected, not ${found}`)
  } else {
    const list = asArray(value['nodes'], 'nodes', fail)
    const inRange = (id: unknown): id is NodeId => Number.isInteger(id) && list[Number(id)] !== undefined
    list.forEach((node, i) => {
      const read = readNode(node, `nodes[${i}]`, inRange, fail)
      if (read !== null) nodes[i] = read
    })
    if (!inRange(value['root'])) fail('root', `${printShort(value['root'])} is not the number of a node`)
    root = Number(value['root'])
    asArray(value['rules'], 'rules', fail).forEach((entry, i) => {
      const [name, id] = Array.isArray(entry) ? (entry as unknown[]) : []
      if (typeof name !== 'string' || !inRange(id)) fail(`rules[${i}]`, 'a rule is a name and the number of a node')
      else if (rules.has(name)) fail(`rules[${i}]`, `the rule ${quote(name)} is listed twice`)
      else rules.set(name, id)
    })
    if (faults.length === 0) checkRules(nodes, rules, fail)
    if (faults.length === 0) checkCycles(nodes, fail)
  }
  if (faults.length > 0) return { arena: null, diagnostics: faults }
  return { arena: { nodes, rules, root: root as NodeId }, diagnostics: [] }
}

const hint = 'load what encodeArena saved, unchanged'

type Fail = (path: string, message: string) => void
type InRange = (id: unknown) => id is NodeId

function readNode(value: unknown, path: string, inRange: InRange, fail: Fail): PegNode | null {
  const kind = isObject(value) ? value['kind'] : undefined
  if (!isObject(value) || typeof kind !== 'string' || !Object.hasOwn(fieldsOf, kind)) {
    fail(path, `${printShort(kind ?? value)} is not a kind of node`)
    return null
  }
  const fields: [string, unknown][] = [['kind', kind]]
  let whole = true
  for (const [name, field] of Object.entries(fieldsOf[kind as NodeKind])) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    if (field === 'settings' && given === undefined) continue
    const { read, wrong } = readField(field, given, inRange)
    if (wrong === null) fields.push([name, read])
    else {
      fail(`${path}.${name}`, wrong)
      whole = false
    }
  }
  const { min, max } = value as { min?: unknown; max?: unknown }
  if (typeof max === 'number' && typeof min === 'number' && max < min) {
    fail(`${path}.max`, `the maximum ${max} is below the minimum ${min}`)
    whole = false
  }
  if (kind === 'ref') fields.push(['target', -1])
  // Each field of this kind has just been read by its own reader.
  return whole ? (Object.fromEntries(fields) as unknown as PegNode) : null
}

/** Rules and their nodes name each other; references get their targets. */
function checkRules(nodes: PegNode[], rules: ReadonlyMap<string, NodeId>, fail: Fail): void {
  for (const [name, id] of rules) {
    const node = nodes[id]
    if (node?.kind !== 'rule' || node.name !== name) fail('rules', `node ${id} is not the rule ${quote(name)}`)
  }
  nodes.forEach((node, i) => {
    if (node.kind === 'rule' && rules.get(node.name) !== i) {
      fail(`nodes[${i}]`, `the rule ${quote(node.name)} is not listed`)
    }
    if (node.kind !== 'ref') return
    const target = rules.get(node.name)
    if (target === undefined) fail(`nodes[${i}].name`, `the rule ${quote(node.name)} is not defined`)
    else nodes[i] = { ...node, target }
  })
}

/** Only references may lead back: everything else would stand inside itself. */
function checkCycles(nodes: readonly PegNode[], fail: Fail): void {
  const done = new Set<number>()
  const open = new Set<number>()
  for (const start of nodes.keys()) {
    const stack = [start]
    for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
      const node = nodes[id]
      if (node === undefined || done.has(id)) {
        stack.pop()
      } else if (open.has(id)) {
        open.delete(id)
        done.add(id)
        stack.pop()
      } else {
        open.add(id)
        for (const part of partsOf(node)) {
          if (open.has(part)) fail(`nodes[${id}]`, `node ${part} stands inside itself`)
          else if (!done.has(part)) stack.push(part)
        }
      }
    }
  }
}

function asArray(value: unknown, path: string, fail: Fail): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[]
  fail(path, `a list is expected, not ${printShort(value)}`)
  return []
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function printShort(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value)
  return Array.isArray(value) ? 'a list' : value === undefined ? 'nothing' : `an ${typeof value}`
}
