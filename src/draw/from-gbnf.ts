import type { GbnfExpr, GbnfGrammar } from '../gbnf/expr.ts'
import { printExpr } from '../gbnf/print.ts'
import { choiceOf, repeatOf, sequenceOf, skip, type Diagram, type DrawnRule } from './diagram.ts'
import { showText } from './show-text.ts'

/** The rules of a GBNF grammar as diagrams: the root first, then in the order of the grammar. */
export function drawnRulesOfGbnf({ rules }: GbnfGrammar): DrawnRule[] {
  const drawn = rules.map(({ name, expr }) => ({ name, diagram: draw(expr) }))
  const isRoot = ({ name }: DrawnRule): boolean => name === 'root'
  return [...drawn.filter(isRoot), ...drawn.filter((rule) => !isRoot(rule))]
}

function draw(expr: GbnfExpr): Diagram {
  switch (expr.kind) {
    case 'literal':
      return expr.text === '' ? skip : { kind: 'literal', text: showText(expr.text) }
    case 'class':
    case 'token':
      return { kind: 'class', text: printExpr(expr) }
    case 'any':
      return { kind: 'note', text: 'any character' }
    case 'ref':
      return { kind: 'rule', name: expr.name }
    case 'sequence':
      return sequenceOf(expr.items.map(draw))
    case 'choice':
      return choiceOf(expr.alternatives.map(draw))
    case 'repeat':
      return repeatOf(draw(expr.item), expr.min, expr.max)
    default:
      return skip
  }
}
