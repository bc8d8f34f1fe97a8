/** Where the rules are written. */
export const lintSources = {
  sse: 'https://html.spec.whatwg.org/multipage/server-sent-events.html',
  chat: 'https://platform.openai.com/docs/api-reference/chat-streaming',
  responses: 'https://platform.openai.com/docs/api-reference/responses-streaming',
  anthropic: 'https://docs.anthropic.com/en/api/messages-streaming',
  ollama: 'https://docs.ollama.com/api/streaming',
  ui: 'https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol',
} as const

/** Every rule. The table is closed; `source` is a key of {@link lintSources}. */
export const lintRules = {
  'frame-json': { meaning: 'the data of an event is one JSON object', source: 'sse' },
  'frame-length': { meaning: 'an event is no longer than 16 Mi characters', source: 'sse' },
  'frame-end': { meaning: 'a blank line ends every event', source: 'sse' },
  'event-name': { meaning: 'an event is named by its type', source: 'sse' },
  'error-shape': { meaning: 'an error has the form of its protocol', source: 'chat' },
  'after-end': { meaning: 'nothing comes after the end', source: 'sse' },
  'no-end': { meaning: 'the stream has an end', source: 'sse' },

  'chat-envelope': {
    meaning: 'a chunk has id, object, created and model, the same in all',
    source: 'chat',
  },
  'chat-choices': {
    meaning: 'a chunk has a list of choices, each with an index and a delta',
    source: 'chat',
  },
  'chat-role': {
    meaning: 'the first delta of a choice has the role, and no other',
    source: 'chat',
  },
  'chat-finish': {
    meaning: 'each choice ends once, with a reason that OpenAI knows; until then it is null',
    source: 'chat',
  },
  'chat-after-finish': { meaning: 'nothing is added to a choice that has ended', source: 'chat' },
  'chat-delta-text': {
    meaning: 'text in a delta is a text, and one channel a delta',
    source: 'chat',
  },
  'chat-call-index': {
    meaning: 'every piece of a call has its index, which count from 0',
    source: 'chat',
  },
  'chat-call-header': {
    meaning: 'the first piece of a call has id, type and the whole name',
    source: 'chat',
  },
  'chat-call-repeat': { meaning: 'later pieces have neither type nor name', source: 'chat' },
  'chat-call-id': { meaning: 'ids of calls differ and do not change', source: 'chat' },
  'chat-call-arguments': { meaning: 'arguments are a text', source: 'chat' },
  'chat-call-json': {
    meaning: 'the arguments of a call are one JSON object when it has ended',
    source: 'chat',
  },
  'chat-finish-calls': {
    meaning: 'tool_calls is the reason if, and only if, there are calls',
    source: 'chat',
  },
  'chat-usage': {
    meaning: 'counts come in a last chunk without choices, and must where usage was null before',
    source: 'chat',
  },

  'responses-sequence': {
    meaning: 'sequence_number counts from 0 without gaps',
    source: 'responses',
  },
  'responses-first': {
    meaning: 'response.created comes first, once, with a whole response',
    source: 'responses',
  },
  'responses-type': { meaning: 'the type of an event is known', source: 'responses' },
  'responses-field': { meaning: 'an event has all of its fields', source: 'responses' },
  'responses-index': {
    meaning: 'items have an output_index, which count from 0',
    source: 'responses',
  },
  'responses-item': {
    meaning: 'an item is added before it grows, and done once',
    source: 'responses',
  },
  'responses-part': {
    meaning: 'a part is added before it grows, and done once',
    source: 'responses',
  },
  'responses-id': {
    meaning: 'item_id is the id of the item at its output_index',
    source: 'responses',
  },
  'responses-text': {
    meaning: 'what is done is what its deltas came to, and is told before its item is done',
    source: 'responses',
  },
  'responses-last': {
    meaning: 'the last response has all items, and a status that fits',
    source: 'responses',
  },

  'anthropic-start': {
    meaning: 'message_start comes first, once, with a whole message',
    source: 'anthropic',
  },
  'anthropic-type': { meaning: 'the type of an event is known', source: 'anthropic' },
  'anthropic-index': { meaning: 'blocks have an index, which count from 0', source: 'anthropic' },
  'anthropic-block': {
    meaning: 'one block is open at a time, and each is stopped',
    source: 'anthropic',
  },
  'anthropic-block-shape': {
    meaning: 'a block begins with all of its fields, empty',
    source: 'anthropic',
  },
  'anthropic-delta': {
    meaning: 'a delta fits its block; the signature is the last',
    source: 'anthropic',
  },
  'anthropic-empty': { meaning: 'a block of text holds text', source: 'anthropic' },
  'anthropic-json': {
    meaning: 'the input of a call is one JSON object when the block stops',
    source: 'anthropic',
  },
  'anthropic-stop-reason': {
    meaning: 'message_delta has a stop reason that fits the blocks',
    source: 'anthropic',
  },
  'anthropic-usage': {
    meaning: 'message_delta has usage with output_tokens, which never fall',
    source: 'anthropic',
  },

  'ollama-envelope': { meaning: 'a frame has model, created_at and done', source: 'ollama' },
  'ollama-message': { meaning: 'a frame has its message, or its response', source: 'ollama' },
  'ollama-call': {
    meaning: 'a call has a name and an object of arguments; an index counts from 0',
    source: 'ollama',
  },
  'ollama-done': { meaning: 'the last frame, and no other, is done', source: 'ollama' },
  'ollama-counts': { meaning: 'the last frame has a done_reason and counts', source: 'ollama' },

  'ui-start': { meaning: 'start comes first, once', source: 'ui' },
  'ui-type': { meaning: 'the type of a chunk is known', source: 'ui' },
  'ui-field': { meaning: 'a chunk has all of its fields, each of its type', source: 'ui' },
  'ui-step': { meaning: 'steps begin and end in turn, and no part is open then', source: 'ui' },
  'ui-part': { meaning: 'a part begins before it grows, and ends once', source: 'ui' },
  'ui-call': {
    meaning: 'a call begins before it grows, and its input is available once',
    source: 'ui',
  },
  'ui-finish': { meaning: 'finish, abort or error comes last, and [DONE]', source: 'ui' },
} as const

/** The name of a rule. */
export type LintRuleName = keyof typeof lintRules
