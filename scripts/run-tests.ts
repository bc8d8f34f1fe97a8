import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installTools } from './install-tools.ts'
import { succeeds } from './run.ts'

export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The names of the skipped tests, which say why. */
  readonly skippedNames: readonly string[]
}

/** Builds, installs what the tests need, runs vitest with the given arguments and counts. */
export function runTests(args: readonly string[], { update = false } = {}): TestCounts {
  if (!succeeds('npm', ['run', '-s', 'build'])) return brokenRun
  installTools()
  const folder = mkdtempSync(join(tmpdir(), 'pegbnf-test-'))
  const reportFile = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  try {
    const ok = succeeds('npx', ['vitest', 'run', ...reporters, ...args], {
      env: { ...process.env, PEGBNF_BUILT: '1', ...(update ? { UPDATE: '1' } : {}) },
    })
    return existsSync(reportFile)
      ? count(JSON.parse(readFileSync(reportFile, 'utf8')), ok)
      : brokenRun
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// A run that never came to a test is one failure.
const brokenRun: TestCounts = { passed: 0, failed: 1, skipped: 0, skippedNames: [] }

/** The parts of vitest's JSON report that are read. */
interface Report {
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

function count({ testResults }: Report, ok: boolean): TestCounts {
  const tests = testResults.flatMap((file) => file.assertionResults)
  const passed = tests.filter((test) => test.status === 'passed').length
  const failedTests = tests.filter((test) => test.status === 'failed').length
  // A file can fail without a failed test, when it does not load or a hook of it throws.
  const failedFiles = testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  const failed = failedTests + failedFiles
  const skipped = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed')
  return {
    passed,
    // Errors outside of tests, and a run without tests, show in the exit code alone.
    failed: ok || failed > 0 ? failed : 1,
    skipped: skipped.length,
    skippedNames: skipped.map((test) => test.fullName),
  }
}
