import { defineFormat, type Format } from './format.ts'
import { cohereTurn } from './cohere-turn.ts'

/**
 * Cohere2 MoE: as Command R7B, with content in `<|START_TEXT|>`; the prompt opens the reasoning.
 *
 * Source: the chat template of the Cohere2 MoE models, as llama.cpp ships it.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = cohere2Moe({ tools: [{ function: { name: 'now' } }] })
 * const { message } = chat.parse('<|END_THINKING|><|START_TEXT|>Ahoy<|END_TEXT|>')
 * message.content // 'Ahoy'
 * ```
 */
export const cohere2Moe: Format = defineFormat({
  name: 'cohere2-moe',
  summary: 'numbered calls in a JSON list, content in <|START_TEXT|>: Cohere2 MoE, North',
  aliases: ['cohere2moe', 'cohere_command4', 'north'],
  ...cohereTurn,
  reasoning: {
    open: '<|START_THINKING|>',
    close: '<|END_THINKING|>',
    layout: { open: '', close: '' },
    opened: true,
  },
  content: { open: '<|START_TEXT|>', close: '<|END_TEXT|>' },
  verbatim: {
    gap: false,
    reasoningStops: ['<|START_TEXT|>', '<|START_ACTION|>'],
    exclusive: true,
  },
})
