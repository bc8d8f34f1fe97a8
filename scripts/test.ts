// Builds, runs the tests and ends with the line `N passed, N failed, N skipped`. Arguments go to vitest.
import { runTests } from './run-tests.ts'

const args = process.argv.slice(2)
const counts = runTests(
  args.filter((arg) => arg !== '--update'),
  { update: args.includes('--update') },
)

// A filter by name skips every other test, for a reason that the caller knows.
const isFiltered = args.some((arg) => arg === '-t' || arg.startsWith('--testNamePattern'))
if (!isFiltered) for (const name of counts.skippedNames) console.log(`skipped: ${name}`)

const isCi = process.env['CI'] === 'true'
const failed = counts.failed + (isCi ? counts.skipped : 0)
const skipped = isCi ? 0 : counts.skipped
if (isCi && counts.skipped > 0) console.log('in CI a skipped test is a failure')
console.log(`${counts.passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed === 0 ? 0 : 1
