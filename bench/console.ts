import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from '@playwright/test'
import {
  clickAndSee,
  openBrowser,
  openSlow,
  pointAndSee,
  settle,
  type Start,
  startCold,
  type Step,
} from './console/browser.ts'
import { addReactAdmin, forget, makeFolder, signIn } from './console/pages.ts'
import { compare, inTurns } from './console/turns.ts'
import { startServer } from './harness/children.ts'
import { readNumbers } from './harness/options.ts'
import { say } from './harness/print.ts'

// Cold starts and route changes of the console on a slow line and processor, beside a react-admin
// app of the same lists and a bare React page that the same server serves.

const { rounds, port } = readNumbers({ rounds: 5, port: 15_263 })
const password = 'only-for-the-benchmark-1'
const address = `http://localhost:${port}`
/** react-admin's theme writes style elements, which the console's security policy forbids. */
const visitor = { serviceWorkers: 'block', bypassCSP: true } as const

/** A program with the lists of terminals, models and categories. */
interface Side {
  /** Where it starts, and what shows that the list of terminals is there. */
  readonly start: readonly [address: string, shows: string]
  readonly to: (list: keyof typeof onlyIn) => Step
}

/** A column that no other of the lists has; react-admin names no list in its table. */
const onlyIn = { device: 'sn', model: 'osType', category: 'osKind' } as const

const consoleRows = (path: string) => `section[data-path="${path}"] tbody tr[data-row] td`
const consoleSide: Side = {
  start: [`${address}/#/device/list`, consoleRows('/device/list')],
  to: (list) => {
    const path = list === 'device' ? '/device/list' : `/device/${list}`
    return { click: `nav a[href="#${path}"]`, shows: consoleRows(path) }
  },
}
const reactAdminSide: Side = {
  start: [`${address}/reactAdmin/index.html#/device`, 'tbody td.column-sn'],
  to: (list) => ({
    click: `[role=menu] a[href="#/${list}"]`,
    shows: `tbody td.column-${onlyIn[list]}`,
  }),
}

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-console-'))
makeFolder(join(folder, 'console'))
addReactAdmin(join(folder, 'console'))
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
  const outside = await on.newContext(visitor)
  const inside = await on.newContext(visitor)
  await (await signIn(inside, address, password)).close()
  const sides = {
    bare: () => startCold(outside, `${address}/bare/index.html`, 'td'),
    'sign-in form': () => startCold(outside, `${address}/`, 'input[autocomplete=username]'),
    'list of terminals': () => startCold(inside, ...consoleSide.start),
    'react-admin': () => startCold(inside, ...reactAdminSide.start),
  }
  const found = await inTurns(sides, rounds)
  const pairs = [
    ['sign-in form', 'bare', 'a bare React page'],
    ['list of terminals', 'bare', 'a bare React page'],
    ['list of terminals', 'react-admin', "react-admin's"],
  ] as const
  for (const [mine, other, title] of pairs) {
    say(`\ncold start, ${mine} beside ${title}`)
    for (const part of ['largestPaint', 'usable', 'script', 'style'] as const)
      compare(part, valuesOf(found[mine], part), valuesOf(found[other], part))
  }
}

async function compareChanges(on: Browser): Promise<void> {
  const context = await on.newContext({ ...visitor, viewport: { width: 1440, height: 900 } })
  await (await signIn(context, address, password)).close()
  const first = await inTurns(
    {
      console: () => firstVisit(context, consoleSide),
      'react-admin': () => firstVisit(context, reactAdminSide),
    },
    rounds,
  )
  const back = await inTurns(
    {
      console: await backAndForth(context, consoleSide),
      'react-admin': await backAndForth(context, reactAdminSide),
    },
    rounds,
  )
  say("\nchange of page, from the click until painted, milliseconds beside react-admin's")
  compare('visited list', back.console, back['react-admin'])
  compare('first visit', first.console, first['react-admin'])
}

/** In a page that has shown the first list only: the next one's entry is pointed at, then clicked. */
async function firstVisit(context: BrowserContext, side: Side): Promise<number> {
  const page = await openSlow(context, ...side.start)
  const took = await pointAndSee(page, side.to('category'))
  await page.close()
  return took
}

/** Answers how long the way back to a list takes, in a page where both lists have been shown. */
async function backAndForth(context: BrowserContext, side: Side): Promise<() => Promise<number>> {
  const page = await openSlow(context, ...side.start)
  return async () => {
    await page.bringToFront()
    await clickAndSee(page, side.to('model'))
    await settle(page)
    const took = await clickAndSee(page, side.to('device'))
    await settle(page)
    return took
  }
}

function valuesOf(starts: readonly Start[], part: keyof Start): readonly number[] {
  return starts.map((one) => one[part])
}
