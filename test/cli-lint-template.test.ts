import { afterAll, describe, expect, it } from 'vitest'
import { createTestFolder, runCli } from './support/cli.ts'

const folder = createTestFolder()
afterAll(() => folder.remove())

const calls = { open: '<call>', repeats: true, content: 'json' }

describe('lint of a response template', () => {
  it.each([
    [
      'a closer with an optional tail',
      { calls: { ...calls, close_pattern: '</call>(?:</calls>)?' } },
    ],
    [
      'an implicit field that white space erases',
      { content: {}, calls: { ...calls, close: '</call>' } },
    ],
  ])('names %s', async (_, fields) => {
    const config = { response_template: { start_anchor: '<|assistant|>', fields } }
    const file = folder.file('tokenizer_config.json', config)
    const { code, out } = await runCli(['lint', file])
    expect({ code, found: out.match(/\[response-trap\]/g)?.length }).toEqual({ code: 1, found: 1 })
    expect(out).toContain('hint: ')
  })

  it('has nothing to say of one without traps', async () => {
    const fields = {
      content: { repeats: true, join: '' },
      calls: { ...calls, close: '</call>' },
    }
    const file = folder.file('response_template.json', { start_anchor: '<|assistant|>', fields })
    expect(await runCli(['lint', file])).toMatchObject({ code: 0, out: '' })
  })

  it('says of the older kind what to ask for', async () => {
    const file = folder.file('old.json', { response_schema: { 'x-regex': '(.*)' } })
    const { code, out } = await runCli(['lint', file])
    expect(code).toBe(1)
    expect(out).toContain('older response_schema')
    expect(out).toContain('hint: ask')
  })
})
