import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeTinyGguf, type TinyModel } from './gguf.ts'

/** Writes a tiny model for the time of `use`, which gets its path. */
export async function withModelFile<Result>(
  model: TinyModel,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'pegbnf-oracle-'))
  const path = join(folder, 'tiny.gguf')
  try {
    writeTinyGguf(path, model)
    return await use(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
