import { anyText, noText, union, type Automaton } from '../automata/index.ts'
import type { SchemaSettings } from '../peg/node.ts'
import { factor } from './factor.ts'
import { layoutOf, wordOf } from './layout.ts'
import { literalShape } from './literal-shape.ts'
import { MaxAnyOrder, MaxDepth } from './limits.ts'
import { canTellApart } from './other-keys.ts'
import type { NodeMaker, Parts } from './parts.ts'
import { nestedTooDeeply, type Reporter } from './report.ts'
import {
  isAnything,
  isOpen,
  type Conjunction,
  type NumberShape,
  type ObjectShape,
  type Shape,
  type StringShape,
} from './shape.ts'
import type { Schemas } from './shapes-of.ts'
import { noteKeyword } from './sources.ts'
import { textsOf } from './string-texts.ts'
import { jsonTypes } from './value-types.ts'
import { createAnyJson } from './write-any.ts'
import type { ValueWriter } from './value-writer.ts'
import { writeArray } from './write-array.ts'
import { writeLiteral } from './write-literal.ts'
import { writeNumbers } from './write-number.ts'
import { writeObject } from './write-object.ts'
import { writeStrings } from './write-string.ts'

/** What a writer needs. */
export interface WriterInput {
  readonly make: NodeMaker
  readonly schemas: Schemas
  readonly reporter: Reporter
  readonly settings: SchemaSettings
  /** The stem of the names of all rules. */
  readonly stem: string
}

/** Values of more listed texts than this are written once, as a rule. */
const maxInline = 8

/** Writes schemas as nodes: each conjunction of schemas once, as a rule where it is not small. */
export function createWriter(input: WriterInput): ValueWriter {
  const { make, schemas, settings, reporter } = input
  const layout = layoutOf(make, settings)
  const anyJson = createAnyJson(make, layout)
  const written = new Map<string, Parts | null>()
  let depth = 0
  const writer: ValueWriter = { make, layout, reporter, shapesOf: schemas.shapesOf, value, strings }

  function value(conjunction: Conjunction): Parts | null {
    const key = schemas.keyOf(conjunction)
    const known = written.get(key)
    if (known !== undefined) return known
    if (depth >= MaxDepth) {
      reporter.note(conjunction[0]?.path ?? '', '', 'refused', nestedTooDeeply)
      return anyJson.value()
    }
    depth++
    const parts = writeValue(schemas.shapesOf(conjunction), key)
    depth--
    written.set(key, parts)
    return parts
  }

  function strings(conjunction: Conjunction): Automaton {
    const shapes = schemas.shapesOf(conjunction).filter((shape) => shape.type === 'string')
    return shapes
      .map((shape) => textsOf(shape, reporter.note))
      .reduce((all, texts) => union(all, texts) ?? anyText, noText)
  }

  function writeValue(shapes: readonly Shape[], key: string): Parts | null {
    if (isAnything(shapes)) return anyJson.value()
    if (!shapes.some(deservesRule)) {
      const alternatives = alternativesOf(shapes, '')
      return alternatives.length === 0 ? null : factor(make, alternatives)
    }
    const name = make.freeName(ruleName(input.stem, shapes[0]?.path ?? ''))
    // A schema that holds itself finds this reference in the place of the rule being made.
    written.set(key, [make.ref(name)])
    let possible = true
    const rule = make.rule(name, () => {
      const alternatives = alternativesOf(shapes, name)
      possible = alternatives.length > 0
      return factor(make, alternatives)
    })
    return possible ? [rule] : null
  }

  function alternativesOf(shapes: readonly Shape[], name: string): Parts[] {
    const [only] = shapes
    const found =
      only !== undefined && shapes.length === 1
        ? alternativesOfType(only.type, shapes, name)
        : jsonTypes.flatMap((type) => alternativesOfType(type, shapes, name))
    return found.filter((parts) => parts !== null)
  }

  function alternativesOfType(
    type: Shape['type'],
    shapes: readonly Shape[],
    name: string,
  ): readonly (Parts | null)[] {
    const of = <T extends Shape['type']>(wanted: T): Extract<Shape, { type: T }>[] =>
      shapes.filter((shape): shape is Extract<Shape, { type: T }> => shape.type === wanted)
    switch (type) {
      case 'null':
        return of('null').map(() => [wordOf(layout, null)])
      case 'boolean':
        return of('boolean').flatMap(({ values }) =>
          (values ?? [true, false]).map((v) => [wordOf(layout, v === true)]),
        )
      case 'number':
        return numbersOf(of('number'), name)
      case 'string':
        return stringsOf(of('string'), shapes[0]?.path ?? '')
      case 'array':
        return of('array').flatMap((shape): readonly (Parts | null)[] => {
          if (shape.values !== null)
            return shape.values.flatMap((v) => literal(v, shape.path, name))
          return [isOpen(shape) ? anyJson.array() : writeArray(writer, shape, name)]
        })
      case 'object':
        return of('object').flatMap((shape): readonly (Parts | null)[] => {
          if (shape.values !== null)
            return shape.values.flatMap((v) => literal(v, shape.path, name))
          return isOpen(shape) ? [anyJson.object()] : writeMembers(shape, name)
        })
    }
  }

  function stringsOf(shapes: readonly StringShape[], path: string): readonly Parts[] {
    if (shapes.length === 0) return []
    return writeStrings(make, shapes, { name: ruleName(input.stem, path), reporter })
  }

  function numbersOf(shapes: readonly NumberShape[], name: string): readonly Parts[] {
    if (shapes.length === 0) return []
    const { alternatives, relaxed } = writeNumbers(make, shapes, {
      name: name === '' ? `${input.stem}:number` : name,
      integers: settings.integers ?? 'digits',
    })
    for (const shape of shapes) {
      const { path, steps, offSteps, values, minimum, maximum } = shape
      const reason = 'takes too many digits to follow'
      if (relaxed === 'none') break
      if (steps.length > 0) noteKeyword(reporter, shape, 'multipleOf', 'ignored', reason)
      if (offSteps.length > 0) reporter.note(path, 'not', 'relaxed', reason)
      if (relaxed === 'steps') continue
      if (values !== null) noteKeyword(reporter, shape, 'enum', 'relaxed', reason)
      if (minimum !== null) noteKeyword(reporter, shape, 'minimum', 'relaxed', reason)
      if (maximum !== null) noteKeyword(reporter, shape, 'maximum', 'relaxed', reason)
    }
    return alternatives
  }

  /** A listed array or object: its text, or where keys may come in any order what it is made of. */
  function literal(item: unknown, path: string, name: string): readonly (Parts | null)[] {
    if (settings.order !== 'any' && settings.order !== 'required-first') {
      return [writeLiteral(layout, item)]
    }
    const shape = literalShape(item, path)
    const stem = name === '' ? `${input.stem}:value` : name
    if (shape.type === 'object') return writeMembers(shape, stem)
    return [shape.type === 'array' ? writeArray(writer, shape, stem) : writeLiteral(layout, item)]
  }

  function writeMembers(shape: ObjectShape, name: string): readonly Parts[] {
    noteLimits(reporter, shape, settings)
    const additional = shape.additional ?? (isClosed(shape, settings) ? null : [])
    return writeObject(writer, shape, {
      name,
      order: settings.order ?? 'listed',
      additional,
      noteLoss: (keyword) =>
        noteKeyword(
          reporter,
          shape,
          keyword,
          'relaxed',
          'has names that are too many to be told apart',
        ),
    })
  }

  return writer
}

