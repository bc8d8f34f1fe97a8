import { isDeepStrictEqual } from 'node:util'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as chat from '../src/chat/index.ts'
import * as formats from '../src/formats/index.ts'
import * as gbnf from '../src/gbnf/index.ts'
import * as main from '../src/index.ts'
import * as protocol from '../src/protocol/index.ts'
import * as schema from '../src/schema.ts'
import { agrees, findDocExamples, runDocExample } from './support/doc-examples.ts'
import { projectRoot } from './support/sources.ts'

/** Runs each `@example` of a doc comment; a comment behind a statement is what it gives. */
const entries = { ...gbnf, ...schema, ...protocol, ...chat, ...formats, ...main }

describe('the examples of doc comments', () => {
  it.each(findDocExamples())('hold in $file:$line', async ({ file, code }) => {
    const own: object = await import(pathToFileURL(projectRoot + file).href)
    const claims = await runDocExample(code, { ...entries, ...own })
    expect(claims.length).toBeGreaterThan(0)
    for (const claim of claims) {
      expect(claim, code).toSatisfy((found: typeof claim) => agrees(found, isDeepStrictEqual))
    }
  })

  it.each(Object.entries(entries).filter(([, value]) => typeof value === 'function'))(
    'are there for %s',
    (name) => {
      expect(findDocExamples().some(({ code }) => code.includes(name))).toBe(true)
    },
  )
})
