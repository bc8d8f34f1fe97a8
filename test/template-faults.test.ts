import { describe, expect, it } from 'vitest'
import { analyseTemplate, createChatTemplate, fromTemplate } from '../src/template/index.ts'

// Templates of real models print calls in ways that no reader can tell, as they were never meant to be
// read: the model was trained on other text. What such a template means is found all the same, and said.

/** Python calls whose values are printed by an expression, and what stands between two arguments. */
function pythonTemplate(value: string, comma: string): string {
  return (
    '{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% if m.tool_calls %}[' +
    `{% for c in m.tool_calls %}{{ c.function.name }}({% for k, v in c.function.arguments.items() %}{{ k }}=${value}` +
    `{{ '${comma}' if not loop.last }}{% endfor %}){{ ', ' if not loop.last }}{% endfor %}]{% endif %}` +
    '<|over|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}'
  )
}

const tools = [
  {
    function: {
      name: 'look',
      parameters: {
        type: 'object',
        properties: { at: { type: 'string' }, n: { type: 'integer' } },
      },
    },
  },
]

describe('a template that prints calls which nobody could read', () => {
  it.each([
    ['{{ v }}', ', ', 'without quotes'],
    ['"{{ v }}"', ', ', 'all types as texts'],
    ['{{ v | tojson }}', '', 'nothing between'],
    ["'{{ v }}'", ', ', 'all types as texts'],
  ])('%s with %j between: %s', (value, comma, fault) => {
    const { confidence, warnings, parts } = analyseTemplate(
      createChatTemplate(pythonTemplate(value, comma)),
    )
    expect({ confidence, arguments: parts.arguments }).toEqual({ confidence: 1, arguments: null })
    expect(warnings.join('\n')).toContain(fault)
  })

  it('is read and constrained as it is meant', () => {
    const chat = fromTemplate(pythonTemplate('{{ v }}', ', '), { tools })
    const { toolCalls } = chat.parse('[look(at="the moon", n=3), look(at=\'me\')]<|over|>').message
    expect(toolCalls.map((call) => [call.state, JSON.parse(call.arguments)])).toEqual([
      ['complete', { at: 'the moon', n: 3 }],
      ['complete', { at: 'me' }],
    ])
    expect(chat.grammar().gbnf).toContain('look(')
  })
})

it('members in another order are the same arguments', () => {
  const source =
    '{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% for c in m.tool_calls or [] %}<call>' +
    '{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson(sort_keys=true) }}}</call>' +
    '{% endfor %}<|over|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}'
  expect(analyseTemplate(createChatTemplate(source)).parts.arguments).toBe(1)
})

it('calls that the grammar of a known family forbids are derived', () => {
  const source =
    '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}{% if m.tool_calls %}<function_calls>\n' +
    "{% for c in m.tool_calls %}{{ c.function.name }}({% for k, v in c.function.arguments.items() %}{{ k }}={{ v | tojson }}{{ ', ' if not loop.last }}{% endfor %})\n{% endfor %}" +
    '</function_calls>{% endif %}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}'
  const { format, warnings } = analyseTemplate(createChatTemplate(source))
  expect({ format, warnings }).toEqual({ format: 'template', warnings: [] })
})
