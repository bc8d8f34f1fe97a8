import { compileArena } from '../machine/compile.ts'
import { programData, type ProgramData } from '../machine/program-data.ts'
import { isJson } from '../ast/node.ts'
import { nodeAt, type Arena, type View } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import { printNode } from '../peg/print.ts'
import type { SourcePlace } from '../peg/source-place.ts'
import { clipped, oneLine } from './comments.ts'
import { emitRules } from './emit-rules.ts'
import { nameFunctions } from './function-names.ts'
import { declarationOf } from './declaration.ts'
import { RuntimeText } from './runtime-text.ts'
import { checkArena, checkOptions, type OptionNames } from '../util/wrong-argument.ts'

/** How a parser is generated. */
export interface CompileParserOptions {
  /** Which reading of the arena the parser follows; `reading` by default. */
  readonly view?: View
  /** Rules are nodes of the tree, not only tags; true by default. */
  readonly ruleRecords?: boolean
  /** What the parser was made from, for its first line: a file's name, or a format's. */
  readonly source?: string
  /** Where nodes stand in the source. */
  readonly places?: ReadonlyMap<NodeId, SourcePlace>
}

const optionNames = {
  view: true,
  ruleRecords: true,
  source: true,
  places: true,
} satisfies OptionNames<CompileParserOptions>

/** A generated parser: two files. */
export interface CompiledParser {
  /** One ES module without imports. */
  readonly code: string
  /** Its declarations. */
  readonly types: string
}

/**
 * Writes a parser as one ES module without dependencies, and its declarations: `parse(text)`, `recognise(text)` and
 * `open()`, a session that reads while the text comes. It says what the library's machine says of every text, limits and
 * failures included: functions made from the rules match a whole text that there is nothing to say against, and all
 * else is read by the machine itself, which the module carries.
 *
 * @throws {GrammarError} `nesting-limit` when the code would be too large
 * @example
 * ```ts
 * const arena = buildGrammar((p) => p.separatedBy(p.tag('item', p.chars('[a-z]')), ','))
 * const { code, types } = compileParser(arena, { source: 'list' })
 * types.includes('export type TagName = "item"') // true
 * code.includes('function $start(p)') // true
 * ```
 */
export function compileParser(arena: Arena, options: CompileParserOptions = {}): CompiledParser {
  checkArena('argument 1 of compileParser', arena)
  checkOptions('options of compileParser', options, optionNames)
  const { view = 'reading', ruleRecords = true, source = 'a grammar', places } = options
  const nameOf = nameFunctions(arena)
  const placeOf = (id: NodeId): string | null => {
    const place = places?.get(id)
    return place === undefined ? null : `${oneLine(source)}:${place.line}:${place.column}`
  }
  const rules = emitRules(arena, {
    view,
    ruleRecords,
    nameOf,
    placeOf,
    commentOf: (rule) => notesOn(arena, rule ?? arena.root, view, placeOf),
  })
  const program = programData(compileArena(arena, { view, ruleRecords }))
  const plain = programData(compileArena(arena, { view, ruleRecords, plain: true }))
  const code = [
    `// A parser made by pegbnf from ${oneLine(source)}. It is written anew when that changes: do not edit it.`,
    '//',
    '// $rule(p) matches a rule at an offset and gives the offset behind it, or -1. What it cannot decide within the',
    "// machine's limits, or does not match, is read by the machine below, which also reads texts that are still coming.",
    '',
    state,
    rules.functions,
    '',
    RuntimeText.trimEnd(),
    '',
    ...rules.constants,
    '',
    `const parser = createParser({`,
    `  program: ${dataText(program)},`,
    `  plain: ${dataText(plain)},`,
    `  names: ${namesText(arena, rules.calls.rules)},`,
    `  flatHeight: ${rules.calls.flatHeight},`,
    wiring,
    '})',
    '',
    'export const { parse, recognise, open, printAst } = parser',
    '',
  ].join('\n')
  return { code, types: declarationOf(arena, source) }
}

const state = `let text = new Uint16Array(1)
let end = 0
let work = 0
let maxSteps = 0
let maxDepth = 0
let recording = false
let tape = new Int32Array(1024)
let top = 0
let room = 0
let maxRoom = 0
const tooMuch = new Error('a limit is near: the machine decides')

function record(id, p) {
  if (top >= room) grow()
  tape[top] = id
  tape[top + 1] = p
  top += 2
}

function grow() {
  if (room >= maxRoom) throw tooMuch
  const grown = new Int32Array(tape.length * 2)
  grown.set(tape)
  tape = grown
  room = Math.min(tape.length, maxRoom)
}
`

const wiring = `  tooMuch,
  match(units, length, limits) {
    text = units
    end = length
    work = 0
    top = 0
    ;({ recording, maxDepth, maxSteps } = limits)
    maxRoom = limits.maxRecords * 2
    room = Math.min(tape.length, maxRoom)
    return $start(0)
  },
  tape: () => tape.slice(0, top),`

function notesOn(
  arena: Arena,
  id: NodeId,
  view: View,
  placeOf: (id: NodeId) => string | null,
): string[] {
  const node = nodeAt(arena, id)
  const place = placeOf(id)
  const [name, body] = node.kind === 'rule' ? [node.name, node.item] : ['the whole text', id]
  const notation = clipped(printNode(arena, body, { view }), 100)
  return [`// ${oneLine(name)} = ${notation}`, ...(place === null ? [] : [`// ${place}`])]
}

function dataText(data: ProgramData): string {
  const fields = Object.entries(data).map(([key, value]) => `    ${key}: ${listText(key, value)},`)
  return ['{', ...fields, '  }'].join('\n')
}

/** Code has an instruction a line, other lists an entry a line where these are lists themselves. */
function listText(key: string, value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (key === 'code') {
    const rows: string[] = []
    for (let at = 0; at < value.length; at += 32)
      rows.push(`      ${value.slice(at, at + 32).join(', ')},`)
    return `[\n${rows.join('\n')}\n    ]`
  }
  if (!value.some((each) => Array.isArray(each))) return JSON.stringify(value)
  return `[\n${value.map((each) => `      ${JSON.stringify(each)},`).join('\n')}\n    ]`
}

function namesText(arena: Arena, rules: readonly NodeId[]): string {
  const reached = new Set(rules)
  const lines: string[] = []
  for (const [index, node] of arena.nodes.entries()) {
    const id = index as NodeId
    const isJsonNode = (node.kind === 'tag' || node.kind === 'rule') && isJson(arena, id)
    const mark = isJsonNode ? ', true' : ''
    if (node.kind === 'tag')
      lines.push(`    [${index}, 'tag', ${JSON.stringify(node.tag)}${mark}],`)
    if (node.kind !== 'rule' || !reached.has(id)) continue
    const kind = node.silent ? 'silent' : 'rule'
    lines.push(`    [${index}, '${kind}', ${JSON.stringify(node.name)}${mark}],`)
  }
  return lines.length === 0 ? '[]' : `[\n${lines.join('\n')}\n  ]`
}
