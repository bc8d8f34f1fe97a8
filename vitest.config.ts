import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 120_000,
    // Two workers: the suite is planned for machines with two cores.
    maxWorkers: 2,
  },
})
