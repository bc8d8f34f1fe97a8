import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { codes } from '../src/diagnostics/codes.ts'
import { expectGolden } from './support/golden.ts'

// A case makes its findings by the path that a user's findings take, and gives the formatted text.
const folder = 'fixtures/errors'
const place = new URL(`../${folder}/`, import.meta.url)
const folders = readdirSync(fileURLToPath(place)).toSorted()

interface ErrorCase {
  readonly produce: () => string | Promise<string>
}

describe('the whole message of', () => {
  for (const code of Object.keys(codes)) {
    it(code, async () => {
      expect(folders, `${folder}/${code}/case.ts is missing`).toContain(code)
      const { produce } = (await import(new URL(`${code}/case.ts`, place).href)) as ErrorCase
      const text = await produce()
      expect(text).toMatch(new RegExp(`^(?:error|warning|info)\\[${code}\\]: `, 'm'))
      expectGolden(`${folder}/${code}/expected.txt`, `${text}\n`)
    })
  }
})

it('no folder is left behind by a code that is gone', () => {
  expect(folders.filter((name) => !(name in codes))).toEqual([])
})
