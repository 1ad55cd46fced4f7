import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** One project per kind of test; `npm test` runs them one after the other. */
export default defineConfig({
  test: {
    // A machine of two cores is half idle with one worker: tests wait for the database a lot.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      plain('contract', 'packages/contract'),
      plain('simulator', 'packages/simulator'),
      {
        extends: './packages/console/vite.config.ts',
        test: { name: 'console', root: 'packages/console', environment: 'jsdom' },
      },
      {
        test: {
          name: 'server',
          root: 'packages/server',
          globalSetup: './test/databaseSetup.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})

function plain(name: string, folder: string): TestProjectInlineConfiguration {
  return { test: { name, root: folder } }
}
