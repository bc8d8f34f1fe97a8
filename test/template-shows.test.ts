import { describe, expect, it } from 'vitest'
import { acceptGbnf } from '../src/gbnf/index.ts'
import { analyseTemplate, createChatTemplate, simulateTriggers } from '../src/template/index.ts'

// What a template shows of its answers, and where it shows it.

const analyse = (source: string) => analyseTemplate(createChatTemplate(source))

const turn = '<|{{ m.role }}|>{{ m.content }}'
const prompt = '{% if add_generation_prompt %}<|assistant|>{% endif %}'

describe('calls', () => {
  it('that are printed only when they were answered are found there', () => {
    const source =
      `{% for m in messages %}${turn}{% if m.tool_calls and not loop.last %}<call>` +
      "{% for c in m.tool_calls %}{{ {'name': c.function.name, 'arguments': c.function.arguments} | tojson }}{{ '</call><call>' if not loop.last }}{% endfor %}</call>{% endif %}<|over|>{% endfor %}" +
      prompt
    const { parts, warnings, description } = analyse(source)
    expect(parts).toMatchObject({ calls: 1, parallel: 1, arguments: 1 })
    expect(warnings).toEqual([])
    expect(description.calls).toEqual({
      style: 'json',
      syntax: { open: '<call>', close: '</call>' },
    })
  })

  it('that a template never asks for are said to be missing, and why', () => {
    const declared = '{% if tools %}{{ tools | tojson }}{% endif %}'
    const { warnings } = analyse(
      `${declared}{% for m in messages %}${turn}<|over|>{% endfor %}${prompt}`,
    )
    expect(warnings.join('\n')).toContain('nothing in it asks for tool_calls')
  })

  const lines =
    '{\n  "name": "{{ c.function.name }}",\n  "parameters": {{ c.function.arguments | tojson }}\n}'
  it.each([
    [
      'in a list',
      `Do:\n[{% for c in m.tool_calls %}\n${lines}{{ "," if not loop.last }}{% endfor %}\n]`,
    ],
    ['in markers', `{% for c in m.tool_calls %}<call>${lines}</call>{% endfor %}`],
    ['without any', `{% for c in m.tool_calls %}${lines}\n{% endfor %}`],
  ])('that stand over several lines are printed so by the grammar: %s', (_, calls) => {
    const source = `{% for m in messages %}${turn}{% if m.tool_calls %}${calls}{% endif %}<|over|>{% endfor %}${prompt}`
    const { make, parts, warnings } = analyse(source)
    expect({ calls: parts.calls, warnings }).toEqual({ calls: 1, warnings: [] })
    const chat = make({ tools: [{ function: { name: 'now' } }] })
    const { text } = chat.write({ toolCalls: [{ name: 'now', arguments: {} }] })
    expect(text).toContain('{\n  "name": "now",\n  "parameters": {}\n}')
    expect(acceptGbnf(chat.grammar({ lazy: false }).gbnf, text).kind).toBe('complete')
    expect(simulateTriggers(chat.grammar(), text)).toMatchObject({ dies: null })
    expect(simulateTriggers(chat.grammar(), text).triggered).not.toBeNull()
  })

  it('that name their recipient behind a blank are written with it', () => {
    const source =
      '{% for m in messages %}{% if m.role == "assistant" %}' +
      '{% if m.content %}<|start|>assistant<|channel|>final<|message|>{{ m.content }}<|end|>{% endif %}' +
      '{% for c in m.tool_calls or [] %}<|start|>assistant to=fn.{{ c.function.name }}<|args|>{{ c.function.arguments | tojson }}<|call|>{% endfor %}' +
      '{% else %}<|start|>{{ m.role }}<|message|>{{ m.content }}<|end|>{% endif %}{% endfor %}' +
      '{% if add_generation_prompt %}<|start|>assistant{% endif %}'
    const { make, format, confidence } = analyse(source)
    expect({ format, confidence }).toEqual({ format: 'template', confidence: 1 })
    const chat = make({ tools: [{ function: { name: 'now' } }] })
    const toolCalls = [{ name: 'now', arguments: {} }]
    expect(chat.write({ toolCalls }).text).toMatch(/^ to=fn\.now<\|args\|>\{\}/)
    expect(chat.write({ content: 'Well.', toolCalls }).text).toContain('assistant to=fn.now')
  })

  it('that are messages of a role of their own are said to be', () => {
    const declared =
      '{% if tools %}<|start_of_role|>available_tools<|end_of_role|>{{ tools | tojson }}{% endif %}'
    const source =
      `${declared}{% for m in messages %}{% if m.role == 'assistant_tool_call' %}<|assistant|><|tool_call|>{{ m.content }}` +
      `{% else %}${turn}{% endif %}<|over|>{% endfor %}${prompt}`
    const { format, warnings } = analyse(source)
    expect(format).toBe('granite-3.3')
    expect(warnings.join('\n')).toContain('messages of the role assistant_tool_call')
  })
})

describe('content', () => {
  it('behind a number that the template writes is read, and the number is told', () => {
    const { format, confidence, warnings } = analyse(
      `{% for m in messages %}<|{{ m.role }}|>[{{ loop.index }}] {{ m.content }}<|over|>{% endfor %}${prompt}`,
    )
    expect({ format, confidence }).toEqual({ format: 'plain', confidence: 1 })
    expect(warnings[0]).toContain('the content begins with "[2] "')
  })

  it('that is put into a question, as classifiers have it, is no answer', () => {
    const source =
      '{% if messages[-1].role == "assistant" %}{% set who = "Agent" %}{% else %}{% set who = "User" %}{% endif %}' +
      'Is the last message of {{ who }} safe?\n{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}Verdict:'
    expect(() => analyse(source)).toThrow(/prints no turns[^]*use the format plain/)
  })
})

describe('families that write calls alike', () => {
  it('are told by what ends their turns', () => {
    const source =
      '{% for m in messages %}{{ m.content }}{% if m.tool_calls %}<tool_calls>[{% for c in m.tool_calls %}' +
      "{{ {'name': c.function.name, 'arguments': c.function.arguments} | tojson }}{{ ', ' if not loop.last }}{% endfor %}]</tool_calls>{% endif %}" +
      "{{ '<|eos|>' if m.role == 'assistant' else '<|extra_0|>' }}{% endfor %}"
    expect(analyse(source)).toMatchObject({ format: 'hunyuan-a13b', confidence: 1 })
  })

  it('whose end is more than what a text and a call have in common are read to it', () => {
    const close = (name: string): string => `<|close|>${name}<|sep|>`
    const source =
      `{% for m in messages %}<|open|>message role="{{ m.role }}"<|sep|><|open|>response<|sep|>{{ m.content }}${close('response')}` +
      `{% if m.tool_calls %}<|open|>tools<|sep|>{% for c in m.tool_calls %}<|open|>call tool="{{ c.function.name }}" index="{{ loop.index }}"<|sep|>` +
      `{% for k, v in c.function.arguments.items() %}<|open|>argument key="{{ k }}"<|sep|>{{ v if v is string else v | tojson }}${close('argument')}{% endfor %}${close('call')}{% endfor %}${close('tools')}{% endif %}` +
      `${close('message')}<|end_of_msg|>{% endfor %}{% if add_generation_prompt %}<|open|>message role="assistant"<|sep|>{% endif %}`
    expect(analyse(source)).toMatchObject({ format: 'kimi-k3', confidence: 1 })
  })
})
