import { chatTags } from '../chat/tags.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import type { JsonType } from '../schema/value-types.ts'
import { loosePython, type LoosePython } from './loose-python.ts'

/** What ends a tagged value. */
export interface ValueEnd {
  readonly close: string
  readonly closers: readonly string[]
  /** Only words are read: there are many closers, and dicts and lists need rules for each. */
  readonly plain?: boolean
}

/** The readings that there are; each may be missing. */
export interface PythonReadings {
  readonly words: readonly NodeId[]
  readonly nested: readonly NodeId[]
}

/**
 * Values as Python prints them, where JSON is due: `True`, `None`, `{'a': 1}`. Chat templates print
 * earlier calls so, and models copy it. The grammar prints JSON. To be made once in a builder.
 */
export function pythonValues(
  p: Builder,
  { close, closers, plain = false }: ValueEnd,
): (types: readonly JsonType[]) => PythonReadings {
  const t = chatTags(p)
  let loose: LoosePython | null = null

  function word(words: readonly string[]): NodeId {
    const value = t.toolArgPython(p.choice(...words))
    return p.recover(p.atomic(p.sequence(p.space(), value, p.space(), close)))
  }

  /** A single quote behind the bracket tells it from JSON. */
  function nested(): NodeId {
    loose ??= loosePython(p, [close])
    const begins = p.peek(p.sequence(p.oneOrMore(p.chars('[{\\[]', 1, 1)), p.space(), "'"))
    const rest = p.sequence(t.skip(p.until(...closers)), p.optional('\n'), close)
    return p.recover(
      p.sequence(
        p.sequence(p.space(), begins, p.cut()),
        t.toolArgPython(loose.value),
        p.space(),
        p.choice(close, rest),
      ),
    )
  }

  return (types) => {
    const words = [
      ...(types.includes('boolean') ? ['True', 'False'] : []),
      ...(types.includes('null') ? ['None'] : []),
    ]
    const nests = types.includes('object') || types.includes('array')
    return {
      words: words.length === 0 ? [] : [word(words)],
      nested: nests && !plain && close.startsWith('<') ? [nested()] : [],
    }
  }
}
