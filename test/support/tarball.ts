import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { projectRoot } from './sources.ts'

export interface Installed {
  /** A folder whose node_modules hold the package as its users get it. */
  readonly project: string
  /** The package's own folder in there. */
  readonly folder: string
  readonly manifest: Manifest
}

interface Manifest {
  readonly version: string
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | { types: string; default: string }>>
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Packs the project and unpacks it where an installed package would stand, until the test file has ended. */
export function installTarball(): Installed {
  requireFreshBuild()
  const project = mkdtempSync(join(tmpdir(), 'pegbnf-packed-'))
  // Thousands of files, on a busy machine.
  afterAll(() => rmSync(project, { recursive: true }), 120_000)
  const folder = join(project, 'node_modules/pegbnf')
  mkdirSync(folder, { recursive: true })
  // The build is there; `prepack` would make it again under the feet of other test files.
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', project]
  execFileSync('npm', pack, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] })
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz')) ?? ''
  execFileSync('tar', ['-xzf', join(project, tarball), '-C', folder, '--strip-components=1'])
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // What it depends on stands beside it, as npm would put it there.
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const link = join(project, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(`${projectRoot}node_modules/${name}`, link)
  }
  return { project, folder, manifest }
}

/** `npm test` has just built. A test file run alone must not judge the build of an older source. */
function requireFreshBuild(): void {
  if (process.env['PEGBNF_BUILT'] === '1') return
  const built = join(projectRoot, 'dist/index.js')
  const newest = Math.max(
    ...readdirSync(`${projectRoot}src`, { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(`${projectRoot}src/${name}`).mtimeMs,
    ),
  )
  if (!existsSync(built) || statSync(built).mtimeMs < newest) {
    throw new Error('dist is older than src: run npm run build')
  }
}
