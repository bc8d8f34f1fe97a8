import { emitFrom } from '../gbnf/emit.ts'
import { printXgrammar } from '../gbnf/xgrammar.ts'
import { triggersOf } from '../gbnf/lazy.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { repeat, type GbnfGrammar } from '../gbnf/expr.ts'
import { nodeAt, type Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import type { StructuralTag, TagFormat, TaggedFormat } from './tag-format.ts'
import { headOf, waysOf, withoutHead } from './heads.ts'
import { textOfArena, type ArenaText } from './text-of-arena.ts'
import { isNothing, sequenceOf, type TextExpr, type TextRepeat } from './text-expr.ts'
import { checkArena } from '../util/wrong-argument.ts'

/** How an arena becomes a structural tag. */
export interface StructuralTagOptions {
  /** It applies from a trigger rule on: the text before is free. False by default. */
  readonly lazy?: boolean
  /**
   * Words that trigger it, as `chat.grammar()` names them: behind one, nothing but a call may come. What
   * a trigger rule always begins with, unless given.
   */
  readonly triggers?: readonly string[]
  /** Values of schemas as XGrammar's own compiler reads them (the default), or as grammars of ours. */
  readonly schemas?: 'json_schema' | 'grammar'
}

/** A structural tag and every place where it admits more than the parser reads. */
export interface EmittedTag {
  readonly tag: StructuralTag
  readonly warnings: readonly Diagnostic[]
}

/**
 * The structural tag of an arena, for XGrammar and the servers that use it. What the words of
 * structural tags cannot say exactly stands in it as a grammar in XGrammar's EBNF.
 *
 * Source: XGrammar's structural_tag.md; of its words only those of its npm package (0.1.27) are used.
 *
 * @throws {GrammarError} `no-root` with `lazy`, when no rule is a trigger that begins with a text
 * @example
 * ```ts
 * const arena = buildGrammar((p) => p.sequence('<b>', p.until('</b>'), '</b>'))
 * emitStructuralTag(arena).tag.format
 * // { type: 'tag', begin: '<b>', content: { type: 'any_text' }, end: '</b>' }
 * ```
 */
export function emitStructuralTag(
  arena: Arena,
  { lazy = false, triggers = [], schemas = 'json_schema' }: StructuralTagOptions = {},
): EmittedTag {
  checkArena('argument 1 of emitStructuralTag', arena)
  const text = textOfArena(arena, { schemas: schemas === 'json_schema' })
  const formats = createFormats(arena, text)
  const format = lazy
    ? triggeredTags(triggersOf(arena), triggers, text, formats)
    : formats(text.bodyOf(arena.root))
  return {
    tag: { type: 'structural_tag', format },
    get warnings() {
      return arena.warnings.filter(({ code }) => code.startsWith('gbnf-lossy-'))
    },
  }
}

/** Free text, and what each trigger rule reads once its first text has come. */
function triggeredTags(
  rules: readonly NodeId[],
  words: readonly string[],
  text: ArenaText,
  formats: (expr: TextExpr) => TagFormat,
): TagFormat {
  const bodies = rules.map((id) => text.bodyOf(id))
  const calls = bodies.map(repeatedCall)
  const tags = calls.flatMap((call) =>
    waysOf(call, text, (head) => head !== '').map((way) => tagOf(withoutGap(way), text, formats)),
  )
  if (tags.length === 0 || tags.some(({ begin }) => begin === '')) {
    const hint = 'mark rules that begin with a literal as triggers, or leave out lazy'
    throw new GrammarError([diagnose('no-root', 'no trigger rule begins with a text', { hint })])
  }
  return {
    type: 'triggered_tags',
    triggers: [...new Set(tags.map(({ begin }) => triggerOf(begin, words)))],
    tags,
    at_least_one: false,
    stop_after_first: bodies.every((body, i) => body === calls[i]),
  }
}

/** The longest word that a tag begins with, or the whole beginning. */
function triggerOf(begin: string, words: readonly string[]): string {
  const fitting = words.filter((word) => word !== '' && begin.startsWith(word))
  return fitting.toSorted((a, b) => b.length - a.length)[0] ?? begin
}

/** A rule that is repeated calls is a tag that comes again. */
function repeatedCall(body: TextExpr): TextExpr {
  if (body.kind === 'repeat') return body.item
  if (body.kind !== 'sequence') return body
  const more = body.items.at(-1)
  const first = sequenceOf(body.items.slice(0, -1))
  const isList = more?.kind === 'repeat' && more.min === 0 && more.max === null
  return isList && JSON.stringify(more.item) === JSON.stringify(first) ? first : body
}

function tagOf(
  call: TextExpr,
  text: ArenaText,
  formats: (expr: TextExpr) => TagFormat,
): TaggedFormat {
  const begin = headOf(call, text)
  const rest = (begin === '' ? null : withoutHead(call, begin, text)) ?? call
  const items = rest.kind === 'sequence' ? [...rest.items] : [rest]
  while (items.length > 1 && isGap(items.at(-1))) items.pop()
  const last = items.at(-1)
  if (last?.kind === 'literal' && items.length > 1) {
    return { type: 'tag', begin, content: formats(sequenceOf(items.slice(0, -1))), end: last.text }
  }
  return { type: 'tag', begin, content: formats(sequenceOf(items)), end: '' }
}

/** Free text stands around a call, which admits the white space there anyhow. */
function withoutGap(call: TextExpr): TextExpr {
  if (call.kind !== 'sequence' || !isGap(call.items[0])) return call
  return sequenceOf(call.items.slice(1))
}

function isGap(expr: TextExpr | undefined): boolean {
  return expr?.kind === 'regular' && expr.expr.kind === 'repeat' && expr.expr.min === 0
}

/** The format of an expression. */
function createFormats(arena: Arena, text: ArenaText): (expr: TextExpr) => TagFormat {
  const open: NodeId[] = []
  let opened = 0
  const grammarOf = (id: NodeId): TagFormat => grammar(emitFrom(arena, [id], {}).grammar)

  /** A repetition that was unfolded has other bounds than its node. */
  const repeated = ({ id, min, max }: TextRepeat): TagFormat => {
    const node = nodeAt(arena, id)
    if (node.kind !== 'repeat' || (node.min === min && node.max === max)) return grammarOf(id)
    const [root, ...rules] = emitFrom(arena, [node.item], {}).grammar.rules
    if (root === undefined) return emptyText
    return grammar({ rules: [{ ...root, expr: repeat(root.expr, min, max) }, ...rules] })
  }
  const format = (expr: TextExpr): TagFormat => {
    switch (expr.kind) {
      case 'literal':
        return { type: 'const_string', value: expr.text }
      case 'schema':
        return { type: 'json_schema', json_schema: expr.schema }
      case 'sequence':
        return isNothing(expr) ? emptyText : sequence(expr.items)
      case 'choice':
        return { type: 'or', elements: expr.items.map(format) }
      case 'ref': {
        // A rule that leads to itself is a grammar, and so are all when there are too many to write out.
        if (open.includes(expr.id)) throw new Recursion()
        if (++opened > MaxOpened) return grammarOf(expr.id)
        open.push(expr.id)
        try {
          return format(text.bodyOf(expr.id))
        } catch (error) {
          if (!(error instanceof Recursion)) throw error
          return grammarOf(expr.id)
        } finally {
          open.pop()
        }
      }
      case 'repeat':
        return repeated(expr)
      case 'never':
        return { type: 'grammar', grammar: 'root ::= [^\\u0000-\\U0010FFFF]\n' }
      case 'until':
        return expr.delimiters.length === 0 ? { type: 'any_text' } : grammarOf(expr.id)
      default:
        return grammarOf(expr.id)
    }
  }

  /** Text between two literals, with no other delimiter than the second, is a tag. */
  function sequence(items: readonly TextExpr[]): TagFormat {
    const elements: TagFormat[] = []
    for (let i = 0; i < items.length; i++) {
      const [item, free, end] = [items[i], items[i + 1], items[i + 2]]
      if (item === undefined) continue
      const isTag =
        item.kind === 'literal' &&
        free?.kind === 'until' &&
        !free.through &&
        free.delimiters.length === 1 &&
        end?.kind === 'literal' &&
        end.text.startsWith(free.delimiters[0] ?? '')
      if (isTag) {
        const close = free.delimiters[0] ?? ''
        elements.push({ type: 'tag', begin: item.text, content: { type: 'any_text' }, end: close })
        const rest = end.text.slice(close.length)
        if (rest !== '') elements.push({ type: 'const_string', value: rest })
        i += 2
      } else elements.push(format(item))
    }
    const [only] = elements
    return elements.length === 1 && only !== undefined ? only : { type: 'sequence', elements }
  }
  return format
}

function grammar(rules: GbnfGrammar): TagFormat {
  return { type: 'grammar', grammar: printXgrammar(rules) }
}

/** XGrammar refuses an empty constant. */
const emptyText: TagFormat = { type: 'grammar', grammar: 'root ::= ""\n' }

/** Rules that are written out where they are used. */
const MaxOpened = 1000

/** A rule was met inside itself. */
class Recursion extends Error {}
