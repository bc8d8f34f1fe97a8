import { defineFormat, type Family, type Format } from '../../formats/format.ts'
import { jsonTools, type CallFamily, type JsonToolsSyntax } from '../../formats/json-tools.ts'
import { messageFormat, type CallLead } from '../../formats/message-family.ts'
import { anyText } from '../../formats/one-of.ts'
import { namedTools } from '../../formats/named-tools.ts'
import { pythonCalls } from '../../formats/python-calls.ts'
import { taggedFormat, taggedTools } from '../../formats/tagged-family.ts'
import type { CallsDescription, TemplateDescription } from './description.ts'
import type { MessagesDescription } from './find-messages.ts'

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
  const { header, ends, reasoning, content, messages, calls } = description
  const turn = {
    name: derivedName,
    summary: 'found out from a chat template',
    header,
    ends,
    ...(reasoning === null ? {} : { reasoning }),
    ...(content === null ? {} : { content }),
  }
  if (messages !== null && calls !== null) {
    return messageFormat({
      name: derivedName,
      summary: turn.summary,
      header,
      ends,
      ...messageTrigger(messages, calls),
      syntax: {
        start: messages.start,
        content: messages.content,
        end: messages.end,
        ...leadOf(messages),
        ...(messages.reasoning === null ? {} : { reasoning: messages.reasoning }),
        ...(messages.between === null ? {} : { between: messages.between }),
      },
      calls: callFamily(calls),
    })
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
  padding,
}: JsonToolsSyntax): Pick<Family, 'triggers'> {
  const begins = open ?? list?.open ?? list?.before
  if (begins !== undefined || id?.place === 'first') return {}
  return {
    triggers: [
      { type: 'word', value: `{${padding?.[0] ?? ''}"${name}"${separators?.[1] ?? ': '}"` },
    ],
  }
}

function callFamily(calls: CallsDescription): CallFamily {
  switch (calls.style) {
    case 'json':
      return jsonTools(calls.syntax)
    case 'named':
      return namedTools(calls.syntax)
    case 'tagged':
      return taggedTools(calls.syntax)
    case 'python':
      return pythonCalls(calls.syntax)
  }
}

/** What stands before a call, read with any blanks. */
function leadOf({ lead: { open, close } }: MessagesDescription): { readonly lead?: CallLead } {
  if (open === '' && close === null) return {}
  return {
    lead: {
      read: (p) =>
        close === null
          ? p.space()
          : p.sequence(
              p.space(),
              open.trimStart(),
              p.chars(`[^${escaped(close[0] ?? '<')}\\n]`, 1, 200),
              close,
            ),
      print: (p, names) =>
        close === null ? p.literal(open) : p.sequence(open, anyText(p, names), close),
      write: ({ name }) => (close === null ? open : open + name + close),
    },
  }
}

/** Calls that begin with their name alone are begun where the header of content is certain not to come. */
function messageTrigger(
  { start, content }: MessagesDescription,
  calls: CallsDescription,
): Pick<Family, 'triggers'> {
  if (calls.style !== 'named' || calls.syntax.open !== '') return {}
  const letters = [...content]
  const others = letters.map((letter, at) => {
    const shared = letters.slice(0, at).map(escaped).join('')
    return `${shared}[^${escaped(letter)}]`
  })
  const value = `${[...start].map(escaped).join('')}(${others.join('|')})`
  return { triggers: [{ type: 'pattern', value }] }
}

function escaped(letter: string): string {
  return letter === '\n' ? '\\n' : letter.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`)
}
