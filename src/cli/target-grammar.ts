import type { Chat } from '../chat/chat-types.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { emitLark, emitStructuralTag, emitXgrammar } from '../targets/index.ts'

/** The engines that grammars are printed for. */
export const targetNames = ['llama.cpp', 'xgrammar', 'structural-tag', 'lark'] as const

/** A grammar as printed, and where it admits more than the parser reads. */
interface TargetGrammar {
  readonly printed: string
  readonly warnings: readonly Diagnostic[]
}

/**
 * A chat's grammar for another engine than llama.cpp; with `fields` as vLLM takes it in a request.
 *
 * @throws {GrammarError} when a lazy one is asked for, and nothing triggers it
 */
export function forTarget(
  chat: Chat,
  target: string,
  lazy: boolean | undefined,
  fields: boolean,
): TargetGrammar {
  const arena = chat.arena()
  const print = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
  if (target === 'structural-tag') {
    // Made for this: lazy unless that is not wanted, or nothing triggers it.
    const made = chat.grammar(lazy === undefined ? {} : { lazy })
    const triggers = made.triggers.flatMap((each) => (each.type === 'word' ? [each.value] : []))
    const { tag, warnings } = emitStructuralTag(arena, { lazy: made.lazy, triggers })
    const asFields = { structured_outputs: { structural_tag: JSON.stringify(tag) } }
    return { printed: print(fields ? asFields : tag), warnings }
  }
  const { text, warnings } =
    target === 'lark' ? larkOf(arena) : xgrammarOf(arena, { lazy: lazy === true })
  const printed = fields ? print({ structured_outputs: { grammar: text } }) : text
  return { printed, warnings }
}

function larkOf(arena: ReturnType<Chat['arena']>) {
  const { lark: text, warnings } = emitLark(arena)
  return { text, warnings }
}

function xgrammarOf(arena: ReturnType<Chat['arena']>, options: { readonly lazy: boolean }) {
  const { ebnf: text, warnings } = emitXgrammar(arena, options)
  return { text, warnings }
}
