// Bundles each suite as a user's build would, and runs it in a process of its own.
// `npm run bench` runs all; `npm run bench -- json` only those whose name begins so.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

const suites = {
  json: 'bench/json/suite.ts',
  grammars: 'bench/grammars/suite.ts',
  streaming: 'bench/streaming/suite.ts',
  formats: 'bench/formats/suite.ts',
  emit: 'bench/emit.ts',
  schema: 'bench/schema/suite.ts',
  template: 'bench/template.ts',
  gateway: 'bench/gateway/suite.ts',
}

const wanted = process.argv.slice(2)
const chosen = Object.entries(suites).filter(
  ([name]) => wanted.length === 0 || wanted.some((prefix) => name.startsWith(prefix)),
)
console.log(
  `node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
)
const folder = mkdtempSync(join(process.cwd(), 'node_modules', '.bench-'))
let failed = false
for (const [name, file] of chosen) {
  console.log(`\n== ${name}`)
  const outfile = join(folder, `${name}.mjs`)
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'warning',
  })
  failed =
    spawnSync(process.execPath, ['--expose-gc', outfile], { stdio: 'inherit' }).status !== 0 ||
    failed
}
rmSync(folder, { recursive: true })
process.exitCode = failed ? 1 : 0
