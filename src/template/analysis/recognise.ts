import type { FormatOptions } from '../../chat/chat-types.ts'
import type { Message } from '../../chat/message.ts'
import { GrammarError } from '../../diagnostics/errors.ts'
import { formatList, type FormatEntry } from '../../formats/registry.ts'
import type { PromptMessage } from '../prompt-message.ts'
import { answers, probeTools, type Answer, type Turns } from './probes.ts'

/** How well a format reads what a template prints. */
export interface Recognition {
  readonly format: FormatEntry
  /** The share of the template's answers that it reads back, from 0 to 1. */
  readonly confidence: number
  /** The answers that it does not read back. */
  readonly failed: readonly Answer[]
}

/**
 * The formats that read back what a template prints, the best first. One that reads no call is none:
 * any format reads plain text.
 */
export function recogniseFormats(
  turns: Turns,
  candidates: readonly FormatEntry[] = formatList,
): readonly Recognition[] {
  const printed = Object.entries(turns.texts).flatMap(([answer, text]) =>
    text !== null && isAnswer(answer) ? [{ answer, text }] : [],
  )
  const withCalls = printed.some(({ answer }) => hasCalls(answers[answer]))
  return candidates
    .map((format) => {
      const failed = printed
        .filter(({ answer, text }) => !readsBack(format, turns, answer, text))
        .map(({ answer }) => answer)
      const readsCalls = printed.some(
        ({ answer }) => hasCalls(answers[answer]) && !failed.includes(answer),
      )
      const isFit = withCalls ? readsCalls : format.name === 'plain' || candidates !== formatList
      const confidence = isFit ? 1 - failed.length / Math.max(1, printed.length) : 0
      return { format, confidence, failed }
    })
    .filter(({ confidence }) => confidence > 0)
    .toSorted(
      (a, b) =>
        b.confidence - a.confidence ||
        Number(marksTurns(b.format, turns)) - Number(marksTurns(a.format, turns)) ||
        // Of families that write alike, the one that most models are known by.
        b.format.aliases.length - a.format.aliases.length,
    )
}

/** Whether a family's turns begin and end as the template's do. */
function marksTurns({ make: { family } }: FormatEntry, { generationPrompt, end }: Turns): boolean {
  return (
    family.header !== '' &&
    generationPrompt.startsWith(family.header.trim()) &&
    family.ends.includes(end.trim())
  )
}

function isAnswer(name: string): name is Answer {
  return Object.hasOwn(answers, name)
}

function hasCalls(message: PromptMessage): boolean {
  return message.tool_calls !== undefined
}

function readsBack(format: FormatEntry, turns: Turns, answer: Answer, text: string): boolean {
  const expected: PromptMessage = answers[answer]
  if (hasCalls(expected) && format.name === 'plain') return false
  // The text may begin inside of the reasoning that the prompt has opened.
  const modes = opensReasoning(turns) ? (['on', 'open'] as const) : (['on'] as const)
  return modes.some((reasoning) => {
    const options = hasCalls(expected) ? { tools: probeTools, reasoning } : { reasoning }
    return isSame(expected, messageOf(format, options, text))
  })
}

/** Some formats cannot do what is asked; they do not read it back. */
function messageOf(format: FormatEntry, options: FormatOptions, text: string): Message | undefined {
  try {
    return format.make(options).parse(text).message
  } catch (error) {
    if (error instanceof TypeError || error instanceof GrammarError) return undefined
    throw error
  }
}

function opensReasoning({ generationPrompt }: Turns): boolean {
  return /think\w*[>\]|]+\s*$/i.test(generationPrompt)
}

function isSame(expected: PromptMessage, message: Message | undefined): boolean {
  if (message === undefined || message.diagnostics.length > 0) return false
  const calls = expected.tool_calls ?? []
  return (
    message.content.trim() === expected.content &&
    message.reasoning.trim() === (expected.reasoning_content ?? '') &&
    message.toolCalls.length === calls.length &&
    calls.every(({ function: call }, i) => {
      const read = message.toolCalls[i]
      return (
        read?.state === 'complete' &&
        read.name === call.name &&
        sameJson(read.arguments, call.arguments)
      )
    })
  )
}

function sameJson(text: string, other: unknown): boolean {
  return (
    typeof other === 'string' &&
    JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(other))
  )
}
