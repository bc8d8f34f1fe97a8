import { createChat } from '../chat/chat.ts'
import type { BuiltFormat, Chat, FormatOptions, IdStyle } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import { buildGrammar } from '../grammar.ts'
import { readRequest, turn, turnGrammar, type CallSyntax, type TurnSyntax } from './turn.ts'
import { writeTurn } from './write.ts'

/** ChatML, the turn markers of most families: `<|im_start|>assistant` … `<|im_end|>`. */
export const chatMl: Omit<TurnSyntax, 'calls' | 'writeCalls'> = {
  reasoning: { open: '<think>', close: '</think>' },
  header: '<|im_start|>assistant\n',
  end: '<|im_end|>',
}

/** A family: how it writes a turn, and the markers of its calls. */
export interface Family extends TurnSyntax {
  readonly name: string
  /** Markers that begin and end a call, for triggers and preserved tokens. */
  readonly markers: Pick<CallSyntax, 'openers' | 'closers'>
  /** Ids for calls to which the model gave none; `openai` by default. */
  readonly idStyle?: IdStyle
  /** Its models write the ids of their calls. */
  readonly writesIds?: boolean
}

/** Makes a family's format ready for one request. */
export function makeFormat(family: Family, options: FormatOptions): Chat {
  const request = readRequest(options)

  function build(policies: Policies): BuiltFormat {
    return {
      arena: buildGrammar((p) => turn(p, family, request, policies, options)),
      ...turnGrammar(family, request, family.markers),
      idStyle: family.idStyle ?? 'openai',
      generationPrompt: request.reasoning === 'open' ? `${family.reasoning.open}\n` : '',
      ...(options.tools === undefined ? {} : { tools: options.tools }),
      toolChoice: request.choice,
      ...(options.responseSchema === undefined ? {} : { responseSchema: options.responseSchema }),
    }
  }

  const responds = options.responseSchema !== undefined
  return createChat({
    format: family.name,
    build,
    writer: {
      ids: family.writesIds ?? false,
      write: (message) =>
        writeTurn(family, request, responds ? { ...message, toolCalls: [] } : message),
    },
  })
}
