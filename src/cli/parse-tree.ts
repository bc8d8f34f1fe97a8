import { createAst } from '../ast/node.ts'
import { printAst } from '../ast/print.ts'
import { diagnose } from '../diagnostics/diagnostic.ts'
import { formatDiagnostic } from '../diagnostics/format.ts'
import { openMachine } from '../machine/parse.ts'
import type { ParseFailure } from '../machine/result.ts'
import type { Arena } from '../peg/arena.ts'
import type { Arguments } from './arguments.ts'
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
  io.warn(describeFailure(result, text))
  return Exit.failed
}

/** A failure with its place in the text, and what was expected there. */
export function describeFailure(failure: ParseFailure, text: string): string {
  const { code, offset, expected, found, hint } = failure
  const what = expected.map((each) => {
    if (each.kind === 'literal') return JSON.stringify(each.text)
    if (each.kind === 'end') return 'the end of the text'
    return each.kind === 'rule' ? each.name : each.label
  })
  const list = what.length > 1 ? `${what.slice(0, -1).join(', ')} or ${what.at(-1)}` : what[0]
  const at = found === '' ? 'the end of the text' : JSON.stringify([...found][0])
  const message = list === undefined ? `the text stops at ${at}` : `expected ${list}, found ${at}`
  return formatDiagnostic(
    diagnose(code, message, { offset, ...(hint === undefined ? {} : { hint }) }),
    text,
  )
}
