import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { printCases, readCases, type Case, type CaseFormat } from './cases.ts'

/** Whether expected parts are to be rewritten: `npm run update`. CI never sets it. */
export const updating: boolean = process.env['UPDATE'] === '1'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The place of a file that is named from the project's folder. */
function placeOf(file: string): string {
  return path.join(root, file)
}

/**
 * Expects a text to be what a file holds, byte for byte; `UPDATE=1` writes the file. The file is
 * named from the project's folder.
 */
export function expectGolden(file: string, actual: string): void {
  const place = placeOf(file)
  if (updating) {
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, actual)
    return
  }
  if (!existsSync(place)) expect.fail(`${file} is missing: npm run update, then read the diff`)
  expect(actual, file).toBe(readFileSync(place, 'utf8'))
}

/** Names of the files in a folder, without the extension. */
export function namesIn(folder: string, extension: string): string[] {
  return readdirSync(placeOf(folder))
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
}

/**
 * Makes one test of each case in a file: `run` gives the parts that should stand behind the input.
 * `UPDATE=1` writes what it gave.
 */
export function testCases(
  file: string,
  format: CaseFormat,
  run: (found: Case) => readonly string[],
): void {
  describe(file, () => {
    const written: Case[] = []
    for (const found of readCases(readFileSync(placeOf(file), 'utf8'), format)) {
      it(found.name, () => {
        const parts = run(found)
        if (updating) written.push({ ...found, parts })
        else expect(parts).toEqual(found.parts)
      })
    }
    afterAll(() => {
      if (updating && written.length > 0) writeFileSync(placeOf(file), printCases(written))
    })
  })
}
