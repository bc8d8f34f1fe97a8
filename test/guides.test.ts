import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describePage } from './support/pages.ts'
import { projectRoot } from './support/sources.ts'

const guides = readdirSync(`${projectRoot}docs/guides`).filter((name) => name.endsWith('.md'))
for (const name of guides) describePage(`docs/guides/${name}`)
describePage('docs/gateway.md')

it('knows of every guide in the README', () => {
  const readme = readFileSync(`${projectRoot}README.md`, 'utf8')
  expect(guides.filter((name) => !readme.includes(`docs/guides/${name}`))).toEqual([])
})
