import type { JsonSchema } from '../peg/node.ts'
import type { Tool } from './chat-types.ts'
import type { CompleteToolCall, JsonText, ToolCall, UnfinishedToolCall } from './message.ts'
import type { SchemaValue } from './schema-value.ts'

/** A tool whose name and arguments the compiler knows. */
export interface TypedTool<Name extends string, Arguments> extends Tool {
  readonly function: Tool['function'] & { readonly name: Name }
  /** Never there: it carries the type. */
  readonly '~arguments'?: Arguments
}

/**
 * A schema of a library that follows Standard JSON Schema, such as zod's: it tells its types, and itself as JSON Schema.
 *
 * Source: https://standardschema.dev
 */
export interface StandardJsonSchema<Input = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly types?: { readonly input: Input } | undefined
    readonly jsonSchema: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
    }
  }
}

/** What `defineTools` takes for a tool. */
export interface ToolDefinition<Parameters = JsonSchema | StandardJsonSchema> {
  readonly description?: string
  /** A JSON Schema, or a schema of zod or another library; none means any object. */
  readonly parameters?: Parameters
  readonly strict?: boolean
}

/** The type of the arguments of a tool, as a model writes them. */
export type ToolArguments<Declared> =
  Declared extends TypedTool<string, infer Arguments>
    ? unknown extends Arguments
      ? OfSchema<Declared>
      : Arguments
    : OfSchema<Declared>

type OfSchema<Declared> = Declared extends {
  readonly function: { readonly parameters: infer Schema }
}
  ? SchemaValue<Schema>
  : Readonly<Record<string, unknown>>

/** The arguments of tools, by name. */
export type ArgumentsByName<Tools extends readonly Tool[]> = {
  readonly [Declared in Tools[number] as Declared['function']['name']]: ToolArguments<Declared>
}

/** The calls of a message when these tools are declared: a complete one is narrowed by its name. */
export type CallOf<Tools extends readonly Tool[]> = string extends Tools[number]['function']['name']
  ? ToolCall
  : CompleteCalls<ArgumentsByName<Tools>> | UnfinishedToolCall

type CompleteCalls<Arguments> = {
  [Name in keyof Arguments & string]: CompleteToolCall<Name, Arguments[Name]>
}[keyof Arguments & string]

/** The tools of a table of definitions. */
export type DefinedTools<Definitions> = readonly {
  [Name in keyof Definitions & string]: TypedTool<Name, ArgumentsOfDefinition<Definitions[Name]>>
}[keyof Definitions & string][]

type ArgumentsOfDefinition<Definition> = Definition extends {
  readonly parameters: infer Parameters
}
  ? Parameters extends { readonly '~standard': { readonly types?: infer Types } }
    ? NonNullable<Types> extends { readonly input: infer Input }
      ? Input
      : unknown
    : SchemaValue<Parameters>
  : Readonly<Record<string, unknown>>

/**
 * Declares tools by name, so that the calls of a message have types: their parameters as JSON Schemas, or as schemas of zod
 * or any library that follows Standard JSON Schema.
 *
 * @throws {TypeError} when a schema of a library cannot be written as JSON Schema
 * @example
 * ```ts
 * const tools = defineTools({
 *   weather: { parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
 * })
 * const { message } = formats.hermes({ tools }).parse(
 *   '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>',
 * )
 * const [call] = message.toolCalls
 * call?.state === 'complete' && argumentsOf(call).city // 'Oslo'
 * ```
 */
export function defineTools<const Definitions extends Readonly<Record<string, ToolDefinition>>>(
  definitions: Definitions,
): DefinedTools<Definitions> {
  const tools = Object.entries(definitions).map(([name, { parameters, ...more }]): Tool => ({
    type: 'function',
    function: {
      name,
      ...more,
      ...(parameters === undefined ? {} : { parameters: toJsonSchema(parameters, name) }),
    },
  }))
  // The names and schemas are those of the table: only the types say so.
  return tools as unknown as DefinedTools<Definitions>
}

/**
 * The arguments of a complete call as a value. Its type is what its tool declares; that the model kept to it is what the
 * grammar sees to, where there is one.
 *
 * @example
 * ```ts
 * const { message } = formats.hermes({ tools: defineTools({ now: {} }) }).parse(
 *   '<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>',
 * )
 * const [call] = message.toolCalls
 * call?.state === 'complete' && argumentsOf(call) // {}
 * ```
 */
export function argumentsOf<Value>(call: {
  readonly state: 'complete'
  readonly arguments: JsonText<Value>
}): Value {
  return JSON.parse(call.arguments)
}

function toJsonSchema(parameters: JsonSchema | StandardJsonSchema, name: string): JsonSchema {
  if (!isStandard(parameters)) return parameters
  try {
    return parameters['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TypeError(`the parameters of ${name} cannot be written as JSON Schema: ${reason}`, {
      cause: error,
    })
  }
}

function isStandard(parameters: JsonSchema | StandardJsonSchema): parameters is StandardJsonSchema {
  return typeof parameters !== 'boolean' && '~standard' in parameters
}
