import type { Arguments, OptionSpec } from './arguments.ts'
import type { Io } from './io.ts'

/** One example of a command's help: what to type, and what it does. */
export interface Example {
  readonly run: string
  readonly does: string
}

/** One command: how it is called, what its help says, and what it does. */
export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** The arguments after the name, as in `parse FORMAT < text`. */
  readonly usage: readonly string[]
  /** What it is for, in a few sentences. */
  readonly description: string
  readonly options: Readonly<Record<string, OptionSpec>>
  readonly examples: readonly Example[]
  /** What each exit code means here. */
  readonly exits: readonly (readonly [code: number, meaning: string])[]
  run(args: Arguments, io: Io): Promise<number>
}
