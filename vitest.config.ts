import { defineConfig } from 'vitest/config'


/** One project per kind of test; `npm test` runs them one after the other. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'server', root: 'packages/server', testTimeout: 30_000, hookTimeout: 60_000 } },
    ],
  },
})
