import type { Chat, FormatOptions } from '../chat/chat-types.ts'
import { defineFormat, type Format } from '../formats/format.ts'
import { taggedCalls } from '../formats/tagged-calls.ts'
import { closersOf, openersOf, type TaggedSyntax } from '../formats/tagged-syntax.ts'
import { writeTaggedCalls } from '../formats/tagged-write.ts'
import {
  describeTurns,
  type CallsDescription,
  type TemplateDescription,
} from './analysis/describe.ts'
import { printTurns } from './analysis/probes.ts'
import { recogniseFormats } from './analysis/recognise.ts'
import type { ChatTemplate } from './chat-template.ts'
import { createChatTemplate } from './chat-template.ts'
import { TemplateError } from './template-error.ts'

/** What a template's model is found to write, and the format that reads it. */
export interface TemplateAnalysis {
  readonly description: TemplateDescription
  /** The format's name; `template` for one that was made of the description. */
  readonly format: string
  /** The share of the template's own answers that the format reads back, from 0 to 1. */
  readonly confidence: number
  /** The answers that it does not read back. */
  readonly failed: readonly string[]
  /** Makes the chat for a request. */
  readonly make: Format
}

/**
 * Analyses a template: the known family that reads back what it prints, or a format made of what was
 * found.
 *
 * @throws {TemplateError} when it prints no answer, or calls in a way that nothing here reads
 * @example
 * ```ts
 * const template = createChatTemplate(
 *   '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}' +
 *     '{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}',
 * )
 * analyseTemplate(template).confidence // 1
 * ```
 */
export function analyseTemplate(template: ChatTemplate): TemplateAnalysis {
  const turns = printTurns(template)
  if (turns === null) {
    throw new TemplateError('template-unknown', 'the template prints no plain answer')
  }
  const description = describeTurns(template, turns)
  const [known] = recogniseFormats(turns)
  if (known !== undefined && known.confidence >= 0.6) {
    const { format, confidence, failed } = known
    return { description, format: format.name, confidence, failed, make: format.make }
  }
  const make = formatOf(description)
  const [checked] = recogniseFormats(turns, [{ name: 'template', summary: '', aliases: [], make }])
  if (checked === undefined) {
    throw new TemplateError(
      'template-unknown',
      'no format reads the calls that the template prints',
      {
        hint: 'name a format yourself, or write one with defineFormat',
      },
    )
  }
  return {
    description,
    format: 'template',
    confidence: checked.confidence,
    failed: checked.failed,
    make,
  }
}

/**
 * A chat for a request from a chat template, with no code for its model.
 *
 * @throws {TemplateError} when the template is broken, or writes in a way that nothing here reads
 * @example
 * ```ts
 * const tools = [{ type: 'function' as const, function: { name: 'now' } }]
 * const chat = fromTemplate(
 *   "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}" +
 *     "{% for c in m.tool_calls or [] %}\n<tool_call>\n" +
 *     '{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}' +
 *     "\n</tool_call>{% endfor %}<|im_end|>\n{% endfor %}" +
 *     "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}",
 *   { tools },
 * )
 * const { message } = chat.parse('<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>')
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export function fromTemplate(template: string | ChatTemplate, options: FormatOptions = {}): Chat {
  const chatTemplate = typeof template === 'string' ? createChatTemplate(template) : template
  const { make, description } = analyseTemplate(chatTemplate)
  const opened = description.reasoning?.openedByPrompt === true
  return make(
    opened && options.reasoning === undefined ? { ...options, reasoning: 'open' } : options,
  )
}

/** A format of a description: tagged calls, or text alone. */
function formatOf({ generationPrompt, end, reasoning, calls }: TemplateDescription): Format {
  const marker = end.trim()
  const turn = {
    name: 'template',
    header: generationPrompt,
    ends: marker === '' ? [] : [marker],
    ...(reasoning === null
      ? {}
      : { reasoning: { open: reasoning.open.trim(), close: reasoning.close.trim() } }),
  }
  if (calls?.style !== 'tagged') return defineFormat(turn)
  const syntax = taggedSyntax(calls)
  return defineFormat({
    ...turn,
    markers: { openers: openersOf(syntax), closers: closersOf(syntax) },
    calls: (p, request, policies) => taggedCalls(p, syntax, request.tools, policies, request),
    writeCalls: (whole) => writeTaggedCalls(syntax, whole),
  })
}

function taggedSyntax(calls: CallsDescription): TaggedSyntax {
  const { sectionOpen, sectionClose, open, close, argumentOpen, afterName } = calls
  const hasSection = sectionOpen.trim() !== '' && sectionClose.trim() !== ''
  return {
    ...(hasSection
      ? { outer: { open: sectionOpen.trimStart(), close: sectionClose, around: 'all' as const } }
      : {}),
    nameOpen: open.trimStart(),
    nameClose: afterName.slice(0, afterName.length - argumentOpen.length),
    end: close,
    argumentOpen,
    argumentNameClose: calls.argumentNameClose,
    argumentClose: calls.argumentClose,
  }
}
