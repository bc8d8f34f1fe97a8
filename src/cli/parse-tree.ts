import { createAst } from '../ast/node.ts'
import { printAst } from '../ast/print.ts'
import { openMachine } from '../machine/parse.ts'
import type { Arena } from '../peg/arena.ts'
import type { Arguments } from './arguments.ts'
import { describeNoMatch } from './describe-no-match.ts'
import { Exit } from './exit.ts'
import { readInputText, type Io } from './io.ts'

/** Reads standard input by a grammar and prints the tree of what was recognised. */
export async function parseTree(
  { arena }: { readonly arena: Arena },
  args: Arguments,
  io: Io,
): Promise<number> {
  const text = await readInputText(io)
  const machine = openMachine(arena)
  machine.feed(text)
  if (!args.flag('partial')) machine.finish()
  await io.write(`${printAst(createAst(machine, arena))}\n`)
  const result = machine.result()
  if (result.kind !== 'failure') return Exit.ok
  io.warn(describeNoMatch(result, text))
  return Exit.failed
}
