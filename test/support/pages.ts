import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './sources.ts'
import { installTarball } from './tarball.ts'

interface Example {
  readonly name: string
  readonly language: string
  readonly code: string
  /** What the README says it prints; null when it says nothing. */
  readonly output: Fence | null
}

interface Fence {
  readonly info: string
  readonly body: string
  /** The line of the opening fence, from 1. */
  readonly line: number
  /** Where the body stands in the file. */
  readonly start: number
  readonly end: number
}

const { project, folder, manifest } = installTarball()
const run = promisify(execFile)
const timeout = 60_000

writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
// What the examples use beside the package.
for (const name of ['ajv', 'zod']) {
  symlinkSync(`${projectRoot}node_modules/${name}`, join(project, 'node_modules', name))
}
mkdirSync(join(project, 'node_modules/.bin'))
symlinkSync(join(folder, manifest.bin['pegbnf'] ?? ''), join(project, 'node_modules/.bin/pegbnf'))

/**
 * Runs a page as its reader would: each block of `ts` or `js`, and each of `sh` whose fence says `sh example`,
 * against the packed package. A block of `text` that stands next is what it prints; `UPDATE=1` writes it.
 */
export function describePage(page: string): void {
  const file = `${projectRoot}${page}`
  const examples = findExamples(readFileSync(file, 'utf8'))
  describe(page, () => {
    it('has examples', () => {
      expect(examples.length).toBeGreaterThan(0)
    })

    it.each(examples)(
      'runs $name',
      async (example) => {
        const { language, code, output, name } = example
        const printed = await (language === 'sh' ? runShell(code) : runModule(name, code))
        if (output === null) return
        if (process.env['UPDATE'] === '1') rewrite(file, example, printed)
        else expect(printed).toBe(output.body)
      },
      timeout,
    )

    it(
      'has examples of TypeScript that compile for its reader',
      () => {
        const files = examples
          .filter(({ language }) => language === 'ts')
          .map(({ name, code }) => {
            const path = join(project, `${fileNameOf(name)}.ts`)
            writeFileSync(path, code)
            return path
          })
        const program = ts.createProgram(files, {
          module: ts.ModuleKind.NodeNext,
          target: ts.ScriptTarget.ES2023,
          strict: true,
          noEmit: true,
          types: ['node'],
          typeRoots: [`${projectRoot}node_modules/@types`],
          skipLibCheck: true,
        })
        const found = ts.getPreEmitDiagnostics(program).map((diagnostic) => {
          const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')
          return `${diagnostic.file?.fileName.slice(project.length + 1)}: ${message}`
        })
        expect(found).toEqual([])
      },
      timeout,
    )
  })
}

function findExamples(markdown: string): Example[] {
  const fences = findFences(markdown)
  return fences.flatMap((fence, index) => {
    const [language = '', mark] = fence.info.split(' ')
    const isExample =
      language === 'ts' || language === 'js' || (language === 'sh' && mark === 'example')
    if (!isExample) return []
    const next = fences[index + 1]
    // Only white space stands between the two fences.
    const between = next && markdown.slice(fence.end, next.start - next.info.length - '\n'.length)
    const isNext = between !== undefined && /^```\s*```$/.test(between)
    return [
      {
        name: `the ${language} of line ${fence.line}`,
        language,
        code: fence.body,
        output: isNext && next?.info === 'text' ? next : null,
      },
    ]
  })
}

function findFences(markdown: string): Fence[] {
  return [...markdown.matchAll(/^```(\S[^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, info = '', body = ''] = match
    const start = match.index + '```'.length + info.length + 1
    const line = markdown.slice(0, match.index).split('\n').length
    return { info, body, line, start, end: start + body.length }
  })
}

/** Runs a module as plain JavaScript, as the reader's own tools would make it. */
async function runModule(name: string, code: string): Promise<string> {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 }
  const { outputText } = ts.transpileModule(code, { compilerOptions })
  const path = join(project, `${fileNameOf(name)}.mjs`)
  writeFileSync(path, outputText)
  return outputOf(process.execPath, [path])
}

/** Runs a script with `pegbnf` on its path, from an empty project. */
function runShell(code: string): Promise<string> {
  return outputOf('bash', ['-euo', 'pipefail', '-c', code])
}

async function outputOf(program: string, args: string[]): Promise<string> {
  const bin = join(project, 'node_modules/.bin')
  const env = { ...process.env, NO_COLOR: '1', PATH: `${bin}${delimiter}${process.env['PATH']}` }
  const { stdout } = await run(program, args, { cwd: project, env, timeout: timeout / 2 })
  return stdout
}

function fileNameOf(name: string): string {
  return name.replaceAll(' ', '-')
}

/** Replaces what a page says that an example prints. */
function rewrite(file: string, { code }: Example, printedNow: string): void {
  // Earlier examples may have moved the text: the example is found again by what it does.
  const current = readFileSync(file, 'utf8')
  const target = findExamples(current).find((example) => example.code === code)?.output
  if (!target) throw new Error(`${file} has changed while it was rewritten`)
  const text = printedNow.endsWith('\n') || printedNow === '' ? printedNow : `${printedNow}\n`
  writeFileSync(file, current.slice(0, target.start) + text + current.slice(target.end))
}
