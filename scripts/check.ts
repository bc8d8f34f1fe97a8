// What CI runs: every check, also after one has failed. Ends with the line `N passed, N failed`.
import { runTests } from './run-tests.ts'
import { succeeds } from './run.ts'

interface Step {
  readonly name: string
  readonly run: () => boolean
}

const npmRun = (name: string, script: string, ...args: string[]): Step => ({
  name,
  run: () => succeeds('npm', ['run', '-s', script, ...(args.length > 0 ? ['--', ...args] : [])]),
})

let passed = 0
let failed = 0

const steps: readonly Step[] = [
  npmRun('format', 'format:check'),
  npmRun('lint', 'lint'),
  npmRun('typecheck', 'typecheck'),
  npmRun('generate', 'generate', '--check'),
  { name: 'test', run: test },
  npmRun('package', 'package'),
  { name: 'knip', run: () => succeeds('npx', ['knip']) },
  npmRun('size', 'size'),
]

const broken: string[] = []
for (const { name, run } of steps) {
  console.log(`\n# ${name}`)
  const started = performance.now()
  const ok = run()
  console.log(
    `# ${name}: ${ok ? 'ok' : 'FAILED'} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  )
  if (!ok) broken.push(name)
}

// The tests have counted their failures; every other step counts as one.
failed += broken.filter((name) => name !== 'test').length
if (broken.length > 0) console.log(`\nfailed: ${broken.join(', ')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function test(): boolean {
  const counts = runTests([])
  for (const name of counts.skippedNames) console.log(`skipped: ${name}`)
  // A skipped test is a failure in CI, where everything that tests need is installed.
  const unmet = process.env['CI'] === 'true' ? counts.skipped : 0
  passed += counts.passed
  failed += counts.failed + unmet
  return counts.failed + unmet === 0
}
