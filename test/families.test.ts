import { expect, it } from 'vitest'
import type { Tool } from '../src/chat/index.ts'
import { formatByName } from '../src/formats/index.ts'

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
  { function: { name: 'run_python' } },
]

const begin = (tag: string): string => `<|plamo:begin_${tag}:plamo|>`
const end = (tag: string): string => `<|plamo:end_${tag}:plamo|>`
const json = '<|plamo:constrain|>json<|plamo:msg|>'

/** What the families' own servers have in their tests, with what it means. */
const texts: readonly [format: string, text: string, calls: string[], content?: string][] = [
  [
    'gigachat35',
    '<｜GCML｜tool_calls><｜GCML｜invoke name="weather"><｜GCML｜parameter name="city" string="true">42</｜GCML｜parameter><｜GCML｜parameter name="days" string="false">3</｜GCML｜parameter></｜GCML｜invoke></｜GCML｜tool_calls></s>',
    ['weather {"city":"42","days":3}'],
  ],
  [
    'plamo3',
    `Hm.${end('think')}Look:${begin('tool_requests')}${begin('tool_request')}${begin('tool_name')}weather${end('tool_name')}${begin('tool_arguments')}${json}{"city": "Kobe"}${end('tool_arguments')}${end('tool_request')}${end('tool_requests')}<|plamo:tag|>`,
    ['weather {"city": "Kobe"}'],
    'Look:',
  ],
  [
    'dots',
    'Well.\n<dots_function_call>\n<invoke name="weather">\n<parameter name="city">Rome</parameter>\n</invoke>\n<invoke name="run_python">\n</invoke>\n</dots_function_call>',
    ['weather {"city":"Rome"}', 'run_python {}'],
    'Well.',
  ],
  [
    'gemma3',
    '[weather(city="Rome", days=2), run_python()]<end_of_turn>',
    ['weather {"city":"Rome","days":2}', 'run_python {}'],
  ],
  [
    'granite-20b-fc',
    '<function_call> {"name": "weather", "arguments": {"city": "Rome"}} <function_call>{"name": "run_python", "arguments": {}}<|endoftext|>',
    ['weather {"city": "Rome"}', 'run_python {}'],
  ],
  [
    'hy_v4',
    '</think>So.<tool_calls><tool_call>weather<arg_key>days</arg_key><arg_value>2</arg_value></tool_call><tool_call>run_python</tool_call></tool_calls>',
    ['weather {"days":2}', 'run_python {}'],
    'So.',
  ],
  [
    'llama_nemotron',
    '<think>\nHm.\n</think>\n\n<TOOLCALL>[{"name": "weather", "arguments": {"city": "Rome"}}]</TOOLCALL>',
    ['weather {"city": "Rome"}'],
  ],
  [
    'minimax-m1',
    'So:\n<tool_calls>\n{"name": "weather", "arguments": {"city": "Rome"}}\n{"name": "run_python", "arguments": {}}\n</tool_calls><end_of_sentence>',
    ['weather {"city": "Rome"}', 'run_python {}'],
    'So:',
  ],
  [
    'mirothinker',
    '<think>\nHm.\n</think>\n\nI look.\n\n<use_mcp_tool>\n<server_name>my-server</server_name>\n<tool_name>weather</tool_name>\n<arguments>\n{\n"city": "Rome"\n}\n</arguments>\n</use_mcp_tool>',
    ['weather {\n"city": "Rome"\n}'],
    'I look.',
  ],
  [
    'berrylm',
    '<think>\nHm.\n</think>\n\n<tool_call>\n<function=weather>\n<parameter=city>Rome</parameter>\n</function>\n</tool_call>',
    ['weather {"city":"Rome"}'],
  ],
  [
    'ernie45',
    'Hm.\n</think>\n\n\n<tool_call>\n{"name": "weather", "arguments": {"city": "Rome"}}\n</tool_call>\n',
    ['weather {"city": "Rome"}'],
  ],
  ['ernie45', 'Hm.\n</think>\n\n<response>\nYes.\n\nNo.\n</response>\n', [], 'Yes.\n\nNo.'],
]

it.each(texts)('%s reads %j', (name, text, calls, content = '') => {
  const { message } = formatByName(name)?.({ tools }).parse(text) ?? {}
  expect(message?.content.trim()).toBe(content)
  expect(message?.toolCalls.map((call) => `${call.name} ${call.arguments}`)).toEqual(calls)
})

it('MiniMax M2 with its thoughts left in the content drops none of them', () => {
  const format = formatByName('minimax_m2_append_think')
  const text = '<think>\nHm.\n</think>\n\nYes.'
  const { message } = format?.({ tools }).parse(`${text}[e~[`) ?? {}
  expect(message).toMatchObject({ content: text, reasoning: '' })
})

it('MiroThinker writes the server that its template says a tool is on', () => {
  const chat = formatByName('mirothinker')?.({ tools })
  const { text } = chat?.write({ toolCalls: [{ name: 'run_python', arguments: '{}' }] }) ?? {}
  expect(text).toContain('<server_name>tool-python</server_name>\n<tool_name>run_python<')
  expect(chat?.grammar().gbnf).toContain('generic-extras')
})
