import { buildGrammar } from '../grammar.ts'
import { openMachine } from '../machine/parse.ts'
import type { ParseFailure } from '../machine/result.ts'
import type { Arena } from '../peg/arena.ts'
import { describeNoMatch } from './describe-no-match.ts'

/**
 * Where a text stops being JSON, with the line and what was expected there. Runtimes word this each in
 * their own way, some without the place, so the text is read once more by our own grammar.
 *
 * @returns the message of the runtime where our grammar finds no fault, or gives up at a limit
 */
export function describeJsonFault(text: string, message: string): string {
  if (text.trim() === '') return ': it is empty'
  // Bytes of UTF-16 that were read as UTF-8: what PowerShell's > writes.
  if (text.startsWith('\ufffd')) return ': it is not UTF-8; save it as UTF-8'
  const machine = openMachine(jsonText())
  machine.feed(text)
  machine.finish()
  const result = machine.result()
  if (result.kind !== 'failure' || result.code !== 'no-match') return `: ${message}`
  const hint = hintFor(text, result)
  return `\n${describeNoMatch({ ...result, ...(hint === undefined ? {} : { hint }) }, text)}`
}

function jsonText(): Arena {
  return buildGrammar((p) => p.sequence(p.space(), p.json(), p.space(), p.end()))
}

/** What people write who are used to JavaScript or Python. */
function hintFor(text: string, { offset }: ParseFailure): string | undefined {
  const rest = text.slice(offset, offset + 16)
  if (/^[\]}]/.test(rest) && text.slice(0, offset).trimEnd().endsWith(',')) {
    return 'take away the comma: JSON has none behind the last item'
  }
  if (rest.startsWith('//') || rest.startsWith('/*')) return 'take away the comment: JSON has none'
  if (rest.startsWith("'")) return 'write strings and names in double quotes'
  if (/^[A-Za-z_$][\w$]*\s*:(?!:)/.test(rest)) return 'write names in double quotes'
  return undefined
}
