import type { SessionOptions } from '../chat/chat-types.ts'
import type { Profile } from '../chat/policy.ts'
import { engineProfile, profiles } from '../chat/profiles.ts'
import type { Arguments, OptionSpec } from './arguments.ts'
import { UsageError } from './exit.ts'

/** The options of every command that reads a response. */
export const readingOptions: Readonly<
  Record<'profile' | 'generation-prompt' | 'continues', OptionSpec>
> = {
  profile: {
    value: 'NAME',
    help: `read as this engine does: ${Object.keys(profiles).join(', ')}`,
  },
  'generation-prompt': {
    value: 'TEXT',
    help: 'what the prompt ends with, read before the text (\\n for a line break)',
  },
  continues: {
    value: 'TEXT',
    help: 'the beginning of the answer that the prompt already holds',
  },
}

/**
 * How a response is to be read, from the arguments.
 *
 * @throws {UsageError} for a profile that is not there
 */
export function readReading(args: Arguments): SessionOptions {
  const profile = args.text('profile')
  const prompt = args.text('generation-prompt')
  const continues = args.text('continues')
  return {
    ...(profile === undefined ? {} : { profile: profileNamed(profile) }),
    ...(prompt === undefined ? {} : { generationPrompt: prompt.replaceAll('\\n', '\n') }),
    ...(continues === undefined ? {} : { continues: continues.replaceAll('\\n', '\n') }),
  }
}

function profileNamed(name: string): Profile {
  const profile = engineProfile(name)
  if (profile !== undefined) return profile
  throw new UsageError(
    `there is no profile ${JSON.stringify(name)}`,
    `the profiles are ${Object.keys(profiles).join(', ')}`,
  )
}
