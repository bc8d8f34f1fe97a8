import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    // For tests that run with more random cases in CI, on machines that others load too.
    testTimeout: process.env['CI'] === undefined ? 120_000 : 900_000,
    // Two workers: the suite is planned for machines with two cores.
    maxWorkers: 2,
  },
})
