import type { PromptCall, PromptMessage } from '../../src/template/index.ts'

/** A conversation as a chat template is asked to render it. */
export interface Conversation {
  readonly messages: readonly PromptMessage[]
  readonly tools?: readonly object[]
  readonly enableThinking?: boolean
}

const tools = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Tells the "weather" <now> & later, é',
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string', description: 'A city' },
          days: { type: 'integer', minimum: 1 },
          unit: { type: 'string', enum: ['c', 'f'] },
          options: { type: 'object', properties: { deep: { type: 'boolean' } } },
        },
        required: ['city'],
      },
    },
  },
  {
    type: 'function',
    function: {
      name: 'send_mail',
      description: 'Sends a mail',
      parameters: {
        type: 'object',
        properties: { to: { type: 'array', items: { type: 'string' } }, body: { type: 'string' } },
        required: ['to', 'body'],
      },
    },
  },
]

const call = (id: string, name: string, value: object): PromptCall => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(value) },
})
const system: PromptMessage = { role: 'system', content: 'Be brief.' }
const question: PromptMessage = { role: 'user', content: 'Weather in Oslo?' }
const result = (id: string, name: string, content: string): PromptMessage => ({
  role: 'tool',
  tool_call_id: id,
  name,
  content,
})

/** What the templates are compared on. */
export const conversations: Readonly<Record<string, Conversation>> = {
  system: { messages: [system, { role: 'user', content: 'Hi there' }] },
  turns: {
    messages: [
      { role: 'user', content: 'Hi ' },
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: 'How are you?\n' },
    ],
  },
  tools: { messages: [system, question], tools },
  'tools without thinking': { messages: [question], tools, enableThinking: false },
  'a call, long ago': {
    messages: [
      question,
      {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [
          call('call00001', 'get_weather', { city: 'Oslo', days: 3, options: { deep: true } }),
        ],
      },
      result('call00001', 'get_weather', '{"temp": 3}'),
      { role: 'assistant', content: 'It is 3.' },
      { role: 'user', content: 'And Rome?' },
    ],
    tools,
  },
  'a call, just now': {
    messages: [
      question,
      {
        role: 'assistant',
        content: '',
        tool_calls: [call('call00001', 'get_weather', { city: 'Oslo' })],
      },
      result('call00001', 'get_weather', '3 degrees'),
    ],
    tools,
  },
  'two calls without content': {
    messages: [
      system,
      question,
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          call('call00001', 'get_weather', { city: 'Oslo' }),
          call('call00002', 'send_mail', { to: ['a', 'b'], body: 'x "y"\nz' }),
        ],
      },
      result('call00001', 'get_weather', '3'),
      result('call00002', 'send_mail', 'ok'),
    ],
    tools,
  },
  reasoning: {
    messages: [
      { role: 'user', content: 'Q1' },
      { role: 'assistant', reasoning_content: 'I think so.', content: 'A1' },
      { role: 'user', content: 'Q2' },
    ],
  },
  parts: {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
        ],
      },
    ],
  },
  'without thinking': { messages: [{ role: 'user', content: 'Q' }], enableThinking: false },
}

const called = call('call00001', 'get_weather', {
  city: ' Oslo ',
  days: null,
  options: { deep: true },
})

/** White space and values that a careless engine loses: an answer of code, a null, a true. */
export const exactConversations: Readonly<Record<string, Conversation>> = {
  'an indented answer': {
    messages: [
      { role: 'user', content: '  Hi\n' },
      { role: 'assistant', reasoning_content: '  I think\n  so ', content: '    code()\n' },
      { role: 'user', content: ' so? ' },
    ],
  },
  'an indented answer and a call': {
    messages: [
      question,
      {
        role: 'assistant',
        reasoning_content: '  Hm ',
        content: '  Let me. ',
        tool_calls: [called],
      },
      result('call00001', 'get_weather', ' {"x": true}\n'),
    ],
    tools,
  },
}
