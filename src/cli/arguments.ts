import { parseArgs } from 'node:util'
import { UsageError } from './exit.ts'
import { nearest } from '../util/nearest.ts'

/** One option of a command: a flag, or a value with a name for it in the help. */
export interface OptionSpec {
  /** The name of the value in the help, as `FILE`; without it the option is a flag. */
  readonly value?: string
  /** One letter that stands for the option's name. */
  readonly short?: string
  readonly help: string
  /** The values that are allowed; any when absent. */
  readonly oneOf?: readonly string[]
}

/** The arguments of one call, with checked access. */
export interface Arguments {
  readonly positionals: readonly string[]
  flag(name: string): boolean
  text(name: string): string | undefined
  /** A whole number from `min` on. */
  number(name: string, min?: number): number | undefined
}

/**
 * Reads the arguments after a command's name.
 *
 * @throws {UsageError} for an unknown option, a missing value, a value that is not allowed
 */
export function readArguments(
  argv: readonly string[],
  options: Readonly<Record<string, OptionSpec>>,
): Arguments {
  const { values, positionals } = parse(argv, options)
  for (const [name, { oneOf }] of Object.entries(options)) {
    const value = values[name]
    if (oneOf !== undefined && typeof value === 'string' && !oneOf.includes(value)) {
      throw new UsageError(`--${name} ${value} is not one of ${oneOf.join(', ')}`)
    }
  }

  function text(name: string): string | undefined {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }

  function number(name: string, min = 0): number | undefined {
    const value = text(name)
    if (value === undefined) return undefined
    if (/^\d{1,15}$/.test(value) && Number(value) >= min) return Number(value)
    throw new UsageError(`--${name} ${value} is not a whole number from ${min} on`)
  }

  return { positionals, text, number, flag: (name) => values[name] === true }
}

/**
 * The arguments that a command must have, no more and no less.
 *
 * @throws {UsageError} naming the one that is missing, or the first that is too many
 */
export function positionalsOf(args: Arguments, ...names: readonly string[]): string[] {
  const missing = names[args.positionals.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing`)
  const extra = args.positionals[names.length]
  if (extra !== undefined) {
    // Commands that read text read it from standard input, which few expect.
    const isFile = /[./\\]/.test(extra) ? ` (a text is read from standard input: < ${extra})` : ''
    throw new UsageError(`there is one argument too many: ${extra}${isFile}`)
  }
  return [...args.positionals]
}

interface Parsed {
  readonly values: Readonly<Record<string, unknown>>
  readonly positionals: readonly string[]
}

function parse(argv: readonly string[], options: Readonly<Record<string, OptionSpec>>): Parsed {
  const specs = Object.entries(options).map(([name, { value, short }]) => {
    const type: 'boolean' | 'string' = value === undefined ? 'boolean' : 'string'
    return [name, short === undefined ? { type } : { type, short }] as const
  })
  try {
    return parseArgs({
      args: [...argv],
      options: { ...Object.fromEntries(specs), help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
  } catch (error) {
    // Node explains how to pass such a text as a positional: more than a person asked for.
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    const near = nearest(
      /^Unknown option '--([^']*)'/.exec(message)?.[1] ?? '',
      Object.keys(options),
    )
    throw new UsageError(
      message.charAt(0).toLowerCase() + message.slice(1),
      near === undefined ? undefined : `did you mean --${near}?`,
    )
  }
}
