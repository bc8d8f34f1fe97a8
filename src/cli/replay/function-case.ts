import { answerTokens, reasoningEnded } from '../../chat/reasoning-ended.ts'
import { countReasoningTokens } from '../../chat/reasoning-tokens.ts'
import type { TurnMarkers } from '../../chat/turn-markers.ts'
import { UsageError } from '../exit.ts'
import { fieldsOf, type Fields } from '../fields.ts'
import { isStrings } from '../json-value.ts'
import type { Difference } from './replay-case.ts'

/** The markers that such cases are written with. */
const markers: TurnMarkers = {
  reasoning: { open: '<think>', close: '</think>' },
  calls: ['<tool_call>'],
  turns: ['<|im_start|>', '<|im_end|>'],
  thinks: true,
}

/**
 * The differences of a case about tokens: its option `fn` says what is asked of each of its
 * `sequences`. `undefined` where the case is about a text.
 */
export function functionDifferences(options: Fields, place: string): Difference[] | undefined {
  const name = options.text('fn')
  const sequences = options.list('sequences')
  if (name === undefined || sequences === undefined) return undefined
  return sequences.flatMap((item, index) => {
    const fields = fieldsOf(item, `${place}: sequences`)
    const tokens = fields.list('tokens')
    if (!isStrings(tokens)) throw new UsageError(`${fields.place} needs tokens`)
    const [expected, got] = [fields.value('expect'), answer(name, tokens, fields, options)].map(
      (value) => JSON.stringify(value),
    )
    const path = `${name}[${index}]`
    return expected === got ? [] : [{ path, expected: expected ?? '', got: got ?? '' }]
  })
}

function answer(name: string, tokens: readonly string[], fields: Fields, options: Fields): unknown {
  const system = fields.text('system') ?? ''
  switch (name) {
    case 'isReasoningEnd': {
      const thinking = fields.flag('thinking') ?? options.flag('thinking') ?? true
      return reasoningEnded(tokens, markers, { thinking })
    }
    case 'countReasoningTokens': {
      const rule = system.includes('legacy') ? 'depth' : system === 'lmdeploy' ? 'interval' : 'text'
      return countReasoningTokens(tokens, markers, {
        rule,
        opened: fields.text('initial') === 'reasoning',
      })
    }
    case 'extractContentIds':
      return answerTokens(tokens, markers, { opened: fields.text('format') === 'minimax_m2' })
    default:
      return undefined
  }
}
