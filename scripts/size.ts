// Bundles each entry of the package alone and holds its compressed size against scripts/size-budget.json.
// With --update, writes the sizes of today plus a tenth into that file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from './run.ts'

const budgetFile = `${root}scripts/size-budget.json`
const manifest: {
  exports: Record<string, string | { default: string }>
  dependencies?: Record<string, string>
} = readJson('package.json')
const budget: Record<string, number> = existsSync(budgetFile)
  ? readJson('scripts/size-budget.json')
  : {}
const next: Record<string, number> = {}

console.log('entry          minified   gzip     budget (bytes)')
for (const [entry, target] of Object.entries(manifest.exports)) {
  if (typeof target === 'string') continue
  const { minified, gzipped } = await measure(target.default)
  const limit = budget[entry]
  next[entry] = Math.ceil((gzipped * 1.1) / 100) * 100
  console.log(
    [entry.padEnd(14), pad(minified), pad(gzipped), limit === undefined ? 'none' : pad(limit)].join(
      ' ',
    ),
  )
  if (!process.argv.includes('--update') && (limit === undefined || gzipped > limit)) {
    console.error(`${entry} is over its budget; if that is right, run npm run size -- --update`)
    process.exitCode = 1
  }
}
if (process.argv.includes('--update')) {
  writeFileSync(budgetFile, `${JSON.stringify(next, null, 2)}\n`)
}

async function measure(file: string): Promise<{ minified: number; gzipped: number }> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from ${JSON.stringify(file)}`, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    // No runtime is named: a use of Node in the core would fail to bundle.
    platform: 'neutral',
    // What an entry depends on has a size of its own.
    external: [
      ...Object.keys(manifest.dependencies ?? {}),
      ...(file.endsWith('/node.js') ? ['node:*'] : []),
    ],
    write: false,
  })
  const code = outputFiles[0]?.contents ?? new Uint8Array()
  return { minified: code.length, gzipped: gzipSync(code, { level: 9 }).length }
}

function pad(bytes: number): string {
  return String(bytes).padStart(8)
}

function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(root + path, 'utf8'))
}
