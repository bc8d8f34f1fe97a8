import { readArguments } from './arguments.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { Exit, UsageError } from './exit.ts'
import { commandHelp, overview } from './help.ts'
import { packageVersion, type Io } from './io.ts'
import { nearest } from '../util/nearest.ts'

/** Runs the command line and gives its exit code. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const [first = '', ...rest] = argv
  try {
    if (first === '--version' || first === '-V') return await say(io, `${packageVersion()}\n`)
    if (first === '--help' || first === '-h') return await say(io, overview(commands))
    if (first === 'help') return await help(rest[0], io)
    const command = commandNamed(first)
    if (asksForHelp(rest)) return await say(io, commandHelp(command))
    return await command.run(readArguments(rest, command.options), io)
  } catch (error) {
    return explain(error, first, io)
  }
}

async function say(io: Io, text: string): Promise<number> {
  await io.write(text)
  return Exit.ok
}

async function help(name: string | undefined, io: Io): Promise<number> {
  return say(io, name === undefined ? overview(commands) : commandHelp(commandNamed(name)))
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  const read = end < 0 ? args : args.slice(0, end)
  return read.includes('--help') || read.includes('-h')
}

function commandNamed(name: string): Command {
  const command = commands.find((c) => c.name === name)
  if (command !== undefined) return command
  const names = commands.map((c) => c.name)
  const known = `the commands are ${names.join(', ')}`
  if (name === '') throw new UsageError('a command is missing', known)
  const near = nearest(name, names)
  throw new UsageError(
    `there is no command ${JSON.stringify(name)}`,
    near === undefined ? known : `did you mean ${near}?`,
  )
}

function explain(error: unknown, command: string, io: Io): number {
  if (error instanceof UsageError) {
    io.warn(`pegbnf: ${error.message}`)
    if (error.hint !== undefined) io.warn(`hint: ${error.hint}`)
    const known = commands.some(({ name }) => name === command)
    io.warn(`try: pegbnf ${known ? `${command} ` : ''}--help`)
    return Exit.usage
  }
  // The reader of our output has had enough: not our fault, and nobody is left to tell.
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return Exit.ok
  if (isWriteFault(error)) {
    io.warn(`pegbnf: cannot write the output: ${error.message}`)
    return Exit.failed
  }
  io.warn(`pegbnf: internal error, please report it\n${describe(error)}`)
  return Exit.internal
}

/** A full disk or a broken device behind standard output: no bug of ours. */
function isWriteFault(error: unknown): error is Error {
  const [syscall, code] =
    error instanceof Error ? [Reflect.get(error, 'syscall'), Reflect.get(error, 'code')] : []
  return syscall === 'write' && typeof code === 'string'
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
