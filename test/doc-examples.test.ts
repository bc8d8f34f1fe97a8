import { isDeepStrictEqual } from 'node:util'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as chat from '../src/chat/index.ts'
import * as compile from '../src/compile/index.ts'
import * as gateway from '../src/gateway/index.ts'
import * as gatewayNode from '../src/gateway/node.ts'
import * as aiSdk from '../src/integrations/ai-sdk.ts'
import * as nodeLlama from '../src/integrations/node-llama-cpp.ts'
import * as formats from '../src/formats/index.ts'
import * as gbnf from '../src/gbnf/index.ts'
import * as main from '../src/index.ts'
import * as protocol from '../src/protocol/index.ts'
import * as peggy from '../src/peggy.ts'
import * as schema from '../src/schema.ts'
import * as targets from '../src/targets/index.ts'
import * as testing from '../src/testing/index.ts'
import * as template from '../src/template/index.ts'
import { agrees, findDocExamples, runDocExample } from './support/doc-examples.ts'
import { projectRoot } from './support/sources.ts'

/** Runs each `@example` of a doc comment; a comment behind a statement is what it gives. */
const entries = {
  ...gbnf,
  ...peggy,
  ...compile,
  ...schema,
  ...protocol,
  ...chat,
  ...formats,
  ...template,
  ...targets,
  ...gateway,
  ...aiSdk,
  ...nodeLlama,
  ...testing,
  ...gatewayNode,
  ...main,
}

describe('the examples of doc comments', () => {
  it.each(findDocExamples())('hold in $file:$line', async ({ file, code }) => {
    const own = await namesOf(projectRoot + file)
    const around = await namesOf(`${dirname(projectRoot + file)}/index.ts`)
    const claims = await runDocExample(code, { ...entries, ...around, ...own })
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

async function namesOf(path: string): Promise<object> {
  return existsSync(path) ? ((await import(pathToFileURL(path).href)) as object) : {}
}
