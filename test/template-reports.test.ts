import { describe, expect, it } from 'vitest'
import {
  analyseTemplate,
  createChatTemplate,
  describeTemplate,
  fromTemplate,
  TemplateError,
} from '../src/template/index.ts'
import { quirks } from '../src/template/analysis/quirks.ts'
import { formatByName } from '../src/formats/registry.ts'

// What users of other engines reported about templates, rebuilt small.

const rendered = (source: string, more: object = {}): string =>
  createChatTemplate(source).render({ messages: [], asGiven: true, variables: { ...more } })
const user = { role: 'user', content: 'Q' }

describe('reports about templates', () => {
  it('a probe that makes the template raise is asked again in a richer conversation', () => {
    const source =
      "{% if messages[0].role != 'system' %}{{ raise_exception('a system message is needed') }}{% endif %}" +
      '{% for m in messages %}[{{ m.role }}]{{ m.content }}<e>{% endfor %}{% if add_generation_prompt %}[assistant]{% endif %}'
    const template = createChatTemplate(source)
    expect(analyseTemplate(template)).toMatchObject({ format: 'plain', confidence: 1 })
  })

  it('one that always raises is refused with its own words', () => {
    const source = "{{ raise_exception('out of order') }}"
    expect(() => analyseTemplate(createChatTemplate(source))).toThrow(
      /prints no plain answer: .*out of order/,
    )
  })

  it('no name of a probe gets into a marker', () => {
    const source =
      '{% for m in messages %}{% if m.tool_calls %}{% for c in m.tool_calls %}[TOOL_CALLS]{{c.function.name}}[ARGS]' +
      '{{c.function.arguments|tojson}}{% endfor %}{% else %}{{m.content}}{% endif %}{% endfor %}'
    const { calls } = describeTemplate(createChatTemplate(source))
    expect(calls).toEqual({ style: 'named', syntax: { open: '[TOOL_CALLS]', nameClose: '[ARGS]' } })
    const { analysis } = fromTemplate(source)
    expect(JSON.stringify(analysis.make.family)).not.toMatch(/qz/)
  })

  it('marks of reasoning are those of the template', () => {
    const source =
      '{% for m in messages %}{% if m.reasoning_content %}[THINK]{{m.reasoning_content}}[/THINK]{% endif %}{{m.content}}{% endfor %}'
    expect(fromTemplate(source).parse('[THINK]plan[/THINK]done').message).toMatchObject({
      reasoning: 'plan',
      content: 'done',
    })
  })

  it.each([
    ['<think>', '</think>'],
    ['[THINK]', '[/THINK]'],
  ])('a prompt that closes the reasoning begins the answer: %s', (open, close) => {
    const source =
      '{% for m in messages %}<u>{{m.content}}</u>{% endfor %}{% if add_generation_prompt %}<a>' +
      `{% if enable_thinking %}${open}{% else %}${close}{% endif %}{% endif %}`
    const off = fromTemplate(source, { reasoning: 'off' })
    expect(off.generationPrompt).toBe(`<a>${close}`)
    expect(off.parse('Hello there.').message).toMatchObject({
      reasoning: '',
      content: 'Hello there.',
    })
    expect(fromTemplate(source).parse(`plan${close}Hello there.`).message).toMatchObject({
      reasoning: 'plan',
      content: 'Hello there.',
    })
  })

  it.each([
    ["{{ messages | rejectattr('role', 'equalto', 'system') | list | length }}", '1'],
    ['{%- generation -%}{{ messages[1].content }}{%- endgeneration -%}', 'Q'],
    ["{{ {'foo': 'bar'} | tojson(indent=4) }}", '{\n    "foo": "bar"\n}'],
    ["{% if (reasoning_effort | upper) == 'HIGH' %}x{% endif %}ok", 'ok'],
    [
      "{% if not tools is defined %}{% set tools = none %}{% endif %}{{ 'T' if tools is not none else 'F' }}",
      'F',
    ],
  ])('%s is rendered', (source, text) => {
    const messages = [{ role: 'system', content: 'S' }, user]
    expect(createChatTemplate(source).render({ messages, asGiven: true })).toBe(text)
  })

  it('arguments that are text are given as an object where the template loops over them', () => {
    const source =
      '{% for m in messages %}{% for c in m.tool_calls or [] %}{{ c.function.name }}{% for k, v in c.function.arguments|items %}<{{k}}>{{v}}{% endfor %}{% endfor %}{% endfor %}'
    const call = { function: { name: 'f', arguments: '{"a": 3}' } }
    const messages = [user, { role: 'assistant', content: '', tool_calls: [call] }]
    expect(createChatTemplate(source).render({ messages })).toBe('f<a>3')
  })

  it('an exception of the template is typed, with its own message', () => {
    const source =
      "{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('roles must alternate') }}{% endif %}[{{m.content}}]{% endfor %}"
    const messages = [user, user]
    const template = createChatTemplate(source)
    expect(() => template.render({ messages, asGiven: true })).toThrow(/roles must alternate/)
    expect(template.render({ messages })).toBe('[Q\nQ]')
  })

  it('a fault of syntax has its place, and nothing is put in the place of the template', () => {
    let thrown: unknown
    try {
      rendered('{%- if a and -%}x{%- endif -%}')
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(TemplateError)
    expect(thrown).toMatchObject({ code: 'template-syntax' })
    expect(thrown instanceof TemplateError && thrown.diagnostic.offset).toBe(13)
  })
})

describe('quirks', () => {
  const prompts: Readonly<Record<string, readonly string[]>> = {
    lfm2: ['List of tools: <|tool_list_start|>[TOOLS]<|tool_list_end|>', 'List of tools: [TOOLS]'],
    'granite-3.3': [
      '<|start_of_role|>available_tools<|end_of_role|>TOOLS',
      'respond with <|tool_call|> followed by TOOLS',
    ],
  }

  it('each has a family and a test', () => {
    expect([...new Set(quirks.map(({ format }) => format))].toSorted()).toEqual(
      Object.keys(prompts).toSorted(),
    )
  })

  const cases = Object.entries(prompts).flatMap(([format, texts]) =>
    texts.map((text) => [format, text] as const),
  )
  it.each(cases)('%s is known by %j', (format, text) => {
    const declared = text
      .replace('TOOLS', '{{ tools | tojson }}')
      .replace('[{{', '{{')
      .replace('}}]', '}}')
    const source =
      `{% if tools %}${declared}{% endif %}{% for m in messages %}<|start_of_role|>{{ m.role }}<|end_of_role|>{{ m.content }}<e>{% endfor %}` +
      '{% if add_generation_prompt %}<|start_of_role|>assistant<|end_of_role|>{% endif %}'
    const { analysis } = fromTemplate(source, { tools: [{ function: { name: 'f' } }] })
    expect(analysis.format).toBe(format)
    expect(analysis.parts.calls).toBeNull()
    expect(analysis.warnings.join('\n')).toContain(`taken for ${format}`)
    expect(formatByName(format)).toBe(analysis.make)
  })
})
