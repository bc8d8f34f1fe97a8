import type { Tool } from '../chat/chat-types.ts'
import { UsageError } from './exit.ts'

const header = `// The types of tools' calls, written by \`pegbnf types\`. It is written anew when the tools change: do not edit it.
import type { CompleteToolCall, PartialValue, UnfinishedToolCall } from 'pegbnf/chat'
`

/**
 * The types of the calls of tools: the arguments of each, and a union of calls that its names tell apart.
 *
 * @throws {UsageError} when json-schema-to-typescript is not installed, or a schema cannot be typed
 */
export async function typesOfTools(tools: readonly Tool[]): Promise<string> {
  const compile = await loadCompiler()
  const names = nameTypes(tools)
  const parts = [header]
  for (const [i, tool] of tools.entries()) {
    const name = names[i] ?? ''
    const { parameters = { type: 'object' }, description } = tool.function
    // Each by itself, as schemas may name their definitions alike.
    const schema = typeof parameters === 'boolean' ? {} : { ...parameters, title: name }
    try {
      const made = await compile(schema, name, {
        bannerComment: description === undefined ? '' : `/** ${inComment(description)} */`,
        additionalProperties: false,
        format: false,
        ignoreMinAndMaxItems: true,
        strictIndexSignatures: true,
        $refOptions: { resolve: { external: false } },
      })
      parts.push(wrapped(made.trim(), name))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new UsageError(`the parameters of ${tool.function.name} cannot be typed: ${reason}`)
    }
  }
  const rows = tools.map(
    (tool, i) => `  ${JSON.stringify(tool.function.name)}: ${names[i]}.${names[i]}`,
  )
  parts.push(`/** The arguments of the tools, by name. */
export interface ArgumentsByName {
${rows.join('\n')}
}

/** The arguments of a tool while they come: strings may still grow, the rest may be missing. */
export type PartialArguments<Name extends keyof ArgumentsByName> = PartialValue<ArgumentsByName[Name]>

/** A call that may be executed, told by its name. */
export type CompleteCall = {
  [Name in keyof ArgumentsByName]: CompleteToolCall<Name, ArgumentsByName[Name]>
}[keyof ArgumentsByName]

/** A call of a message: \`chat as Chat<ToolCall>\` gives messages this type. */
export type ToolCall = CompleteCall | UnfinishedToolCall
`)
  return parts.join('\n')
}

type Compile = typeof import('json-schema-to-typescript').compile

async function loadCompiler(): Promise<Compile> {
  try {
    return (await import('json-schema-to-typescript')).compile
  } catch {
    throw new UsageError(
      'json-schema-to-typescript is not installed',
      'npm install --save-dev json-schema-to-typescript@15',
    )
  }
}

/** A namespace a tool: what its schema defines beside its arguments stays its own. */
function wrapped(code: string, name: string): string {
  const inner = code.split('\n').map((line) => (line === '' ? '' : `  ${line}`))
  return `export declare namespace ${name} {\n${inner.join('\n')}\n}\n`
}

/** `get_weather` becomes `GetWeather`; equal ones are numbered. */
function nameTypes(tools: readonly Tool[]): string[] {
  const taken = new Set<string>(['ArgumentsByName', 'PartialArguments', 'CompleteCall', 'ToolCall'])
  return tools.map(({ function: { name } }) => {
    const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
    const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
    const stem = /^[A-Z]/.test(joined) ? joined : `Tool${joined}`
    let chosen = stem
    for (let count = 2; taken.has(chosen); count++) chosen = `${stem}${count}`
    taken.add(chosen)
    return chosen
  })
}

function inComment(text: string): string {
  return text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim()
}
