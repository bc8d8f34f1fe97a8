import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder of the project, with a slash at its end. */
export const root: string = fileURLToPath(new URL('../', import.meta.url))

/** Runs a program in the project's folder, or in another, and lets it print. True when it succeeded. */
export function succeeds(
  command: string,
  args: readonly string[],
  { cwd = root, env = process.env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): boolean {
  const result = spawnSync(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (result.error !== undefined) console.error(`${command}: ${result.error.message}`)
  return result.status === 0
}
