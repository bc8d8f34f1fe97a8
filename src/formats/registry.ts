import type { Chat, FormatOptions } from '../chat/chat-types.ts'
import type { Format } from './format.ts'
import { hermes } from './hermes.ts'
import { plain } from './plain.ts'
import { qwen3Coder } from './qwen3-coder.ts'

/** A family's format, ready to be made for a request. */
export interface FormatEntry {
  readonly name: string
  /** What it is, in one line. */
  readonly summary: string
  /** Other names that templates, servers and users give it. */
  readonly aliases: readonly string[]
  readonly make: (options?: FormatOptions) => Chat
}

/** What a format says of itself. */
function entryOf(make: Format): FormatEntry {
  const { name, summary = '', aliases = [] } = make.family
  return { name, summary, aliases, make }
}

/** Every format, by name. */
export const formatList: readonly FormatEntry[] = [
  {
    name: 'hermes',
    summary: 'JSON in <tool_call>, <think> for reasoning: Hermes 2 and 3, Qwen2.5, Qwen3, QwQ',
    aliases: [
      'hermes-json',
      'hermes-2-pro',
      'hermes-3',
      'qwen',
      'qwen25',
      'qwen2.5',
      'qwen2.5-json',
      'qwen2d5',
      'qwen3',
      'qwen3-json',
      'qwen3-reasoning',
      'qwq',
      'qwq-32b',
    ],
    make: hermes,
  },
  {
    name: 'qwen3-coder',
    summary:
      'tagged arguments in <tool_call><function=…>: Qwen3-Coder, Qwen3.5, Nemotron 3 Nano, Step 3.5',
    aliases: [
      'qwen3coder',
      'qwen3_coder',
      'qwen3_xml',
      'qwen3-coder-xml',
      'qwen3.5',
      'qwen3.5-xml',
      'nemotron-3-nano',
      'nemotron_v3',
      'step3p5',
      'stepfun-3.5',
    ],
    make: qwen3Coder,
  },
  entryOf(plain),
]

const byName: ReadonlyMap<string, FormatEntry> = new Map(
  formatList.flatMap((entry) => [entry.name, ...entry.aliases].map((name) => [name, entry])),
)

/**
 * The maker of a format by its name or one of its aliases, whatever their case.
 *
 * @example
 * ```ts
 * formatByName('Qwen2.5')?.().parse('Ahoy').message.content // 'Ahoy'
 * formatByName('no such family') // undefined
 * ```
 */
export function formatByName(name: string): FormatEntry['make'] | undefined {
  return byName.get(name.toLowerCase())?.make
}

/**
 * The names of all formats, without aliases.
 *
 * @example
 * ```ts
 * formatNames().includes('hermes') // true
 * ```
 */
export function formatNames(): string[] {
  return formatList.map(({ name }) => name)
}
