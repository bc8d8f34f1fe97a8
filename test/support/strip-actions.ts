import type peggy from 'peggy'

/** Makes Peggy generate a parser that runs none of its grammar's code, as `actions: 'strip'` does. */
export const withoutActions: peggy.Plugin = {
  use(config) {
    config.passes.transform.unshift((grammar) => {
      delete grammar.topLevelInitializer
      delete grammar.initializer
      for (const rule of grammar.rules) strip(rule)
    })
  },
}

/** Puts what an action stands behind into its place, anywhere below a node. */
function strip(node: object): void {
  for (const [key, value] of Object.entries(node)) {
    if (Array.isArray(value)) {
      value.forEach((each: unknown, i) => {
        value[i] = withoutCode(each)
      })
    } else Object.assign(node, { [key]: withoutCode(value) })
  }
}

function withoutCode(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  if ('type' in node && node.type === 'action' && 'expression' in node) {
    return withoutCode(node.expression)
  }
  if ('type' in node) strip(node)
  return node
}
