import type peggy from 'peggy'
import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Builder, Operand } from '../../peg/builder.ts'
import { charSet } from '../../peg/charset.ts'
import type { NodeId } from '../../peg/node.ts'
import { canBeEmpty } from './can-be-empty.ts'
import { classSet, type EscapeSets } from './class-set.ts'
import { foldCase } from './fold-case.ts'
import type { PeggyGrammar } from './read-peggy.ts'
import { untilOf } from './until-loop.ts'

/** What a module's expressions are compiled with. */
export interface PeggyScope {
  readonly p: Builder
  /** What to do with code: refuse it, or leave it out. */
  readonly actions: 'refuse' | 'strip'
  /** Gives labelled parts a tag. */
  readonly tags: boolean
  readonly escapes: EscapeSets
  /** The name in the arena of a rule of this module, or of one that it imports; `null`: there is none. */
  ruleName(name: string): string | null
  /** The same for `library.name`; without a name the default rule. */
  libraryRule(library: string, name: string | undefined): string | null
  /** The expression of a rule of this module. */
  bodyOf(name: string): peggy.ast.Expression | null
  report(diagnostic: Diagnostic): void
  /** Told where each node stands. */
  place(id: NodeId, location: peggy.LocationRange): void
}

type Expression = peggy.ast.Expression | peggy.ast.Named

/** Makes the rules of a module. */
export function compileRules(grammar: PeggyGrammar, scope: PeggyScope): void {
  for (const rule of grammar.rules) {
    const name = scope.ruleName(rule.name) ?? rule.name
    scope.place(
      scope.p.rule(name, () => compile(rule.expression, scope)),
      rule.nameLocation,
    )
  }
}

function compile(node: Expression, scope: PeggyScope): Operand {
  const made = compileNode(node, scope)
  if (typeof made !== 'string') scope.place(made, node.location)
  return made
}

function compileNode(node: Expression, scope: PeggyScope): Operand {
  const { p } = scope
  switch (node.type) {
    case 'named':
    case 'group':
    case 'text':
      return compile(node.expression, scope)
    case 'choice':
      return p.choice(...node.alternatives.map((each) => compile(each, scope)))
    case 'sequence':
      return p.sequence(...node.elements.map((each) => compile(each, scope)))
    case 'labeled': {
      const item = compile(node.expression, scope)
      return scope.tags && node.label !== null ? p.tag(node.label, item) : item
    }
    case 'action':
      if (scope.actions === 'refuse') refuse(scope, node.codeLocation, 'an action', actionHint)
      return compile(node.expression, scope)
    case 'semantic_and':
    case 'semantic_not':
      refuse(scope, node.codeLocation, 'a semantic predicate', predicateHint)
      return p.eps()
    case 'simple_and':
      return p.peek(compile(node.expression, scope))
    case 'simple_not':
      return node.expression.type === 'any' ? p.end() : p.not(compile(node.expression, scope))
    case 'optional':
      return repeat(p, compile(node.expression, scope), {
        min: 0,
        max: 1,
        isNullable: canBeEmpty(node.expression, scope.bodyOf),
      })
    case 'zero_or_more':
      return compileLoop(node, scope)
    case 'one_or_more':
      return p.oneOrMore(compile(node.expression, scope))
    case 'repeated':
      return compileRepeated(node, scope)
    case 'rule_ref':
      return compileReference(node, node.name, scope.ruleName(node.name), scope)
    case 'library_ref': {
      const written = `${node.library}.${node.name ?? 'default'}`
      return compileReference(node, written, scope.libraryRule(node.library, node.name), scope)
    }
    case 'literal':
      return compileLiteral(node, p)
    case 'class':
      return compileClass(node, scope)
    case 'any':
      return p.any()
  }
}

const actionHint = "write the grammar without code, or leave the code out with actions: 'strip'"
const predicateHint = 'code decides here, which no grammar can say: use & and ! with expressions'
const boundHint = 'write the bound as a number'

