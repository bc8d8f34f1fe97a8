import { describe, expect, it } from 'vitest'
import type { Tool } from '../src/chat/chat-types.ts'
import {
  analyseTemplate,
  createChatTemplate,
  describeTemplate,
  fromTemplate,
} from '../src/template/index.ts'
import { ownTemplates, sharedTemplates } from './support/real-templates.ts'

const own = (name: string): string => ownTemplates().find((one) => one.name === name)?.text ?? ''

const tools: Tool[] = [
  {
    function: {
      name: 'weather',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' }, days: { type: 'integer' } },
      },
    },
  },
]

/** A family that nothing here knows: sections, marks and turns of its own. */
const unknownFamily = `{% for m in messages %}[{{ m.role }}]
{%- if m.reasoning %}[THOUGHT]{{ m.reasoning }}[/THOUGHT]{% endif %}
{{- m.content }}
{%- if m.tool_calls %}<calls>
{%- for c in m.tool_calls %}
<do:{{ c.function.name }}>
{%- for key, value in c.function.arguments.items() %}
<set:{{ key }}>{{ value if value is string else value | tojson }}</set>
{%- endfor %}
</do>
{%- endfor %}
</calls>
{%- endif %}[stop]
{% endfor %}{% if add_generation_prompt %}[assistant]{% endif %}`

describe('a template is recognised by what it prints', () => {
  it.each([
    ['hermes.jinja', 'hermes'],
    ['qwen3-coder.jinja', 'qwen3-coder'],
    ['strict-turns.jinja', 'plain'],
  ])('%s as %s', (name, format) => {
    const analysis = analyseTemplate(createChatTemplate(own(name)))
    expect(analysis).toMatchObject({ format, confidence: 1 })
    expect(analysis.checks.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  })

  const known: Readonly<Record<string, string>> = {
    'ByteDance-Seed-OSS.jinja': 'seed-oss',
    'Cohere2MoE.jinja': 'cohere2-moe',
    'CohereForAI-c4ai-command-r7b-12-2024-tool_use.jinja': 'command-r7b',
    'GLM-4.6.jinja': 'glm-4.5',
    'GigaChat3-10B-A1.8B.jinja': 'gigachat-3',
    'LFM2-8B-A1B.jinja': 'lfm2',
    'LFM2.5-Instruct.jinja': 'lfm2',
    'NVIDIA-Nemotron-3-Nano-30B-A3B-BF16.jinja': 'qwen3-coder',
    'NVIDIA-Nemotron-Nano-v2.jinja': 'nemotron-v2',
    'NousResearch-Hermes-3-Llama-3.1-8B-tool_use.jinja': 'hermes',
    'Qwen-QwQ-32B.jinja': 'qwq',
    'Qwen-Qwen2.5-7B-Instruct.jinja': 'hermes',
    'Qwen-Qwen3-0.6B.jinja': 'hermes',
    'Qwen3-Coder.jinja': 'qwen3-coder',
    'Qwen3.5-4B.jinja': 'qwen3-coder',
    'deepseek-ai-DeepSeek-R1-Distill-Qwen-32B.jinja': 'deepseek-r1',
    'deepseek-ai-DeepSeek-V3.2.jinja': 'deepseek-v3.2',
    'deepseek-ai-DeepSeek-V4.jinja': 'deepseek-v4',
    'fireworks-ai-llama-3-firefunction-v2.jinja': 'firefunction-v2',
    'google-gemma-2-2b-it.jinja': 'plain',
    'ibm-granite-granite-3.3-2B-Instruct.jinja': 'granite-3.3',
    'meta-llama-Llama-3.3-70B-Instruct.jinja': 'llama-3',
    'openai-gpt-oss-120b.jinja': 'gpt-oss',
    'poolside-Laguna-S-2.1.jinja': 'laguna',
  }
  const real = sharedTemplates().filter(({ name }) => name in known)
  it.each(real.map(({ name, text }) => [name, text]))('%s, of a real model', (name, text) => {
    expect(analyseTemplate(createChatTemplate(text))).toMatchObject({
      format: known[name],
      confidence: 1,
    })
  })
})

describe('an unknown family', () => {
  it('is described', () => {
    expect(describeTemplate(createChatTemplate(unknownFamily))).toMatchObject({
      generationPrompt: '[assistant]',
      ends: ['[stop]'],
      reasoning: { open: '[THOUGHT]', close: '[/THOUGHT]', openedByPrompt: false },
      calls: {
        style: 'tagged',
        syntax: {
          outer: { open: '<calls>', close: '</calls>', around: 'all' },
          nameOpen: '<do:',
          nameClose: '>',
          end: '</do>',
          argumentOpen: '<set:',
          argumentNameClose: '>',
          argumentClose: '</set>',
        },
      },
    })
  })

  it('gets a format of its own, which reads what its template prints', () => {
    const chat = fromTemplate(unknownFamily, { tools })
    const text =
      '[THOUGHT]Hm.[/THOUGHT]Looking.<calls><do:weather><set:city>Oslo</set><set:days>3</set></do></calls>'
    const { message } = chat.parse(text)
    expect(message).toMatchObject({ reasoning: 'Hm.', content: 'Looking.' })
    expect(message.toolCalls.map(({ name, state }) => [name, state])).toEqual([
      ['weather', 'complete'],
    ])
    expect(JSON.parse(message.toolCalls[0]?.arguments ?? '')).toEqual({ city: 'Oslo', days: 3 })
    expect(chat.grammar().triggers).not.toEqual([])
  })
})

it('a prompt that opens the reasoning is known from the template', () => {
  const opening = own('hermes.jinja').replace(
    "{{- '<|im_start|>assistant\\n' }}\n    {%- if enable_thinking",
    "{{- '<|im_start|>assistant\\n<think>\\n' }}\n    {%- if enable_thinking",
  )
  const chat = fromTemplate(opening, { tools })
  expect(chat.parse('So.\n</think>\n\nYes.').message).toMatchObject({
    reasoning: 'So.\n',
    content: 'Yes.',
  })
})
