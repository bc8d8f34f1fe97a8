import { profiles, type Profile } from '../../src/index.ts'
import type { Message } from '../../src/chat/message.ts'

/** A message in one line. */
export function told({ reasoning, content, toolCalls, finishReason }: Message): string {
  return [
    ...(reasoning === '' ? [] : [`think ${JSON.stringify(reasoning)}`]),
    ...(content === '' ? [] : [JSON.stringify(content)]),
    ...toolCalls.map((call) => {
      const state = call.state === 'complete' ? '' : ` (${call.state})`
      return `call ${call.name} ${call.arguments}${state}`
    }),
    `-> ${String(finishReason)}`,
  ].join(' ')
}

/** The profile that a row of a table names. */
export function profileOf(name: string): Profile {
  const found = Object.values(profiles).find((profile) => profile.name === name)
  if (found === undefined) throw new Error(`no profile ${name}`)
  return found
}
