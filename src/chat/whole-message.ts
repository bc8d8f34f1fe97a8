import type { Message, Segment } from './message.ts'
import type { Policies } from './policy.ts'

/**
 * What the policies that need a whole text make of its message. `rest` is the text from the first
 * call on.
 */
export function settleWhole(message: Message, policies: Policies, rest: () => string): Message {
  let settled = message
  const { invalidArguments, contentAroundCalls, blankContent, brokenCall } = policies
  const broken = message.toolCalls.some(({ state }) => state !== 'complete')
  if (invalidArguments === 'rejectAll' && broken) settled = withoutCalls(settled, rest())
  if (brokenCall === 'salvage' && broken) settled = salvaged(settled, rest)
  if (contentAroundCalls === 'trim' && settled.toolCalls.length > 0) settled = trimmed(settled)
  if (blankContent === 'swap' && isBlankAnswer(settled)) settled = swapped(settled)
  return settled
}

/** Whether a message says nothing but its reasoning. */
export function isBlankAnswer({ content, reasoning, toolCalls }: Message): boolean {
  return content.trim() === '' && reasoning !== '' && toolCalls.length === 0
}

/** Only the calls that are whole, counted anew; where there is none, all is text. */
function salvaged(message: Message, rest: () => string): Message {
  const whole = message.toolCalls.filter(({ state }) => state === 'complete')
  if (whole.length === 0) return withoutCalls(message, rest())
  const places = new Map(whole.map(({ index }, place) => [index, place]))
  const segments = message.segments.flatMap((segment): Segment[] => {
    if (segment.kind !== 'call') return [segment]
    const index = places.get(segment.index)
    return index === undefined ? [] : [{ kind: 'call', index }]
  })
  return { ...message, toolCalls: whole.map((call, index) => ({ ...call, index })), segments }
}

/** The text from the first call on is content. */
function withoutCalls(message: Message, rest: string): Message {
  const first = message.segments.findIndex(({ kind }) => kind === 'call')
  const before = message.segments.slice(0, first)
  const last = before.at(-1)
  const segments: Segment[] =
    last?.kind === 'content'
      ? [...before.slice(0, -1), { kind: 'content', text: last.text + rest }]
      : [...before, { kind: 'content', text: rest }]
  return ofSegments({ ...message, toolCalls: [] }, segments)
}

function trimmed(message: Message): Message {
  const isContent = ({ kind }: Segment): boolean => kind === 'content'
  const [first, last] = [
    message.segments.findIndex(isContent),
    message.segments.findLastIndex(isContent),
  ]
  const segments = message.segments.flatMap((segment, i): Segment[] => {
    if (segment.kind !== 'content') return [segment]
    let { text } = segment
    if (i === first) text = text.trimStart()
    if (i === last) text = text.trimEnd()
    return text === '' ? [] : [{ kind: 'content', text }]
  })
  return ofSegments(message, segments)
}

/** The reasoning is the answer. */
function swapped(message: Message): Message {
  const segments = message.segments.flatMap((segment): Segment[] =>
    segment.kind === 'reasoning' ? [{ kind: 'content', text: segment.text }] : [],
  )
  return ofSegments(message, segments)
}

function ofSegments(message: Message, segments: readonly Segment[]): Message {
  const textOf = (kind: 'content' | 'reasoning'): string =>
    segments.map((segment) => (segment.kind === kind ? segment.text : '')).join('')
  return { ...message, segments, content: textOf('content'), reasoning: textOf('reasoning') }
}
