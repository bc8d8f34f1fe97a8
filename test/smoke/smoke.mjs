// What every runtime runs, as a user would write it: parse, stream, grammar. Plain JavaScript, as browsers load it as
// it is. Nothing here may name a runtime.
import { formats } from 'pegbnf'
import { openaiChatSse } from 'pegbnf/protocol'

const tools = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' }, days: { type: 'integer' } },
        required: ['city'],
      },
    },
  },
]
const text =
  '<think>\nZürich 🌧️?\n</think>\n\nOne moment. ' +
  '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Zürich", "days": 3}}\n</tool_call>'

/** Everything that must be the same everywhere, as one JSON text. */
export async function smoke() {
  const chat = formats.hermes({ tools, reasoning: 'on' })
  // A seed makes the generated ids of calls the same.
  const options = { seed: 1 }
  const grammar = chat.grammar()
  return JSON.stringify(
    {
      grammar: { ...grammar, gbnf: grammar.gbnf.split('\n') },
      whole: chat.parse(text, options).message,
      deltasByCharacter: readStream(chat, Array.from(text), options),
      deltasByByte: readStream(chat, bytesOf(text), options),
      sse: await readSse(chat, options),
    },
    null,
    1,
  )
}

function readStream(chat, chunks, options) {
  const session = chat.open(options)
  const deltas = chunks.flatMap((chunk) => session.feed(chunk))
  deltas.push(...session.finish({ stopReason: 'stop' }))
  return { deltas, message: session.message }
}

function bytesOf(string) {
  return Array.from(new TextEncoder().encode(string), (byte) => Uint8Array.of(byte))
}

async function readSse(chat, options) {
  const chunks = new ReadableStream({
    start(controller) {
      for (const chunk of text.match(/[\s\S]{1,16}/gu)) controller.enqueue(chunk)
      controller.close()
    },
  })
  const events = chunks
    .pipeThrough(chat.deltas(options))
    .pipeThrough(openaiChatSse({ id: 'chatcmpl-1', created: 1767225600, model: 'qwen3' }))
  return (await new Response(events).text()).split('\n')
}
