import { existsSync } from 'node:fs'
import { root, succeeds } from './run.ts'

/** A folder of tools with a lock file of its own, too large or too special for the root package. */
interface ToolFolder {
  readonly path: string
  /** What must be there when it is installed. */
  readonly needs: readonly string[]
  readonly flags: readonly string[]
  readonly isWanted: boolean
}

const isLinuxX64 = process.platform === 'linux' && process.arch === 'x64'

const folders: readonly ToolFolder[] = [
  {
    path: 'test/oracles',
    needs: ['@fugood/node-llama-linux-x64', '@node-llama-cpp/linux-x64', '@mlc-ai/web-xgrammar'],
    // Without the optional packages it is a tenth of the size; the binaries are named in its package.json.
    flags: ['--ignore-scripts', '--omit=optional'],
    isWanted: isLinuxX64 && process.env['PEGBNF_ORACLES'] !== 'off',
  },
  {
    path: 'test/smoke/runtimes',
    needs: ['bun', 'deno', 'workerd'],
    // The install scripts only link the binary, which the tests find by itself.
    flags: ['--ignore-scripts'],
    isWanted: isLinuxX64 && process.env['PEGBNF_RUNTIMES'] !== 'off',
  },
  {
    path: 'test/peers',
    needs: ['@huggingface/transformers', '@mlc-ai/web-llm'],
    // Their engines are left out: a package of nothing stands for each.
    flags: ['--ignore-scripts'],
    isWanted: true,
  },
]

/** Installs the folders that are missing. What can not be installed is told; its tests say so again. */
export function installTools(): void {
  for (const { path, needs, flags, isWanted } of folders) {
    const isThere = needs.every((name) => existsSync(`${root}${path}/node_modules/${name}`))
    if (isThere || !isWanted) continue
    console.log(`installing ${path} …`)
    if (!succeeds('npm', ['ci', ...flags, '--no-audit', '--no-fund'], { cwd: root + path })) {
      console.error(`${path} could not be installed; the tests that need it will be skipped`)
    }
  }
}