/** Whether an object may have no properties but the listed ones, by the caller's settings. */
function isClosed({ additional, listed }: ObjectShape, settings: SchemaSettings): boolean {
  return additional === null && listed && settings.additionalProperties !== 'open'
}

function noteLimits(reporter: Reporter, shape: ObjectShape, settings: SchemaSettings): void {
  const { properties, required } = shape
  if (isClosed(shape, settings)) {
    const reason = 'is read as false where properties are listed'
    noteKeyword(reporter, shape, 'additionalProperties', 'narrowed', reason)
  }
  const names = [...new Set([...properties.keys(), ...required])]
  if (!isClosed(shape, settings) && !canTellApart(names)) {
    const reason = 'also admits the listed names, which are too many to be told apart'
    noteKeyword(reporter, shape, 'additionalProperties', 'relaxed', reason)
  }
  if (settings.order === 'any' && required.size > MaxAnyOrder) {
    const reason = `are more than ${MaxAnyOrder} names, which keep their order among each other`
    noteKeyword(reporter, shape, 'required', 'narrowed', reason)
  }
}

function deservesRule(shape: Shape): boolean {
  if (shape.values !== null) return shape.values.length > maxInline
  if (shape.type === 'number') return shape.minimum !== null || shape.maximum !== null
  return (shape.type === 'array' || shape.type === 'object') && !isOpen(shape)
}

/** A name out of a pointer: the names of properties and definitions on the way. */
function ruleName(stem: string, path: string): string {
  const steps = path.split('/').slice(1)
  const words = steps.filter(
    (step, i) => !containers.has(step) || containers.has(steps[i - 1] ?? ''),
  )
  return `${stem}:${words.join('-').slice(0, 32)}`
}

const containers = new Set(['properties', '$defs', 'definitions', 'anyOf', 'oneOf', 'allOf'])
