import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Format } from '../../formats/format.ts'
import { analyseTemplate, TemplateError } from '../../template/index.ts'
import { UsageError } from '../exit.ts'
import { isModelFolder, readTemplate } from '../template-source.ts'
import type { ReplayCase } from './replay-case.ts'

/** Finds the format of a case by its chat template; undefined where that is not there. */
export type FormatByTemplate = (replayCase: ReplayCase) => Promise<Format | undefined>

/**
 * Formats by chat templates: of a folder of templates, each case's own; of any other source, a model's folder too, the one that
 * it is, for all cases.
 */
export async function formatsOfTemplates(source: string | undefined): Promise<FormatByTemplate> {
  if (source === undefined) return async () => undefined
  const isDirectory = await stat(source).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const isFolder = isDirectory && !(await isModelFolder(source))
  const known = new Map<string, Promise<Format | undefined>>()
  return (replayCase) => {
    const { template } = replayCase
    if (isFolder && template === undefined) return Promise.resolve(undefined)
    const path = isFolder ? join(source, template ?? '') : source
    const made = known.get(path) ?? formatOf(path, isFolder)
    known.set(path, made)
    return made
  }
}

async function formatOf(path: string, mayBeMissing: boolean): Promise<Format | undefined> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  if (mayBeMissing && !isThere) return undefined
  try {
    return analyseTemplate(await readTemplate(path, true)).make
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    // In a folder, cases of such a template are read by the format that they name.
    if (mayBeMissing) return undefined
    throw new UsageError(`${path}: ${error.message}`)
  }
}
