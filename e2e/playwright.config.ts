import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROMIUM_PATH']

/** One browser, one server, one estate: the files run in the order of their names. */
export default defineConfig({
  testDir: '.',
  globalSetup: './estate.ts',
  workers: 1,
  fullyParallel: false,
  // Far beyond what anything takes: a limit ends what hangs, it measures nothing.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
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
