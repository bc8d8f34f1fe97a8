// oxlint-disable import/no-unassigned-import -- a test file is imported for its tests
// The tests that judge a mutant, the fast ones first; `scripts/mutants.ts` bundles them with the
// mutant and with `harness.ts` in the place of vitest.
import '../traps-cut.test.ts'
import '../traps-dispatch.test.ts'
import '../traps-scan.test.ts'
import '../traps.test.ts'
import '../properties.test.ts'
import { firstFailure } from './harness.ts'

const failure = firstFailure()
if (failure !== null) {
  process.stdout.write(failure)
  process.exit(1)
}
