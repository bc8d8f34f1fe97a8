import type { FormatOptions, Tool, ToolChoice } from '../chat/chat-types.ts'
import type { JsonSchema } from '../peg/node.ts'
import type { Arguments, OptionSpec } from './arguments.ts'
import { UsageError } from './exit.ts'
import { readJsonFile } from './io.ts'
import { peggyOptions } from './grammar-source.ts'
import { isRecord } from './json-value.ts'
import { recognizeNoSchema } from './no-schema.ts'
import { declaredSchema, toolItems, toolsHint } from './tool-list.ts'

/** The options of every command that makes a format ready for a request. */
export const requestOptions: Readonly<Record<string, OptionSpec>> = {
  tools: {
    value: 'FILE',
    help: "the tools: a JSON array in OpenAI's, Anthropic's or MCP's form, or a request that holds one",
  },
  'tool-choice': {
    value: 'CHOICE',
    help: "auto, none, required, or a tool's name; auto when there are tools",
  },
  'no-parallel': { help: 'at most one call in a response' },
  reasoning: {
    value: 'MODE',
    oneOf: ['on', 'off', 'open'],
    help: 'the model may think first, may not, or the prompt has opened its reasoning',
  },
  'no-reasoning-format': { help: 'leave reasoning in the content, markers and all' },
  'response-schema': {
    value: 'FILE',
    help: 'a JSON Schema: the answer is a value of it, in place of tools unless --either',
  },
  either: {
    help: 'with --tools and --response-schema: the model may call, or answer by a value of the schema',
  },
  template: {
    value: 'SOURCE',
    help: "a chat template in place of FORMAT: .jinja, a model's folder, .gguf, or llama-server's address",
  },
  arena: {
    value: 'FILE',
    help: 'a grammar of your own in place of FORMAT: an arena saved by encodeArena',
  },
  ...peggyOptions,
}

/**
 * What the request asks for, read from the arguments and the files that they name.
 *
 * @throws {UsageError} when a file is not what it should be, or names a tool that is not there
 */
export async function readRequest(args: Arguments): Promise<FormatOptions> {
  const toolsFile = args.text('tools')
  const schemaFile = args.text('response-schema')
  const choice = args.text('tool-choice')
  const reasoning = args.text('reasoning')
  if (args.flag('either') && (toolsFile === undefined || schemaFile === undefined)) {
    throw new UsageError('--either needs both --tools and --response-schema')
  }
  const tools =
    toolsFile === undefined ? undefined : toTools(await readJsonFile(toolsFile), toolsFile)
  return {
    ...(tools === undefined ? {} : { tools }),
    ...(choice === undefined ? {} : { toolChoice: toToolChoice(choice, tools ?? []) }),
    ...(args.flag('either') ? { withTools: 'either' as const } : {}),
    ...(args.flag('no-parallel') ? { parallelToolCalls: false } : {}),
    ...(reasoning === 'on' || reasoning === 'off' || reasoning === 'open' ? { reasoning } : {}),
    ...(args.flag('no-reasoning-format') ? { reasoningFormat: 'none' } : {}),
    ...(schemaFile === undefined
      ? {}
      : { responseSchema: toSchema(await readJsonFile(schemaFile), schemaFile) }),
  }
}

/**
 * Tools from a JSON value, in any form that `toolItems` finds, each in OpenAI's, Anthropic's or MCP's form.
 *
 * @throws {UsageError} naming the first item that is no tool
 */
export function toTools(value: unknown, place: string): Tool[] {
  const list = toolItems(value)
  if (!Array.isArray(list)) {
    throw new UsageError(`${place} holds no tools`, toolsHint)
  }
  return list.map((item: unknown, index) => toTool(item, `${place}, tool ${index}`))
}

/**
 * A JSON Schema from a JSON value.
 *
 * @throws {UsageError} when it is neither an object nor a boolean, or plainly something else
 */
export function toSchema(value: unknown, place: string): JsonSchema {
  const other = recognizeNoSchema(value)
  if (other !== null) throw new UsageError(`${place} is no JSON Schema: ${other.what}`, other.hint)
  if (isRecord(value) || typeof value === 'boolean') return value
  throw new UsageError(
    `${place} is no JSON Schema: it must be an object`,
    toolItems(value) === null ? undefined : 'it looks like a list of tools: pegbnf tools FILE',
  )
}

function toTool(item: unknown, place: string): Tool {
  const inner = isRecord(item) ? (item['function'] ?? item) : undefined
  if (!isRecord(inner) || typeof inner['name'] !== 'string') {
    throw new UsageError(`${place} has no function with a name`)
  }
  const { name, description } = inner
  const parameters = declaredSchema(inner)
  return {
    type: 'function',
    function: {
      name,
      ...(typeof description === 'string' ? { description } : {}),
      ...(parameters === undefined || parameters === null
        ? {}
        : { parameters: toSchema(parameters, `${place}, parameters`) }),
    },
  }
}

function toToolChoice(choice: string, tools: readonly Tool[]): ToolChoice {
  if (choice === 'required' && tools.length === 0) {
    throw new UsageError('--tool-choice required needs a tool', 'declare tools with --tools FILE')
  }
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice
  const names = tools.map((tool) => tool.function.name)
  if (names.includes(choice)) return { type: 'function', function: { name: choice } }
  throw new UsageError(
    `--tool-choice ${choice} is neither auto, none, required nor a tool`,
    names.length === 0 ? 'declare tools with --tools FILE' : `the tools are ${names.join(', ')}`,
  )
}
