import type { Turns } from './turns.ts'

/**
 * What no rendering of an answer can tell: templates that declare tools and print no call of them. Each
 * such family is known by how its template declares tools.
 */
export interface Quirk {
  /** The format of the family. */
  readonly format: string
  readonly why: string
  applies(turns: Pick<Turns, 'declaration' | 'generationPrompt'>): boolean
}

/** All quirks. Each has a test, by the name of its format. */
export const quirks: readonly Quirk[] = [
  {
    format: 'lfm2',
    why: 'LFM2 prints the content of answers alone, and lists tools between markers of its own',
    applies: ({ declaration }) => declaration.includes('<|tool_list_start|>'),
  },
  {
    format: 'lfm2',
    why: 'LFM2.5 prints the content of answers alone, and lists tools in a sentence',
    applies: ({ declaration }) => declaration.includes('List of tools: ['),
  },
  {
    format: 'granite-3.3',
    why: 'Granite 3.0 to 3.3 print no calls; they list tools in a turn of their own, or name the marker of calls',
    applies: ({ declaration, generationPrompt }) =>
      declaration.includes('available_tools<|end_of_role|>') ||
      (generationPrompt.startsWith('<|start_of_role|>assistant') &&
        declaration.includes('<|tool_call|>')),
  },
]

/** The quirk of a template that declares tools and prints no calls, if it is known. */
export function quirkOf(
  turns: Pick<Turns, 'declaration' | 'generationPrompt' | 'texts'>,
): Quirk | null {
  const printsCalls = turns.texts.call !== null || turns.texts.reasoningAndCall !== null
  if (printsCalls || turns.declaration.trim() === '') return null
  return quirks.find((quirk) => quirk.applies(turns)) ?? null
}
