import { existsSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestFolder, runCli } from './support/cli.ts'

const folder = createTestFolder()
afterAll(() => folder.remove())
const sums = folder.file('sums.peggy', 'sum = n:number ("+" n:number)*\nnumber = [0-9]+\n')

async function cli(code: number, args: readonly string[], input = '') {
  const result = await runCli(args, input)
  expect(result, result.err).toMatchObject({ code })
  return result
}

describe('compile', () => {
  it('writes a module that runs by itself, and its types', async () => {
    const output = folder.file('sums.mjs', '')
    const { out, err } = await cli(0, ['compile', sums, '-o', output])
    expect(out + err).toBe('')
    const code = readFileSync(output, 'utf8')
    expect(code).not.toMatch(/\bimport\b|\beval\b|new Function/)
    // The place of each rule in the grammar.
    expect(code).toContain('// sums.peggy:2:1\nfunction $number(p)')
    const use = `import { parse, printAst } from ${JSON.stringify(pathToFileURL(output).href)}
      console.log(printAst(parse('1+22').ast()))`
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', use])
    expect(printed.toString()).toContain('(:n (number "22"))')
    expect(existsSync(output.replace('.mjs', '.d.mts'))).toBe(true)
  })

  it('writes types that its users compile with', async () => {
    const output = folder.file('typed.js', '')
    await cli(0, ['compile', sums, '-o', output])
    const user = folder.file(
      'user.ts',
      `import { open, parse, recognise, type RuleName, type TagName } from './typed.js'
const rule: RuleName = 'number'
// @ts-expect-error: there is no such tag.
const tag: TagName = 'number'
const session = open({ limits: { maxDepth: 3 } })
session.feed('1+')
const kind: 'success' | 'failure' | 'needMoreInput' = session.status
export const all = [rule, tag, kind, recognise('1'), parse('1').ast().children[0]?.value]
`,
    )
    const program = ts.createProgram([user], {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      strict: true,
      noEmit: true,
      types: [],
    })
    const found = ts.getPreEmitDiagnostics(program)
    expect(found.map((each) => ts.flattenDiagnosticMessageText(each.messageText, '\n'))).toEqual([])
  })

  it("compiles a format's reading", async () => {
    const { out } = await cli(0, ['compile', 'hermes', '--no-rules'])
    const module: { parse(text: string): { status: string } } = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(out)}`
    )
    expect(module.parse('<think>hm</think>Ahoy').status).toBe('success')
  })

  it('shows where a grammar cannot be compiled', async () => {
    const code = folder.file('code.peggy', 'a = "x" { return 1 }')
    const { err } = await cli(2, ['compile', code])
    expect(err).toContain('error[peggy-code]')
    expect(err).toContain('1 | a = "x" { return 1 }\n  |          ^')
    expect(err).toContain('hint: ')
    await cli(0, ['compile', code, '--strip-actions'])
    expect((await cli(2, ['compile', sums, '-o', 'x.ts'])).err).toContain('does not end in .js')
  })
})

describe('trace', () => {
  it('shows how a text is read', async () => {
    const { out } = await cli(0, ['trace', sums, '--chomp'], '1+\n')
    expect(out).toMatch(/^0 sum\n0   n:\n0     number\n/)
    expect(out).toContain('2       number fails at the end of the text\n')
    expect(out).toMatch(/1 !\. fails at "\+"\nfailure\n$/)
    const lossy = folder.file('trace.gbnf', 'root ::= [a-z]* "z"\n')
    expect((await cli(0, ['trace', lossy], 'az')).out).toContain('"z" fails at the end of the text')
    expect((await cli(0, ['trace', sums, '--lines', '2'], '1')).out).toContain(
      'maxLines is reached',
    )
  })
})

describe('a grammar', () => {
  it('is named in the same way for every command', async () => {
    const gbnf = folder.file('sums.gbnf', 'root ::= [0-9]+ ("+" [0-9]+)*\n')
    const tools = folder.file('tools.json', [{ function: { name: 'now' } }])
    const named = [[sums], [gbnf], ['hermes', '--tools', tools]]
    for (const name of named) {
      const { out } = await cli(0, ['sample', ...name, '--seed', '2', '--max-length', '40'])
      expect((await cli(0, ['check', ...name], out)).err).toContain('complete')
      expect((await cli(0, ['draw', ...name])).out).toMatch(/^<svg /)
      expect((await cli(0, ['trace', ...name, '--lines', '3'], out)).out).not.toBe('')
      expect((await cli(0, ['verify', ...name, '--budget', '20'])).out).toContain('no disagreement')
    }
    await cli(3, ['check', sums], '1+')
    await cli(1, ['check', sums], '1-')
  })
})

describe('a grammar in Peggy syntax', () => {
  it('is read, printed, sampled and verified', async () => {
    expect((await cli(0, ['parse', sums], '1+2')).out).toBe(
      '(text\n  (sum (:n (number "1")) (:n (number "2"))))\n'.replace(
        '(sum (:n (number "1")) (:n (number "2")))',
        '(sum\n    (:n (number "1"))\n    (:n (number "2")))',
      ),
    )
    const { err } = await cli(1, ['parse', sums], '1+')
    expect(err).toContain('error[no-match]: expected number, found the end of the text')
    expect((await cli(0, ['grammar', sums])).out).toContain('number ::= [0-9]+')
    const { out } = await cli(0, ['sample', sums, '--seed', '3'])
    await cli(0, ['parse', sums], out)
    expect((await cli(0, ['verify', sums, '--budget', '50'])).out).toContain('no disagreement')
    const other = folder.file(
      'two.peggy',
      'import number from "./base.peggy"\nboth = number "," number',
    )
    folder.file('base.peggy', 'n = [0-9]+')
    expect((await cli(0, ['parse', other], '1,2')).out).toContain('both')
    expect((await cli(0, ['grammar', sums, '--start-rule', 'number'])).out).toContain('root ::=')
  })
})
