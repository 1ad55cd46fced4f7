import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** One project per kind of test; `npm test` runs them one after the other. */
export default defineConfig({
  test: {
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
