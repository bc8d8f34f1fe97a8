import { createChat } from '../chat/chat.ts'
import type { BuiltFormat, Chat, FormatOptions } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import { buildGrammar } from '../grammar.ts'
import { readRequest, turn, turnGrammar, type CallSyntax, type TurnSyntax } from './turn.ts'

/** ChatML, the turn markers of most families: `<|im_start|>assistant` … `<|im_end|>`. */
export const chatMl: Omit<TurnSyntax, 'calls'> = {
  reasoning: { open: '<think>', close: '</think>' },
  header: '<|im_start|>assistant\n',
  end: '<|im_end|>',
}

/** A family: how it writes a turn, and the markers of its calls. */
export interface Family extends TurnSyntax {
  readonly name: string
  /** Markers that begin and end a call, for triggers and preserved tokens. */
  readonly markers: Pick<CallSyntax, 'openers' | 'closers'>
}

/** Makes a family's format ready for one request. */
export function makeFormat(family: Family, options: FormatOptions): Chat {
  const request = readRequest(options)

  function build(policies: Policies): BuiltFormat {
    return {
      arena: buildGrammar((p) => turn(p, family, request, policies, options)),
      ...turnGrammar(family, request, family.markers),
      idStyle: 'openai',
      generationPrompt: request.reasoning === 'open' ? `${family.reasoning.open}\n` : '',
      ...(options.tools === undefined ? {} : { tools: options.tools }),
      ...(options.responseSchema === undefined ? {} : { responseSchema: options.responseSchema }),
    }
  }

  return createChat({ format: family.name, build })
}
