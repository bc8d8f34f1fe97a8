import type { Family } from './format.ts'
import { jsonTools, type CallFamily } from './json-tools.ts'

/** What Cohere's families of two generations share: turn markers, and numbered calls in a JSON list. */
export const cohereTurn: CallFamily & Pick<Family, 'header' | 'ends' | 'writesIds'> = {
  header: '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>',
  ends: ['<|END_OF_TURN_TOKEN|>'],
  writesIds: true,
  ...jsonTools({
    list: {
      open: '<|START_ACTION|>',
      before: '[\n    ',
      between: ',\n    ',
      after: '\n]',
      close: '<|END_ACTION|>',
    },
    name: 'tool_name',
    arguments: 'parameters',
    id: { key: 'tool_call_id', place: 'first', chars: '[0-9]' },
  }),
}
