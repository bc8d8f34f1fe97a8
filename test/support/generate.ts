import type { Chat, FormatOptions, Tool } from '../../src/chat/index.ts'
import type { SessionOptions } from '../../src/chat/chat-types.ts'
import { formatList, type FormatEntry } from '../../src/formats/index.ts'
import { sampleMany } from '../../src/gbnf/sample.ts'
import { createRandom, type Random } from './random-texts.ts'

/**
 * Texts that went wrong on their way: cut off, with parts missing, doubled, swapped, replaced, with
 * markers where they do not belong, and with halves of surrogate pairs.
 */
export function damagedTexts(
  text: string,
  markers: readonly string[],
  count: number,
  seed: number,
): string[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    let out = text
    for (let left = 1 + random(2); left > 0; left--) out = damage(out, markers, random)
    return out
  })
}

/** The markers of a text: what stands in angle brackets or square ones. */
export function markersOf(text: string): string[] {
  return [...new Set(text.match(/<[^<>\s]{1,40}>|\[[A-Z_/]+\]/g) ?? ['<tool_call>'])]
}

function damage(text: string, markers: readonly string[], random: Random): string {
  const at = random(text.length + 1)
  const to = Math.min(text.length, at + 1 + random(12))
  const insert = (what: string): string => text.slice(0, at) + what + text.slice(at)
  const marker = markers[random(Math.max(1, markers.length))] ?? '<x>'
  const kinds: (() => string)[] = [
    () => text.slice(0, at),
    () => text.slice(0, at) + text.slice(to),
    () => insert(text.slice(at, to)),
    () => text.slice(0, at) + text.slice(to, to + 6) + text.slice(at, to) + text.slice(to + 6),
    () => insert(marker),
    () => insert(marker.slice(0, 1 + random(marker.length))),
    () => insert(text.slice(random(text.length + 1), to)),
    () => insert(randomText(random)),
    () => insert(random(2) === 0 ? '\ud83d' : '\ude00'),
    () => text.slice(0, at) + randomText(random) + text.slice(to),
    () => text + marker + randomText(random),
  ]
  return (kinds[random(kinds.length)] ?? kinds[0])?.() ?? text
}

function randomText(random: Random): string {
  const pieces = [
    '{',
    '}',
    '"',
    '\\',
    '\n',
    ' ',
    '<',
    '>',
    'é',
    '😀',
    '\u0000',
    '\ufeff',
    '[',
    ',',
    ':',
    '7',
    'null',
    '</',
  ]
  return Array.from({ length: 1 + random(4) }, () => pieces[random(pieces.length)] ?? '').join('')
}

const parameters = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    count: { type: 'integer' },
    deep: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['path'],
}

/** The tools that the texts below call. */
export const sampleTools: readonly Tool[] = [
  { type: 'function', function: { name: 'read_file', description: 'Reads.', parameters } },
  { type: 'function', function: { name: 'ping', parameters: { type: 'object', properties: {} } } },
]

/** A format under one request. */
export interface FormatCase {
  readonly name: string
  readonly chat: Chat
  readonly session: SessionOptions
  /** What the model writes when all goes well. */
  readonly texts: readonly string[]
}

const requests: readonly (readonly [string, FormatOptions])[] = [
  ['tools', { tools: sampleTools }],
  [
    'a required call, reasoning opened by the prompt',
    { tools: sampleTools, toolChoice: 'required', reasoning: 'open' },
  ],
  [
    'no parallel calls, no reasoning',
    { tools: sampleTools, parallelToolCalls: false, reasoning: 'off' },
  ],
  ['no tools', {}],
]

/** Every shipped format under several requests, with sentences of its own grammar. */
export function formatCases(sentences: number, seed: number): FormatCase[] {
  return formatList.flatMap(({ name, make }) =>
    requests.flatMap(([request, options]): FormatCase[] => {
      const chat = madeFor(make, options)
      if (chat === null) return []
      const { gbnf } = chat.grammar({ lazy: false })
      const sampled = sampleMany(gbnf, sentences, { seed, maxLength: 300 })
      const texts = options.tools === undefined ? sampled : [...(written[name] ?? []), ...sampled]
      return [{ name: `${name} with ${request}`, chat, session: {}, texts }]
    }),
  )
}

/** A format that takes no tools says so. */
function madeFor(make: FormatEntry['make'], options: FormatOptions): Chat | null {
  try {
    return make(options)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

const written: Readonly<Record<string, readonly string[]>> = {
  hermes: [
    '<think>\nThe user wants a < b.\n</think>\n\nI will look.\n<tool_call>\n{"name": "read_file", "arguments": {"path": "/tmp/\\"a\\"", "tags": ["x", "é😀"], "deep": true}}\n</tool_call>\n<tool_call>\n{"name": "ping", "arguments": {}}\n</tool_call>',
    '<tool_call>\n{"name": "read_file", "arguments": {"path": "</tool_call>", "count": -3}}\n</tool_call>',
  ],
  'qwen3-coder': [
    'Looking.\n<tool_call>\n<function=read_file>\n<parameter=path>\n/tmp/"a"\\b\n</par 😀\n</parameter>\n<parameter=count>\n12\n</parameter>\n<parameter=tags>\n["x", "y"]\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=ping>\n</function>\n</tool_call>',
  ],
}
