import type { Tool } from '../../../src/chat/index.ts'
import type { MessageToWrite } from '../../../src/chat/write.ts'
import type { Random } from '../random-texts.ts'

/** The tools of the messages below: values of each type, and a name that begins like another. */
export const diffTools: readonly Tool[] = [
  {
    type: 'function',
    function: {
      name: 'read_file',
      description: 'Reads.',
      parameters: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'Where.' },
          count: { type: 'integer' },
          ratio: { type: 'number' },
          deep: { type: 'boolean' },
          mode: { type: 'string', enum: ['text', 'bytes'] },
          tags: { type: 'array', items: { type: 'string' } },
          more: { type: 'object', properties: { a: { type: 'string' } } },
        },
        required: ['path'],
      },
    },
  },
  {
    type: 'function',
    function: {
      name: 'ping',
      description: 'Pings.',
      parameters: { type: 'object', properties: {} },
    },
  },
  {
    type: 'function',
    function: {
      name: 'ping_all',
      description: 'Pings all.',
      parameters: {
        type: 'object',
        properties: { from: { type: 'string' }, to: { type: 'string' } },
        required: ['from', 'to'],
      },
    },
  },
]

/** A message as a model might write one. */
export function randomMessage(random: Random, thinks: boolean): MessageToWrite {
  const calls = random(4)
  return {
    reasoning: thinks && random(4) > 0 ? prose(random) : '',
    content: calls === 0 || random(2) === 0 ? prose(random) : '',
    toolCalls: Array.from({ length: calls }, () => randomCall(random)),
  }
}

function randomCall(random: Random): { readonly name: string; readonly arguments: string } {
  switch (random(4)) {
    case 0:
      return { name: 'ping', arguments: '{}' }
    case 1:
      return {
        name: 'ping_all',
        arguments: JSON.stringify({ from: value(random), to: value(random) }),
      }
    default:
      return { name: 'read_file', arguments: readArguments(random) }
  }
}

function readArguments(random: Random): string {
  const optional: Readonly<Record<string, () => unknown>> = {
    count: () => random(2000) - 1000,
    ratio: () => (random(2000) - 1000) / 8,
    deep: () => random(2) === 0,
    mode: () => pick(random, ['text', 'bytes']),
    tags: () => Array.from({ length: random(3) }, () => value(random)),
    more: () => (random(2) === 0 ? {} : { a: value(random) }),
  }
  const all = Object.entries(optional)
    .filter(() => random(3) === 0)
    .map(([name, make]) => [name, make()] as const)
  return JSON.stringify(Object.fromEntries([['path', value(random)], ...all]))
}

const words = ['I', 'will', 'look', 'up', 'the', 'file', 'né', '😀', '3 < 4', '"so"', 'a_b', 'Ok.']

function prose(random: Random): string {
  const length = 1 + random(6)
  const gap = (): string => pick(random, [' ', ' ', ' ', '\n', '\n\n'])
  let out = pick(random, words)
  for (let i = 1; i < length; i++) out += gap() + pick(random, words)
  return out + (random(5) === 0 ? '\n' : '')
}

const odd = [
  '',
  'a',
  'x y',
  '/tmp/"a"',
  'C:\\new',
  'né 😀',
  'one\ntwo',
  ' lead',
  'tail ',
  '{"k": 1}',
]

function value(random: Random): string {
  return pick(random, odd)
}

function pick<T>(random: Random, values: readonly [T, ...T[]] | readonly T[]): T {
  const found = values[random(values.length)]
  if (found === undefined) throw new RangeError('nothing to pick from')
  return found
}