function refuse(
  { report }: PeggyScope,
  location: peggy.LocationRange,
  what: string,
  hint: string,
): void {
  report(
    diagnose('peggy-code', `${what} cannot be compiled`, { offset: location.start.offset, hint }),
  )
}

/** `(!"x" .)*` is text up to a delimiter, which a grammar can say and a lookahead is not. */
function compileLoop(node: peggy.ast.Suffixed, scope: PeggyScope): NodeId {
  const delimiters = untilOf(node.expression, scope.bodyOf)
  if (delimiters !== null) return scope.p.until(...delimiters)
  return scope.p.zeroOrMore(compile(node.expression, scope))
}

function compileRepeated(node: peggy.ast.Repeated, scope: PeggyScope): NodeId {
  const { p } = scope
  const max = boundOf(node.max, scope)
  const min = node.min === null ? (max ?? 0) : (boundOf(node.min, scope) ?? 0)
  if (max === 0) return p.eps()
  const item = compile(node.expression, scope)
  const emptyItem = canBeEmpty(node.expression, scope.bodyOf)
  if (node.delimiter === null) return repeat(p, item, { min, max, isNullable: emptyItem })
  const next = p.sequence(compile(node.delimiter, scope), item)
  const isEmpty = emptyItem && canBeEmpty(node.delimiter, scope.bodyOf)
  const more = {
    min: Math.max(0, min - 1),
    max: max === null ? null : max - 1,
    isNullable: isEmpty,
  }
  const list = p.sequence(item, repeat(p, next, more))
  return min === 0 ? p.choice(list, p.eps()) : list
}

interface Times {
  readonly min: number
  readonly max: number | null
  readonly isNullable: boolean
}

/** More copies of an item than this are not written out; the build then refuses the repetition. */
const maxCopies = 256

/** A repetition; one of something that may be empty is written out, as Peggy counts its rounds. */
function repeat(p: Builder, item: Operand, { min, max, isNullable }: Times): NodeId {
  if (!isNullable || max === null || max > maxCopies) return p.repeat(item, min, max)
  let rest = p.eps()
  for (let i = max; i > min; i--) rest = p.choice(p.sequence(item, rest), p.eps())
  return p.sequence(...Array.from({ length: min }, () => item), rest)
}

function boundOf(bound: peggy.ast.RepeatedBoundary, scope: PeggyScope): number | null {
  // Peggy's own type leaves out that an open end has no value.
  if (bound.type === 'constant') return bound.value ?? null
  refuse(scope, bound.location, 'a repetition whose bound is found while parsing', boundHint)
  return null
}

function compileReference(
  node: peggy.ast.RuleReference | peggy.ast.LibraryReference,
  written: string,
  name: string | null,
  { p, report }: PeggyScope,
): NodeId {
  if (name !== null) return p.ref(name)
  const hint = 'define it, or give the module it is imported from in `imports`'
  const { offset } = node.location.start
  report(diagnose('undefined-rule', `the rule "${written}" is not defined`, { offset, hint }))
  return p.eps()
}

function compileLiteral({ value, ignoreCase }: peggy.ast.Literal, p: Builder): NodeId {
  if (!ignoreCase) return p.literal(value)
  const items = Array.from(value, (char) => {
    const point = char.codePointAt(0) ?? 0
    const set = foldCase(charSet([[point, point]]), 'lower')
    return set.length === 2 && set[0] === set[1] ? p.literal(char) : p.chars(set, 1, 1)
  })
  return p.sequence(...items)
}

function compileClass(node: peggy.ast.CharacterClass, scope: PeggyScope): NodeId {
  const { p, report, escapes } = scope
  const set = classSet(node, escapes)
  if (set !== null) return p.chars(set, 1, 1)
  const { offset } = node.location.start
  const hint = 'known are \\p{…} and \\P{…} with general categories, scripts and binary properties'
  report(diagnose('bad-class', 'an escape in the class is not known', { offset, hint }))
  return p.eps()
}
