import type { JsonPart, NodeId, PegNode, PythonPart } from './node.ts'
import type { Primitives } from './primitives.ts'

/** The JSON and the Python-literal nodes. White space between tokens is free. */
export interface Families {
  /** Any JSON value. */
  json(): NodeId
  /** A JSON object. */
  jsonObject(): NodeId
  /** A JSON array. */
  jsonArray(): NodeId
  /** A JSON string with its quotes. */
  jsonString(): NodeId
  /** The inside of a JSON string, up to its closing quote. */
  jsonStringContent(): NodeId
  /** A JSON number. */
  jsonNumber(): NodeId
  /** `true` or `false`. */
  jsonBool(): NodeId
  /** `null`. */
  jsonNull(): NodeId
  /** Any Python literal; with `json`, also `true`, `false` and `null`. */
  python(): NodeId
  /** A dict with string keys. */
  pythonDict(): NodeId
  /** A list. */
  pythonList(): NodeId
  /** A string in single or double quotes. */
  pythonString(): NodeId
  /** An integer or a float. */
  pythonNumber(): NodeId
  /** `True` or `False`, `true` or `false`. */
  pythonBool(): NodeId
  /** `None` or `null`. */
  pythonNone(): NodeId
}

/** What the library's own families and compositions need of a builder, beside its methods. */
export interface Slots {
  add(node: PegNode): NodeId
  /** A rule without a record on the tape, made once; a use while it is being made is a reference. */
  silent(name: string, body: () => NodeId): NodeId
}

/** Each family is a set of silent rules, added to the arena when one of them is first used. */
export function createFamilies(p: Primitives, { add, silent }: Slots): Families {
  /** `open (item (, item)*)? close` with white space once a gap. */
  const listOf = (open: string, item: () => NodeId, close: string, gap: () => NodeId): NodeId =>
    p.sequence(
      open,
      gap(),
      p.optional(
        p.sequence(item(), gap(), p.zeroOrMore(p.sequence(',', gap(), item(), gap()))),
      ),
      close,
    )

  /** JSON's white space is narrower than that of a `space`; the grammar prints its one gap rule. */
  const jsonGap = (): NodeId => p.dual(p.chars('[ \\t\\n\\r]', 0), p.space())

  const number = (): NodeId =>
    p.sequence(
      p.optional('-'),
      p.choice('0', p.sequence(p.chars('[1-9]', 1, 1), p.chars('[0-9]', 0))),
      p.optional(p.sequence('.', p.chars('[0-9]'))),
      p.optional(p.sequence(p.chars('[eE]', 1, 1), p.chars('[+\\-]', 0, 1), p.chars('[0-9]'))),
    )

  const jsonBodies = {
    value: () =>
      p.choice(
        json('object'),
        json('array'),
        json('string'),
        json('number'),
        json('bool'),
        json('null'),
      ),
    object: () =>
      listOf(
        '{',
        () => p.sequence(json('string'), jsonGap(), ':', jsonGap(), json('value')),
        '}',
        jsonGap,
      ),
    array: () => listOf('[', () => json('value'), ']', jsonGap),
    string: () => p.sequence('"', p.stringContent('"', 'json'), '"'),
    number,
    bool: () => p.choice('true', 'false'),
    null: () => p.literal('null'),
  } satisfies Record<JsonPart, () => NodeId>

  const pythonBodies = {
    value: () =>
      p.choice(
        python('dict'),
        python('list'),
        python('string'),
        python('number'),
        python('bool'),
        python('none'),
      ),
    dict: () =>
      listOf(
        '{',
        () => p.sequence(python('string'), p.space(), ':', p.space(), python('value')),
        '}',
        p.space,
      ),
    list: () => listOf('[', () => python('value'), ']', p.space),
    string: () =>
      p.choice(
        p.sequence('"', p.stringContent('"', 'python'), '"'),
        p.sequence("'", p.stringContent("'", 'python'), "'"),
      ),
    number,
    bool: () => p.choice('True', 'False', 'true', 'false'),
    none: () => p.choice('None', 'null'),
  } satisfies Record<PythonPart, () => NodeId>

  function json(part: JsonPart): NodeId {
    return add({ kind: 'json', part, item: silent(`json:${part}`, jsonBodies[part]) })
  }

  function python(part: PythonPart): NodeId {
    return add({ kind: 'python', part, item: silent(`python:${part}`, pythonBodies[part]) })
  }

  return {
    json: () => json('value'),
    jsonObject: () => json('object'),
    jsonArray: () => json('array'),
    jsonString: () => json('string'),
    jsonStringContent: () => p.stringContent('"', 'json'),
    jsonNumber: () => json('number'),
    jsonBool: () => json('bool'),
    jsonNull: () => json('null'),
    python: () => python('value'),
    pythonDict: () => python('dict'),
    pythonList: () => python('list'),
    pythonString: () => python('string'),
    pythonNumber: () => python('number'),
    pythonBool: () => python('bool'),
    pythonNone: () => python('none'),
  }
}
