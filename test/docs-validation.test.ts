import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from './support/sources.ts'

/** The examples of docs/validation.md run, and print what stands below them; `UPDATE=1` writes it. */
const file = `${projectRoot}docs/validation.md`
const block = /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g
const markdown = readFileSync(file, 'utf8')
// Within the project, where the packages are found that the examples use.
const folder = mkdtempSync(join(projectRoot, 'node_modules/.docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const entries = { 'pegbnf/formats': 'src/formats/index.ts', 'pegbnf/schema': 'src/schema.ts' }

function run(code: string, name: string): string {
  const path = join(folder, name)
  const own = code.replace(/'(pegbnf\/\w+)'/g, (_, entry: string) => {
    const source = Object.entries(entries).find(([known]) => known === entry)?.[1]
    if (source === undefined) throw new Error(`no entry ${entry}`)
    return JSON.stringify(pathToFileURL(projectRoot + source).href)
  })
  writeFileSync(path, own)
  return execFileSync(process.execPath, ['--import', 'tsx', path], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
}

const examples = [...markdown.matchAll(block)].map((match, i) => {
  const [whole, code = '', output = ''] = match
  return { name: `example-${i + 1}.mjs`, whole, code, output }
})

it('the guide has examples', () => expect(examples.length).toBeGreaterThan(1))

it.each(examples)('$name prints what the guide says', { timeout: 60_000 }, (example) => {
  const printed = run(example.code, example.name)
  if (process.env['UPDATE'] !== '1') {
    expect(printed).toBe(example.output)
    return
  }
  const written = example.whole.replace(/```text\n[\s\S]*$/, () => `\`\`\`text\n${printed}\`\`\``)
  const now = readFileSync(file, 'utf8')
  writeFileSync(file, now.split(example.whole).join(written))
})
