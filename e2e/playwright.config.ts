import { defineConfig } from '@playwright/test'

const looking = /\/[234]-[^/]*$/
const delivering = /\/1[4-8]-[^/]*$/
const executablePath = process.env['CHROMIUM_PATH']

/**
 * Two browsers at once: three on two cores take longer than one after the other. Each kind has an
 * estate of its own: what goes to terminals, which waits for them most of its time; what changes
 * things, whose files run in the order of their names; and, once one of these is over, what only looks,
 * two files at once in the end.
 * An estate ends with its kind: two hundred terminals take an eighth of a core from what goes on.
 */
export default defineConfig({
  testDir: '.',
  globalSetup: './estate.ts',
  workers: 2,
  fullyParallel: false,
  projects: [
    { name: 'delivering', testMatch: delivering, workers: 1, teardown: 'delivering ends' },
    {
      name: 'changing',
      testIgnore: [looking, delivering],
      workers: 1,
      teardown: 'changing ends',
    },
    { name: 'looking', testMatch: looking },
    ...['delivering ends', 'changing ends'].map((name) => ({ name, testMatch: /\/end\.ts$/ })),
  ],
  // Far beyond what anything takes: a limit ends what hangs, it measures nothing.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // A fault of the product fails twice. What passes at the second try is named at the run's end.
  retries: 1,
  use: {
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    // What moves costs a machine without a graphics card much, and is looked at by no test.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A step that hangs is named before its test's limit ends it unnamed.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
