import { defineFormat, type Family, type Format } from '../../formats/format.ts'
import { jsonTools, type JsonToolsSyntax } from '../../formats/json-tools.ts'
import { namedTools } from '../../formats/named-tools.ts'
import { pythonCalls } from '../../formats/python-calls.ts'
import { taggedFormat } from '../../formats/tagged-family.ts'
import type { TemplateDescription } from './description.ts'

/** The name of formats that are made of a description. */
export const derivedName = 'template'

/**
 * Makes a format of a description: data alone, composed as the shipped families are.
 *
 * @example
 * ```ts
 * const description = describeTemplate(createChatTemplate(
 *   '{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>{% endfor %}' +
 *     '{% if add_generation_prompt %}<|assistant|>{% endif %}',
 * ))
 * formatFromDescription(description)().parse('Ahoy<|end|>').message.content // 'Ahoy'
 * ```
 */
export function formatFromDescription(description: TemplateDescription): Format {
  const { header, ends, reasoning, content, calls } = description
  const turn: Pick<Family, 'name' | 'summary' | 'header' | 'ends' | 'reasoning' | 'content'> = {
    name: derivedName,
    summary: 'found out from a chat template',
    header,
    ends,
    ...(reasoning === null ? {} : { reasoning }),
    ...(content === null ? {} : { content }),
  }
  switch (calls?.style) {
    case undefined:
      return defineFormat(turn)
    case 'json':
      return defineFormat({
        ...turn,
        writesIds: calls.syntax.id !== undefined,
        ...jsonTools(calls.syntax),
        ...bareTrigger(calls.syntax),
      })
    case 'named':
      return defineFormat({
        ...turn,
        // Ids that are not of Kimi's making are written, and made up anew when they are read.
        writesIds: calls.syntax.id !== undefined,
        ...(calls.syntax.nameOpen === 'functions.'
          ? { writesIds: true, idStyle: 'kimi' as const }
          : {}),
        ...namedTools(calls.syntax),
      })
    case 'tagged':
      return taggedFormat({ ...turn, syntax: calls.syntax })
    case 'python':
      return defineFormat({ ...turn, ...pythonCalls(calls.syntax) })
  }
}

/** Where nothing but a brace begins a call, the grammar waits for more than that: text has braces. */
function bareTrigger({
  open,
  list,
  name = 'name',
  id,
  separators,
}: JsonToolsSyntax): Pick<Family, 'triggers'> {
  const begins = open ?? list?.open ?? list?.before
  if (begins !== undefined || id?.place === 'first') return {}
  return { triggers: [{ type: 'word', value: `{"${name}"${separators?.[1] ?? ': '}"` }] }
}
