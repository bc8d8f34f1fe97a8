import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Arena } from '../peg/arena.ts'
import type { NodeId } from '../peg/node.ts'
import { headOf, waysOf, withoutHead } from './heads.ts'
import { createLarkRules, type LarkRules } from './lark-rules.ts'
import {
  boundsOf,
  joinAll,
  regexOf,
  textThrough,
  textThroughAny,
  textWithout,
} from './lark-regex.ts'
import { textOfArena, type ArenaText } from './text-of-arena.ts'
import { choiceOf, isNothing, sequenceOf, type TextExpr, type TextUntil } from './text-expr.ts'
import { checkArena } from '../util/wrong-argument.ts'

/** How an arena becomes a grammar for llguidance. */
export interface LarkOptions {
  /** Markers in angle brackets as tokens of the vocabulary, in place of their text. */
  readonly tokens?: 'literal' | 'text'
  /** Values of schemas by llguidance's own compiler (`%json`, the default), or as grammars of ours. */
  readonly schemas?: 'json' | 'grammar'
}

/** A grammar for llguidance, and every place where it admits more than the parser reads. */
export interface EmittedLark {
  readonly lark: string
  readonly warnings: readonly Diagnostic[]
}

/**
 * The grammar of an arena in llguidance's Lark. Its lexer is greedy, so free text and the marker that
 * ends it are one lazy lexeme, and all that is regular by itself is one lexeme too.
 *
 * Source: llguidance's docs/syntax.md.
 *
 * @example
 * ```ts
 * const arena = buildGrammar((p) => p.sequence('<b>', p.until('</b>'), '</b>'))
 * emitLark(arena).lark
 * // start: "<b>" text_1
 * // text_1: until_1
 * // until_1[lazy]: /(?s:.*)<\/b>/
 * ```
 */
export function emitLark(
  arena: Arena,
  { tokens = 'literal', schemas = 'json' }: LarkOptions = {},
): EmittedLark {
  checkArena('argument 1 of emitLark', arena)
  const text = textOfArena(arena, { schemas: schemas === 'json' })
  const rules = createLarkRules()
  const print = createPrinter(text, rules, tokens)
  rules.begin(arena.root, text.nameOf(arena.root))
  for (const { id, name } of rules.queue) rules.add(name, print(text.bodyOf(id)))
  return {
    lark: rules.print(),
    get warnings() {
      return arena.warnings.filter(({ code }) => code.startsWith('gbnf-lossy-'))
    },
  }
}

function createPrinter(
  text: ArenaText,
  rules: LarkRules,
  tokens: 'literal' | 'text',
): (expr: TextExpr) => string {
  const nameOf = (id: NodeId): string => rules.nameOf(id, text.nameOf(id))

  /** A whole right side. */
  function print(expr: TextExpr): string {
    if (expr.kind === 'choice' && regexOf(expr) === null) return expr.items.map(print).join(' | ')
    return printItems(expr.kind === 'sequence' ? expr.items : [expr]) || '""'
  }

  function printItems(items: readonly TextExpr[]): string {
    const parts: string[] = []
    let run: TextExpr[] = []
    const flush = (): void => {
      if (run.length > 0) parts.push(printRun(run))
      run = []
    }
    for (const [i, item] of items.entries()) {
      if (item.kind === 'until') {
        flush()
        const key = JSON.stringify(items.slice(i))
        return [...parts, rules.text(key, () => printUntil(item, items.slice(i + 1)))].join(' ')
      }
      if (regexOf(item) !== null) run.push(item)
      else {
        flush()
        parts.push(printItem(item))
      }
    }
    flush()
    return parts.join(' ')
  }

  /** What is regular is one lexeme: a text, or a regular expression. */
  function printRun(run: readonly TextExpr[]): string {
    const whole = sequenceOf(run)
    if (whole.kind === 'literal') return JSON.stringify(whole.text)
    const regex = joinAll(run.map(regexOf))
    if (regex === null) return ''
    // No lexeme may be empty.
    return regex.empty ? `${rules.terminal(`/${regex.source}/ & /(?s:.+)/`)}?` : `/${regex.source}/`
  }

  function printItem(item: TextExpr): string {
    switch (item.kind) {
      case 'literal':
        return tokens === 'text' && /^<[^<>\s]+>$/.test(item.text)
          ? item.text
          : JSON.stringify(item.text)
      case 'ref':
        return nameOf(item.id)
      case 'schema':
        return `%json ${JSON.stringify(item.schema)}`
      case 'repeat':
        return `(${print(item.item)})${boundsOf(item.min, item.max)}`
      case 'never':
        return rules.terminal('/a/ & /b/')
      default:
        return `(${print(item)})`
    }
  }

  /**
   * Free text and what follows it. A lexer that is greedy would read the beginning of a marker as text:
   * each marker that may follow is the end of a lazy lexeme; without one the text is all up to the end.
   */
  function printUntil(until: TextUntil, rest: readonly TextExpr[]): string {
    const { delimiters } = until
    if (until.through) {
      return `${rules.lazy(textThroughAny(delimiters))} ${printItems(rest)}`.trim()
    }
    const isMarked = (head: string): boolean => delimiters.some((each) => head.startsWith(each))
    const ways = waysOf(sequenceOf(rest), text, isMarked)
    const byMarker = new Map<string, TextExpr[]>()
    const others: TextExpr[] = []
    for (const way of ways) {
      const head = headOf(way, text)
      const marker = delimiters.find((each) => head.startsWith(each))
      const behind = marker === undefined ? null : withoutHead(way, marker, text)
      if (marker === undefined || behind === null) others.push(way)
      else byMarker.set(marker, [...(byMarker.get(marker) ?? []), behind])
    }
    const alternatives = [...byMarker].map(([marker, behind]) => {
      const except = delimiters.filter((each) => each !== marker)
      const after = choiceOf(behind)
      const lazy = rules.lazy(textThrough(marker, except))
      return isNothing(after) ? lazy : `${lazy} ${grouped(after)}`
    })
    if (others.length > 0) {
      const after = choiceOf(others)
      const tail = `${rules.terminal(textWithout(delimiters))}?`
      alternatives.push(isNothing(after) ? tail : `${tail} ${grouped(after)}`)
    }
    return alternatives.join(' | ')
  }

  function grouped(expr: TextExpr): string {
    return expr.kind === 'choice' ? `(${print(expr)})` : print(expr)
  }
  return print
}
