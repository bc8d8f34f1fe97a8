import { ref, type GbnfExpr, type GbnfRef } from './expr.ts'
import { createExprMap } from './expr-map.ts'
import { createNamer, toRuleName } from './names.ts'
import { exprKey, isNever } from './simplify.ts'
import type { Until } from './until.ts'

/** The rules of a grammar in the making. Names are final: nothing is renamed later. */
export interface RuleTable {
  readonly bodies: Map<string, GbnfExpr>
  /** Names of automata: a sequence may still be joined to them, then they get their rules. */
  readonly untils: Map<string, Until>
  /** A name that no other rule has. */
  freshName(wanted: string): string
  /** A new rule, or the rule that was added before with an equal body. */
  share(wanted: string, body: GbnfExpr): GbnfRef
  /** The name of an automaton; equal ones have one name. */
  automaton(until: Until): GbnfRef
}

/** Where the rules come from that are not in the table yet. */
export interface MakeRule {
  bodyOf(name: string): GbnfExpr | undefined
  /** Whether a rule has its name from the library: of equal ones a single one is printed. */
  isNameless(name: string): boolean
}

/** An empty table; the namer has already given out the names of the arena's rules. */
export function createRuleTable(freshName: (wanted: string) => string = createNamer()): RuleTable {
  const bodies = new Map<string, GbnfExpr>()
  const untils = new Map<string, Until>()
  const shared = createExprMap<GbnfRef>()
  const automata = new Map<string, GbnfRef>()

  function newRule(wanted: string, body: GbnfExpr): GbnfRef {
    const name = freshName(wanted)
    bodies.set(name, body)
    return ref(name)
  }

  function automaton(until: Until): GbnfRef {
    const key = automatonKey(until)
    const known = automata.get(key)
    if (known !== undefined) return known
    const rule = ref(freshName(automatonName(until)))
    automata.set(key, rule)
    untils.set(rule.name, until)
    return rule
  }

  return {
    bodies,
    untils,
    freshName,
    share: (wanted, body) => shared.once(body, () => newRule(wanted, body)),
    automaton,
  }
}

function automatonKey({ delimiters, exits, end }: Until): string {
  return JSON.stringify([delimiters, exits.map(exprKey), exprKey(end)])
}

/** A name says so many delimiters at most, and so much of each. */
const namedDelimiters = 2
const nameLength = 24

function automatonName({ delimiters, exits, end }: Until): string {
  const stem = exits.every(isNever) ? 'until' : isNever(end) ? 'through' : 'to'
  const meant = stem === 'until' ? delimiters : delimiters.filter((_, i) => !isNever(exits[i] ?? end))
  const words = meant.map(toRuleName).filter((word) => word !== 'rule')
  const named = [...new Set(words)].slice(0, namedDelimiters).map((word) => word.slice(0, nameLength))
  return named.length === 0 ? stem : `${stem}-${named.join('-or-')}`
}
