import { makeJson, seeded } from '../json/data.ts'
import { hermes } from '../../src/formats/index.ts'
import type { Chat } from '../../src/chat/index.ts'

/** The format that every text here is written in. */
export const chat: Chat = hermes({
  tools: [
    {
      type: 'function',
      function: {
        name: 'save',
        parameters: {
          type: 'object',
          properties: { text: { type: 'string' }, records: { type: 'array' } },
        },
      },
    },
  ],
})

/** Prose of a length, the same at every run. */
export function prose(size: number): string {
  const random = seeded(3)
  const words = [
    'the',
    'model',
    'writes',
    'a < b',
    '"quoted"',
    'café',
    'and',
    'so',
    'on',
    'list:\n-',
  ]
  let text = ''
  while (text.length < size) text += `${words[Math.floor(random() * words.length)] ?? ''} `
  return text
}

/** A call whose arguments are one long string, or an object as APIs answer. */
export function argumentsText(kind: 'string' | 'object', size: number): string {
  return kind === 'string'
    ? JSON.stringify({ text: prose(size) })
    : JSON.stringify({ records: JSON.parse(makeJson(size)) as unknown })
}

/** The call that has these arguments. */
export function callText(args: string): string {
  return `<tool_call>\n{"name": "save", "arguments": ${args}}\n</tool_call>`
}

/** A text in chunks of a size. */
export function chunksOf(text: string, size: number): string[] {
  const chunks: string[] = []
  for (let at = 0; at < text.length; at += size) chunks.push(text.slice(at, at + size))
  return chunks
}
