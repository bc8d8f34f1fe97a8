/** An operator between two values. */
export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**' | '~'

/** An operator of a comparison, which may be chained: `a < b < c`. */
export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in'

/** The arguments of a call, a filter or a test. */
export interface CallArguments {
  readonly positional: readonly Expression[]
  readonly named: readonly (readonly [name: string, value: Expression])[]
  /** `*items`, behind the positional ones. */
  readonly items?: Expression
  /** `**members`, behind the named ones. */
  readonly members?: Expression
}

/** An expression; `offset` is where its deciding token stands. */
export type Expression = { readonly offset: number } & (
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'attribute'; readonly object: Expression; readonly name: string }
  | { readonly kind: 'item'; readonly object: Expression; readonly index: Expression }
  | {
      readonly kind: 'slice'
      readonly object: Expression
      readonly start: Expression | null
      readonly stop: Expression | null
      readonly step: Expression | null
    }
  | { readonly kind: 'call'; readonly callee: Expression; readonly arguments: CallArguments }
  | {
      readonly kind: 'filter'
      readonly value: Expression
      readonly name: string
      readonly arguments: CallArguments
    }
  | {
      readonly kind: 'test'
      readonly value: Expression
      readonly name: string
      readonly negated: boolean
      readonly arguments: CallArguments
    }
  | { readonly kind: 'unary'; readonly operator: '-' | '+' | 'not'; readonly value: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly kind: 'compare'
      readonly first: Expression
      readonly rest: readonly (readonly [CompareOperator, Expression])[]
    }
  | {
      readonly kind: 'logic'
      readonly operator: 'and' | 'or'
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly kind: 'condition'
      readonly test: Expression
      readonly then: Expression
      readonly otherwise: Expression | null
    }
)

/** What a `for` or a `set` assigns to. */
export type Target =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'attribute'; readonly object: string; readonly name: string }
  | { readonly kind: 'tuple'; readonly items: readonly Target[] }

/** A parameter of a macro or a call block, with its default. */
export interface Parameter {
  readonly name: string
  readonly value: Expression | null
}

/** A statement; a body is a list of them. */
export type Statement = { readonly offset: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly value: Expression }
  | {
      readonly kind: 'if'
      readonly branches: readonly { readonly test: Expression; readonly body: Body }[]
      readonly otherwise: Body
    }
  | {
      readonly kind: 'for'
      readonly target: Target
      readonly iterable: Expression
      readonly filter: Expression | null
      readonly body: Body
      readonly otherwise: Body
      readonly recursive: boolean
    }
  | { readonly kind: 'set'; readonly target: Target; readonly value: Expression }
  | {
      readonly kind: 'set-block'
      readonly target: Target
      /** Filters of the whole block, applied to a value named by an empty name. */
      readonly filters: readonly BlockFilter[]
      readonly body: Body
    }
  | { readonly kind: 'filter-block'; readonly filters: readonly BlockFilter[]; readonly body: Body }
  | {
      readonly kind: 'macro'
      readonly name: string
      readonly parameters: readonly Parameter[]
      readonly body: Body
    }
  | {
      readonly kind: 'call-block'
      readonly call: Expression
      readonly parameters: readonly Parameter[]
      readonly body: Body
    }
  /** A part of a template that is only a scope: `with`, `block`, `generation`. */
  | {
      readonly kind: 'scope'
      readonly values: readonly (readonly [Target, Expression])[]
      readonly body: Body
    }
  | { readonly kind: 'do'; readonly value: Expression }
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' }
)

/** A filter that is applied to the text of a block. */
export interface BlockFilter {
  readonly name: string
  readonly arguments: CallArguments
  readonly offset: number
}

/** Statements, one after the other. */
export type Body = readonly Statement[]
