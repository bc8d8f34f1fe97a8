import { describe, expect, it } from 'vitest'
import type { Delta } from '../src/index.ts'
import {
  createWireEncoder,
  lintStream,
  wireProtocols,
  type WireProtocol,
} from '../src/protocol/index.ts'

/**
 * Good streams with one event left out, sent twice, or sent before the one in front of it. The checker must
 * find each, but those that a protocol allows: what is left is a good stream of another text.
 */
const deltas: readonly Delta[] = [
  { kind: 'reasoning', text: 'Hm' },
  { kind: 'reasoning', text: ', so' },
  { kind: 'content', text: 'I ' },
  { kind: 'content', text: 'look' },
  { kind: 'call', index: 0, id: 'c0', type: 'function', name: 'f', arguments: '' },
  { kind: 'call', index: 0, arguments: '{"a":' },
  { kind: 'call', index: 0, arguments: '1}' },
  { kind: 'call-end', index: 0, state: 'complete' },
  { kind: 'call', index: 1, id: 'c1', type: 'function', name: 'g', arguments: '' },
  { kind: 'call', index: 1, arguments: '{}' },
  { kind: 'call-end', index: 1, state: 'complete' },
  { kind: 'finish', reason: 'tool_calls' },
]

interface Mutant {
  readonly name: string
  readonly log: string
}

function eventsOf(protocol: WireProtocol): string[] {
  const wire = createWireEncoder(protocol, {
    id: 'id-1',
    usage: { inputTokens: 1, outputTokens: 2 },
    includeUsage: true,
  })
  const log = [wire.start(), ...deltas.map(wire.push), wire.end()].join('')
  const end = protocol.startsWith('ollama') ? '\n' : '\n\n'
  return log
    .split(end)
    .filter((event) => event !== '')
    .map((event) => event + end)
}

function mutantsOf(protocol: WireProtocol): Mutant[] {
  const events = eventsOf(protocol)
  return events.flatMap((event, at): Mutant[] => {
    const before = events[at - 1]
    const make = (what: string, list: readonly string[]): Mutant => ({
      name: `${what} ${wordOf(event)}`,
      log: renumbered(list).join(''),
    })
    return [
      make('without', events.toSpliced(at, 1)),
      make('twice', events.toSpliced(at, 0, event)),
      ...(before === undefined || before === event
        ? []
        : [make(`${wordOf(before)} behind`, events.toSpliced(at - 1, 2, event, before))]),
    ]
  })
}

/** With numbers that count on, so that not they alone tell that an event is missing. */
function renumbered(events: readonly string[]): string[] {
  return events.map((event, at) => event.replace(/("sequence_number":)\d+/, `$1${at}`))
}

/** What an event is, in few words. */
function wordOf(event: string): string {
  const text = event.slice(event.indexOf('{'))
  if (!text.startsWith('{')) return '[DONE]'
  const { type, delta, choices, done, message, ...frame } = JSON.parse(text)
  if (type !== undefined) return delta?.type === undefined ? type : delta.type
  if (choices !== undefined) {
    const [choice] = choices
    if (choice === undefined) return 'usage'
    if (choice.finish_reason !== null) return 'finish'
    const { tool_calls: calls, role, ...texts } = choice.delta
    if (role !== undefined) return 'role'
    if (calls === undefined) return Object.keys(texts).join()
    return calls[0].id === undefined ? 'arguments' : 'call'
  }
  if (done === true) return 'done'
  const body = message ?? frame
  return body.tool_calls === undefined
    ? body.thinking === undefined
      ? 'text'
      : 'thinking'
    : 'call'
}

/** Mutants that are good streams, and why. */
const good: Readonly<Record<WireProtocol, readonly RegExp[]>> = {
  'openai-chat': [
    // Text is any text, in any order; the channels may take turns.
    /^(without|twice) (content|reasoning_content)$/,
    /^(content|reasoning_content) behind (content|reasoning_content|call)$/,
    // Pieces of several calls may come in turn, as each has its index.
    /^arguments behind call$/,
    // A digit twice is another number.
    /^twice arguments$/,
  ],
  'openai-responses': [
    // Nothing asks for it. Texts and arguments are told again as a whole, so that none of them can be lost.
    /^without response\.in_progress$/,
  ],
  anthropic: [
    /^(without|twice) (text|thinking)_delta$/,
    /^(text|thinking)_delta behind (text|thinking)_delta$/,
    // A digit twice is another number.
    /^twice input_json_delta$/,
    // There may be more than one; counts must not fall.
    /^twice message_delta$/,
  ],
  'ollama-chat': [
    /^(without|twice) (text|thinking)$/,
    /^(text|thinking) behind (text|thinking|call)$/,
    // The last of the calls: nothing says how many there are.
    /^without call$/,
  ],
  'ollama-generate': [
    /^(without|twice) (text|thinking)$/,
    /^(text|thinking) behind (text|thinking|call)$/,
    /^without call$/,
  ],
  'ai-sdk-ui': [
    /^(without|twice) (text|reasoning|tool-input)-delta$/,
    // Repaired and transformed input differs from what the model wrote, so it is not compared.
    /^(text|reasoning|tool-input)-delta behind (text|reasoning|tool-input)-delta$/,
    // Parts have ids, and may overlap.
    /^(reasoning-end|text-end|tool-input-available) behind (text|tool-input)-start$/,
  ],
}

describe.each(wireProtocols)('of a stream of %s, the checker', (protocol) => {
  const mutants = mutantsOf(protocol)
  const isGood = ({ name }: Mutant): boolean => good[protocol].some((one) => one.test(name))

  it('finds nothing as it is', () => {
    expect(lintStream(protocol, eventsOf(protocol).join(''))).toEqual([])
  })

  it('finds each event that is missing, comes twice or too early', () => {
    const missed = mutants.filter((mutant) => lintStream(protocol, mutant.log).length === 0)
    expect(missed.filter((mutant) => !isGood(mutant)).map(({ name }) => name)).toEqual([])
  })

  it('has no exception that is none', () => {
    const passed = mutants.filter(({ log }) => lintStream(protocol, log).length === 0)
    const unused = good[protocol].filter((one) => !passed.some(({ name }) => one.test(name)))
    expect(unused).toEqual([])
  })
})
