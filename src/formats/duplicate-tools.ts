import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Tool } from '../chat/chat-types.ts'

/** Warns of tools of one name: a call cannot tell which of them is meant, and fits any of them. */
export function findDuplicateTools(tools: readonly Tool[]): readonly Diagnostic[] {
  const first = new Map<string, number>()
  const found: Diagnostic[] = []
  tools.forEach(({ function: { name } }, index) => {
    const before = first.get(name)
    if (before === undefined) return void first.set(name, index)
    const message = `tools ${before} and ${index} have the same name, ${JSON.stringify(name)}`
    found.push(diagnose('duplicate-tool', message, { hint: 'rename one, or leave it out' }))
  })
  return found
}
