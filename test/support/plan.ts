import { GrammarError } from '../../src/diagnostics/errors.ts'
import { buildGrammar } from '../../src/grammar.ts'
import type { Arena } from '../../src/peg/arena.ts'
import type { Builder } from '../../src/peg/builder.ts'
import type { NodeId } from '../../src/peg/node.ts'

type Wrapper = 'peek' | 'not' | 'atomic' | 'tag' | 'scope' | 'recover' | 'gbnf' | 'schema' | 'dual'
type Part = 'value' | 'string' | 'number' | 'bool' | 'null' | 'array' | 'object'

/**
 * A random grammar as a tree: what fast-check makes and shrinks, and what a failure prints.
 * `scope` is a rule defined in place, `call` a reference to one of the plan's rules.
 */
export type Plan =
  | { readonly kind: 'literal' | 'token'; readonly text: string }
  | {
      readonly kind: 'chars'
      readonly set: string
      readonly min: number
      readonly max: number | null
    }
  | { readonly kind: 'until' | 'through'; readonly delimiters: readonly string[] }
  | {
      readonly kind: 'stringContent'
      readonly quote: '"' | "'"
      readonly flavour: 'json' | 'python'
    }
  | { readonly kind: 'sequence' | 'choice'; readonly items: readonly Plan[] }
  | {
      readonly kind: 'repeat'
      readonly item: Plan
      readonly min: number
      readonly max: number | null
    }
  | { readonly kind: Wrapper; readonly item: Plan }
  | { readonly kind: 'start' | 'end' | 'eps' | 'any' | 'space' | 'rest' | 'cut' }
  | { readonly kind: 'json' | 'python'; readonly part: Part }
  | { readonly kind: 'call'; readonly rule: number }

/** The bodies of the rules r0, r1, …; the last one is the root. */
export type ArenaPlan = readonly Plan[]

/**
 * Builds a plan; null where it is no grammar: left recursion, an empty repetition. Every second rule
 * is silent, where nothing else is said.
 */
export function buildPlan(
  plans: ArenaPlan,
  isSilent: (rule: number) => boolean = (rule) => rule % 2 === 1,
): Arena | null {
  try {
    return buildGrammar((p) => {
      const build = createPlanner(p)
      const rules = plans.map((body, i) =>
        p.rule(`r${i}`, () => build(body), { silent: isSilent(i) }),
      )
      return rules[rules.length - 1] ?? p.eps()
    })
  } catch (error) {
    if (error instanceof GrammarError) return null
    throw error
  }
}

function createPlanner(p: Builder): (plan: Plan) => NodeId {
  let scopes = 0

  function build(plan: Plan): NodeId {
    switch (plan.kind) {
      case 'literal':
      case 'token':
        return p[plan.kind](plan.text)
      case 'chars':
        return p.chars(plan.set, Math.min(plan.min, plan.max ?? plan.min), plan.max)
      case 'until':
      case 'through':
        return p[plan.kind](...plan.delimiters)
      case 'stringContent':
        return p.stringContent(plan.quote, plan.flavour)
      case 'sequence':
      case 'choice':
        return p[plan.kind](...plan.items.map((item) => build(item)))
      case 'repeat':
        return p.repeat(build(plan.item), Math.min(plan.min, plan.max ?? plan.min), plan.max)
      case 'tag':
        return p.tag('t', build(plan.item))
      case 'scope':
        return p.rule(`s${++scopes}`, build(plan.item))
      case 'schema':
        return p.schema(true, { item: build(plan.item) })
      case 'dual':
        return p.dual(build(plan.item), 'ab')
      case 'gbnf':
        return p.gbnf(build(plan.item), '"x"')
      case 'peek':
      case 'not':
      case 'atomic':
      case 'recover':
        return p[plan.kind](build(plan.item))
      case 'json':
      case 'python':
        return familyNode(p, plan.kind, plan.part)
      case 'call':
        return p.ref(`r${plan.rule}`)
      default:
        return p[plan.kind]()
    }
  }

  return build
}

/** The plan behind one character. */
function guarded(plan: Plan): Plan {
  return { kind: 'sequence', items: [{ kind: 'chars', set: '[a-c]', min: 1, max: 1 }, plan] }
}

/**
 * The plan without what no grammar may have: a character stands before what would be left
 * recursive, and before an item of a repetition that may be empty.
 */
export function soundPlan(plans: ArenaPlan): ArenaPlan {
  function sound(plan: Plan, rule: number): Plan {
    switch (plan.kind) {
      case 'call': {
        // Only an earlier rule may be called before anything is read.
        const call = { ...plan, rule: plan.rule % plans.length }
        return call.rule < rule ? call : guarded(call)
      }
      case 'repeat': {
        const item = sound(plan.item, rule)
        return { ...plan, item: mayBeEmpty(item) ? guarded(item) : item }
      }
      case 'sequence':
      case 'choice':
        return { ...plan, items: plan.items.map((item) => sound(item, rule)) }
      default:
        return 'item' in plan ? { ...plan, item: sound(plan.item, rule) } : plan
    }
  }

  return plans.map(sound)
}

/** `true` may be wrong, `false` may not. */
function mayBeEmpty(plan: Plan): boolean {
  switch (plan.kind) {
    case 'literal':
    case 'token':
    case 'any':
    case 'through':
    case 'json':
    case 'python':
      return false
    case 'chars':
      return plan.min === 0
    case 'sequence':
      return plan.items.every(mayBeEmpty)
    case 'choice':
      return plan.items.some(mayBeEmpty)
    case 'repeat':
      return plan.min === 0 || plan.max === 0
    case 'tag':
    case 'scope':
    case 'atomic':
    case 'recover':
    case 'gbnf':
    case 'dual':
      return mayBeEmpty(plan.item)
    default:
      return true
  }
}

function familyNode(p: Builder, kind: 'json' | 'python', part: Part): NodeId {
  const json = {
    value: p.json,
    string: p.jsonString,
    number: p.jsonNumber,
    bool: p.jsonBool,
    null: p.jsonNull,
    array: p.jsonArray,
    object: p.jsonObject,
  }
  const python = {
    value: p.python,
    string: p.pythonString,
    number: p.pythonNumber,
    bool: p.pythonBool,
    null: p.pythonNone,
    array: p.pythonList,
    object: p.pythonDict,
  }
  return (kind === 'json' ? json : python)[part]()
}

/** Writes a plan in the builder's words, for the report of a failure. */
export function printPlan(plans: ArenaPlan): string {
  return plans.map((body, i) => `r${i} = ${printOne(body)}`).join('\n')
}

function printOne(plan: Plan): string {
  switch (plan.kind) {
    case 'sequence':
    case 'choice':
      return `${plan.kind}(${plan.items.map(printOne).join(', ')})`
    case 'call':
      return `ref(r${plan.rule})`
    default: {
      const { kind, ...rest } = plan
      const parts = Object.values(rest).map((value: unknown) =>
        isPlan(value) ? printOne(value) : JSON.stringify(value),
      )
      return `${kind}(${parts.join(', ')})`
    }
  }
}

function isPlan(value: unknown): value is Plan {
  return typeof value === 'object' && value !== null && 'kind' in value
}
