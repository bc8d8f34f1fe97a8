import type { DiffText, Told } from './compare.ts'

/** What llama.cpp and the profile `llamaCpp` made of one text. */
export interface Difference extends DiffText {
  readonly template: string
  readonly llama: Told
  readonly ours: Told
}

/** A difference that is meant to be: `docs/llama-cpp.md` tells of each. */
export interface KnownDifference {
  readonly name: string
  readonly reason: string
  readonly example: string
  /** Even a long run may not meet it. */
  readonly rare?: true
  explains(difference: Difference): boolean
}

/** What an open JSON token may hold: the letters of a literal, a number, an escape that has begun; a comma before it. */
const openToken = /^"?(?:,\s*)?(?:[a-z]{1,5}|-|[-+.\deE]{1,30}|\\(?:u[\da-fA-F]{0,3})?)?$/

/** Templates for which newer builds have readers of their own. */
const analysed = ['inclusionai-ling-3.0', 'Kimi-K3', 'muse-glimmer']

/** Every difference that there may be, and no other. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    name: 'open-token',
    reason:
      'llama.cpp shows `tru`, `-98.` or `\\` of a value that is not over, which is no prefix of the ' +
      'value once it turns out otherwise. Here a literal, a fraction and an escape are shown when they are whole.',
    example: '{"deep": tru',
    explains({ llama, ours }) {
      const [shown = '', held = ''] = [ours.calls.at(-1), llama.calls.at(-1)]
      return (
        isSameText(llama, ours) &&
        llama.calls.length === ours.calls.length &&
        llama.calls.slice(0, -1).every((call, i) => call === ours.calls[i]) &&
        held.startsWith(shown) &&
        openToken.test(held.slice(shown.length))
      )
    },
  },
  {
    name: 'late-id',
    reason:
      "A call's identity comes before its arguments here: where the model writes the id behind them, " +
      'the call is shown when its id has come. llama.cpp shows the call and changes its id later.',
    example: '[TOOL_CALLS][{"name": "ping", "arguments": {}',
    explains: ({ kind, template, llama, ours }) =>
      kind === 'cut' &&
      template.startsWith('mistralai-Mistral-Nemo') &&
      isSameText(llama, ours) &&
      llama.calls.length === ours.calls.length + 1 &&
      ours.calls.every((call, i) => call === llama.calls[i]),
  },
  {
    name: 'open-member',
    reason:
      "llama.cpp's reader of Gemma 4 shows a comma, the letters of a key and the quote of a string as " +
      'soon as they begin. Here a member is shown when its key is whole, and a string behind its marker.',
    example: 'call:ping_all{fro',
    explains({ template, llama, ours }) {
      const [shown = '', held = ''] = [ours.calls.at(-1), llama.calls.at(-1)]
      return (
        template.startsWith('google-gemma-4') &&
        isSameText(llama, ours) &&
        llama.calls.length === ours.calls.length &&
        llama.calls.slice(0, -1).every((call, i) => call === ours.calls[i]) &&
        held.startsWith(shown) &&
        /^,?(?:"[^"]*)?$/.test(held.slice(shown.length))
      )
    },
  },
  {
    name: 'no-object',
    rare: true,
    reason:
      'Arguments that are no object count for none: `{}`. Where such a call is followed by what is no ' +
      'match, llama.cpp leaves the brace that it has written open.',
    example: '[TOOL_CALLS]ping[ARGS]"x"]',
    explains: ({ llama, ours }) =>
      isSameText(llama, ours) &&
      llama.calls.length === ours.calls.length &&
      llama.calls.every(
        (call, i) =>
          call === ours.calls[i] || (call.endsWith(' {') && `${call}}` === ours.calls[i]),
      ),
  },
  {
    name: 'broken-call-in-reasoning',
    rare: true,
    reason:
      'A call that ends the reasoning of DeepSeek V3.2 or V4 and turns out to be none makes llama.cpp ' +
      'take it back, and read on as reasoning. Here what has been sent stays, and the text is refused.',
    example: 'Hm.<｜DSML｜tool_calls><｜DSML｜invoke name="ping">x',
    explains: ({ template, llama, ours }) =>
      /DeepSeek-V(?:3\.2|4)/.test(template) &&
      ours.refused &&
      llama.reasoning.startsWith(ours.reasoning) &&
      llama.reasoning.includes('<｜DSML｜'),
  },
  {
    name: 'begun-recipient',
    rare: true,
    reason:
      'Where a call must come, llama.cpp refuses what a message to all of Functionary 3.2 says when ' +
      'its last characters may begin the next message. Here it may go on.',
    example: 'all\\nA moment.>',
    explains: ({ template, text, llama }) =>
      template.includes('functionary-medium-v3.2') && llama.refused && /^all\n[^]*>$/.test(text),
  },
  {
    name: 'begun-opener',
    rare: true,
    reason:
      "A text that is nothing but the beginning of a reasoning's opener is held back, also where the " +
      'template of a family that may reason does not.',
    example: '<thi',
    explains: ({ text, llama, ours }) =>
      ours.content === '' && llama.content === text && '<think>'.startsWith(text),
  },
  {
    name: 'mistral-small-3.2',
    reason:
      'llama.cpp takes `[ARGS]` for the end of the name and once more for the beginning of the ' +
      'arguments, so that it reads no call that this template prints.',
    example: '[TOOL_CALLS]ping[CALL_ID]abcdefghi[ARGS]{}',
    explains: ({ template, text }) =>
      template.startsWith('Mistral-Small-3.2') && text.includes('[TOOL_CALLS]'),
  },
  {
    name: 'read-by-analysis',
    reason:
      'This build reads Ling 3, Kimi K3 and Muse Glimmer by analysis, which takes examples and line ' +
      'breaks in their templates for markers. Newer builds have a reader for each, and the profile reads as these do.',
    example: '<tool_call>ping</tool_call>',
    explains: ({ template }) => analysed.some((name) => template.startsWith(name)),
  },
]

/** The same content and reasoning. */
function isSameText(a: Told, b: Told): boolean {
  return a.content === b.content && a.reasoning === b.reasoning
}

/** Whether both said the same: a text that both refuse is the same whatever was read before. */
export function isSame(a: Told, b: Told): boolean {
  if (a.refused && b.refused) return true
  return (
    isSameText(a, b) &&
    a.calls.length === b.calls.length &&
    a.calls.every((call, i) => call === b.calls[i])
  )
}
