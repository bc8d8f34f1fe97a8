import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createChatTemplate } from '../src/template/index.ts'
import { conversations, exactConversations, type Conversation } from './support/conversations.ts'
import { chatOracle, describeWithOracle } from './support/oracle.ts'
import {
  ownTemplates,
  packagedTemplates,
  sharedTemplates,
  type NamedTemplate,
} from './support/real-templates.ts'

/** Where ours is another prompt than llama.cpp's on purpose, each with its reason. */
const differences: Readonly<Record<string, string>> = {
  'unsloth-mistral-Devstral-Small-2507.jinja: reasoning':
    'llama.cpp loses the answer beside reasoning',
  'unsloth-mistral-Devstral-Small-2507.jinja: an indented answer': 'as above',
  'unsloth-mistral-Devstral-Small-2507.jinja: an indented answer and a call': 'as above',
  'google-gemma-4-31B-it.jinja: an indented answer and a call':
    'none is None in Jinja2; llama.cpp prints nothing',
  'openai-gpt-oss-120b.jinja: an indented answer and a call':
    'the template refuses reasoning and content beside calls; llama.cpp loses the content',
  'library/gemma3:1b#28: system':
    'llama.cpp loses the system message, which must be a list of parts',
  'library/gemma3:1b#28: tools': 'as above',
  'library/granite3-guardian:2b#33: system':
    'the template skips it; llama.cpp loses it, ours moves it',
  'library/granite3-guardian:2b#33: tools': 'as above',
  ...visionDifferences('library/llama3.2-vision:90b#48'),
  ...visionDifferences('library/llama3.2-vision:latest#49'),
}

/** llama.cpp gives each content as a list, which these print in Python's notation. */
function visionDifferences(name: string): Readonly<Record<string, string>> {
  const affected = [
    'system',
    'tools',
    'tools without thinking',
    'a call, long ago',
    'a call, just now',
    'parts',
  ]
  return Object.fromEntries(
    affected.map((conversation) => [`${name}: ${conversation}`, 'llama.cpp prints a Python list']),
  )
}

// The tokens of the oracle's model.
const tokens = { bosToken: '<|endoftext|>', eosToken: '<|im_end|>' }

describeWithOracle('a prompt equals that of llama.cpp', () => {
  const oracle = chatOracle()

  /** The conversations on which the two differ; what llama.cpp refuses is not compared. */
  async function compare(
    { name, text }: NamedTemplate,
    asked: Readonly<Record<string, Conversation>> = conversations,
  ): Promise<string[]> {
    const template = createChatTemplate(text, tokens)
    const different: string[] = []
    for (const [title, { messages, tools, enableThinking }] of Object.entries(asked)) {
      const options = {
        ...(tools === undefined ? {} : { tools }),
        ...(enableThinking === undefined ? {} : { enable_thinking: enableThinking }),
      }
      const expected = await oracle.format(messages, text, options).catch(() => null)
      if (expected === null) continue
      const now = new Date()
      const request = { messages, enableThinking: enableThinking ?? true, limits: { now } }
      const given = rendered(() =>
        template.render(tools === undefined ? request : { ...request, tools }),
      )
      if (given !== expected.prompt) different.push(`${name}: ${title}`)
    }
    return different
  }

  it.each(ownTemplates())('with our own $name', async (template) => {
    expect(await compare(template)).toEqual([])
  })

  it.each(sharedTemplates())('with $name', async (template) => {
    expect((await compare(template)).filter((place) => !(place in differences))).toEqual([])
  })

  it.each(sharedTemplates())('with $name, to the last blank', async (template) => {
    const found = await compare(template, exactConversations)
    expect(found.filter((place) => !(place in differences))).toEqual([])
  })

  it('with the templates that a package ships, but for the listed ones', async () => {
    const found: string[] = []
    for (const template of await packagedTemplates()) found.push(...(await compare(template)))
    expect(found.filter((place) => !(place in differences))).toEqual([])
    const packaged = Object.keys(differences).filter((place) => place.startsWith('library/'))
    expect(packaged.filter((place) => !found.includes(place))).toEqual([])
  }, 240_000)
})

function rendered(render: () => string): string {
  try {
    return render()
  } catch (error) {
    return String(error)
  }
}

describe('message surgery', () => {
  const strict = createChatTemplate(
    ownTemplates().find(({ name }) => name === 'strict-turns.jinja')?.text ?? '',
  )

  it('finds what a template can take', () => {
    expect(strict.capabilities).toMatchObject({
      systemRole: 'refused',
      repeatedRoles: false,
      tools: false,
      toolCalls: false,
      stringContent: true,
    })
  })

  it('puts a refused system message before the user, and joins neighbours', () => {
    const text = strict.render({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'One.' },
        { role: 'user', content: 'Two.' },
        { role: 'assistant', content: 'Yes.' },
        { role: 'user', content: [{ type: 'text', text: 'Three.' }] },
      ],
    })
    expect(text).toBe(
      '<start_of_turn>user\nBe brief.\nOne.\nTwo.<end_of_turn>\n<start_of_turn>model\nYes.<end_of_turn>\n' +
        '<start_of_turn>user\nThree.<end_of_turn>\n<start_of_turn>model\n',
    )
  })

  it('gives calls ids that hold their names, where the name is printed nowhere else', () => {
    const text = readFileSync(
      new URL('../fixtures/templates/named-ids.jinja', import.meta.url),
      'utf8',
    )
    const call = (id: string, name: string) => ({ id, function: { name, arguments: '{}' } })
    const kimi = createChatTemplate(text)
    expect(kimi.capabilities).toMatchObject({
      callIds: 'named',
      toolCalls: true,
      parallelToolCalls: true,
    })
    const prompt = kimi.render({
      messages: [
        { role: 'user', content: 'Go.' },
        {
          role: 'assistant',
          tool_calls: [call('call_1', 'look'), call('functions.look:1', 'look')],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'sea' },
        { role: 'assistant', tool_calls: [call('call_2', 'ask')] },
        { role: 'tool', tool_call_id: 'call_2', content: 'aye' },
      ],
    })
    expect(prompt.match(/functions[.:\w]+\d/g)).toEqual([
      'functions.look:0',
      'functions.look:1',
      'functions.look:0',
      'functions.ask:2',
      'functions.ask:2',
    ])
  })

  it('leaves messages alone when asked to', () => {
    expect(() =>
      strict.render({ messages: [{ role: 'system', content: 'Be brief.' }], asGiven: true }),
    ).toThrow(/there is no system role/)
  })

  it('gives arguments in the form that the template prints', () => {
    const source = (part: string): string =>
      `{% for m in messages %}{% for c in m.tool_calls or [] %}${part}{% endfor %}{% endfor %}`
    const given = (form: unknown) => [
      { role: 'user', content: 'x' },
      {
        role: 'assistant',
        tool_calls: [{ function: { name: 'f', arguments: form } }],
      },
    ]
    const wantsText = createChatTemplate(
      source("{{ c.function.name + ':' + c.function.arguments }}"),
    )
    const wantsObject = createChatTemplate(
      source(
        '{% for k, v in c.function.arguments.items() %}{{ c.function.name }}:{{ k }}={{ v }}{% endfor %}',
      ),
    )
    for (const form of ['{"a":1}', { a: 1 }]) {
      expect(wantsText.render({ messages: given(form) })).toBe('f:{"a":1}')
      expect(wantsObject.render({ messages: given(form) })).toBe('f:a=1')
    }
  })
})
