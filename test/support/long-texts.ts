import type { Chat, SessionOptions, Tool } from '../../src/chat/index.ts'
import type { Message } from '../../src/chat/message.ts'
import { hermes, qwen3Coder } from '../../src/formats/index.ts'
import { expect } from 'vitest'

/** A response that can be made as long as one likes. */
export interface LongText {
  readonly name: string
  readonly chat: Chat
  readonly limits?: SessionOptions['limits']
  /** About `size` characters. */
  make(size: number): string
  check(message: Message, whole: string): void
}

const tools: Tool[] = [
  {
    type: 'function',
    function: {
      name: 'write_file',
      parameters: {
        type: 'object',
        properties: { path: { type: 'string' }, text: { type: 'string' } },
        required: ['path', 'text'],
      },
    },
  },
]

const json = hermes({ tools })
const tagged = qwen3Coder({ tools })
const words = 'A line of <b>text</b> with "quotes", {braces}, a < b && c.\n'
const escaped = JSON.stringify(words).slice(1, -1)

function repeat(piece: string, size: number): string {
  return piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
}

function oneCall(chat: Chat, name: string, open: string, piece: string, close: string): LongText {
  return {
    name,
    chat,
    make: (size) => open + piece.repeat(Math.ceil(size / piece.length)) + close,
    check(message, whole) {
      expect(message.toolCalls.map((call) => [call.name, call.state])).toEqual([
        ['write_file', 'complete'],
      ])
      expect(message.toolCalls[0]?.arguments.length).toBeGreaterThan(whole.length / 2)
    },
  }
}

/** The five shapes that make a reader quadratic when it is one. */
export const longTexts: readonly LongText[] = [
  {
    name: 'long content',
    chat: json,
    make: (size) => repeat(words, size),
    check: (message, whole) => expect(message.content).toBe(whole),
  },
  oneCall(
    json,
    'one long JSON string',
    '<tool_call>\n{"name": "write_file", "arguments": {"path": "a", "text": "',
    escaped,
    '"}}\n</tool_call>',
  ),
  oneCall(
    tagged,
    'one long tagged argument',
    '<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=text>\n',
    words,
    '\n</parameter>\n</function>\n</tool_call>',
  ),
  {
    name: 'deep nesting',
    chat: json,
    limits: { maxDepth: 2_000_000 },
    make(size) {
      const depth = Math.floor(size / 2)
      const open = '<tool_call>\n{"name": "write_file", "arguments": {"a": '
      return `${open}${'['.repeat(depth)}${']'.repeat(depth)}}}\n</tool_call>`
    },
    check: (message) => expect(message.toolCalls).toHaveLength(1),
  },
  {
    name: '200 calls',
    chat: json,
    make(size) {
      const text = repeat('x', Math.max(1, Math.floor(size / 200) - 90))
      const call = `<tool_call>\n{"name": "write_file", "arguments": {"path": "a", "text": "${text}"}}\n</tool_call>\n`
      return call.repeat(200)
    },
    check: (message) => {
      expect(message.toolCalls.filter((call) => call.state === 'complete')).toHaveLength(200)
    },
  },
]
