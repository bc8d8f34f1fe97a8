import type { Chat, FormatOptions } from '../chat/chat-types.ts'
import { GrammarError } from '../diagnostics/errors.ts'
import { formatByName, formatNames } from '../formats/registry.ts'
import { UsageError } from './exit.ts'

/**
 * The format of a name, made ready for a request.
 *
 * @throws {UsageError} when there is no such format, or it cannot do what the request asks for
 */
export function makeChat(name: string, options: FormatOptions): Chat {
  const make = formatByName(name)
  if (make === undefined) {
    throw new UsageError(
      `there is no format ${JSON.stringify(name)}`,
      `the formats are ${formatNames().join(', ')}; see pegbnf formats`,
    )
  }
  return asked(() => make(options))
}

/**
 * Does what the request asks for; what the library finds wrong with the request is the caller's to
 * mend.
 *
 * @throws {UsageError} for a schema that cannot be compiled, a choice of a tool that is not there, …
 */
export function asked<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    if (error instanceof GrammarError || error instanceof TypeError) {
      throw new UsageError(error.message)
    }
    throw error
  }
}
