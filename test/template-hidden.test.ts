import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Chat, FormatOptions, Tool } from '../src/chat/chat-types.ts'
import type { Format } from '../src/formats/format.ts'
import {
  analyseTemplate,
  createChatTemplate,
  TemplateError,
  type TemplateAnalysis,
} from '../src/template/index.ts'
import { updating } from './support/golden.ts'
import { ownTemplates, sharedTemplates, type NamedTemplate } from './support/real-templates.ts'

// What a family's own writing is to a format that was derived from its template, the family hidden.
// The messages are none of the probes that the derivation itself goes by.

const object = (properties: Readonly<Record<string, object>>) => ({ type: 'object', properties })
const tools: Tool[] = [
  { function: { name: 'look', parameters: object({ at: { type: 'string' } }) } },
  {
    function: {
      name: 'plan_route',
      parameters: object({ stops: { type: 'array' }, options: { type: 'object' } }),
    },
  },
]
const look = (at: string) => ({ name: 'look', arguments: { at } })
const nested = {
  name: 'plan_route',
  arguments: {
    stops: ['Oslo', { name: 'Rana', km: 980.5, legs: [[], [1, [2]]] }],
    options: { toll: false, via: null, 'a key': { deep: { deeper: 'x' } } },
  },
}
const odd = [
  '{"name": "look"} & <b>bold</b>\n\n[1, 2]: \'q\' "d" \\n \\ é 😀',
  ' - a: 1\n - b: 2 ',
  '</ > {{ x }} %} || ``',
]

const messages = {
  text: [
    { content: 'It rains in Oslo.' },
    { content: 'Two lines:\n\n1 < 2, {so} it [is].' },
    { content: '- é 😀\n- `code`' },
  ],
  reasoning: [
    { reasoning: 'Where is it?', content: 'There.' },
    { reasoning: 'One.\n\n{two} [3]', content: 'Four.' },
  ],
  'one call': [{ toolCalls: [look('the moon')] }, { toolCalls: [look('42')] }],
  'two calls': [{ toolCalls: [look('here'), look('there')] }],
  'text, call': [{ content: 'Well, let me see.', toolCalls: [look('the sea')] }],
  'odd strings': odd.map((at) => ({ toolCalls: [look(at)] })),
  nested: [{ toolCalls: [nested] }],
} satisfies Readonly<Record<string, readonly Parameters<Chat['write']>[0][]>>

/** The name of a format that was derived. */
const derivedName = 'template'

const kinds = Object.entries(messages)

/** Templates whose calls no composition says yet, and why: hidden, they are refused. */
const refused: Readonly<Record<string, string>> = {
  'Kimi-K3.jinja': 'closers that name what they close',
  'google-gemma-4-31B-it.jinja': 'a notation of its own',
}

const pythonTag = 'calls begin with <|python_tag|>, printed for built-in tools alone'

/** What a family writes that its template does not print, so that nobody can derive it: the share that is left, in per cent. */
const floors: Readonly<Record<string, readonly [percent: number, why: string]>> = {
  'meta-llama-Llama-3.1-8B-Instruct.jinja': [27, pythonTag],
  'meta-llama-Llama-3.3-70B-Instruct.jinja': [27, pythonTag],
  'openai-gpt-oss-120b.jinja': [
    92,
    'text before a call is commentary, printed as the final answer',
  ],
}

interface Row {
  readonly name: string
  readonly family: string
  /** By kind: how many are read alike, of how many that the family writes and reads itself. */
  readonly counts: readonly (readonly [alike: number, of: number])[]
}

function analysed(text: string, hide: boolean): TemplateAnalysis | null {
  try {
    return analyseTemplate(createChatTemplate(text), hide ? { formats: [] } : {})
  } catch (error) {
    if (error instanceof TemplateError) return null
    throw error
  }
}

function reading(chat: Chat, text: string): unknown {
  const { content, reasoning, toolCalls } = chat.parse(text, { seed: 1 }).message
  const calls = toolCalls.map((call) => [call.name, valueOf(call.arguments), call.state])
  return [content.trim(), reasoning.trim(), calls]
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function rowOf({ name, text }: NamedTemplate): Row | null {
  const known = analysed(text, false)
  if (known === null || known.parts.calls === null || known.format === derivedName) return null
  const derived = analysed(text, true)
  const { reasoning } = known.description
  const opened = reasoning?.openedByPrompt === true ? 'open' : 'on'
  const counts = kinds.map(([kind, given]): [number, number] => {
    // A template that prints no reasoning shows none of its family's.
    if (kind === 'reasoning' && reasoning === null) return [0, 0]
    const written = given.flatMap((message) => {
      const options: FormatOptions = { tools, reasoning: 'reasoning' in message ? opened : 'on' }
      const own = known.make(options)
      const { text: output, diagnostics } = own.write(message)
      // What the family cannot write is not asked.
      return diagnostics.length === 0 ? [{ own, options, output }] : []
    })
    const alike = written.filter(({ own, options, output }) => {
      const other: Format | undefined = derived?.make
      if (other === undefined) return false
      return isSame(reading(other(options), output), reading(own, output))
    })
    return [alike.length, written.length]
  })
  return { name, family: known.format, counts }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function shareOf({ counts }: Row): number {
  const [alike, all] = counts.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0])
  return all === 0 ? 100 : Math.floor((100 * alike) / all)
}

const page = new URL('../docs/derived.md', import.meta.url)

function line(row: Row): string {
  const cells = row.counts.map(([alike, of]) => (of === 0 ? '–' : `${alike}/${of}`))
  const why = refused[row.name] ?? floors[row.name]?.[1] ?? ''
  return `| ${row.name.replace('.jinja', '')} | ${row.family} | ${cells.join(' | ')} | ${shareOf(row)} % | ${why.replaceAll('<', String.raw`\<`).replaceAll('|', String.raw`\|`)} |`
}

const rows = [...ownTemplates(), ...sharedTemplates()].flatMap((one) => rowOf(one) ?? [])

it.each(rows)('$name, its family hidden, is read as by the family', (row) => {
  if (row.name in refused) return expect(shareOf(row)).toBe(0)
  expect(shareOf(row), line(row)).toBeGreaterThanOrEqual(floors[row.name]?.[0] ?? 100)
})

it('the table of them is in the docs', () => {
  const heads = ['template', 'family', ...kinds.map(([kind]) => kind), 'alike', 'why not']
  const table = [heads, heads.map(() => '---')].map((cells) => `| ${cells.join(' | ')} |`)
  const text = readFileSync(page, 'utf8')
  if (updating) {
    const [before = '', , after = ''] = text.split(/(?<=<!-- rows -->\n)|(?=<!-- \/rows -->)/)
    const body = `<!-- prettier-ignore -->\n${[...table, ...rows.map(line)].join('\n')}\n\n`
    writeFileSync(page, `${before}${body}${after}`)
    return
  }
  // Without the real templates beside the checkout, the rows of our own are asked alone.
  expect([...table, ...rows.map(line)].filter((one) => !text.includes(`${one}\n`))).toEqual([])
})
