// Compiles src into dist. The old dist stays until the new one is whole, as tests may be reading it.
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { parsers, railroad } from './parsers.ts'
import { root, succeeds } from './run.ts'

// Of its own name, as two builds may run at once.
const folder = `dist.next-${process.pid}`
const next = root + folder
if (succeeds('npx', ['tsc', '-p', 'tsconfig.build.json', '--outDir', folder])) {
  // tsc copies neither JavaScript (allowJs excludes isolatedDeclarations) nor hand-written declarations.
  for (const parser of [...parsers.map((each) => each.parser), railroad]) {
    for (const extension of ['.js', '.d.ts']) {
      copyFileSync(`${root}src/${parser}${extension}`, `${next}/${parser}${extension}`)
    }
  }
  const bin = `${next}/cli/main.js`
  if (existsSync(bin)) chmodSync(bin, 0o755)
  rmSync(`${root}dist`, { recursive: true, force: true })
  renameSync(next, `${root}dist`)
} else {
  rmSync(next, { recursive: true, force: true })
  process.exitCode = 1
}
