import { writeFile } from 'node:fs/promises'
import { UsageError } from './exit.ts'

/**
 * Writes a text to a file.
 *
 * @throws {UsageError} when it cannot be written
 */
export async function writeTextFile(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text)
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${error instanceof Error ? error.message : ''}`)
  }
}
