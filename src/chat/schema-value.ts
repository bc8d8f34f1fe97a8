/** The type of the values of a JSON Schema that the compiler can see: one written `as const`. What it cannot say is `unknown`. */
export type SchemaValue<Schema> = ValueOf<Schema, Schema, []>

/** Schemas inside each other beyond this are `unknown`: a schema may refer to itself. */
type MaxDepth = 12

type ValueOf<Schema, Root, Depth extends readonly 0[]> = Depth['length'] extends MaxDepth
  ? unknown
  : Schema extends true
    ? unknown
    : Schema extends false
      ? never
      : Schema extends { readonly const: infer Value }
        ? Value
        : Schema extends { readonly enum: readonly (infer Value)[] }
          ? Value
          : Schema extends { readonly $ref: infer Ref }
            ? ValueOf<Resolved<Ref, Root>, Root, [...Depth, 0]>
            : Schema extends { readonly anyOf: readonly (infer One)[] }
              ? Each<One, Root, [...Depth, 0]>
              : Schema extends { readonly oneOf: readonly (infer One)[] }
                ? Each<One, Root, [...Depth, 0]>
                : Schema extends { readonly type: infer Types }
                  ? OfTypes<Types, Schema, Root, Depth>
                  : Schema extends { readonly properties: unknown }
                    ? ObjectOf<Schema, Root, Depth>
                    : unknown

/** A union of alternatives, each by itself. */
type Each<Schema, Root, Depth extends readonly 0[]> = Schema extends unknown
  ? ValueOf<Schema, Root, Depth>
  : never

type OfTypes<Types, Schema, Root, Depth extends readonly 0[]> = Types extends readonly (infer One)[]
  ? OfType<One, Schema, Root, Depth>
  : OfType<Types, Schema, Root, Depth>

type OfType<Type, Schema, Root, Depth extends readonly 0[]> = Type extends 'string'
  ? string
  : Type extends 'number' | 'integer'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'null'
        ? null
        : Type extends 'array'
          ? Schema extends { readonly items: infer Item }
            ? readonly ValueOf<Item, Root, [...Depth, 0]>[]
            : readonly unknown[]
          : Type extends 'object'
            ? ObjectOf<Schema, Root, Depth>
            : unknown

type ObjectOf<Schema, Root, Depth extends readonly 0[]> = Schema extends {
  readonly properties: infer Properties
}
  ? Flat<
      {
        readonly [Key in keyof Properties & RequiredOf<Schema>]: ValueOf<
          Properties[Key],
          Root,
          [...Depth, 0]
        >
      } & {
        readonly [Key in Exclude<keyof Properties, RequiredOf<Schema>>]?: ValueOf<
          Properties[Key],
          Root,
          [...Depth, 0]
        >
      }
    >
  : Readonly<Record<string, unknown>>

/** One object in place of two that are joined: of these the compiler would allow anything. */
type Flat<Joined> = { [Key in keyof Joined]: Joined[Key] }

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Key)[] } ? Key : never

type Resolved<Ref, Root> = Ref extends '#'
  ? Root
  : Ref extends `#/$defs/${infer Name}`
    ? Entry<Root, '$defs', Name>
    : Ref extends `#/definitions/${infer Name}`
      ? Entry<Root, 'definitions', Name>
      : true

type Entry<Root, Key extends string, Name extends string> = Root extends {
  readonly [K in Key]: infer Table
}
  ? Name extends keyof Table
    ? Table[Name]
    : true
  : true
