import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { clickAndSee, openBrowser, type Start, startCold } from './console/browser.ts'
import { forget, makeFolder, signIn } from './console/pages.ts'
import { compare, inTurns } from './console/turns.ts'
import { startServer } from './harness/children.ts'
import { readNumbers } from './harness/options.ts'
import { say } from './harness/print.ts'

// Cold starts and route changes of the console on a slow line and processor, beside a bare React
// page that the same server serves.

const { rounds, port } = readNumbers({ rounds: 5, port: 15_263 })
const password = 'only-for-the-benchmark-1'
const address = `http://localhost:${port}`
const rows = 'section[data-path="/device/list"] tbody tr td'

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-console-'))
makeFolder(join(folder, 'console'))
const server = await startServer(
  'web,gateway,worker',
  {
    PORT: String(port),
    HOST: '127.0.0.1',
    MQTT_PORT: String(port + 1),
    MUSTER_DATA: join(folder, 'data'),
    MUSTER_CONSOLE: join(folder, 'console'),
    MUSTER_ADMIN_PASSWORD: password,
    LOG_LEVEL: 'warn',
  },
  ['--demo'],
)
const browser = await openBrowser()
try {
  await compareStarts(browser)
  await compareChanges(browser)
} finally {
  await browser.close()
  await server.stop()
  forget(folder)
}

async function compareStarts(on: Browser): Promise<void> {
  const blocked = { serviceWorkers: 'block' } as const
  const outside = await on.newContext(blocked)
  const inside = await on.newContext(blocked)
  await (await signIn(inside, address, password)).close()
  const sides = {
    bare: () => startCold(outside, `${address}/bare/index.html`, 'td'),
    'sign-in form': () => startCold(outside, `${address}/`, 'input[autocomplete=username]'),
    'list of terminals': () => startCold(inside, `${address}/#/device/list`, rows),
  }
  const found = await inTurns(sides, rounds)
  for (const name of ['sign-in form', 'list of terminals'] as const) {
    say(`\ncold start, ${name} beside a bare React page`)
    for (const part of ['largestPaint', 'usable', 'script', 'style'] as const)
      compare(part, valuesOf(found[name], part), valuesOf(found.bare, part))
  }
}

async function compareChanges(on: Browser): Promise<void> {
  const context = await on.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
  })
  const console = await signIn(context, address, password)
  const bare = await context.newPage()
  await bare.goto(`${address}/bare/index.html`)
  await bare.waitForSelector('td')
  const visited = ['/device/model', '/device/list'] as const
  for (const path of visited) await change(console, path)
  let turn = 0
  const found = await inTurns(
    {
      bare: () => {
        const view = turn++ % 2 === 0 ? 'second' : 'first'
        return clickAndSee(bare, `#${view}`, `[data-view=${view}] td`)
      },
      console: async () => {
        await change(console, visited[0])
        return change(console, visited[1])
      },
    },
    rounds,
  )
  say('\nroute change to a visited list, from the click until painted, beside a bare React page')
  compare('milliseconds', found.console, found.bare)
  await console.hover('a[href="#/device/category"]')
  await console.waitForTimeout(1000)
  const first = await change(console, '/device/category')
  say(`  first visit, fetched when pointed at: ${first.toFixed(0)} ms`)
}

function change(page: Page, path: string): Promise<number> {
  return clickAndSee(page, `nav a[href="#${path}"]`, `section[data-path="${path}"] tbody tr td`)
}

function valuesOf(starts: readonly Start[], part: keyof Start): readonly number[] {
  return starts.map((one) => one[part])
}
